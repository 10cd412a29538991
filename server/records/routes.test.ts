import { collection, defineModule, rowOf } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import type { ModuleInfo, ModuleSummary } from '@atrium/contract/module-shown'
import { Hono } from 'hono'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createLimiters, LIMITS } from '../platform/http/limits.ts'
import { type Bindings, mount } from '../platform/http/mount.ts'
import { openApi } from '../platform/http/openapi.ts'
import { listen } from '../platform/http/serve.ts'
import { createStreams } from '../platform/http/streams.ts'
import { identifyByHeader } from '../platform/http/test-server.ts'
import { silentLog } from '../platform/telemetry.ts'
import { actionOfTool, toolsFor } from './published.ts'
import { recordRoutes } from './routes.ts'
import { type TestModules, testModules } from './test-module.ts'

const Pot = z.object({
  name: z.string().min(1, 'A pot needs a name.').meta({ description: 'What it is called' }),
  size: z.number().default(1),
})
const pots = defineModule({
  id: 'flower-pots',
  title: 'Pots',
  summary: 'Pots of this test.',
  kind: 'module',
  industries: ['all'],
  tier: 'free',
  triggers: ['/pots'],
  icon: 'flower',
  route: '/pots',
  collections: { pots: collection(Pot, { version: 1, search: ['name'] }) },
  actions: {
    add: {
      summary: 'Add a pot',
      effect: 'write',
      input: Pot,
      output: rowOf(Pot),
      examples: ['pot {name}'],
      triggers: ['/pot'],
    },
    sizeOf: { summary: 'Its size', effect: 'read', input: z.object({ id: z.string() }), output: z.number() },
    all: { summary: 'All pots', effect: 'read', input: z.object({}), output: z.number(), triggers: ['/all'] },
    largest: {
      summary: 'The largest',
      effect: 'read',
      input: Pot.partial(),
      output: z.number(),
      examples: ['largest pot of {name}'],
    },
  },
})

let at: TestModules
beforeAll(async () => {
  at = await testModules(
    defineServer(pots, {
      add: (pot, { store }) => store.pots.insert(pot),
      sizeOf: async ({ id }, { store }) => (await store.pots.get(id)).size,
      all: (_, { store }) => store.pots.count(),
      largest: async () => 1,
    }),
  )
})

test('the catalogue shows modules and actions with the JSON Schema of their input, and nothing of their machinery', async () => {
  const pots = { id: 'flower-pots', title: 'Pots', summary: 'Pots of this test.' }
  const few = (await (await fetch(`${at.url}/api/modules`)).json()) as { modules: ModuleSummary[] }
  expect(few.modules).toEqual([
    {
      ...pots,
      kind: 'module',
      industries: ['all'],
      tier: 'free',
      triggers: ['/pots'],
      icon: 'flower',
      route: '/pots',
      hasSettings: false,
      effects: ['write', 'read'],
      wordless: ['all'],
      sayings: { largest: 'largest pot of' },
    },
  ])
  const { modules } = (await (await fetch(`${at.url}/api/modules?details=true`)).json()) as { modules: ModuleInfo[] }
  expect(await (await fetch(`${at.url}/api/modules/flower-pots`)).json()).toEqual(modules[0])
  expect((await fetch(`${at.url}/api/modules/flower-pot`)).status).toBe(404)
  expect(modules).toEqual([
    {
      id: 'flower-pots',
      title: 'Pots',
      summary: 'Pots of this test.',
      kind: 'module',
      industries: ['all'],
      tier: 'free',
      triggers: ['/pots'],
      icon: 'flower',
      route: '/pots',
      hasSettings: false,
      actions: {
        add: {
          summary: 'Add a pot',
          effect: 'write',
          triggers: ['/pot'],
          examples: ['pot {name}'],
          input: {
            type: 'object',
            properties: {
              name: { type: 'string', minLength: 1, description: 'What it is called' },
              size: { type: 'number', default: 1 },
            },
            required: ['name'],
          },
        },
        sizeOf: expect.objectContaining({ effect: 'read', examples: [] }),
        all: expect.objectContaining({ input: { type: 'object', properties: {} } }),
        largest: expect.objectContaining({ triggers: [] }),
      },
      imports: {},
      exports: {},
    },
  ])
})

