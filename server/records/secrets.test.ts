import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createKeyCipher } from '../models/key-cipher.ts'
import { silentLog } from '../platform/telemetry.ts'
import { forgetRecords } from './owner-deleted.ts'
import { createSecrets } from './secrets.ts'
import { testModules } from './test-module.ts'

const SECRET = 'sk-very-secret-token'
const none = z.object({})

const module = defineModule({
  ...{ id: 'stream', title: 'Stream', summary: 'Streams.', kind: 'module', tier: 'free', icon: 'radio' },
  ...{ industries: ['all'], triggers: [] },
  collections: { channels: collection(z.object({ name: z.string() }), { version: 1 }) },
  exports: { keys: { summary: 'Keys', extension: '.txt', mime: 'text/plain' } },
  secrets: { key: { title: 'Stream key', summary: 'From the settings of your channel.' } },
  actions: {
    connect: {
      summary: 'Connect',
      effect: 'write',
      input: z.object({ name: z.string(), key: z.string() }),
      output: none,
    },
    connectLate: {
      summary: 'Connect, and write before',
      effect: 'write',
      input: z.object({ name: z.string(), key: z.string() }),
      output: none,
    },
    fail: { summary: 'Fail', effect: 'write', input: none, output: none },
    length: { summary: 'Length', effect: 'read', input: none, output: z.object({ length: z.number().nullable() }) },
    leak: { summary: 'Leak', effect: 'read', input: none, output: z.object({ of: z.array(z.string()) }) },
    change: { summary: 'Change in a read', effect: 'read', input: none, output: none },
    names: { summary: 'Names', effect: 'read', input: none, output: z.object({ names: z.array(z.string()) }) },
    share: { summary: 'Share', effect: 'write', input: none, output: z.object({ token: z.string() }) },
  },
})

