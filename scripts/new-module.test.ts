import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { silentLog } from '../server/platform/telemetry.ts'
import { discover } from '../server/records/discover.ts'
import { makeModule } from './new-module.mjs'

// As deep in the tree as modules/, so that what is made finds what it imports.
const folder = join(import.meta.dirname, '../.cache')
const id = `made-${process.pid}`
mkdirSync(folder, { recursive: true })
const files = makeModule(id, folder)
const place = join(folder, id)
afterAll(() => rmSync(place, { recursive: true, force: true }))

test('a new module has all its parts, named after it, and is found', async () => {
  expect(files.map((path) => path.slice(place.length + 1)).sort()).toEqual([
    'access.test.ts',
    'help.md',
    `${id}.test.ts`,
    'module.ts',
    'sample.ts',
    'server.ts',
    'texts/en.json',
    'web.test.tsx',
    'web.tsx',
    'web/texts.ts',
  ])
  const [found] = (await discover(folder, silentLog)).filter(({ module }) => module.id === id)
  expect(found?.module).toMatchObject({ title: `Made ${process.pid}`, route: `/${id}`, triggers: [`/${id}`] })
})

test('its types are right, in the browser too', () => {
  const options = { extends: '../../tsconfig.web.json', include: ['web.tsx', 'web.test.tsx', 'server.ts'] }
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(options))
  const tsc = join(import.meta.dirname, '../node_modules/.bin/tsc')
  expect(execFileSync(tsc, ['-p', place], { encoding: 'utf8', stdio: 'pipe' })).toBe('')
}, 120_000)

test('a name that cannot be one, or is taken, is refused with a sentence', () => {
  expect(() => makeModule('Reading List', folder)).toThrow('lower-case letters')
  expect(() => makeModule('../x', folder)).toThrow('lower-case letters')
  expect(() => makeModule(id, folder)).toThrow('Choose another name')
})

describe('its own tests', async () => {
  await import(pathToFileURL(join(place, `${id}.test.ts`)).href)
})
