import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { AppError } from '@atrium/contract/errors'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../telemetry.ts'
import { atTheEnd } from '../test-end.ts'
import { createFairQueue } from './fair-queue.ts'
import { createParsingPool, type Reading } from './pool.ts'
import { memorySource, streamSource } from './source.ts'

const pool = createParsingPool({ log: silentLog })
afterAll(() => pool.close())
const READERS = new URL('./test-readers.ts', import.meta.url).href

const reading = (reader: string, { owner = 'ann', ...more }: Partial<Reading> & { owner?: string } = {}) =>
  pool.read('import', owner, {
    readers: READERS,
    reader,
    source: memorySource('list.txt', 'one\ntwo\r\nthree'),
    ...more,
  })
const all = async (reader: string, more: Parameters<typeof reading>[1] = {}) => Array.fromAsync(reading(reader, more))
const refusal = (reader: string, more: Partial<Reading> = {}) =>
  all(reader, more).then(
    () => null,
    (error: { code?: string; message: string; details?: unknown }) => error,
  )
const pidOf = async (owner: string) => (await all('whoAmI', { owner }))[0] as number
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** A folder that only this test's processes have theirs in. */
const scratchFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-scratches-'))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
const gone = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false)

describe('a file', () => {
  test('is read in another process, and what it holds comes in its order', async () => {
    expect(await all('lines')).toEqual([{ text: 'one' }, { text: 'two' }, { text: 'three' }])
    expect(await all('count', { options: { to: 5000 } })).toEqual(Array.from({ length: 5000 }, (_, at) => at))
    expect(await pidOf('ann')).not.toBe(process.pid)
  })
  test('of many pieces comes whole, with how far it has been read', async () => {
    const content = new Uint8Array(1_500_000).map((_, at) => at % 251)
    const seen: number[] = []
    const source = memorySource('big.bin', content)
    const [head, ...parts] = await all('pieces', { source, onProgress: (fraction) => seen.push(fraction) })
    expect(head).toEqual({ name: 'big.bin', size: content.length })
    expect(Buffer.concat(parts as Uint8Array[]).equals(content)).toBe(true)
    expect(seen.length).toBeGreaterThan(3)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen.at(-1)).toBe(1)
  })
  test('of one piece is asked for once, however often its reader goes through it', async () => {
    const asked: [number, number][] = []
    const bytes = Buffer.from('one\ntwo')
    const source = {
      name: 'list.txt',
      size: bytes.length,
      open: async () => ({
        async read(start: number, end: number) {
          asked.push([start, end])
          return bytes.subarray(start, end)
        },
        close: async () => undefined,
      }),
    }
    expect(await all('thrice', { source })).toEqual(['one\ntwo', 'n', 'one,two'])
    expect(asked).toEqual([[0, 7]])
  })
  test('is not read faster than it is taken', async () => {
    const values = reading('wide', { options: { mb: 200 } })
    let count = 0
    const before = process.memoryUsage().arrayBuffers
    for await (const _ of values) {
      count++
      if (count % 50 === 0) {
        await new Promise((done) => setTimeout(done, 50)) // what comes meanwhile has to wait there, not here
        expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 1024 * 1024)
      }
    }
    expect(count).toBe(200)
  })
  test('that is taken no further frees its place', async () => {
    for await (const value of reading('count', { options: { to: 1_000_000 } })) if (value === 10) break
    expect(await all('lines')).toHaveLength(3)
  })
})

describe('a reader may not', () => {
  test('touch anything but its own folder, nor know the environment', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-other-'))
    atTheEnd(() => rmSync(folder, { recursive: true, force: true }))
    const other = join(folder, 'others.txt')
    writeFileSync(other, 'secret')
    expect(await all('tries', { options: { other } })).toEqual([
      'read: ERR_ACCESS_DENIED',
      'write: ERR_ACCESS_DENIED',
      'start: ERR_ACCESS_DENIED',
      'environment: EMPTY',
      'scratch: done',
    ])
    expect(existsSync(`${other}-2`)).toBe(false)
  })
})

describe('a limit', () => {
  const source = memorySource('bomb.z', deflateSync(Buffer.alloc(600 * 1024 * 1024)))
  test.each<[string, string, Partial<Reading>, string]>([
    ['of memory strikes what a stream unpacks to', 'bomb', { source, limits: { memory: 300 } }, 'memory'],
    ['of memory strikes buffers outside the heap', 'buffers', { limits: { memory: 400 } }, 'memory'],
    ['of memory strikes the heap', 'heap', { limits: { memory: 300 } }, 'memory'],
    ['of time strikes a loop', 'endless', { limits: { time: 300 } }, 'time'],
    ['of rows', 'count', { options: { to: 50_000 }, limits: { rows: 1000 } }, 'rows'],
    ['of bytes', 'wide', { options: { mb: 50 }, limits: { output: 5_000_000 } }, 'output'],
  ])('%s', async (_, reader, more, limit) => {
    const error = await refusal(reader, more)
    expect(error).toMatchObject({ code: 'too_large', details: { limit } })
    expect(error?.message).toMatch(/^“(list\.txt|bomb\.z)” .*Split it/)
    expect(await all('lines')).toHaveLength(3) // and the next file is read
  })
  test('of time does not count what the consumer takes', async () => {
    let count = 0
    for await (const _ of reading('wide', { options: { mb: 12 }, limits: { time: 1000 } })) {
      count++
      await new Promise((done) => setTimeout(done, 120))
    }
    expect(count).toBe(12)
  })
})

