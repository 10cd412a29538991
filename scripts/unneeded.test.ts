import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unneeded } from './unneeded.mjs'

const root = join(import.meta.dirname, '..')
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const left = unneeded(lock)

test('a server is installed without what builds, tests and checks', () => {
  for (const name of ['vite', 'vitest', 'typescript', 'playwright-core', 'drizzle-kit', '@biomejs/biome', 'react-dom'])
    expect(left).toContain(`node_modules/${name}`)
  expect(left).not.toContain('node_modules/node')
})

test('every package that server, contract, agents or the modules’ server side import is there', () => {
  const gone = new Set(left)
  const files = globSync('{server,contract,modules,agents}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/test-[\w-]+\.ts$|\/web\/|node_modules|drizzle\.config/.test(file),
  )
  const missing = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const named = text.matchAll(/^(?:import (?!type)(?:[^'\n]*? from )?|\} from )'([^']+)'|\bimport\('([^']+)'\)/gm)
    return [...named]
      .map(([, still, later]) => still ?? later ?? '')
      .filter((name) => !/^(\.|node:|@atrium\/(?!web))/.test(name))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0])
      .filter((name) => {
        const at = [`${file.split('/')[0]}/node_modules/${name}`, `node_modules/${name}`].find(
          (path) => lock.packages[path],
        )
        return at === undefined || gone.has(at)
      })
      .map((name) => `${file}: ${name}`)
  })
  expect(missing).toEqual([])
})

test('a package is found as Node finds it: beside its user first, then upwards; an optional peer is not needed', () => {
  const packages = {
    '': { dependencies: { a: '1' }, devDependencies: { d: '1' } },
    'node_modules/a': {
      dependencies: { b: '1' },
      peerDependencies: { p: '1', o: '1' },
      peerDependenciesMeta: { o: { optional: true } },
    },
    'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
    'node_modules/b': {},
    'node_modules/c': {},
    'node_modules/d': { dev: true },
    'node_modules/o': {},
    'node_modules/p': {},
  }
  expect(unneeded({ packages })).toEqual(['node_modules/b', 'node_modules/d', 'node_modules/o'])
})
