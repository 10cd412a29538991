import type { KeyScope } from '@atrium/contract/account-security'
import { brand } from '@atrium/contract/brand'
import { describe, expect, test } from 'vitest'
import { type Capability, capabilities } from '../platform/policy.ts'
import { client, testApp } from '../test-app.ts'

/** What a key needs for each capability: to look (GET), and to do anything else. `-` is out of every key's reach; `*` needs nothing. */
const NEEDED: Record<Capability, readonly [look: KeyScope | '-' | '*', act: KeyScope | '-' | '*']> = {
  'public.read': ['*', '*'],
  'session.read': ['*', '*'],
  'session.start': ['-', '-'],
  'session.end': ['-', '-'],
  'chat.use': ['chat', 'chat'],
  'thread.own': ['read', 'write'],
  'run.own': ['read', 'write'],
  'live.own': ['read', 'write'],
  'file.own': ['read', 'write'],
  'file.read': ['read', 'write'],
  'room.read': ['read', 'write'],
  'memory.own': ['read', 'write'],
  'space.read': ['read', 'write'],
  'space.own': ['read', 'write'],
  'preference.own': ['read', 'write'],
  'notification.own': ['read', 'write'],
  'push.own': ['-', '-'],
  'provider-key.own': ['-', '-'],
  'data.own': ['-', '-'],
  'data.import': ['-', '-'],
  'action.read': ['read', 'read'],
  'action.write': ['write', 'write'],
  'action.send': ['write', 'write'],
  'change.own': ['read', 'write'],
  'activity.read': ['read', 'write'],
  'activity.own': ['read', 'write'],
  'metrics.read': ['read', 'write'],
  'account.own': ['-', '-'],
  'admin.users': ['-', '-'],
  'admin.spaces': ['-', '-'],
  'page.own': ['read', 'write'],
  'share.own': ['read', 'write'],
  'webhook.own': ['read', 'write'],
  'picture.read': ['read', 'write'],
  'team.read': ['read', 'write'],
  'team.use': ['-', '-'],
  'team.manage': ['-', '-'],
  'team.delete': ['-', '-'],
  'workforce.own': ['read', 'write'],
  'order.own': ['-', '-'],
  'admin.orders': ['-', '-'],
  'seat.own': ['-', '-'],
  'admin.support': ['-', '-'],
  'payment.report': ['-', '-'],
}

/** Calls that make the assistant answer, beside those of `chat.use`. */
const ASKING = [
  'POST /api/messages/:id/edit',
  'POST /api/messages/:id/regenerate',
  'POST /api/messages/:id/continue',
  'POST /api/approvals/:id/decide',
  'POST /api/m/flash/proposeCards',
  'POST /api/m/tasks/split',
  'POST /api/m/wallet/proposeCategories',
  'POST /api/m/wallet/readReceipt',
  'POST /api/m/content-calendar/draftPost',
  'POST /api/m/content-calendar/pictureIdea',
  'POST /api/m/content-calendar/drawPictures',
  'POST /api/m/content-calendar/describePicture',
  'POST /api/m/flash/speak',
  'POST /api/m/flash/similar',
  'POST /api/m/tasks/transcribe',
  'POST /api/m/csv/proposeQuery',
  'POST /api/m/csv/proposeFormula',
]

const app = await testApp()
const administrator = await app.administrator()
const scopes: readonly KeyScope[] = ['read', 'write', 'chat']
const make = (of: readonly KeyScope[], more = {}) =>
  administrator.call<{ id: string; key: string; start: string }>('POST', '/api/user/keys', {
    name: `For ${of.join(' and ')}`,
    scopes: of,
    ...more,
  })
const calling = (key: string) => {
  const { send } = client(app.url)
  return (method: string, path: string, body?: unknown, signal?: AbortSignal) =>
    send(method, path, body, { authorization: `Bearer ${key}` }, signal)
}

