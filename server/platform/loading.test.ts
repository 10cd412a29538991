import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createResolution } from './loading.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'atrium-loading-')))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function tree(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
}

/** What `script` prints, run in `home` with names resolved by ours or by Node alone. */
function run(script: string, ours: boolean): string {
  writeFileSync(
    join(home, 'hooks.mjs'),
    `import { registerHooks } from 'node:module'
    import { createResolution } from ${JSON.stringify(new URL('./loading.ts', import.meta.url).href)}
    const resolve = createResolution(new URL('./', import.meta.url).href)
    registerHooks({ resolve: (name, from, next) => ({ ...resolve(name, from, () => next(name, from)), shortCircuit: true }) })`,
  )
  writeFileSync(join(home, 'server/main.mjs'), script)
  return execFileSync(process.execPath, [...(ours ? ['--import', './hooks.mjs'] : []), 'server/main.mjs'], {
    cwd: home,
    encoding: 'utf8',
  })
}

const esm = (name: string, exports: unknown) => JSON.stringify({ name, type: 'module', exports })

describe('imports mean what they mean to Node', () => {
  tree({
    'server/other.mjs': `export { where } from 'twice'`,
    'modules/one/use.mjs': `export { where } from 'twice'`,
    'modules/one/node_modules/twice/package.json': esm('twice', './index.js'),
    'modules/one/node_modules/twice/index.js': `export const where = 'of module one'`,
    'modules/two/use.mjs': `export { where } from 'twice'`,
    'node_modules/twice/package.json': esm('twice', './index.js'),
    'node_modules/twice/index.js': `export const where = 'at the root'`,
    'node_modules/mixed/package.json': esm('mixed', {
      '.': { import: './index.js', require: './old/index.js' },
      './data': './data.json',
    }),
    'node_modules/mixed/index.js': `
      import { a } from './lib/a.js'
      import { b } from './lib/b.js'
      import { where } from 'twice'
      import old from './old/index.js'
      import older from './old/older.js'
      export const all = [a, b, where, old, older]
      export const missing = () => import('./lib/none.js')`,
    'node_modules/mixed/lib/a.js': `export const a = import.meta.url.split('/').at(-1)`,
    'node_modules/mixed/lib/b.js': `import { a } from './a.js'\nexport const b = 'after ' + a`,
    'node_modules/mixed/old/package.json': JSON.stringify({ type: 'commonjs' }),
    'node_modules/mixed/old/index.js': `module.exports = 'common ' + typeof require('./older.js')`,
    'node_modules/mixed/old/older.js': `module.exports = __filename.split('/').at(-1)`,
    'node_modules/mixed/data.json': '{"kept": true}',
    'node_modules/mixed/node_modules/twice/package.json': esm('twice', './index.js'),
    'node_modules/mixed/node_modules/twice/index.js': `export const where = 'of mixed'`,
  })
  const script = `
    import { createRequire } from 'node:module'
    import { all, missing } from 'mixed'
    import data from 'mixed/data' with { type: 'json' }
    import { where } from 'twice'
    import * as other from './other.mjs'
    import * as one from '../modules/one/use.mjs'
    import * as two from '../modules/two/use.mjs'
    console.log(all, data, where, other.where, one.where, two.where, createRequire(import.meta.url)('mixed'))
    await missing().catch((error) => console.log(error instanceof Error, error.message.includes('none.js')))
    await import('nowhere').catch((error) => console.log(error.code))`

  test('in packages of two formats, with packages of one name in several places', () => {
    const said = run(script, true)
    expect(said).toContain('of module one')
    expect(said).toContain('of mixed')
    expect(said).toBe(run(script, false))
  })
})

test('Node is asked once for each name in a package, and once for each folder', () => {
  const resolve = createResolution('file:///here/')
  const asked: string[] = []
  const ask = (specifier: string, parentURL: string, conditions = ['node', 'import']) =>
    resolve(specifier, { parentURL, conditions, importAttributes: {} }, () => {
      asked.push(specifier)
      return specifier.startsWith('.')
        ? { url: new URL(specifier, parentURL).href, format: 'module' }
        : { url: `file:///here/node_modules/${specifier}/index.js`, format: 'module' }
    })
  const file = 'file:///here/node_modules/big/a.js'
  expect([
    ask('./lib/b.js', file),
    ask('./lib/c.js', file),
    ask('../c.js', 'file:///here/node_modules/big/lib/b.js'),
  ]).toEqual([
    { url: 'file:///here/node_modules/big/lib/b.js', format: 'module' },
    { url: 'file:///here/node_modules/big/lib/c.js', format: 'module' },
    { url: 'file:///here/node_modules/big/c.js', format: 'module' },
  ])
  ask('big', 'file:///here/server/chat/a.ts')
  ask('big', 'file:///here/server/files/b.ts')
  ask('big', 'file:///here/contract/c.ts')
  ask('big', 'file:///here/server/chat/a.ts', ['node', 'require'])
  expect(asked).toEqual(['./lib/b.js', '../c.js', 'big', 'big', 'big'])
})
