import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { type Client, client, testApp } from '../../test-app.ts'
import { testDatabase, urlOf } from '../database/test-database.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'
import { scratch } from './test-installation.ts'

// The drill: a workspace in use, its backup, the loss of everything, the backup put back, and the same answers as before.

const SESSION_SECRET = 'kept in another place than the backups'
const person = { username: 'ada', email: 'ada@example.org', password: 'correct horse battery' }

/** Uses the workspace as a person does: a conversation with the Guide, a file, a task and its history. */
async function use(browser: Client): Promise<{ thread: string; file: string }> {
  const { threadId: thread } = await browser.call<{ threadId: string }>('POST', '/api/converse', {
    userId: 'me',
    message: 'What is 17 % of 2,340?',
  })
  const sent = await browser.send('POST', '/api/files?name=notes.txt', 'the words of a file — ünd möre')
  const { id: file } = (await sent.json()) as { id: string }
  await browser.call('POST', '/api/m/tasks/add', { title: 'water the lemon tree' })
  await browser.call('PUT', '/api/user/preferences/theme', { theme: 'dark' })
  await browser.send('PUT', '/api/user/picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x7f, 0x80]))
  return { thread, file }
}

/** What the workspace answers. */
async function answers(browser: Client, { thread, file }: { thread: string; file: string }): Promise<unknown> {
  const text = async (method: string, path: string, body?: unknown) => {
    const answer = await browser.send(method, path, body)
    return [path, answer.status, await answer.text()]
  }
  const { id } = await browser.call<{ id: string }>('GET', '/api/user')
  return Promise.all([
    text('GET', '/api/me'),
    text('GET', '/api/user'),
    text('GET', `/api/users/${id}/picture`),
    text('GET', '/api/user/preferences/theme'),
    text('GET', '/api/threads'),
    text('GET', `/api/chat/thread/${thread}`),
    text('GET', '/api/threads/search?q=2,340'),
    text('GET', `/api/files/${file}`),
    text('POST', '/api/m/tasks/list', { view: 'anytime' }),
  ])
}

test('with DATABASE_URL: backed up while the server runs, lost, put back, the same to everyone', async () => {
  const source = await testDatabase()
  const before = await testApp({ SESSION_SECRET }, { database: source, administrator: false })
  const browser = before.visitor()
  await browser.call('POST', '/api/register', person)
  const used = await use(browser)
  const expected = await answers(browser, used)
  expect(JSON.stringify(expected)).toMatch(/397\.8.*water the lemon tree/)
  expect(JSON.stringify(expected)).toContain('the words of a file — ünd möre')

  const file = join(scratch(), 'drill.tar.gz')
  await backup({ DATABASE_URL: urlOf(source.config), DATA_DIR: before.dataDir, file, version: '0' })
  await before.stop() // and with it its DATA_DIR goes

  const place = await testDatabase()
  const DATA_DIR = scratch()
  await restore({ DATABASE_URL: urlOf(place.config), DATA_DIR, file })
  const after = await testApp({ SESSION_SECRET, DATA_DIR }, { database: place, administrator: false })
  const again = client(after.url)
  for (const [name, value] of browser.jar) again.jar.set(name, value) // the same browser, still signed in
  expect(await answers(again, used)).toEqual(expected)
  await after.visitor().call('POST', '/api/login', { username: person.username, password: person.password })
  expect(await again.refusal('POST', '/api/register', person)).toMatchObject({ status: 409 })
  await use(again)
  await after.stop()
})

/** A program of ours as a person starts it. */
function start(program: string, DATA_DIR: string, ...args: string[]) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../../${program}`, import.meta.url)), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, DATA_DIR, PORT: '0', LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000', SESSION_SECRET },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function ended(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  const said = { out: '', err: '' }
  child.stdout?.on('data', (data) => (said.out += data))
  child.stderr?.on('data', (data) => (said.err += data))
  const [code] = await once(child, 'close')
  return { code, ...said }
}

async function serving(DATA_DIR: string): Promise<{ url: string; stop(): Promise<void> }> {
  const child = start('main.ts', DATA_DIR)
  let errors = ''
  child.stderr.on('data', (data) => (errors += data))
  const early = once(child, 'exit').then(() => Promise.reject(new Error(errors)))
  early.catch(() => undefined)
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), early])
  return {
    url: /is ready: (\S+)/.exec(line)?.[1] ?? '',
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

test('with the built-in database: by the commands themselves, from an empty DATA_DIR', {
  timeout: 180_000,
}, async () => {
  const [home, backups] = [join(scratch(), 'data'), scratch()]
  const file = join(backups, 'drill.tar.gz')
  const first = await serving(home)
  const browser = client(first.url)
  await browser.call('POST', '/api/register', person)
  const used = await use(browser)
  const expected = await answers(browser, used)

  const made = await ended(start('backup.ts', home, file))
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toMatch(/Backed up [\d,]+ rows and 1 file to .*drill\.tar\.gz \([\d.,]+ kB\)\.\n$/)
  const refused = await ended(start('restore.ts', home, file, '--replace'))
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(/Another server is already running/)
  expect(refused.err).not.toMatch(/^\s+at /m)
  expect(await answers(browser, used)).toEqual(expected)
  await first.stop()

  // Without a server it starts the database for itself, and ends it.
  expect(await ended(start('backup.ts', home))).toMatchObject({ code: 0, err: '' })
  rmSync(home, { recursive: true })

  const restored = await ended(start('restore.ts', home, file))
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toMatch(/Restored [\d,]+ rows and 1 file from .* Start the server now\.\n$/)
  const second = await serving(home)
  const again = client(second.url)
  for (const [name, value] of browser.jar) again.jar.set(name, value)
  expect(await answers(again, used)).toEqual(expected)
  await second.stop()

  const damaged = readFileSync(file).fill(0x55, 2_000, 2_010)
  writeFileSync(file, damaged)
  const harmed = await ended(start('restore.ts', home, file, '--replace'))
  expect(harmed).toMatchObject({ code: 1, out: '' })
  expect(harmed.err).toMatch(/^\nAtrium: The archive is damaged: .*Use another one, please\.\n$/)
  expect((await ended(start('restore.ts', home))).err).toContain('Say which backup to restore: npm run restore')
})
