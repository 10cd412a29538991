import { afterEach, expect, test, vi } from 'vitest'
import { excerpts } from './attachments.ts'

afterEach(() => vi.restoreAllMocks())

const file = (id: string, text: string) => ({ id, name: `${id}.txt`, mime: 'text/plain', text })
const words = (from: number, count: number) => Array.from({ length: count }, (_, at) => `word${from + at}`).join(' ')
/** About a megabyte. */
const filler = (seed: number) =>
  Array.from({ length: 1_000 }, (_, at) => `Paragraph ${at}. ${words(seed + at * 130, 100)}`).join('\n\n')
const withFact = (fact: string, seed = 0) => `${filler(seed)}\n\n${fact}\n\n${filler(seed + 7)}`

test('a long file’s passages are chosen by the question’s words, their endings and accents aside', async () => {
  for (const [fact, question] of [
    ['The invoiced total was 4,200 francs.', 'What about the invoices?'],
    ['Le trésorier est Olga.', 'Who is the tresorier?'],
    ['経理部長は佐藤花子さんです。', '経理部長は誰ですか'],
    ['Bodø is where they met.', 'Tell me of BODØ please'],
  ] as const) {
    const chosen = await excerpts([file(fact, withFact(fact))], question, 8_000)
    const text = chosen.get(fact) ?? ''
    expect(text.includes(fact), question).toBe(true)
    expect(text.includes('Paragraph 0.'), 'its beginning').toBe(true)
    expect(Buffer.byteLength(text)).toBeLessThan(9_000)
  }
})

test('a passage that is cut out of a long paragraph has no half of an emoji', async () => {
  for (const shift of ['', 'x']) {
    const chosen = await excerpts([file(`emoji${shift}`, shift + '🦜'.repeat(20_000))], 'parrot', 10_000)
    expect(chosen.get(`emoji${shift}`)?.isWellFormed()).toBe(true)
  }
})

test('a file is made ready once, while others have their turn', async () => {
  const long = file('long', withFact('The treasurer is Olga.'))
  const normalize = vi.spyOn(String.prototype, 'normalize')
  // A hand on the clock: how long the work takes is the machine's affair.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1))
  let rounds = 0
  let over = false
  const next = () => {
    rounds++
    if (!over) setImmediate(next)
  }
  setImmediate(next)
  await excerpts([long], 'Who is the treasurer?', 4_000)
  over = true
  expect(rounds).toBeGreaterThan(20)
  expect(normalize.mock.calls.length).toBeGreaterThan(500)
  normalize.mockClear()
  const again = await excerpts([long], 'And who is Olga?', 4_000)
  expect(again.get('long')).toContain('The treasurer is Olga.')
  expect(normalize.mock.calls.length).toBeLessThan(50)
})

test('only so many files are kept ready: the least recently used is made ready anew', async () => {
  const first = file('first', filler(1))
  await excerpts([first], 'paragraph', 2_000)
  for (let at = 0; at < 25; at++) await excerpts([file(`other${at}`, 'x y '.repeat(262_144))], 'paragraph', 2_000)
  const normalize = vi.spyOn(String.prototype, 'normalize')
  await excerpts([first], 'paragraph', 2_000)
  expect(normalize.mock.calls.length).toBeGreaterThan(500)
})
