import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { argsHash, hashOf } from './args-hash.ts'
import {
  attemptStart,
  chunkJson,
  decodeFrames,
  encodeFrames,
  type Frame,
  frame,
  nextAttemptSeq,
  wireOf,
} from './frames.ts'
import { append, appendChunk, deliver, framesAfter, lastSeq, liveRun, unstored } from './live.ts'
import { storable, storableJson, storableValue } from './storable.ts'

describe('frames', () => {
  test('are kept as one text and read back with their numbers, none, one or many', () => {
    expect([encodeFrames([]), decodeFrames(1, '[]')]).toEqual(['[]', []])
    expect(encodeFrames([frame(1, 'done', '{}')])).toBe('[["done",{}]]')
    const types = fc.constantFrom('chunk', 'status', 'done')
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.array(fc.tuple(types, fc.jsonValue())), (first, said) => {
        const frames = said.map(([type, data], at) => frame(first + at, type as 'chunk', JSON.stringify(data)))
        const back = decodeFrames(first, encodeFrames(frames))
        expect(back.map(({ seq, type }) => [seq, type])).toEqual(frames.map(({ seq, type }) => [seq, type]))
        expect(back.map(({ json }) => JSON.parse(json))).toEqual(frames.map(({ json }) => JSON.parse(json)))
      }),
    )
  })

  test('go to a viewer with their number and kind; a chunk says where it begins', () => {
    expect(wireOf(frame(7, 'chunk', chunkJson('a "b"\n', 12)))).toBe(
      'id: 7\nevent: chunk\ndata: {"type":"text","text":"a \\"b\\"\\n","at":12}\n\n',
    )
  })

  test('of a later attempt begin at a number that no earlier one has had', () => {
    expect([0, 1, 99_999, 100_000, 100_001, 250_000].map(nextAttemptSeq)).toEqual([
      100_001, 100_001, 100_001, 200_001, 200_001, 300_001,
    ])
    expect([attemptStart(1, 0), attemptStart(1, 500)]).toEqual([1, 1])
    expect([0, 99_999, 100_000, 250_000].map((last) => attemptStart(2, last))).toEqual([
      100_001, 100_001, 200_001, 300_001,
    ])
    expect([attemptStart(3, 5), attemptStart(4, 5), attemptStart(3, 300_500)]).toEqual([200_001, 300_001, 400_001])
  })
})

describe('a run in memory', () => {
  const run = (firstSeq = 1) => liveRun('r', 2, firstSeq, new Set())

  test('numbers what is said, and says what of it is new', () => {
    for (const first of [1, 200_001]) {
      const one = run(first)
      expect([lastSeq(one), one.stored, one.held, unstored(one)]).toEqual([first - 1, first - 1, false, null])
      expect(append(one, 'status', '{"status":"typing"}')).toEqual(frame(first, 'status', '{"status":"typing"}'))
      expect(appendChunk(one, 'hi', 0)).toEqual(frame(first + 1, 'chunk', '{"type":"text","text":"hi","at":0}'))
      append(one, 'done', '{}')
      expect(lastSeq(one)).toBe(first + 2)
      const after = (seq: number) => framesAfter(one, seq).map(({ seq: its }) => its - first)
      expect([0, first - 2, first - 1, first, first + 1, first + 2, first + 9].map(after)).toEqual([
        ...[[0, 1, 2], [0, 1, 2], [0, 1, 2], [1, 2], [2], [], []],
      ])
    }
  })

  test('is stored from where it has been stored, and not while its own row or its end is on its way', () => {
    const one = run()
    for (const word of ['a', 'b', 'c']) append(one, 'chunk', JSON.stringify(word))
    const row = { runId: 'r', fence: 2, seq: 3 }
    expect(unstored(one)).toEqual({ ...row, firstSeq: 1, frames: '[["chunk","a"],["chunk","b"],["chunk","c"]]' })
    one.stored = 2
    expect(unstored(one)).toEqual({ ...row, firstSeq: 3, frames: '[["chunk","c"]]' })
    one.held = true
    expect(unstored(one)).toBeNull()
    one.held = false
    one.stored = 3
    expect(unstored(one)).toBeNull()
  })

  test('tells each of its listeners', () => {
    const one = run()
    const heard: [string, Frame | null][] = []
    for (const name of ['a', 'b']) one.listeners.add((told) => heard.push([name, told]))
    const said = append(one, 'done', '{}')
    deliver(one, said)
    expect(heard).toEqual([
      ['a', said],
      ['b', said],
    ])
  })
})

describe('a hash of arguments', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex')

  test('is of the same text in every version: it is kept, and compared with what comes later', () => {
    const canonical = '{"a":[1,null,"x",{"c":false,"d":2.5}],"a,b":"","b":null}'
    const value = { b: null, 'a,b': '', a: [1, undefined, 'x', { d: 2.5, c: false, e: undefined }] }
    expect(hashOf(value)).toBe(sha(canonical))
    expect(argsHash('tasks.add', value)).toBe(sha(`tasks.add\0${canonical}`))
    expect([argsHash('tasks.add', undefined), argsHash('tasks.add', null)]).toEqual(
      Array(2).fill(sha('tasks.add\0null')),
    )
    expect([hashOf('x'), hashOf([]), hashOf({})]).toEqual([sha('"x"'), sha('[]'), sha('{}')])
    expect(hashOf({ a: 'half \ud83d' })).toBe(sha('{"a":"half \ufffd"}'))
  })

  test('is the same whatever the order of the keys, and another for another value, order of a list or name', () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, one]) => [key, turned(one)]),
      )
    }
    fc.assert(fc.property(fc.jsonValue(), (value) => hashOf(turned(value)) === hashOf(value)))
    const values = [
      0,
      1,
      '1',
      '',
      null,
      false,
      [],
      {},
      [1, 2],
      [2, 1],
      [[1], 2],
      { a: 1 },
      { a: 2 },
      { b: 1 },
      { a: null },
    ]
    expect(new Set(values.map(hashOf)).size).toBe(values.length)
    expect(argsHash('a', { b: 1 })).not.toBe(argsHash('b', { b: 1 }))
  })
})

describe('what a column cannot hold', () => {
  test('is left out wherever it stands, and all else stays as it was, even the very value', () => {
    const broken = { 'a\0': 'b\0', list: ['\ud800', [{ deep: 'x\udc00' }], 1, null, true], ok: 'fine 🦜' }
    expect(storableValue(broken)).toEqual({
      a: 'b',
      list: ['\ufffd', [{ deep: 'x\ufffd' }], 1, null, true],
      ok: 'fine 🦜',
    })
    for (const value of ['a\0', ['\0'], { a: ['\0'] }, { '\0': 1 }, { a: { '\ud800': 1 } }, '\ud800'])
      expect(storableValue(value), JSON.stringify(value)).not.toEqual(value)
    for (const value of ['a', 1, null, undefined, true, [], {}, ['a', [1]], { a: { b: ['c', null] } }])
      expect(storableValue(value)).toBe(value)
    expect(storable('a\0\ud800')).toBe('a\ufffd')
  })

  test('is looked for in JSON by its escapes; a text that only looks like one stays', () => {
    for (const value of [{ a: '\\u0000' }, { a: 'plain' }, ['\\ud800 and \\\\u0000'], 1.5, null])
      expect(storableJson(value)).toBe(JSON.stringify(value))
    expect(storableJson({ 'k\0': ['\ud83d', 'x\udfff', { y: '\0z' }] })).toBe('{"k":["\ufffd","x\ufffd",{"y":"z"}]}')
  })
})
