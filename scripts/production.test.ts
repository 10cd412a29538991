import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

// The real npm on a tree of its own: Node 24 and the builder are packages of this tree, so that no registry is asked.

const VITE = `#!/bin/sh
mkdir -p web/dist && printf '<!doctype html>' > web/dist/index.html && echo built`

function tree() {
  const root = mkdtempSync(join(tmpdir(), 'atrium-production-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const name of readdirSync(import.meta.dirname).filter((name) => name.endsWith('.mjs')))
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name))
  const pack = (name: string, program: string) => {
    write(`packages/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', bin: { [name]: `bin/${name}` } }))
    write(`packages/${name}/bin/${name}`, program)
    chmodSync(join(root, `packages/${name}/bin/${name}`), 0o755)
  }
  pack('node', `#!/bin/sh\nexec "${process.execPath}" "$@"`)
  pack('vite', VITE)
  const dependencies = { node: 'file:packages/node' }
  write('package.json', JSON.stringify({ name: 'tree', dependencies, devDependencies: { vite: 'file:packages/vite' } }))
  write('server/guide/learn.ts', '')
  write('server/main.ts', `console.log('serving in', process.env.NODE_ENV)`)
  write('web/src/main.tsx', 'export {}')
  const run = (name: string, args: string[], env: Record<string, string> = {}) => {
    const home = { PATH: process.env.PATH, HOME: root, npm_config_offline: 'true', npm_config_update_notifier: 'false' }
    return spawnSync(name, args, { cwd: root, encoding: 'utf8', env: { ...home, ...env } })
  }
  expect(run('npm', ['install', '--package-lock-only']).status).toBe(0)
  return {
    write,
    remove: (path: string) => rmSync(join(root, path), { recursive: true, force: true }),
    has: (path: string) => existsSync(join(root, path)),
    start: (env: Record<string, string> = {}, ...args: string[]) =>
      run(process.execPath, ['scripts/start.mjs', ...args], env),
    build: () => run(process.execPath, ['scripts/build.mjs'], { NODE_ENV: 'production' }),
  }
}

describe.skipIf(process.platform === 'win32')('npm start on a fresh clone', () => {
  test.each<Record<string, string>>([
    { NODE_ENV: 'production' },
    { npm_config_omit: 'dev' },
    { NPM_CONFIG_OMIT: 'dev' },
    { NPM_CONFIG_PRODUCTION: 'true' },
    { npm_config_omit: 'dev optional', NODE_ENV: 'production' },
  ])('installs what building needs, whatever the environment leaves out: %o', (env) => {
    const at = tree()
    const { status, stdout, stderr } = at.start(env)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/built[\s\S]*serving in production/)
    expect(at.has('node_modules/vite')).toBe(true)
  })

  test('installs only what running needs where the environment says production and the client is built', () => {
    const at = tree()
    at.build()
    at.remove('node_modules')
    expect(at.start({ NODE_ENV: 'production' }).stdout).toMatch(/what running needs[\s\S]*serving in production/)
    expect(at.has('node_modules/vite')).toBe(false)
    // Where somebody works, everything is wanted; it is not taken away again.
    expect(at.start({ NODE_ENV: 'development' }).stdout).toMatch(/Installing packages[\s\S]*serving in development/)
    expect(at.has('node_modules/vite')).toBe(true)
    expect(at.start({ NODE_ENV: 'production' }).stdout).toBe('• Starting …\nserving in production\n')
  })
})

describe.skipIf(process.platform === 'win32')('npm run start:production', () => {
  test('serves the built client with what running needs, and says how to get a client that is missing or old', () => {
    const at = tree()
    expect(at.start({}, '--production')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/The web client is not built: web\/dist is missing\. Run `npm run build`/),
    })
    expect(at.build().stdout).toMatch(/built[\s\S]*The web client is in web\/dist/)
    at.remove('node_modules')
    expect(at.start({}, '--production').stdout).toMatch(/what running needs[\s\S]*serving in production/)
    expect(at.has('node_modules/vite')).toBe(false)
    at.write('web/src/main.tsx', 'export const changed = true')
    expect(at.start({}, '--production')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/was built from other sources than these\. Run `npm run build`/),
    })
  })
})
