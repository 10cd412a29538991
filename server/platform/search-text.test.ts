import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from './database/connect.ts'
import { testDatabase } from './database/test-database.ts'
import { searchQuery, searchText } from './search-text.ts'

describe('words as search compares them', () => {
  test('case, accents and full-width letters make no difference', () => {
    expect(searchText('Crème BRÛLÉE, Ｆｕｌｌ Ńiño ﬁne Ὀδυσσεύς')).toBe('creme brulee full nino fine οδυσσευς')
  })
  test('Hebrew points and Arabic vowels are not needed to find a word', () => {
    expect(searchText('שָׁלוֹם')).toBe('שלום')
    expect(searchText('مُحَمَّد')).toBe('محمد')
  })
  test('Chinese, Japanese and Thai text becomes words', () => {
    expect(searchText('我喜欢学习中文').split(' ')).toContain('学习')
    expect(searchText('東京タワーが好き').split(' ')).toEqual(['東京', 'タワー', 'が', '好き'])
    expect(searchText('ฉันรักภาษาไทย').split(' ').length).toBeGreaterThan(2)
  })
  test('marks that are letters stay: か is not が, कि is not का', () => {
    expect(searchText('が')).not.toBe(searchText('か'))
    expect(searchText('कि')).not.toBe(searchText('का'))
  })
  test('punctuation parts words, and text without words is empty', () => {
    expect(searchText("don't e-mail a_b@c.de 3.5")).toBe('don t e mail a b c de 3 5')
    expect(searchText(' … !?—')).toBe('')
    expect(searchQuery('(&|!:*')).toBeNull()
  })
  test('what is of ASCII alone has the same words as beside a sign that is not', () => {
    const ascii = fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) })
    fc.assert(fc.property(ascii, (text) => void expect(searchText(text)).toBe(searchText(`${text} …`))))
    expect(searchText(`x${'a'.repeat(100)}`)).toBe(searchText(`x${'a'.repeat(100)} …`))
  })
  test('one enormous word is cut, an enormous text is bounded', () => {
    expect(searchText('x'.repeat(100_000)).length).toBe(64)
    expect(searchText('word '.repeat(1_000_000)).length).toBeLessThan(250_000)
  })
})

describe('in the database', () => {
  let db: Database
  beforeAll(async () => {
    ;({ db } = await testDatabase())
  })
  const finds = async (text: string, words: string): Promise<boolean> => {
    const { rows } = await db.execute<{ found: boolean }>(
      sql`select array_to_tsvector(string_to_array(${searchText(text)}, ' ')) @@ ${searchQuery(words)}::tsquery as found`,
    )
    return rows[0]?.found === true
  }
  test('every word must be there, the last may be unfinished', async () => {
    expect(await finds('Pay the rent in October', 'rent octo')).toBe(true)
    expect(await finds('Pay the rent in October', 'octo rent')).toBe(false)
    expect(await finds('Pay the rent in October', 'rent november')).toBe(false)
    expect(await finds('Straße nach Zürich', 'zurich')).toBe(true)
    expect(await finds('東京タワーが好き', 'タワー')).toBe(true)
  })
  test('any text is found by itself, and no text breaks the query', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 40 }), async (text) => {
        if (searchQuery(text) !== null) expect(await finds(text, text)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
  test('letters that PostgreSQL’s locale does not know are words too', async () => {
    expect(await finds('𑼄𑼅 ok', '𑼄𑼅')).toBe(true)
  })
  test('a compatibility form is the letters it stands for', async () => {
    expect(await finds('ｶﾀｶﾅ ㌔ ２４', 'カタカナ キロ 24')).toBe(true)
  })
  test('numbers, dates and codes are found whole', async () => {
    for (const code of ['12ab', '1e5', '0x1f', '-5', '+49', '3.14', '2026-10-01', 'a/b/c.txt', 'x.com', 'é1'])
      expect(await finds(`before ${code} after`, code), code).toBe(true)
  })
})

test('letters that stand for many are indexed as far as a text is', () => {
  const words = searchText('ﷺ '.repeat(100_000))
  expect(words.length).toBeLessThan(250_000)
  expect(words).toContain('صلى')
})
