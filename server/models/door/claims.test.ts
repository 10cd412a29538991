import { expect, test } from 'vitest'
import { bornBy, unsupportedIn } from './claims.ts'

/** What of the text these facts do not bear. */
const left = (text: string, ...facts: string[]) => unsupportedIn(text, bornBy(facts)).map((one) => one.text)

test('figures that the facts have in another form are borne', () => {
  expect(left('It is 1,250 EUR, or 12.5 %.', 'The price is 1.250,00 EUR', '12,50 %')).toEqual([])
  expect(left('Twenty-five people came.', '25 people came')).toEqual([])
  expect(left('25 people came.', 'Twenty-five people came')).toEqual([])
  expect(left('The loss is -40 EUR.', 'Loss: 40,00- EUR', 'of (40)')).toEqual([])
})

test('figures that the facts do not have are not', () => {
  expect(left('It is 1,520 EUR.', 'The price is 1,250 EUR')).toEqual(['1,520'])
  expect(left('More than 300 people.', 'More than 30 people')).toEqual(['300'])
  expect(left('It grew by twenty percent.', 'It grew')).toEqual(['twenty'])
  expect(left('The loss is 40 EUR.', 'Balance -40 EUR')).toEqual(['40'])
  expect(left('One of the three is new.', 'A new one')).toEqual([])
})

test('dates are compared as days, whatever words they are in', () => {
  expect(left('On Thursday, 31 December 2026 we close.', 'Closed on 2026-12-31')).toEqual([])
  expect(left('On December 31 we close, for all of 2026.', 'Closed on 31.12.2026')).toEqual([])
  expect(left('On 30 December 2026 we close.', 'Closed on 2026-12-31')).toEqual(['30 December 2026'])
  expect(left('See you on Monday!', 'We meet on 2026-12-31')).toEqual(['Monday'])
  expect(left('31 people came.', 'Closed on 2026-12-31')).toEqual(['31'])
})

test('times are compared by the clock', () => {
  expect(left('Doors open at 7 pm.', 'Doors: 19:00')).toEqual([])
  expect(left('Doors open at 8:30 pm.', 'Doors: 19:00')).toEqual(['8:30 pm'])
})

test('addresses have to be the same', () => {
  expect(
    left('Write to ann@example.org or see www.example.org/a/.', 'ann@example.org', 'https://example.org/a'),
  ).toEqual([])
  expect(left('Write to ann@example.com, see evil.example.net.', 'ann@example.org')).toEqual([
    'ann@example.com',
    'evil.example.net',
  ])
  expect(left('Follow @nobody for more.', 'Follow us')).toEqual(['@nobody'])
})

test('names are words with a capital letter that no sentence begins with', () => {
  expect(left("We thank Anna Meyer's team. Everybody came.", 'Anna Meyer and her team')).toEqual([])
  expect(left('We thank Bob Meyer.', 'Anna Meyer')).toEqual(['Bob'])
  expect(left('I think we won.\n- Everybody sang', 'we won')).toEqual([])
  expect(left('Wir danken der Gemeinde und dem Bürgermeister für die Hilfe.', 'Dank an die Gemeinde')).toEqual([])
  expect(left('Wir danken der Stadt und Frau Petra Kunz.', 'Dank an die Stadt')).toEqual(['Petra', 'Kunz'])
})

test('the places are those of the text', () => {
  const text = 'Come to Berlin on 5 May 2026, it is free, 99 seats.'
  expect(
    unsupportedIn(text, bornBy(['It is free'])).map(({ kind, start, end }) => [kind, text.slice(start, end)]),
  ).toEqual([
    ['name', 'Berlin'],
    ['date', '5 May 2026'],
    ['number', '99'],
  ])
})
