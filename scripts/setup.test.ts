import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

// npm and Vite are stood in for by scripts that do what matters here: fill node_modules and web/dist, and note the call.

function executable(path: string, script: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\nset -e\n${script}`)
  chmodSync(path, 0o755)
}

const VITE = `echo "vite $*" >> calls
[ ! -e vite-fails ] || { echo "a mistake in the sources" >&2; exit 1; }
rm -rf web/dist
mkdir -p web/dist/assets
printf '<!doctype html>%1000s' . > web/dist/index.html
`
const NPM = `[ "$1" != --version ] || { echo 10.9.2; exit; }
echo "npm $*" >> calls
[ ! -e npm-is-slow ] || sleep 11
[ ! -e npm-stops ] || { rm -rf node_modules/.bin; exit 130; }
rm -rf node_modules
[ ! -e npm-fails ] || exit 1
mkdir -p node_modules/node/bin node_modules/.bin
ln -s "$REAL_NODE" node_modules/node/bin/node
cp stubs/vite node_modules/.bin/vite
`

/** A tree with our set-up, sources to build, and nothing installed. */
function tree() {
  const root = mkdtempSync(join(tmpdir(), 'atrium-setup-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const name of readdirSync(import.meta.dirname).filter((name) => name.endsWith('.mjs')))
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name))
  executable(join(root, 'stubs', 'npm'), NPM)
  executable(join(root, 'stubs', 'vite'), VITE)
  write('package-lock.json', '{}')
  write('web/src/main.tsx', 'export {}')
  write('contract/chat.ts', 'export {}')
  write('modules/tasks/module.ts', 'export {}')
  write('server/main.ts', 'export {}')
  return {
    root,
    write,
    remove: (path: string) => rmSync(join(root, path), { recursive: true, force: true }),
    /** Sets up, as `npm start` does first; answers what was called and said. */
    setUp() {
      rmSync(join(root, 'calls'), { force: true })
      const script = "const m = await import('./scripts/setup.mjs'); m.ensurePackages(); m.ensureWeb()"
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd: root,
        encoding: 'utf8',
        env: { PATH: `${join(root, 'stubs')}:/usr/bin:/bin`, REAL_NODE: process.execPath },
      })
      const calls = existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : []
      return { status, calls: calls.map((call) => call.split(' ').slice(0, 2).join(' ')), stdout, stderr }
    },
  }
}

describe.skipIf(process.platform === 'win32')('the set-up', () => {
  test('installs, builds and compresses once, and then has nothing to do', () => {
    const at = tree()
    const first = at.setUp()
    expect(first).toMatchObject({ status: 0, calls: ['npm ci', 'vite build'], stderr: '' })
    expect(first.stdout).toBe('• Installing packages (a minute or two, once) …\n• Building the web client …\n')
    for (const file of ['index.html', 'index.html.br', 'index.html.gz'])
      expect(existsSync(join(at.root, 'web/dist', file)), file).toBe(true)
    expect(at.setUp()).toEqual({ status: 0, calls: [], stdout: '', stderr: '' })
  })

  test.each(['web/src/main.tsx', 'contract/chat.ts', 'modules/tasks/module.ts', 'web/src/new.tsx'])(
    'builds again when %s has changed, without installing',
    (path) => {
      const at = tree()
      at.setUp()
      at.write(path, 'export const changed = true')
      expect(at.setUp().calls).toEqual(['vite build'])
      expect(at.setUp().calls).toEqual([])
    },
  )

  test('builds again when a source was removed or renamed', () => {
    const at = tree()
    at.setUp()
    at.remove('modules/tasks')
    expect(at.setUp().calls).toEqual(['vite build'])
    at.remove('web/src/main.tsx')
    at.write('web/src/start.tsx', 'export {}')
    expect(at.setUp().calls).toEqual(['vite build'])
  })

  test('leaves the client alone when only the server has changed', () => {
    const at = tree()
    at.setUp()
    at.write('server/main.ts', 'export const changed = true')
    expect(at.setUp().calls).toEqual([])
  })

  test('installs and builds again when the lockfile has changed', () => {
    const at = tree()
    at.setUp()
    at.write('package-lock.json', '{"lockfileVersion": 3}')
    expect(at.setUp().calls).toEqual(['npm ci', 'vite build'])
  })

  test('installs again what was deleted, and builds again what was deleted', () => {
    const at = tree()
    at.setUp()
    at.remove('node_modules')
    expect(at.setUp().calls).toEqual(['npm ci'])
    at.remove('web/dist')
    expect(at.setUp().calls).toEqual(['vite build'])
  })

  test('that cannot install says so, and tries again the next time', () => {
    const at = tree()
    at.write('npm-fails', '')
    const failed = at.setUp()
    expect(failed).toMatchObject({ status: 1, calls: ['npm ci'] })
    expect(failed.stderr).toContain('The packages could not be installed; the lines above say why.')
    at.remove('npm-fails')
    expect(at.setUp()).toMatchObject({ status: 0, calls: ['npm ci', 'vite build'] })
  })

  test('does not take for whole what npm left when it was stopped halfway', () => {
    const at = tree()
    at.setUp()
    at.write('npm-stops', '')
    at.write('package-lock.json', '{"lockfileVersion": 3}')
    expect(at.setUp().status).toBe(1)
    at.remove('npm-stops')
    at.write('package-lock.json', '{}') // as it was when the mark was made
    expect(at.setUp()).toMatchObject({ status: 0, calls: ['npm ci'] })
  })

  test('that cannot build says so after what the builder said, and tries again the next time', () => {
    const at = tree()
    at.setUp()
    at.write('web/src/main.tsx', 'export const wrong')
    at.write('vite-fails', '')
    const failed = at.setUp()
    expect(failed.status).toBe(1)
    expect(failed.stderr).toMatch(/a mistake in the sources[\s\S]*could not be built; the lines above say why/)
    at.remove('vite-fails')
    expect(at.setUp()).toMatchObject({ status: 0, calls: ['vite build'] })
  })

  test('counts the seconds of a long installation, a line each ten where lines stay', () => {
    const at = tree()
    at.write('npm-is-slow', '')
    const counted = [...at.setUp().stdout.matchAll(/^ {2}… (\d+) s$/gm)].map((match) => Number(match[1]))
    expect(counted.length).toBeGreaterThan(0)
    for (const [index, seconds] of counted.entries()) expect(seconds).toBeGreaterThanOrEqual(10 * (index + 1))
  })
})

test.skipIf(process.platform === 'win32')('backup and restore mean files from where the person stands', () => {
  const at = tree()
  at.setUp()
  for (const name of ['backup', 'restore'])
    at.write(`server/${name}.ts`, 'console.log(process.cwd(), ...process.argv.slice(2)); process.exitCode = 3')
  for (const name of ['backup', 'restore']) {
    const { stdout, status } = spawnSync(
      process.execPath,
      [`scripts/${name}.mjs`, 'mine/a.tar.gz', '--replace', '/b.tar.gz'],
      { cwd: at.root, encoding: 'utf8', env: { PATH: '/usr/bin:/bin', INIT_CWD: '/home/ada' } },
    )
    expect(stdout).toBe(`${realpathSync(at.root)} /home/ada/mine/a.tar.gz --replace /b.tar.gz\n`)
    expect(status).toBe(3)
  }
})
