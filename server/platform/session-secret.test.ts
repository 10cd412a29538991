import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from './config.ts'
import { sessionSecret } from './session-secret.ts'

function scratch(): string {
  const dir = mkdtempSync(join(tmpdir(), 'atrium-secret-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}
const secretIn = (DATA_DIR: string) => sessionSecret({ DATA_DIR, SESSION_SECRET: undefined })

test('it is made once, kept, readable by nobody else, and nothing is left beside it', () => {
  const dir = scratch()
  const made = secretIn(dir)
  expect(made.length).toBeGreaterThanOrEqual(32)
  expect(secretIn(dir)).toBe(made)
  expect(statSync(join(dir, 'session-secret')).mode & 0o077).toBe(0)
  expect(readdirSync(dir)).toEqual(['session-secret'])
  expect(sessionSecret({ DATA_DIR: dir, SESSION_SECRET: 'given' })).toBe('given')
})

test.each([
  ['', 'is empty'],
  ['\n  \n', 'is empty'],
  ['too short', 'has 9 characters, and needs at least 32'],
  ['x'.repeat(31), 'has 31 characters'],
])('a file that holds %j stops the start with a sentence, and is left as it is', (content, sentence) => {
  const dir = scratch()
  writeFileSync(join(dir, 'session-secret'), content)
  expect(() => secretIn(dir)).toThrow(ConfigError)
  expect(() => secretIn(dir)).toThrow(sentence)
  expect(statSync(join(dir, 'session-secret')).size).toBe(content.length)
})

test('one that cannot be read, or written, does too', () => {
  const dir = scratch()
  mkdirSync(join(dir, 'session-secret'))
  expect(() => secretIn(dir)).toThrow(/cannot be read: it is a folder\. .*SESSION_SECRET/)
  if (process.getuid?.() !== 0) {
    const other = scratch()
    writeFileSync(join(other, 'session-secret'), 'x'.repeat(48))
    chmodSync(join(other, 'session-secret'), 0o000)
    expect(() => secretIn(other)).toThrow(/cannot be read: this user may not read it/)
  }
  writeFileSync(join(dir, 'file'), '')
  expect(() => secretIn(join(dir, 'file', 'below'))).toThrow(ConfigError)
})

test('of several that begin at once, all have the same', async () => {
  const dir = scratch()
  const code = `
    const { parentPort } = require('node:worker_threads')
    import(${JSON.stringify(new URL('./session-secret.ts', import.meta.url).href)})
      .then(({ sessionSecret }) => parentPort.postMessage(sessionSecret({ DATA_DIR: ${JSON.stringify(dir)} })))`
  const secrets = await Promise.all(
    Array.from(
      { length: 4 },
      () =>
        new Promise<string>((done, failed) => {
          const worker = new Worker(code, { eval: true })
          worker.once('message', done).once('error', failed)
        }),
    ),
  )
  expect(new Set(secrets).size).toBe(1)
  expect(secrets).toEqual(Array(4).fill(secretIn(dir)))
})