describe('a reader', () => {
  test('refuses with its own sentence after what it has found', async () => {
    const values: unknown[] = []
    const error = await (async () => {
      for await (const value of reading('refuses')) values.push(value)
    })().catch((cause) => cause)
    expect(error).toMatchObject({ code: 'bad_request', message: 'That is a shopping list.', details: { line: 3 } })
  })
  test('that breaks is the file’s fault, in a sentence, and its cause is logged', async () => {
    const logged: unknown[] = []
    const log = { ...silentLog, warn: (facts: unknown) => logged.push(facts) } as unknown as typeof silentLog
    const own = createParsingPool({ log })
    atTheEnd(() => own.close())
    const values = own.read('import', 'a', {
      readers: READERS,
      reader: 'breaks',
      source: memorySource('a.csv', 'x'),
    })
    const error = await Array.fromAsync(values).catch((cause) => cause)
    expect(error).toMatchObject({ code: 'unprocessable', message: expect.stringMatching(/^“a\.csv” cannot be read/) })
    expect(String((logged[0] as { err: Error }).err.message)).toContain('x is not a function')
  })
  test('that is killed takes nothing with it', async () => {
    const values = reading('waits')
    const { value: pid } = await values.next()
    const other = all('lines', { owner: 'ben' })
    process.kill(pid as number, 'SIGKILL')
    const error = await values.next().catch((cause) => cause)
    expect(error).toMatchObject({
      code: 'unprocessable',
      message: expect.stringMatching(/^Reading “list\.txt” broke off/),
    })
    expect(await other).toHaveLength(3)
    expect(await all('lines')).toHaveLength(3)
    expect(await refusal('kills')).toMatchObject({ details: { limit: 'died' } })
  })
  test('is ended when whoever asked goes away, even in a loop', async () => {
    const stop = new AbortController()
    const values = reading('waits', { signal: stop.signal })
    const { value: pid } = await values.next()
    const rest = values.next()
    stop.abort(new Error('gone'))
    await expect(rest).rejects.toThrow('gone')
    await gone(pid as number)

    const again = new AbortController()
    const looping = all('endless', { signal: again.signal })
    setTimeout(() => again.abort(new Error('gone too')), 100)
    await expect(looping).rejects.toThrow('gone too')
  })
  test('reads no other file when it was left after a Stop: what it still says would be taken for the other’s', async () => {
    const stop = new AbortController()
    const values = reading('count', { owner: 'eve', options: { to: 1_000_000 }, signal: stop.signal })
    await values.next()
    stop.abort(new Error('gone'))
    await values.return(undefined) // by whoever looked at the signal first, not by the reading's own refusal
    expect(await all('lines', { owner: 'eve' })).toEqual([{ text: 'one' }, { text: 'two' }, { text: 'three' }])
  })
  test('leaves no file behind', async () => {
    const scratches = scratchFolder()
    const own = createParsingPool({ log: silentLog })
    await Array.fromAsync(
      own.read('import', 'a', {
        readers: READERS,
        reader: 'tries',
        options: { other: '/x' },
        source: memorySource('a', ''),
      }),
    )
    const [made] = readdirSync(scratches)
    expect(readdirSync(join(scratches, made as string))).toEqual([])
    own.close()
    await expect.poll(() => readdirSync(scratches), { timeout: 20_000 }).toEqual([])
  })
})

