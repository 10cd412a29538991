import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ImportReport } from '@atrium/contract/data'
import { expect, test } from 'vitest'
import { testDatabase } from '../platform/database/test-database.ts'
import { testApp } from '../test-app.ts'
import { zipOf } from './zip-write.ts'

/** MB of heap: a third is the program's own, and what is read below does not fit into it. */
const HEAP = 96
/** MB of everything that the process holds, Node itself and buffers among it */
const RESIDENT = 400
const MB = 1024 * 1024

const database = await testDatabase()
const app = await testApp({}, { database })

async function takenIn(path: string) {
  const { id } = await app.member()
  const settings = JSON.stringify({ config: database.config, owner: id, directory: app.dataDir, path })
  const importer = fileURLToPath(new URL('./test-importer.ts', import.meta.url))
  const run = [`--max-old-space-size=${HEAP}`, '--disable-warning=ExperimentalWarning', importer, settings]
  const { stdout } = await promisify(execFile)(process.execPath, run)
  const { report, peak } = JSON.parse(stdout) as { report: ImportReport; peak: number }
  expect(peak).toBeLessThan(RESIDENT)
  expect(report.refused).toEqual([])
  return Object.fromEntries(report.counts.map(({ kind, added }) => [kind, added]))
}

test('a conversations.json larger than the memory comes in', async () => {
  // Most of such a file are facts about messages that nobody reads.
  const noise = JSON.stringify('what a tool said '.repeat((2 * MB) / 17))
  const node = (id: string, parent: string | null, role: string, text: string) =>
    `"${id}":{"parent":${JSON.stringify(parent)},"children":[],"message":{"author":{"role":"${role}"},"content":{"content_type":"text","parts":["${text}"]},"metadata":{"said":${noise}}}}`
  async function* conversations() {
    for (let at = 0; at < 30; at++) {
      const said = [
        node('1', null, 'user', 'Why?').replace('[]', '["2"]'),
        node('2', '1', 'assistant', `Because ${at}.`),
      ]
      yield `${at === 0 ? '[' : ','}{"conversation_id":"c${at}","title":"Number ${at}","mapping":{${said}}}`
    }
    yield ']'
  }
  const path = join(app.dataDir, 'conversations.json')
  await pipeline(conversations, createWriteStream(path))
  expect((await stat(path)).size).toBeGreaterThan(1.25 * HEAP * MB)
  expect(await takenIn(path)).toEqual({ threads: 30, messages: 60 })
}, 180_000)

test('an archive whose conversations and files are larger than the memory comes in, and goes out again', async () => {
  const createdAt = '2026-01-05T09:30:00.000Z'
  const size = 64 * MB
  const piece = Buffer.alloc(MB, 'A long file. ')
  const pieces = () => Readable.from(Array(size / MB).fill(piece), { objectMode: false })
  const hash = createHash('sha256')
  for (let at = 0; at < size; at += MB) hash.update(piece)
  const big = { id: 'file-1', name: 'long.txt', mime: 'text/plain', size, sha256: hash.digest('hex'), createdAt }
  const content = 'a'.repeat(5 * MB)
  const thread = { id: 'thread-1', title: 'Long', titleIsDerived: false, space: null, persona: 'personal', model: null }
  const never = { pinnedAt: null, archivedAt: null, deletedAt: null, leafId: null }
  async function* lines() {
    yield Buffer.from(`${JSON.stringify({ thread: { ...thread, ...never, createdAt, updatedAt: createdAt } })}\n`)
    const message = { role: 'assistant', content, status: 'complete', meta: {}, files: [], createdAt }
    for (let at = 0; at < 22; at++) {
      const place = { id: `message-${at}`, parentId: at ? `message-${at - 1}` : null }
      yield Buffer.from(
        `${JSON.stringify({ message: { ...message, ...place, feedback: null, feedbackReason: null } })}\n`,
      )
    }
  }
  const one = (name: string, text: string) => ({ name, packed: true, body: Readable.from([Buffer.from(text)]) })
  async function* entries() {
    const about = { format: 'atrium-export', formatVersion: 1, madeBy: 'test', madeAt: createdAt, counts: {} }
    yield one('manifest.json', JSON.stringify(about))
    yield { name: 'threads.jsonl', packed: false, body: Readable.from(lines()) }
    yield one('files.jsonl', JSON.stringify(big))
    yield { name: `files/${big.id}`, packed: false, body: pieces() }
  }
  const path = join(app.dataDir, 'archive.zip')
  await pipeline(zipOf(entries()), createWriteStream(path))
  expect(await takenIn(path)).toEqual({ threads: 1, messages: 22, files: 1 })
  expect((await stat(join(app.dataDir, 'export.zip'))).size).toBeGreaterThan(size)
}, 180_000)
