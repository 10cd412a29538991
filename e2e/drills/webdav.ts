// The suites of litmus, and cadaver and rclone with a person's files: programs that others wrote reach ours by WebDAV.
//
//   npm run drill webdav                        all three
//   npm run drill webdav -- litmus rclone       some of them
//
// The programs must be there (Debian: apt install litmus cadaver rclone). What litmus warns of is printed, and no fault.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { client } from '../client.ts'
import { scratch, startServer } from '../server.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const faults: string[] = []
const check = (what: string, isGood: boolean, more = '') => {
  say(`${isGood ? 'good ' : 'FAILS'} ${what}`)
  if (isGood) return
  faults.push(what)
  if (more) say(more.replace(/^/gm, '        '))
}

const HOME = scratch('webdav')

async function run(program: string, args: readonly string[], { input = '', env = {} as Record<string, string> } = {}) {
  const child = spawn(program, args, { cwd: HOME, env: { PATH: process.env.PATH, HOME, LANG: 'C.UTF-8', ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  child.stdin.on('error', () => undefined).end(input)
  const [code] = await Promise.race([
    once(child, 'close') as Promise<[number | null]>,
    once(child, 'error').then(([cause]) => {
      throw new Error(`${program} could not be started: apt install litmus cadaver rclone`, { cause })
    }),
  ])
  return { code, output }
}

/** Names that some system cannot hold, or that mean something in an address, a header or XML. */
const NAMES = [
  'plain.txt',
  'what? 100% #1.txt',
  '+plus %20 literal.txt',
  'a:b*c|d.txt',
  'a&b;c=d,e@f!$~^`.txt',
  'x<y>"z\'.txt',
  '[brackets] {braces} (round).txt',
  'trailing. ',
  'CON',
  '.profile',
  'é, ü and ß.txt',
  '日本語.txt',
  'שלום עולם.txt',
  '👩‍👩‍👧 family.txt',
  `${'long '.repeat(40)}.txt`,
  'empty.bin',
  'folder/in folder/#deep?/file.txt',
]

/** The bytes of all files below, by their paths. */
const bytesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    (readdirSync(folder, { recursive: true }) as string[])
      .filter((path) => statSync(join(folder, path)).isFile())
      .map(
        (path) =>
          [
            path,
            createHash('sha256')
              .update(readFileSync(join(folder, path)))
              .digest('hex'),
          ] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

interface Place {
  address: string
  user: string
  key: string
}

async function litmus({ address, user, key }: Place): Promise<void> {
  const { output } = await run('litmus', ['-k', `${address}/`, user, key])
  for (const line of output.split('\n')) if (/\bWARNING\b/.test(line)) say(`      ${line.trim()}`)
  for (const suite of ['basic', 'copymove', 'props', 'locks', 'http']) {
    const summary = new RegExp(`summary for .${suite}.: of (\\d+) tests run: (\\d+) passed, (\\d+) failed`).exec(output)
    const failures = output.split('\n').filter((line) => /\bFAIL\b/.test(line))
    const figures = summary ? `${summary[2]} of ${summary[1]}` : 'did not end'
    check(`litmus, ${suite}: ${figures}`, summary !== null && summary[3] === '0', failures.join('\n'))
  }
}

async function cadaver({ address, user, key }: Place): Promise<void> {
  const host = new URL(address).hostname
  writeFileSync(join(HOME, '.netrc'), `machine ${host}\nlogin ${user}\npassword ${key}\n`, { mode: 0o600 })
  const bytes = randomBytes(300_000)
  writeFileSync(join(HOME, 'letter.bin'), bytes)
  const commands = [
    ...['mkcol cadaver', 'cd cadaver', 'put letter.bin', 'lock letter.bin', 'put letter.bin', 'unlock letter.bin'],
    ...['copy letter.bin second.bin', 'move second.bin third.bin', 'propset third.bin colour blue'],
    ...[
      'propget third.bin colour',
      'ls',
      'get third.bin back.bin',
      'delete letter.bin',
      'ls',
      'cd ..',
      'rmcol cadaver',
    ],
  ]
  const { output } = await run('cadaver', [`${address}/`], { input: `${commands.join('\n')}\nquit\n` })
  const back = bytesOf(join(HOME, 'back.bin'))
  check('cadaver: what was put, locked, copied and moved comes back', back?.equals(bytes) === true, output)
  check('cadaver: a property that it set is there', /Value of [^\n]*colour is: blue/.test(output), output)
  const refusals = output.split('\n').filter((line) => /failed|error|could not/i.test(line))
  check('cadaver: nothing was refused', refusals.length === 0, output)
}

const bytesOf = (path: string) => {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

async function rclone({ address, user, key }: Place): Promise<void> {
  const { output: pass } = await run('rclone', ['obscure', key])
  const env = {
    RCLONE_CONFIG_HERE_TYPE: 'webdav',
    RCLONE_CONFIG_HERE_URL: address,
    RCLONE_CONFIG_HERE_VENDOR: 'owncloud', // sends when a file was changed
    RCLONE_CONFIG_HERE_USER: user,
    RCLONE_CONFIG_HERE_PASS: pass.trim(),
    RCLONE_CONFIG: join(HOME, 'none.conf'),
  }
  const call = (...args: string[]) => run('rclone', [...args, '--stats-log-level', 'NOTICE', '--stats', '0'], { env })
  const from = join(HOME, 'from')
  const to = join(HOME, 'to')
  for (const name of NAMES) {
    mkdirSync(dirname(join(from, name)), { recursive: true })
    writeFileSync(join(from, name), name === 'empty.bin' ? '' : randomBytes(2000))
  }
  for (let at = 0; at < 200; at++) writeFileSync(join(from, `many ${at}.bin`), randomBytes(500))
  writeFileSync(join(from, 'large.bin'), randomBytes(64 * 1024 * 1024))

  const came = await call('copy', from, 'here:rclone', '--transfers', '8', '--checkers', '8', '--retries', '1')
  check('rclone copies a tree of names that hurt here, by eight at once', came.code === 0, came.output)
  const compared = await call('check', from, 'here:rclone', '--download', '--retries', '1')
  check('rclone finds all of it the same, byte for byte', compared.code === 0, compared.output)
  const again = await call('sync', from, 'here:rclone', '--retries', '1', '-v')
  check(
    'rclone has nothing to do the second time',
    again.code === 0 && !/Copied|Deleted|Updated/.test(again.output),
    again.output,
  )

  writeFileSync(join(from, 'plain.txt'), 'changed')
  rmSync(join(from, 'CON'))
  const changed = await call('sync', from, 'here:rclone', '--retries', '1', '-v')
  const lines = changed.output.split('\n').filter((line) => /: (Copied|Deleted)/.test(line))
  check('rclone brings one change and one removal', changed.code === 0 && lines.length === 2, changed.output)
  const moved = await call('moveto', 'here:rclone', 'here:moved here #1', '--retries', '1')
  check('rclone moves the whole folder', moved.code === 0, moved.output)
  const back = await call('copy', 'here:moved here #1', to, '--retries', '1')
  check('rclone brings it back to an empty place', back.code === 0 && isSame(bytesIn(to), bytesIn(from)), back.output)
  const room = await call('about', 'here:', '--json')
  check('rclone is told what room there is', /"free":/.test(room.output), room.output)
  // The two lines of the page "Connect a device".
  const asSaid = { ...env, RCLONE_CONFIG: join(HOME, 'rclone.conf') }
  const words = [
    'config',
    'create',
    'files',
    'webdav',
    `url=${address}`,
    'vendor=owncloud',
    `user=${user}`,
    '--obscure',
  ]
  const made = await run('rclone', [...words, `pass=${key}`], { env: asSaid })
  const both = (...more: string[]) => run('rclone', ['bisync', to, 'files:moved here #1', ...more], { env: asSaid })
  const first = await both('--resync')
  writeFileSync(join(to, 'here.txt'), 'from here')
  await run('rclone', ['rcat', 'files:moved here #1/there.txt'], { env: asSaid, input: 'from there' })
  const second = await both()
  const there = await run('rclone', ['cat', 'files:moved here #1/here.txt'], { env: asSaid })
  const isBoth = there.output.includes('from here') && bytesOf(join(to, 'there.txt'))?.toString() === 'from there'
  const said = [made, first, second].map(({ output }) => output).join('\n')
  check('rclone keeps two folders alike, as the page says', isBoth, said)

  const purged = await call('purge', 'here:moved here #1')
  const left = await call('lsf', 'here:')
  check('rclone removes it', purged.code === 0 && !left.output.includes('moved here'), purged.output + left.output)
}

const programs = { litmus, cadaver, rclone }
const chosen = process.argv.slice(2).filter((word) => word in programs) as (keyof typeof programs)[]
const server = await startServer()
try {
  const person = client(() => server.url)
  const user = 'drill-webdav'
  const registered = { username: user, email: 'webdav@example.org', password: 'correct horse battery staple' }
  await person.post('/api/register', registered)
  const { key } = await person.post<{ key: string }>('/api/user/keys', { name: 'Drill', scopes: ['read', 'write'] })
  const place = { address: `${server.url}/dav/me/sync`, user, key }
  for (const name of chosen.length > 0 ? chosen : (Object.keys(programs) as typeof chosen)) {
    await programs[name](place)
    const errors = server
      .log()
      .split('\n')
      .filter((line) => line.includes('unexpected failure'))
    check(`${name}: the server had no failure of its own`, errors.length === 0, errors.join('\n').slice(0, 2000))
  }
} finally {
  await server.stop()
  rmSync(HOME, { recursive: true, force: true })
}
say(faults.length === 0 ? 'All is well.' : `${faults.length} fail.`)
process.exitCode = faults.length > 0 ? 1 : 0
