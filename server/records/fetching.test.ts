import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { atTheEnd } from '../platform/test-end.ts'
import { testModules } from './test-module.ts'

const input = z.object({ url: z.string(), method: z.enum(['GET', 'POST']).optional() })
const output = z.object({ status: z.number(), text: z.string() })

const module = defineModule({
  ...{ id: 'reader', title: 'Reader', summary: 'Reads addresses.', kind: 'module', tier: 'free', icon: 'book' },
  ...{ industries: ['all'], triggers: [], collections: {} },
  actions: {
    look: { summary: 'Look', effect: 'read', input, output },
    tell: { summary: 'Tell', effect: 'send', input, output },
    share: { summary: 'Share', effect: 'write', input: z.object({}), output: z.object({ token: z.string() }) },
  },
})
const asked: string[] = []
const outside = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  response.end('words')
})
outside.listen(0, '127.0.0.1')
await once(outside, 'listening')
atTheEnd(() => outside.close())
const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`

const { act, fetch } = await testModules(
  defineServer(
    module,
    {
      look: async ({ url, ...init }, context) => textOf(await context.fetch(url, init)),
      tell: async ({ url, ...init }, context) => textOf(await context.fetch(url, init)),
      share: async (_, { links }) => ({ token: (await links.create({ subject: 'all' })).token }),
    },
    {
      routes: [
        {
          ...{ method: 'GET', path: '/shared/:token', summary: 'Shared', access: 'link', effect: 'read' },
          handle: async ({ context }) => Response.json(textOf(await context.fetch(`${url}/shared`))),
        },
      ],
    },
  ),
)

const textOf = ({ status, body }: { status: number; body: Uint8Array }) => ({
  status,
  text: new TextDecoder().decode(body),
})

test('an action asks an address of the internet, and what is private is refused in a sentence', async () => {
  expect((await act('ann', 'reader.look', { url: `${url}/page` })).output).toEqual({ status: 200, text: 'words' })
  const refused = await act('ann', 'reader.look', { url: 'http://192.168.0.1/' })
  expect(refused).toMatchObject({ status: 400, error: expect.stringContaining('private network') })
  expect((await act('ann', 'reader.look', { url: 'no address' })).status).toBe(400)
})

test('nothing outside is changed by what is no send', async () => {
  expect((await act('ann', 'reader.look', { url: `${url}/changed`, method: 'POST' })).status).toBe(500)
  expect(asked).not.toContain('POST /changed')
  expect((await act('ann', 'reader.tell', { url: `${url}/told`, method: 'POST' })).status).toBe(200)
  expect(asked).toContain('POST /told')
})

test('a visitor and whoever comes by a link ask nothing', async () => {
  expect((await act('', 'reader.look', { url: `${url}/visitor` })).status).toBe(401)
  const { output } = await act<{ token: string }>('ann', 'reader.share')
  const shared = await fetch('', `/api/m/reader/shared/${output.token}`)
  expect(shared.status).toBe(403)
  expect(asked.filter((line) => /visitor|shared/.test(line))).toEqual([])
})

test('a person is counted', async () => {
  const calls = Array.from({ length: 70 }, () => act('busy', 'reader.look', { url: `${url}/often` }))
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  expect((await act('calm', 'reader.look', { url: `${url}/once` })).status).toBe(200)
})
