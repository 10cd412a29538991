// The suites of litmus, and cadaver and rclone with a person's files: programs that others wrote reach ours by WebDAV.
//
//   npm run drill webdav                        all of them, and a folder that somebody shared
//   npm run drill webdav -- litmus shared       some of them
//
// The programs must be there (Debian: apt install litmus cadaver rclone). What litmus warns of is printed, and no fault.
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { client } from '../client.ts'
import { scratch, startServer } from '../server.ts'
import { checking, runningIn, say } from './programs.ts'

const { check, end } = checking()

const HOME = scratch('webdav')

const run = runningIn(HOME, 'apt install litmus cadaver rclone')

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
  /** Has somebody else share a folder of theirs, with a file in it. */
  share(name: string, role: 'viewer' | 'editor'): Promise<void>
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

/** A folder that somebody shared: as an editor it is kept in sync, as a viewer it is read, and every write is refused. */
async function shared({ address, user, key, share }: Place): Promise<void> {
  const { output: pass } = await run('rclone', ['obscure', key])
  const root = new URL('../shared/sync', address).href
  const env = {
    RCLONE_CONFIG_HERE_TYPE: 'webdav',
    RCLONE_CONFIG_HERE_URL: root,
    RCLONE_CONFIG_HERE_VENDOR: 'owncloud',
    RCLONE_CONFIG_HERE_USER: user,
    RCLONE_CONFIG_HERE_PASS: pass.trim(),
    RCLONE_CONFIG: join(HOME, 'none.conf'),
  }
  const call = (...args: string[]) => run('rclone', [...args, '--stats', '0', '--retries', '1'], { env })
  await share('Team papers', 'editor')
  await share('Handbook', 'viewer')
  const listed = await call('lsf', 'here:')
  check('rclone sees what is shared', listed.output.endsWith('Handbook/\nTeam papers/\n'), listed.output)
  const from = join(HOME, 'shared from')
  const back = join(HOME, 'shared back')
  for (const name of NAMES) {
    mkdirSync(dirname(join(from, name)), { recursive: true })
    writeFileSync(join(from, name), name === 'empty.bin' ? '' : randomBytes(2000))
  }
  const came = await call('sync', from, 'here:Team papers')
  check('rclone writes into a folder that it is an editor of', came.code === 0, came.output)
  const got = await call('copy', 'here:Team papers', back)
  check('rclone brings it back the same', got.code === 0 && isSame(bytesIn(back), bytesIn(from)), got.output)
  const refused = await call('copyto', join(from, 'plain.txt'), 'here:Handbook/plain.txt')
  check(
    'rclone is refused by 403 what a viewer may not',
    refused.code !== 0 && /403/.test(refused.output),
    refused.output,
  )
  const read = await call('cat', 'here:Handbook/read me.txt')
  check('rclone reads what a viewer may', read.output.endsWith('Read me.'), read.output)

  writeFileSync(join(HOME, '.netrc'), `machine ${new URL(address).hostname}\nlogin ${user}\npassword ${key}\n`, {
    mode: 0o600,
  })
  writeFileSync(join(HOME, 'letter.bin'), randomBytes(1000))
  const lines = ['put letter.bin', 'lock letter.bin', 'put letter.bin', 'unlock letter.bin', 'delete letter.bin']
  const good = await run('cadaver', [`${root}/Team%20papers/`], { input: `${lines.join('\n')}\nquit\n` })
  const problems = good.output.split('\n').filter((line) => /failed|error|could not/i.test(line))
  check('cadaver puts, locks and removes in a shared folder', problems.length === 0, good.output)
  const bad = await run('cadaver', [`${root}/Handbook/`], {
    input: 'put letter.bin\nlock read%20me.txt\nmkcol new\nquit\n',
  })
  const forbidden = bad.output.split('\n').filter((line) => /403/.test(line)).length
  check('cadaver is refused to put, to lock and to make a folder as a viewer', forbidden === 3, bad.output)
}

const programs = { litmus, cadaver, rclone, shared }
const chosen = process.argv.slice(2).filter((word) => word in programs) as (keyof typeof programs)[]
const server = await startServer()
try {
  const person = client(() => server.url)
  const user = 'drill-webdav'
  const registered = { username: user, email: 'webdav@example.org', password: 'correct horse battery staple' }
  await person.post('/api/register', registered)
  const { key } = await person.post<{ key: string }>('/api/user/keys', { name: 'Drill', scopes: ['read', 'write'] })
  const owner = client(() => server.url)
  await owner.post('/api/register', { ...registered, username: 'drill-owner', email: 'owner@example.org' })
  const share: Place['share'] = async (name, role) => {
    const act = async (action: string, input: object) =>
      (await owner.post<{ output: { id: string } }>(`/api/m/sync/${action}`, input)).output.id
    const folder = await act('makeFolder', { name })
    if (role === 'viewer') await act('save', { name: 'read me.txt', folder, text: 'Read me.' })
    await owner.post(`/api/m/sync/collections/entries/${folder}/shares`, { with: user, role })
  }
  const place = { address: `${server.url}/dav/me/sync`, user, key, share }
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
end()