test('every action is a tool whose name leads back to it', () => {
  const tools = toolsFor(at.actions.list())
  expect(tools.map((tool) => actionOfTool(tool.name))).toEqual(
    ['add', 'sizeOf', 'all', 'largest'].map((name) => `flower-pots.${name}`),
  )
  for (const tool of tools) expect(tool.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
  expect(tools[0]).toMatchObject({ description: 'Pots: Add a pot', parameters: { type: 'object', required: ['name'] } })
})

test('malformed calls are refused with a sentence, never a failure of ours', async () => {
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    fetch(`${at.url}${path}`, { method: 'POST', headers: { 'x-test-person': 'ann', 'content-type': type }, body })
  const path = '/api/m/flower-pots/add'
  for (const [body, status] of [
    ['', 400],
    ['nonsense', 400],
    ['null', 400],
    ['[]', 400],
    ['"text"', 400],
    ['{"name":7}', 400],
    [`{"name":"x","deep":${'['.repeat(200)}${']'.repeat(200)}}`, 400],
    [new Uint8Array([0x7b, 0xff, 0x7d]), 400],
    [`{"name":"${'x'.repeat(7 * 1024 * 1024)}"}`, 413],
  ] as const) {
    const answer = await post(path, body)
    expect(answer.status, String(body).slice(0, 40)).toBe(status)
    expect(((await answer.json()) as { error: { message: string } }).error.message).toMatch(/[.a-z]$/)
  }
  expect((await post(path, '{}', 'text/plain')).status).toBe(415)
  expect((await post('/api/m/flower-pots/%2e%2e', '{}')).status).toBe(404)
  expect((await post('/api/m/flower_pots/add', '{}')).status).toBe(400)
})

test('a new person, over HTTP: add, read it, undo', async () => {
  const added = await at.act<{ id: string }>('ann', 'flower-pots.add', { name: 'Clay' })
  expect((await at.act('ann', 'flower-pots.sizeOf', { id: added.output.id })).output).toBe(1)
  expect((await at.undo('ann', added.change)).status).toBe(200)
  expect((await at.act('ann', 'flower-pots.sizeOf', { id: added.output.id })).status).toBe(404)
})

test('every action is a call of its own in the document, with what it takes, answers and asks of its caller', () => {
  const { paths } = openApi(recordRoutes(at.actions), '1') as {
    paths: Record<string, { post: Record<string, unknown> }>
  }
  expect(paths['/api/m/flower-pots/add']?.post).toMatchObject({
    summary: 'Add a pot',
    'x-access': 'action.write',
    requestBody: {
      content: { 'application/json': { schema: { type: 'object', properties: { name: { minLength: 1 } } } } },
    },
    responses: {
      200: {
        content: {
          'application/json': {
            schema: { properties: { output: { required: expect.arrayContaining(['name', 'id']) } } },
          },
        },
      },
    },
  })
  expect(paths['/api/m/flower-pots/sizeOf']?.post).toMatchObject({ 'x-access': 'action.read' })
})

test('writes are counted apart from reads, person by person', async () => {
  const hono = new Hono<Bindings>()
  const limiters = createLimiters(0.01) // a hundredth of what is allowed
  const [writes, reads] = [LIMITS.write.person[0] / 100, LIMITS.read.person[0] / 100]
  mount(hono, recordRoutes(at.actions), {
    identify: identifyByHeader,
    limiters,
    streams: createStreams({ identify: identifyByHeader, log: silentLog }),
    log: silentLog,
    origins: [],
    behindProxy: false,
  })
  const server = await listen(hono, '127.0.0.1', 0)
  onTestFinished(() => server.close())
  const call = (who: string, action: string, input: unknown) =>
    fetch(`${server.url}/api/m/flower-pots/${action}`, {
      method: 'POST',
      headers: { 'x-test-person': who, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
  const times = async (many: number, who: string, action: string, input: unknown) => {
    const answers = []
    for (let at = 0; at < many; at++) answers.push((await call(who, action, input)).status)
    return answers
  }
  const pot = (await (await call('una', 'add', { name: 'Pot' })).json()) as { output: { id: string } }
  expect(await times(writes, 'una', 'add', { name: 'Pot' })).toEqual([...Array(writes - 1).fill(200), 429])
  const refused = await call('una', 'add', { name: 'Pot' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await times(reads + 1, 'una', 'sizeOf', pot.output)).toEqual([...Array(reads).fill(200), 429])
  expect(await times(1, 'vic', 'add', { name: 'Pot' })).toEqual([200])
  // Another spelling of the path is the same call, or one that is no freer.
  expect(await times(1, 'una', '%61dd', { name: 'Pot' })).toEqual([429])
  expect(await times(1, 'una', 'none', { name: 'Pot' })).toEqual([429])
})
