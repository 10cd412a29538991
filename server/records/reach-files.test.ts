import { describe, expect, test } from 'vitest'
import { filesInReach } from './reach.ts'
import { HOUSE, house, houses, type Name, shareOf } from './test-reach.ts'

const { unit, rows } = await houses()

describe('files', () => {
  const kept = (id: string) => ({ id, name: id, mime: 'text/plain', size: 1 })
  /** Whatever is asked for is there. */
  const removed: string[] = []
  let saved = 0
  const all = {
    save: async () => kept(`new-${++saved}`),
    async *saveAll(sent: AsyncIterable<unknown>) {
      for await (const _ of sent) yield kept(`new-${++saved}`)
    },
    find: async (id: string) => kept(id),
    async *read(id: string) {
      yield Buffer.from(`bytes of ${id}`)
    },
    text: async (id: string) => `text of ${id}`,
    remove: async (id: string) => removed.push(id),
  }
  const PLACES: Record<string, [Name, object]> = {
    ...HOUSE,
    p1: ['papers', { room: 'r1', files: [{ id: 'other' }, { id: 'paper' }] }],
    p2: ['papers', { room: 'r2', files: [{ id: 'far' }] }],
    'p3!': ['papers', { room: 'r1', files: [{ id: 'trashed' }] }],
    p4: ['papers', { room: 'r1', files: [], parts: [{ file: 'no-part' }] }],
    k1: ['books', { room: 'r1', parts: [{ file: 'chapter' }], files: [{ id: 'no-field' }] }],
    w1: ['words', { room: 'r1', parts: [{ file: 'word' }] }],
    s1: ['sets', { room: 'r1', parts: [{ file: 'piece' }] }],
    y1: ['plays', { room: 'r1', parts: [{ file: 'act' }] }],
    x9: ['loose', { room: 'r1', files: [{ id: 'loose' }] }],
  }
  async function files(read?: () => void) {
    const scope = await rows(PLACES)
    await rows({ q1: ['papers', { room: 'r1', files: [{ id: 'others' }] }] })
    await rows({ q2: ['papers', { room: 'r1', files: [{ id: 'elsewhere' }] }] }, 'garden')
    return filesInReach(all as never, house, shareOf('rooms', 'r1'), unit(scope, read))
  }
  const gone = { code: 'not_found', message: 'The content of this file is gone.' }
  const bytesOf = async (from: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(from)).toString()

  test('are in reach where a live row in reach holds them, in a field of files or as a part of its content', async () => {
    const its = await files()
    for (const id of ['paper', 'other', 'chapter']) {
      expect(await its.find(id)).toEqual(kept(id))
      expect(await its.text(id)).toBe(`text of ${id}`)
      expect(await bytesOf(its.read(id))).toBe(`bytes of ${id}`)
      await its.remove(id)
    }
    expect(removed.splice(0)).toEqual(['paper', 'other', 'chapter'])
  })

  test('are not, in any other way that a row can name them', async () => {
    const its = await files()
    const out = ['far', 'trashed', 'no-part', 'no-field', 'word', 'piece', 'act', 'loose', 'others', 'elsewhere', 'b1']
    for (const id of [...out, 'none', '', 'x'.repeat(65), '../etc', 'paper"', '%']) {
      for (const time of ['at first', 'again']) expect([id, time, await its.find(id)]).toEqual([id, time, null])
      expect(await its.text(id)).toBeNull()
      await expect(bytesOf(its.read(id))).rejects.toMatchObject(gone)
      await expect(its.remove(id)).rejects.toMatchObject(gone)
    }
    expect(removed).toEqual([])
  })

  test('are in reach that were kept in this very change', async () => {
    const its = await files()
    const one = await its.save('a', 'text/plain', Buffer.from('a'))
    const two = await Array.fromAsync(
      its.saveAll(
        (async function* () {
          for (const name of ['b', 'c']) yield { name } as never
        })(),
      ),
    )
    expect(two).toHaveLength(2)
    for (const { id } of [one, ...two]) expect(await its.text(id)).toBe(`text of ${id}`)
  })

  test('are looked for once each, and not at all under what is no id', async () => {
    let reads = 0
    const its = await files(() => reads++)
    for (const id of ['paper', 'far', 'paper', 'far']) await its.find(id)
    expect(reads).toBe(2)
    for (const id of ['', '../etc', 'x'.repeat(65)]) await its.find(id)
    const { id } = await its.save('a', 'text/plain', Buffer.from('a'))
    await its.find(id)
    expect(reads).toBe(2)
    await its.find('x'.repeat(64))
    expect(reads).toBe(3)
  })
})