describe('a process', () => {
  test('reads the next file of the same person, and never one of another', async () => {
    const first = await pidOf('cleo')
    expect(await pidOf('cleo')).toBe(first)
    expect(await pidOf('dan')).not.toBe(first)
  })
  test('that nothing comes for is ended', async () => {
    const own = createParsingPool({ log: silentLog, restsFor: 50 })
    const job = { readers: READERS, reader: 'whoAmI', source: memorySource('a', '') } as const
    const [pid] = await Array.fromAsync(own.read('import', 'a', job))
    await gone(pid as number)
    expect(own.size()).toEqual({ running: 0, waiting: 0, resting: 0 })
    own.warm('a', READERS)
    expect(own.size().resting).toBe(1)
    own.close()
    expect(own.size().resting).toBe(0)
  })
  test('is made ready with what the file will need, for whoever comes first', async () => {
    const scratches = scratchFolder()
    const own = createParsingPool({ log: silentLog })
    atTheEnd(() => own.close())
    const readers = new URL('./test-noisy-readers.ts', import.meta.url).href
    own.warm('ann', readers)
    own.warm('ann', readers)
    own.warm('ben', READERS) // nobody has used it yet, so it does for him too
    const [made, ...others] = readdirSync(scratches)
    expect(others).toEqual([])
    const inside = join(scratches, made as string)
    await expect.poll(() => readdirSync(inside)).toEqual(['loaded', 'rehearsed'])
    await expect.poll(() => readFileSync(join(inside, 'rehearsed'), 'utf8')).toBe('singsingsing')
    const source = memorySource('a', '')
    const [pid] = await Array.fromAsync(own.read('import', 'ben', { readers, reader: 'whoAmI', source }))
    own.warm('ben', readers) // the one that he has is told, no other begins
    expect(own.size().resting).toBe(1)
    expect(await Array.fromAsync(own.read('import', 'ben', { readers, reader: 'whoAmI', source }))).toEqual([pid])
    own.warm('cleo', readers)
    expect(own.size().resting).toBe(2)
  })
  test('is not ended to make room for one of which there is only a hint', async () => {
    const own = createParsingPool({ log: silentLog })
    atTheEnd(() => own.close())
    const readBy = (owner: string) =>
      Array.fromAsync(own.read('import', owner, { readers: READERS, reader: 'whoAmI', source: memorySource('a', '') }))
    const owners = ['ann', 'ben', 'cleo']
    const pids = []
    for (const owner of owners) pids.push(await readBy(owner))
    own.warm('dan', READERS)
    own.warm('eve', READERS)
    expect(own.size().resting).toBe(3)
    for (const [at, owner] of owners.entries()) expect(await readBy(owner)).toEqual(pids[at])
  })
  test('that cannot be started for a hint fails nothing, and is logged', async () => {
    const folder = scratchFolder()
    vi.stubEnv('TMPDIR', join(folder, 'missing'))
    const warn = vi.fn()
    const own = createParsingPool({ log: { ...silentLog, warn } as typeof silentLog })
    own.warm('ann', READERS)
    expect([own.size().resting, warn.mock.calls.length]).toEqual([0, 1])
  })
  test('that was told of readers which cannot be loaded reads with others', async () => {
    const own = createParsingPool({ log: silentLog })
    atTheEnd(() => own.close())
    own.warm('ann', new URL('./test-missing-readers.ts', import.meta.url).href)
    const job = { readers: READERS, reader: 'lines', source: memorySource('a', 'one') } as const
    expect(await Array.fromAsync(own.read('import', 'ann', job))).toEqual([{ text: 'one' }])
    expect(own.size().resting).toBe(1)
  })
})

describe('the queue', () => {
  test('gives each person one place, and turns person by person', async () => {
    const queue = createFairQueue({ atOnce: 2 })
    const order: string[] = []
    const leave = new Map<string, () => void>()
    const enter = (owner: string, name: string) =>
      queue.enter(owner).then((go) => {
        order.push(name)
        leave.set(name, go)
      })
    for (const name of ['a1', 'a2', 'a3']) void enter('ann', name)
    for (const name of ['b1', 'b2']) void enter('ben', name)
    void enter('cleo', 'c1')
    await expect.poll(() => order).toEqual(['a1', 'b1'])
    leave.get('a1')?.()
    await expect.poll(() => order).toEqual(['a1', 'b1', 'a2'])
    leave.get('a2')?.()
    await expect.poll(() => order).toEqual(['a1', 'b1', 'a2', 'c1']) // before Ann’s third
    leave.get('b1')?.()
    leave.get('c1')?.()
    await expect.poll(() => order.slice(4).toSorted()).toEqual(['a3', 'b2'])
  })
  test('is bounded, for one person and for all', async () => {
    const queue = createFairQueue({ atOnce: 1, mostOfOne: 1, most: 2 })
    const stop = new AbortController()
    await queue.enter('ann')
    const waiting = queue.enter('ann', stop.signal)
    const busy = expect.objectContaining({ code: 'unavailable' })
    await expect(queue.enter('ann')).rejects.toEqual(busy)
    const other = queue.enter('ben', stop.signal)
    await expect(queue.enter('cleo')).rejects.toEqual(busy)
    stop.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    await expect(other).rejects.toThrow('gone')
    expect(queue.size()).toEqual({ running: 1, waiting: 0 })
  })
})

describe('a source that comes once', () => {
  async function* bytes(broken?: Error) {
    for (let at = 0; at < 40; at++) yield new Uint8Array(33_333).fill(at)
    if (broken) throw broken
  }
  const size = 40 * 33_333
  test('is read in its order, whatever the size of its pieces', async () => {
    const [, ...parts] = await all('pieces', { source: streamSource('a.json', size, bytes()) })
    const whole: Uint8Array[] = await Array.fromAsync(bytes())
    expect(Buffer.concat(parts as Uint8Array[]).equals(Buffer.concat(whole))).toBe(true)
  })
  test('that is damaged says so in its own sentence, and the process reads no other file', async () => {
    const damaged = new AppError('unprocessable', 'This zip is damaged.')
    const source = streamSource('a.json', size + 1, bytes(damaged))
    expect(await refusal('pieces', { source })).toBe(damaged)
    expect(await all('lines')).toHaveLength(3)
  })
})
