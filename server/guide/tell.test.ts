import { expect, test } from 'vitest'
import { tell } from './actions/tell.ts'

const locale = { now: new Date('2026-01-13T11:00:00Z'), timeZone: 'Europe/Berlin', locale: 'en' }

test('a sentence holds the fields of the input and the result, dates in words, and leaves out what is empty', () => {
  const resultTemplate = 'Spent **{amount}**[ at {payee}] on {date}.[ Left: {left}.]'
  expect(tell(resultTemplate, { payee: 'Kiosk' }, { amount: '3.00 EUR', date: '2026-01-13', left: '' }, locale)).toBe(
    'Spent **3.00 EUR** at Kiosk on Tuesday, January 13, 2026.',
  )
  expect(tell(resultTemplate, {}, { amount: '3.00 EUR', date: '2026-01-13', left: '7.00 EUR' }, locale)).toContain(
    'EUR** on Tuesday, January 13, 2026. Left: 7.00 EUR.',
  )
})

test('a list is told row by row, at most twenty, and what follows it', () => {
  const resultTemplate = {
    list: 'accounts',
    none: 'There are none.',
    each: '{account}: {balance}',
    after: 'Together {total}.',
  }
  const accounts = Array.from({ length: 23 }, (_, at) => ({ account: `Bank ${at + 1}`, balance: at }))
  const told = tell(resultTemplate, {}, { accounts, total: 253 }, locale)
  expect(told.split('\n')[0]).toBe('- Bank 1: 0')
  expect(told.match(/^- Bank/gm)).toHaveLength(20)
  expect(told).toContain('…and 3 more.')
  expect(told).toContain('Together 253.')
  expect(tell(resultTemplate, {}, { accounts: [], total: 0 }, locale)).toBe('There are none.\n\nTogether 0.')
  expect(tell({ none: 'None.', each: '{title}' }, {}, [{ title: 'Milk' }], locale)).toBe('- Milk')
})

test('what people wrote stays text', () => {
  expect(tell('Noted: {title}[ ({note})].', { note: '[x](http://a.example)' }, { title: '**a** | <b>' }, locale)).toBe(
    'Noted: \\*\\*a\\*\\* \\| \\<b\\> (\\[x\\](http://a.example)).',
  )
})
