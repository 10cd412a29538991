import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { AppError } from '@atrium/contract/errors'
import type { ReadableFile } from '@atrium/contract/reading'

// Readers for the pool's tests: good ones and bad ones.

export async function* lines(file: ReadableFile) {
  for await (const text of file.lines()) yield { text }
}

/** Goes through the file again and again, and spoils what it is given. */
export async function* thrice(file: ReadableFile) {
  yield await file.text()
  const middle = await file.slice(1, 2)
  yield Buffer.from(middle).toString()
  middle.fill(0)
  for await (const piece of file.bytes()) piece.fill(0)
  yield (await Array.fromAsync(file.lines())).join(',')
}

export async function* count(_: ReadableFile, { to }: { to: number }) {
  for (let at = 0; at < to; at++) yield at
}

export async function* pieces(file: ReadableFile) {
  yield { name: file.name, size: file.size }
  for await (const piece of file.bytes()) yield piece
}

export function* endless() {
  for (let at = 0; ; at++) if (at < 0) yield at
}

export async function* bomb(file: ReadableFile) {
  yield { bytes: inflateSync(await file.whole()).byteLength }
}

export function* buffers() {
  const held: ArrayBuffer[] = []
  for (;;) {
    held.push(new Uint8Array(64 * 1024 * 1024).fill(1).buffer as ArrayBuffer)
    if (held.length < 0) yield held.length
  }
}

export function* heap() {
  const held: object[] = []
  for (;;) {
    held.push({ at: held.length })
    if (held.length < 0) yield held
  }
}

export function* wide(_: ReadableFile, { mb }: { mb: number }) {
  for (let at = 0; at < mb; at++) yield new Uint8Array(1024 * 1024)
}

export function* refuses() {
  yield 1
  throw new AppError('bad_request', 'That is a shopping list.', { details: { line: 3 } })
}

export function* breaks() {
  yield 1
  throw new TypeError('x is not a function')
}

export function* kills() {
  yield 1
  process.kill(process.pid, 'SIGKILL')
}

export function* whoAmI() {
  yield process.pid
}

export async function* waits() {
  yield process.pid
  await new Promise(() => setInterval(() => undefined, 1000))
}

/** What a reader that has gone over to the enemy can do. */
export function* tries(file: ReadableFile, { other }: { other: string }) {
  const attempts: Record<string, () => unknown> = {
    read: () => readFileSync(other),
    write: () => writeFileSync(`${other}-2`, 'x'),
    start: () => spawnSync('true'),
    environment: () => {
      if (Object.keys(process.env).some((name) => name !== 'TZ')) return
      throw Object.assign(new Error('it has none'), { code: 'EMPTY' })
    },
    scratch: () => writeFileSync(join(file.scratch, 'own'), 'x'),
  }
  for (const [name, attempt] of Object.entries(attempts))
    try {
      attempt()
      yield `${name}: done`
    } catch (error) {
      yield `${name}: ${(error as NodeJS.ErrnoException).code}`
    }
}
