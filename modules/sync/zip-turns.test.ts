import { expect, test } from 'vitest'
import type { Context } from './contents.ts'
import type { StoredEntry } from './rows.ts'
import { zipOf } from './zip-folder.ts'

const FILES = 6_000

test('a zip of very many files is put together while everybody else has their turn', async () => {
  let inThis = 0
  let most = 0
  let touched = 0
  let turn = setImmediate(function next() {
    inThis = 0
    turn = setImmediate(next)
  })
  const entries = Array.from({ length: FILES }, (_, at) =>
    Object.defineProperty(
      { id: `e${at}`, name: `${at}.txt`, kind: 'file', content: '', size: 0, modifiedAt: '2026-01-01T00:00:00.000Z' },
      'mime',
      {
        get() {
          touched += 1
          inThis += 1
          most = Math.max(most, inThis)
          return 'text/plain'
        },
      },
    ),
  ) as unknown as StoredEntry[]
  const rows = { each: async function* () {}, list: async () => [] }
  const context = { store: { entries: rows, contents: rows }, files: {} } as unknown as Context
  try {
    const answer = await zipOf(context, entries, 'all')
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(FILES * 100)
  } finally {
    clearImmediate(turn)
  }
  expect(touched).toBe(FILES)
  expect(most).toBeLessThanOrEqual(1_000)
})
