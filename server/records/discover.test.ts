import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Log } from '../platform/telemetry.ts'
import { discover } from './discover.ts'

// Inside the repository, so that `@atrium/contract` is found from there as it is from modules/.
const directory = mkdtempSync(join(import.meta.dirname, '.discover-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const declaration = (id: string, fields = 'title: z.string()', says = 'add {title}') => `
import { collection, defineModule } from '@atrium/contract/module'
import { z } from 'zod'
const Thing = z.object({ ${fields} })
export default defineModule({ id: '${id}', title: '${id}', summary: '', kind: 'module', industries: ['all'], tier: 'free',
  triggers: ['/${id}'], icon: 'box', route: '/${id}', collections: { things: collection(Thing, { version: 1 }) },
  actions: { add: { summary: 'Add', effect: 'write', input: Thing, output: z.unknown(), says: ['${says}'] } } })`
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

beforeAll(() => {
  plant('good', { 'module.ts': declaration('good'), 'server.ts': handlers() })
  plant('also-good', { 'module.ts': declaration('also-good'), 'server.ts': handlers() })
  plant('throws', { 'module.ts': declaration('throws'), 'server.ts': "throw new Error('boom')" })
  plant('serverless', { 'module.ts': declaration('serverless') })
  plant('unfinished', { 'module.ts': declaration('unfinished'), 'server.ts': handlers('') })
  plant('misnamed', { 'module.ts': declaration('other'), 'server.ts': handlers() })
  plant('greedy', {
    'module.ts': declaration('greedy', 'title: z.string(), version: z.number()'),
    'server.ts': handlers(),
  })
  plant('deaf', { 'module.ts': declaration('deaf', undefined, 'add {name}'), 'server.ts': handlers() })
  plant('not-a-module', { 'readme.md': '' })
})

test('the good modules live, each broken one is left out and told with its reason', async () => {
  const found = await discover(directory, log)
  expect(found.map((server) => server.module.id)).toEqual(['also-good', 'good'])
  const reasons = Object.fromEntries(told.map((entry) => [entry.module, entry.reason]))
  expect(Object.keys(reasons).sort()).toEqual(['deaf', 'greedy', 'misnamed', 'serverless', 'throws', 'unfinished'])
  expect(reasons.throws).toBe('boom')
  expect(reasons.unfinished).toContain('“add” has no handler')
  expect(reasons.misnamed).toContain('its folder is “misnamed”')
  expect(reasons.greedy).toContain('a field “version”, which the core owns')
  expect(reasons.deaf).toContain('“add {name}” of “add” names a field it does not take')
})

test('a directory that is not there holds no modules', async () => {
  expect(await discover(join(directory, 'nowhere'), log)).toEqual([])
})