describe('a key opens what its scopes hold, of all that its person may', () => {
  test.each([...scopes.map((scope) => [scope]), scopes])('%s %s %s', async (...of) => {
    const held = of.filter(Boolean)
    const call = calling((await make(held)).key)
    const [expected, got]: [string[], string[]] = [[], []]
    for (const { method, path, access } of app.routes()) {
      const asks = ASKING.includes(`${method} ${path}`)
      const needed = NEEDED[access][method === 'GET' ? 0 : 1]
      const leave = new AbortController()
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      const { status } = await call(method, path.replace(/:\w+/g, 'none'), body, leave.signal)
      leave.abort()
      if (path.includes(':userId')) continue // refused for another reason
      const isIn = (needed === '*' || held.includes(needed as KeyScope)) && (!asks || held.includes('chat'))
      expected.push(`${method} ${path}: ${isIn ? 'in' : 403}`)
      got.push(`${method} ${path}: ${status === 403 ? 403 : status < 500 && status !== 401 ? 'in' : status}`)
    }
    expect(got).toEqual(expected)
  })

  test('every capability is told of', () => expect(Object.keys(NEEDED).sort()).toEqual([...capabilities].sort()))
})

test('the fifty-first key is refused, also when many are made at once', async () => {
  const ann = await app.member()
  await app.db.execute(
    `insert into api_keys (id, user_id, name, hash, start, scopes)
     select '${ann.id}' || n, '${ann.id}', 'x', '${ann.id}' || n, 'x', '{read}' from generate_series(1, 47) n`,
  )
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ann.send('POST', '/api/user/keys', { name: 'One of many', scopes: ['read'] })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
  expect((await ann.call<{ keys: unknown[] }>('GET', '/api/user/keys')).keys).toHaveLength(50)
})

test('a key is shown once, is kept as a hash, and can be recognised', async () => {
  const made = await make(['read'])
  expect(made.key).toMatch(new RegExp(`^${brand.prefix}_key_[\\w-]{43}$`))
  expect(made.key.startsWith(made.start)).toBe(true)
  const { keys } = await administrator.call<{ keys: { id: string }[] }>('GET', '/api/user/keys')
  expect(JSON.stringify(keys)).not.toContain(made.key)
  const { rows } = await app.db.execute('select * from api_keys')
  expect(JSON.stringify(rows)).not.toContain(made.key.slice(made.start.length))
})

test('its use is seen, and a deleted one is refused at once', async () => {
  const made = await make(['read'])
  const call = calling(made.key)
  expect((await call('GET', '/api/threads')).status).toBe(200)
  type Listed = { keys: { id: string; lastUsedAt: string | null }[] }
  const { keys } = await administrator.call<Listed>('GET', '/api/user/keys')
  expect(keys.find(({ id }) => id === made.id)?.lastUsedAt).toEqual(expect.any(String))
  const stream = await call('GET', '/api/events')
  await administrator.call('DELETE', `/api/user/keys/${made.id}`)
  expect((await call('GET', '/api/threads')).status).toBe(401)
  await stream.text() // ends
})

test('a key past its day, a made-up one, and that of a suspended person are refused', async () => {
  const ann = await app.member()
  type Key = { id: string; key: string }
  const body = { name: 'Backup', scopes: ['read'], expiresInDays: 1 }
  const [old, good] = [
    await ann.call<Key>('POST', '/api/user/keys', body),
    await ann.call<Key>('POST', '/api/user/keys', body),
  ]
  await app.db.$client.query(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [old.id])
  expect((await calling(old.key)('GET', '/api/threads')).status).toBe(401)
  expect((await calling(`${brand.prefix}_key_${'a'.repeat(43)}`)('GET', '/api/threads')).status).toBe(401)
  expect((await calling(good.key)('GET', '/api/threads')).status).toBe(200)
  await administrator.call('PATCH', `/api/admin/users/${ann.id}`, { banned: true })
  expect((await calling(good.key)('GET', '/api/threads')).status).toBe(401)
})

test('a key without a name or without a scope is refused with a sentence', async () => {
  expect(await administrator.refusal('POST', '/api/user/keys', { name: '', scopes: ['read'] })).toMatchObject({
    status: 400,
    message: expect.stringContaining('Give the key a name.'),
  })
  expect(await administrator.refusal('POST', '/api/user/keys', { name: 'x', scopes: [] })).toMatchObject({
    message: expect.stringContaining('Choose at least one thing that the key may do.'),
  })
})
