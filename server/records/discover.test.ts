import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Log } from '../platform/telemetry.ts'
import { discover } from './discover.ts'
import { testModules } from './test-module.ts'

// Inside the repository, so that `@atrium/contract` is found from there as it is from modules/.
const directory = mkdtempSync(join(import.meta.dirname, '.discover-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const declaration = (id: string, fields = 'title: z.string()', says = 'add {title}') => `
import { collection, defineModule } from '@atrium/contract/module'
import { z } from 'zod'
const Thing = z.object({ ${fields} })
export default defineModule({ id: '${id}', title: '${id}', summary: '', kind: 'module', industries: ['all'], tier: 'free',
  triggers: ['/${id}'], icon: 'box', route: '/${id}', collections: { things: collection(Thing, { version: 1 }) },
  actions: { add: { summary: 'Add', effect: 'write', input: Thing, output: z.unknown(), examples: ['${says}'] } } })`
const handlers = (names = 'add: (thing, { store }) => store.things.insert(thing)') => `
import { defineServer } from '@atrium/contract/module-server'
import it from './module.ts'
export default defineServer(it, { ${names} })`

function plant(folder: string, files: Record<string, string>) {
  mkdirSync(join(directory, folder), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, folder, name), text)
}

const told: { module: string; reason: string }[] = []
const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (facts: unknown) => {
    const { module, err } = facts as { module: string; err: Error }
    told.push({ module, reason: err.message })
  },
}

const feed = (path: string) => `
import { defineRoutes } from '@atrium/contract/module-server'
export default defineRoutes({ feed: { method: 'GET', path: '${path}', summary: 'Feed', access: 'own', effect: 'read' } })`
const reading = `
import { answering, defineServer } from '@atrium/contract/module-server'
import it from './module.ts'
import routes from './routes.ts'
export default defineServer(it, { add: (thing, { store }) => store.things.insert(thing) },
  { routes: answering(routes, { feed: () => new Response('fed') }) })`

beforeAll(() => {
  plant('good', { 'module.ts': declaration('good'), 'server.ts': handlers() })
  plant('also-good', { 'module.ts': declaration('also-good'), 'server.ts': reading, 'routes.ts': feed('/feed') })
  plant('throws', { 'module.ts': declaration('throws'), 'server.ts': "throw new Error('boom')" })
  plant('unfinished', { 'module.ts': declaration('unfinished'), 'server.ts': handlers('') })
  plant('unread', { 'module.ts': declaration('unread'), 'server.ts': handlers(), 'routes.ts': feed('/feed') })
  plant('undescribed', {
    'module.ts': declaration('undescribed'),
    'server.ts': reading.replace(
      "import routes from './routes.ts'",
      `${feed('/feed').replace('export default', 'const routes =')}`,
    ),
  })
  plant('serverless', { 'module.ts': declaration('serverless') })
  plant('lost', { 'module.ts': declaration('lost'), 'server.ts': handlers(), 'routes.ts': feed('/Feed me') })
  plant('misnamed', { 'module.ts': declaration('other'), 'server.ts': handlers() })
  plant('greedy', {
    'module.ts': declaration('greedy', 'title: z.string(), version: z.number()'),
    'server.ts': handlers(),
  })
  plant('deaf', { 'module.ts': declaration('deaf', undefined, 'add {name}'), 'server.ts': handlers() })
  plant('not-a-module', { 'readme.md': '' })
})

test('what declares itself well lives, its code unread; what does not is left out and told with its reason', async () => {
  const found = await discover(directory, log)
  expect(found.map(({ module }) => module.id)).toEqual([
    'also-good',
    'good',
    'throws',
    'undescribed',
    'unfinished',
    'unread',
  ])
  expect(found[0]?.routes).toMatchObject([{ method: 'GET', path: '/feed' }])
  const reasons = Object.fromEntries(told.map((entry) => [entry.module, entry.reason]))
  expect(Object.keys(reasons).sort()).toEqual(['deaf', 'greedy', 'lost', 'misnamed', 'serverless'])
  expect(reasons.serverless).toBe('it has no server.ts')
  expect(reasons.lost).toContain('its address “/Feed me”')
  expect(reasons.misnamed).toContain('its folder is “misnamed”')
  expect(reasons.greedy).toContain('a field “version”, which the core owns')
  expect(reasons.deaf).toContain('“add {name}” of “add” names a field it does not take')
})

test('code that is broken is a clear answer to each call and a line in the log, and nothing to the others', async () => {
  const found = new Map((await discover(directory, log)).map((one) => [one.module.id, one]))
  told.length = 0
  for (const id of ['throws', 'undescribed', 'unfinished', 'unread'])
    for (const _ of ['first', 'again'])
      await expect(found.get(id)?.server(), id).rejects.toMatchObject({
        code: 'unavailable',
        message: `${id} cannot work on this server now: a part of it could not be loaded. Its log says why.`,
      })
  const reasons = Object.fromEntries(told.map((entry) => [entry.module, entry.reason]))
  expect(reasons).toEqual({
    throws: 'boom',
    undescribed: 'its address “GET /feed” is not described in routes.ts',
    unfinished: '“add” in actions has no function',
    unread: 'nothing answers at its address “GET /feed”',
  })
  expect(Object.keys((await found.get('good')?.server())?.handlers ?? {})).toEqual(['add'])
  const at = await testModules(...found.values())
  const title = { title: 'A thing' }
  expect(await at.act('ann', 'throws.add', title)).toMatchObject({
    status: 503,
    error: expect.stringMatching(/^throws cannot work/),
  })
  expect(await at.act('ann', 'good.add', title)).toMatchObject({ status: 200, output: title })
  expect(await (await at.fetch('ann', '/api/m/also-good/feed')).text()).toBe('fed')
  expect((await at.fetch('ann', '/api/m/unread/feed')).status).toBe(503)
})

test('a directory that is not there holds no modules', async () => {
  expect(await discover(join(directory, 'nowhere'), log)).toEqual([])
})

test('every module of this tree has code that gives what it declares', async () => {
  told.length = 0
  const found = await discover(fileURLToPath(new URL('../../modules', import.meta.url)), log)
  await Promise.allSettled(found.map((one) => one.server()))
  expect(told).toEqual([])
  expect(found.length).toBeGreaterThanOrEqual(6)
})
