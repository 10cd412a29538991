import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

// The real npm, against registries that do not give what is asked for.

const INTEGRITY = `sha512-${Buffer.alloc(64).toString('base64')}`

/** A tree whose lockfile names one package. */
function tree() {
  const root = mkdtempSync(join(tmpdir(), 'atrium-refused-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const name of readdirSync(import.meta.dirname).filter((name) => name.endsWith('.mjs')))
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name))
  const wanted = { name: 'tree', version: '1.0.0', dependencies: { wanted: '1.0.0' } }
  const packages = { '': wanted, 'node_modules/wanted': { version: '1.0.0', integrity: INTEGRITY } }
  writeFileSync(join(root, 'package.json'), JSON.stringify(wanted))
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ ...wanted, lockfileVersion: 3, requires: true, packages }),
  )
  return root
}

async function registry(how: string): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'test-registry.mjs'), how], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const [address] = await once(child.stdout, 'data')
  return String(address).trim()
}

/** What is said, after npm's own lines, when the packages of this tree are installed. */
function refusal(root: string, env: Record<string, string>, before = ''): string {
  const script = `${before}; const m = await import('./scripts/setup.mjs'); m.ensurePackages()`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: root,
      npm_config_cache: join(root, '.npm'),
      npm_config_fetch_retries: '0',
      npm_config_fetch_timeout: '1000',
      npm_config_update_notifier: 'false',
      ...env,
    },
  })
  expect(status).toBe(1)
  return stderr.trim().split('\n').at(-1) ?? ''
}

/** A program that stands in for npm: first on the path. */
function standIn(root: string, script: string): string {
  const folder = join(root, 'stand-in')
  mkdirSync(folder)
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}`)
  chmodSync(join(folder, 'npm'), 0o755)
  return [folder, process.env.PATH].join(delimiter)
}

describe.skipIf(process.platform === 'win32')('packages that cannot be installed: the sentence says', () => {
  test.each([
    ['401', /^The npm registry 127\.0\.0\.1:\d+ refuses to give the packages \(401\)\. .*npm login/],
    ['403', /^The npm registry 127\.0\.0\.1:\d+ refuses to give the packages \(403\)/],
    ['404', /^The npm registry 127\.0\.0\.1:\d+ does not have a package that is needed \(wanted@1\.0\.0\)/],
    ['429', /^The npm registry 127\.0\.0\.1:\d+ is in trouble \(429\)\. Wait/],
    ['503', /^The npm registry 127\.0\.0\.1:\d+ is in trouble \(503\)\. Wait/],
    ['silent', /^The npm registry 127\.0\.0\.1:\d+ could not be reached \(network timeout\)\. Check the connection/],
    ['cut', /^The npm registry 127\.0\.0\.1:\d+ could not be reached \(ECONNRESET\)/],
    ['page', /^The npm registry 127\.0\.0\.1:\d+ answered with something that is no registry’s: the sign-in page/],
    ['changed', /^A package came that is not the one of the lockfile: .*npm cache clean/],
  ])('that the registry answers %s', async (how, sentence) => {
    expect(refusal(tree(), { npm_config_registry: await registry(how) })).toMatch(sentence)
  })

  test('that nothing listens where the registry should be, and which proxy was in between', async () => {
    const root = tree()
    expect(refusal(root, { npm_config_registry: 'http://127.0.0.1:9' })).toMatch(
      /^The npm registry 127\.0\.0\.1:9 could not be reached \(ECONNREFUSED\)/,
    )
    const through = { npm_config_registry: 'https://registry.invalid', HTTPS_PROXY: 'http://ada:secret@127.0.0.1:9' }
    const said = refusal(root, through)
    expect(said).toMatch(/could not be reached through the proxy http:\/\/127\.0\.0\.1:9 \(ECONNREFUSED\)/)
    expect(said).not.toContain('secret')
  })

  test('that a proxy wants a password', async () => {
    const proxy = await registry('407')
    expect(refusal(tree(), { npm_config_registry: 'https://registry.invalid', HTTPS_PROXY: proxy })).toContain(
      `The proxy ${proxy} wants a name and a password`,
    )
  })

  test('that package.json and lockfile do not belong together', async () => {
    const root = tree()
    writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'tree', dependencies: { other: '1.0.0' } }))
    expect(refusal(root, { npm_config_registry: await registry('changed') })).toMatch(
      /^package\.json and package-lock\.json do not belong together/,
    )
  })

  test('that npm is too old, or not there', () => {
    const old = tree()
    const PATH = standIn(old, 'if [ "$1" = --version ]; then echo 6.14.18; else echo "npm ERR! cipm" >&2; exit 1; fi')
    expect(refusal(old, { PATH })).toMatch(/^npm 6\.14\.18 is too old/)
    expect(refusal(tree(), { PATH: '/nowhere' })).toMatch(/^npm was not found/)
  })

  test('that Node is too old, before anything is done', () => {
    const old = `Object.defineProperty(process.versions, 'node', { value: '18.20.8' })`
    expect(refusal(tree(), {}, old)).toMatch(/^This is Node 18\.20\.8\. Atrium starts with Node 20 or newer/)
  })

  test('what npm said of the disk, the rights and the certificate', async () => {
    const { whyRefused } = await import('./refused-install.mjs')
    const why = (said: string, free = 1e12) => whyRefused({ said, npm: '10.9.2', free, folder: '/srv/app' })
    expect(why('npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device, write')).toMatch(/no space/)
    expect(why('npm error code 1', 1e6)).toMatch(/^There is no space left for the packages/)
    expect(why("npm error code EROFS\nnpm error EROFS: read-only file system, mkdir '/srv/app'")).toMatch(
      /only be read/,
    )
    expect(
      why(
        "npm error code EACCES\nnpm error path /srv/app/node_modules/a\nnpm error EACCES: permission denied, unlink '/srv/app/node_modules/a'",
      ),
    ).toContain('has no right to /srv/app/node_modules/a.')
    expect(
      why(
        'npm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error request to https://registry.example/a failed, reason: self-signed',
      ),
    ).toMatch(/certificate of the npm registry registry\.example is not trusted \(SELF_SIGNED_CERT_IN_CHAIN\)/)
    expect(why('npm error code EWHATEVER')).toBe('The packages could not be installed; the lines above say why.')
  })
})
