import { HIT_END, HIT_START } from '@atrium/contract/chat'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../platform/database/test-database.ts'
import { searchText } from '../platform/search-text.ts'
import { highlight, searchThreads } from './search.ts'

const { db } = await testDatabase()
const pool = db.$client
afterEach(() => vi.restoreAllMocks())

const plain = (snippet: string) => snippet.replaceAll(HIT_START, '[').replaceAll(HIT_END, ']')
const shown = (text: string, words: string) => plain(highlight(text, words))
const filler = '会議の資料を確認してから次の予定を決めることにしました'

/** Counts what is split into words, and in how many rounds of the event loop. */
function watchSplitting() {
  let round = 0
  let watching = true
  const next = () => {
    round++
    if (watching) setImmediate(next)
  }
  setImmediate(next)
  const seen = {
    characters: 0,
    rounds: new Set<number>(),
    stop() {
      watching = false
    },
  }
  const segment = Intl.Segmenter.prototype.segment
  vi.spyOn(Intl.Segmenter.prototype, 'segment').mockImplementation(function (this: Intl.Segmenter, text = '') {
    seen.characters += text.length
    seen.rounds.add(round)
    return segment.call(this, text)
  })
  return seen
}

describe('a found message is shown', () => {
  test('around the word, however far in, accents, width and case aside', () => {
    expect(shown(`${'x '.repeat(40_000)}the Café in Zürich`, 'cafe')).toMatch(/^…x x .* the \[Café\] in Zürich$/)
    expect(shown(`${filler.repeat(1_000)}。ｺｰﾋｰを飲む。${filler}`, 'コーヒー')).toContain('[ｺｰﾋｰ]')
    expect(shown(`${'İ '.repeat(1_000)}the ferry to İzmir`, 'ferry')).toContain('the [ferry] to')
    expect(shown('Paint, painter, painted', 'pain')).toBe('[Paint], [painter], [painted]')
  })

  test('at the word itself, not where its letters stand within another', () => {
    expect(shown(`${'a party, '.repeat(5_000)}and then art`, 'art')).toMatch(/^….*and then \[art\]$/)
    expect(shown(`${'artful, '.repeat(20)}and art for all`, 'art all')).toMatch(/^….*and \[art\] for \[all\]$/)
  })

  test('without half an emoji at its edges', () => {
    for (const shift of ['', 'x']) {
      const snippet = highlight(`${shift}${'🦜'.repeat(200)} parrot ${'🦜'.repeat(200)}`, 'parrot')
      expect([snippet.isWellFormed(), snippet.includes('\ufffd'), plain(snippet).includes('[parrot]')]).toEqual([
        true,
        false,
        true,
      ])
    }
  })

  test('from its beginning when the word cannot be pointed at', () => {
    expect(shown(`a party ${'and more '.repeat(100)}`, 'art')).toMatch(/^a party and more/)
    expect(shown('nothing of it', 'absent')).toBe('nothing of it')
  })
})

describe('a search through long texts', () => {
  test('splits few of their characters into words, and lets others have their turn between two hits', async () => {
    await pool.query(`insert into threads (id, owner_id, title) values ('t', 'ann', 'long')`)
    const text = `${filler.repeat(1_500)}。ｺｰﾋｰを飲む。${filler.repeat(100)}`
    for (let at = 0; at < 40; at++)
      await pool.query(
        `insert into messages (id, thread_id, owner_id, role, content, search) values ($1, 't', 'ann', 'user', $2, array_to_tsvector(array[$3]))`,
        [`m${at}`, text, searchText('コーヒー')],
      )
    const seen = watchSplitting()
    const hits = await searchThreads(pool, 'ann', 'コーヒー')
    seen.stop()
    expect(hits).toHaveLength(40)
    expect(hits.every(({ snippet }) => plain(snippet).includes('[ｺｰﾋｰ]'))).toBe(true)
    expect(seen.characters).toBeLessThan(40_000) // what is looked at, and each of its words once more
    expect(seen.rounds.size).toBeGreaterThanOrEqual(hits.length)
  })

  test('is bounded for all hits together, and those beyond the bound are shown unmarked', async () => {
    await pool.query(`insert into threads (id, owner_id, title) values ('u', 'bob', 'many')`)
    // Its letters stand everywhere and the word nowhere, so that each place is tried.
    const text = 'コーヒーカップ'.repeat(2_000)
    await pool.query(
      `insert into messages (id, thread_id, owner_id, role, content, search)
       select 'u' || n, 'u', 'bob', 'user', $1, array_to_tsvector(array['ーヒ']) from generate_series(1, 40) n`,
      [text],
    )
    const seen = watchSplitting()
    const hits = await searchThreads(pool, 'bob', 'ーヒ')
    seen.stop()
    expect(hits).toHaveLength(40)
    expect(seen.characters).toBeLessThan(60_000)
  })
})