const server = defineServer(
  module,
  {
    connect: async ({ name, key }, { store, secrets }) => {
      await secrets.set('key', key)
      await store.channels.insert({ name })
      return {}
    },
    connectLate: async ({ name, key }, { store, secrets }) => {
      await store.channels.insert({ name })
      await store.channels.list()
      await secrets.set('key', key)
      return {}
    },
    fail: async (_, { secrets }) => {
      await secrets.set('key', 'another-token')
      throw new Error('after all')
    },
    length: async (_, { secrets }) => ({ length: (await secrets.get('key'))?.length ?? null }),
    leak: async (_, { secrets }) => ({ of: ['a', `Bearer ${await secrets.get('key')}`] }),
    change: async (_, { secrets }) => {
      await secrets.remove('key')
      return {}
    },
    names: async (_, { secrets }) => ({ names: await secrets.names() }),
    share: async (_, { links }) => ({ token: (await links.create({ subject: 'all' })).token }),
  },
  {
    exports: {
      keys: async (_, { secrets }) => {
        const key = (await secrets.get('key')) ?? ''
        return { name: 'keys.txt', body: ['a', key.slice(0, 5), key.slice(5)] }
      },
    },
    routes: [
      {
        ...{ method: 'GET', path: '/own', summary: 'Own', access: 'own', effect: 'read' },
        handle: async ({ context, request }) => {
          const key = (await context.secrets.get('key')) ?? ''
          return request.url.includes('body')
            ? new Response(`Bearer ${key}`)
            : new Response('', { headers: { 'x-key': key } })
        },
      },
      {
        ...{ method: 'GET', path: '/shared/:token', summary: 'Shared', access: 'link', effect: 'read' },
        handle: async ({ context }) => Response.json({ got: await context.secrets.get('key') }),
      },
    ],
  },
)
const { act, db, fetch } = await testModules(server)
const put = (who: string, name: string, value: string) =>
  fetch(who, `/api/modules/stream/secrets/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ value }),
  })

test('a secret is typed in, used by its module, and told to nobody', async () => {
  expect((await put('ann', 'key', SECRET)).status).toBe(200)
  expect((await act('ann', 'stream.length')).output).toEqual({ length: SECRET.length })
  const shown = await fetch('ann', '/api/modules/stream/secrets')
  const text = await shown.text()
  expect(JSON.parse(text)).toEqual({
    secrets: [
      { name: 'key', title: 'Stream key', summary: 'From the settings of your channel.', setAt: expect.any(String) },
    ],
  })
  expect(text).not.toContain(SECRET)
  const { rows } = await db.execute(sql`select * from module_secrets`)
  expect(JSON.stringify(rows)).not.toContain(SECRET)
  expect((await fetch('ann', '/api/modules/stream/secrets/key', { method: 'DELETE' })).status).toBe(200)
  expect((await act('ann', 'stream.length')).output).toEqual({ length: null })
})

test('who set or removed one, and which, stands in the audit, and not what it is', async () => {
  await put('finn', 'key', SECRET)
  for (const _ of [1, 2]) await fetch('finn', '/api/modules/stream/secrets/key', { method: 'DELETE' })
  const { rows } = await db.execute(
    sql`select action, via, actor_id as actor, input from changes where scope_id = 'finn' order by created_at, action desc`,
  )
  expect(rows).toEqual([
    { action: 'stream.setSecret', via: 'http', actor: 'finn', input: { name: 'key' } },
    { action: 'stream.removeSecret', via: 'http', actor: 'finn', input: { name: 'key' } },
  ])
})

test('it is its person’s alone, of this module, and a visitor has none', async () => {
  await put('ann', 'key', SECRET)
  expect((await act('ben', 'stream.length')).output).toEqual({ length: null })
  expect((await put('', 'key', 'x')).status).toBe(401)
  expect((await put('ann', 'other', 'x')).status).toBe(404)
  expect((await fetch('ann', '/api/modules/none/secrets')).status).toBe(404)
  expect((await put('ann', 'key', ' ')).status).toBe(400)
})

test('an action that would answer one is refused, one that is a read changes none, and behind a link none is read', async () => {
  await put('ann', 'key', SECRET)
  const leaked = await act('ann', 'stream.leak')
  expect(leaked.status).toBe(500)
  expect(JSON.stringify(leaked.body)).not.toContain(SECRET)
  expect((await act('ann', 'stream.change')).status).toBe(500)
  expect((await act('ann', 'stream.names')).output).toEqual({ names: ['key'] })
  const { output } = await act<{ token: string }>('ann', 'stream.share')
  expect((await fetch('', `/api/m/stream/shared/${output.token}`)).status).toBe(403)
})

test('no route and no export of a module answers one', async () => {
  await put('finn', 'key', SECRET)
  for (const path of ['own', 'own?in=body', 'exports/keys']) {
    const shown = await fetch('finn', `/api/m/stream/${path}`).then(
      async (response) => `${[...response.headers]} ${await response.text()}`,
      () => 'broken off',
    )
    expect(shown, path).not.toContain(SECRET)
    expect(shown, path).not.toContain(SECRET.slice(5))
  }
  await fetch('finn', '/api/modules/stream/secrets/key', { method: 'DELETE' })
  expect(await (await fetch('finn', '/api/m/stream/own?in=body')).text()).toBe('Bearer ')
})

test('what an action was given to keep stands in no change', async () => {
  expect((await act('cleo', 'stream.connect', { name: 'mine', key: SECRET })).status).toBe(200)
  const { rows } = await db.execute(sql`select input from changes where scope_id = 'cleo'`)
  expect(rows).toEqual([{ input: { name: 'mine', key: '•••' } }])
  expect((await act('cleo', 'stream.length')).output).toEqual({ length: SECRET.length })
})

test('it stands in none where the action has written before it keeps it', async () => {
  expect((await act('cora', 'stream.connectLate', { name: 'mine', key: SECRET })).status).toBe(200)
  const { rows } = await db.execute(sql`select input from changes where scope_id = 'cora'`)
  expect(rows).toEqual([{ input: { name: 'mine', key: '•••' } }])
})

test('what an action that failed has set is as it was before', async () => {
  await put('dora', 'key', SECRET)
  expect((await act('dora', 'stream.fail')).status).toBe(500)
  expect((await act('dora', 'stream.length')).output).toEqual({ length: SECRET.length })
})

test('a guest’s go along to the account, and those of a deleted person are gone', async () => {
  await put('guest:guest', 'key', SECRET)
  const { claim } = createSecrets(db, createKeyCipher('a secret of the tests'), silentLog)
  await db.transaction((tx) => claim(tx, 'guest', 'eve'))
  expect((await act('eve', 'stream.length')).output).toEqual({ length: SECRET.length })
  await db.transaction((tx) => forgetRecords(tx, 'eve'))
  expect((await act('eve', 'stream.length')).output).toEqual({ length: null })
})
