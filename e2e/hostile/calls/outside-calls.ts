// Addresses that the server is to ask: push services, webhooks, calendars of others. None of them may be this machine, its network,
// or the cloud's own service, however it is written.
import type { HostileCalls, Scene } from './call.ts'

/** Ways to write an address of this machine or its network (the list of SSRF cases of PayloadsAllTheThings). */
const hosts = (port: number): string[] =>
  [
    '127.0.0.1',
    '127.1',
    '127.0.0.1.',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '0',
    '0.0.0.0',
    'localhost',
    'LOCALHOST.',
    'localhost.localdomain',
    'a.localhost',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    'example.com@127.0.0.1',
    '10.0.0.1',
    '192.168.0.1',
    '172.16.0.1',
    '100.64.0.1',
    '169.254.169.254',
    'metadata.google.internal',
    '[fd00:ec2::254]',
    '224.0.0.1',
    '255.255.255.255',
  ].map((host) => `${host}:${port}`)

const ODD = [
  'https://',
  'https:///x',
  'https:x',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/plain,x',
  'gopher://127.0.0.1:6379/_x',
  'ftp://127.0.0.1/x',
  'webcal://127.0.0.1/x',
  `https://${'a'.repeat(300)}.example/`,
  `https://${'a.'.repeat(400)}example/`,
  'https://exa mple.com/',
  'https://example.com:99999/',
  'https://example.com/\r\nX-Evil: 1',
  'https://user:secret@127.0.0.1/',
  'https://xn--a/',
  'https://\u202eexample.com/',
  `https://example.com/${'a'.repeat(1900)}`,
]

const addresses = ({ trap }: Scene): string[] => [
  ...hosts(trap.port).flatMap((host) => [`https://${host}/x`, `http://${host}/x`]),
  ...ODD,
]
const heardOf = ({ trap }: Scene, before: number): string[] =>
  trap.heard() > before ? [`the server spoke to this machine ${trap.heard() - before} times`] : []

const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }

export const outsideCalls: readonly HostileCalls[] = [
  {
    name: 'outside/push',
    why: 'browsers that are to be pushed to on this machine or its network',
    worst: true,
    async calls(scene) {
      const { attacker, trap } = scene
      const before = trap.heard()
      for (const endpoint of addresses(scene)) {
        const subscribed = await attacker.json(`push ${endpoint.slice(0, 60)}`, '/api/push-subscriptions', {
          endpoint,
          keys,
        })
        if (subscribed.status < 300) await attacker.json('push test', '/api/notifications/test')
        await attacker.send('push end', 'DELETE', '/api/push-subscriptions', JSON.stringify({ endpoint }), {
          'content-type': 'application/json',
        })
      }
      for (const odd of [
        { p256dh: `${'A'.repeat(87)}`, auth: keys.auth },
        { p256dh: `B${'_'.repeat(86)}`, auth: '-'.repeat(22) },
        { p256dh: '', auth: '' },
        { p256dh: keys.p256dh, auth: '='.repeat(24) },
        { ...keys, constructor: 'x', __proto__: null },
      ]) {
        const endpoint = 'https://push.invalid/x'
        const { status } = await attacker.json('push keys', '/api/push-subscriptions', { endpoint, keys: odd })
        if (status < 300) await attacker.json('push test', '/api/notifications/test')
      }
      return heardOf(scene, before)
    },
  },
  {
    name: 'outside/webhooks',
    why: 'webhooks to this machine or its network, and their last answers',
    async calls(scene) {
      const { attacker, trap } = scene
      const before = trap.heard()
      for (const url of addresses(scene)) {
        const { body } = await attacker.json<{ id?: string }>(`webhook ${url.slice(0, 60)}`, '/api/webhooks', {
          url,
          events: ['*'],
        })
        if (body.id === undefined) continue
        await attacker.json('webhook test', `/api/webhooks/${body.id}/test`)
        await attacker.send('webhook answers', 'GET', `/api/webhooks/${body.id}/deliveries`)
        await attacker.send('webhook end', 'DELETE', `/api/webhooks/${body.id}`)
      }
      for (const events of [
        [],
        ['*'.repeat(100)],
        ['records:'],
        ['records:__proto__'],
        ['toString'],
        Array(101).fill('*'),
      ])
        await attacker.json('webhook events', '/api/webhooks', { url: 'https://example.com/', events })
      return heardOf(scene, before)
    },
  },
  {
    name: 'outside/calendars',
    why: 'calendars that are subscribed to on this machine or its network',
    async calls(scene) {
      const { attacker, trap } = scene
      const before = trap.heard()
      for (const url of addresses(scene))
        await attacker.json(`subscribe ${url.slice(0, 60)}`, '/api/m/content-calendar/subscribe', { url, name: 'x' })
      await attacker.json('refresh', '/api/m/content-calendar/refresh', { id: 'x' })
      return heardOf(scene, before)
    },
  },
]
