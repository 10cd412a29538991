import { expect, test } from 'vitest'
import { findQuote, fold, quotesIn } from './quotes.ts'

const found = (source: string, quote: string) => {
  const place = findQuote(source, fold(source), quote)
  return place && source.slice(place.start, place.end)
}

test('a quote is found with other white space, dashes and quotation marks, at its place in the original', () => {
  const source = 'He said:\u00a0“It’s —\n  twelve\tpages…”  Then he left.'
  expect(found(source, '"It\'s - twelve pages..."')).toBe('“It’s —\n  twelve\tpages…”')
  expect(found('the oﬃce\u00ad of Jose\u0301', 'the office of José')).toBe('the oﬃce\u00ad of Jose\u0301')
  expect(found('支付 1200 元给王芳。', '1200 元给王芳')).toBe('1200 元给王芳')
})

test('altered words, figures and letters are not found', () => {
  const source = 'The rent is 1,250.00 EUR, due on 3 May.'
  for (const quote of ['The rent is 1,520.00 EUR', 'the rent is 1,250.00 EUR', 'due on 8 May', 'due on', '', '  ', '.'])
    expect([quote, found(source, quote)]).toEqual([quote, quote === 'due on' ? 'due on' : null])
})

test('a part of a number or of a word is no quote', () => {
  for (const [source, quote] of [
    ['It costs 1.25 EUR', '25 EUR'],
    ['It costs 1.25 EUR', 'It costs 1'],
    ['It costs 12500 EUR', 'costs 125'],
    ['Balance: -25 EUR', '25 EUR'],
    ['12 500 EUR', '500 EUR'],
    ['about 12 500', 'about 12'],
    ['The party ends', 'art'],
    ['Не согласен', 'согласен'],
    ['10² metres', '102'],
  ] as const)
    expect([source, quote, found(source, quote)]).toEqual([source, quote, quote === 'согласен' ? 'согласен' : null])
  // The second place is a whole one.
  expect(findQuote('125 or 25', fold('125 or 25'), '25')).toEqual({ start: 7, end: 9 })
  expect(found('Rows: 1\n500 EUR', '500 EUR')).toBe('500 EUR')
})

test('a quote is looked for in the passage it names, then in the others', () => {
  const find = quotesIn([
    { name: 'p1', text: 'Total 5' },
    { name: 'p2', text: 'Sum. Total 5' },
  ])
  expect(find('Total 5', 'p2')).toEqual({ text: 'Total 5', passage: 'p2', start: 5, end: 12 })
  expect(find('Total 5', 'p9')).toMatchObject({ passage: 'p1' })
  expect(find('Total 6')).toBeNull()
})

test('long sources with a quote that is everywhere and never whole are read at once', () => {
  const source = '1'.repeat(400_000)
  expect(findQuote(source, fold(source), '1')).toBeNull()
})
