import type { NamedField } from '@atrium/contract/field-facts'
import { expect, test } from 'vitest'
import { readCell } from './cell-values.ts'

const german = { order: 'dmy', decimal: ',', timeZone: 'Europe/Berlin' } as const
const american = { order: 'mdy', decimal: '.', timeZone: 'America/New_York' } as const
const options = [
  { value: 'wish', label: 'Wish list', aliases: ['Wunschliste'] },
  { value: 'done', label: 'Read', aliases: ['gelesen', 'lu'] },
]

test.each<[NamedField['kind'], string, typeof german | typeof american, unknown, Partial<NamedField>?]>([
  ['text', ' Der  Prozess ', german, 'Der Prozess'],
  ['number', '1.234,5', german, 1234.5],
  ['number', '1,234.5', american, 1234.5],
  ['number', '١٢٣', american, 123],
  ['number', '12 apples', american, null],
  ['money', '1.234,56 €', german, 123456],
  ['money', 'EUR -1.234,56', german, -123456],
  ['money', '(12,00)', german, -1200],
  ['money', '12,50-', german, -1250],
  ['money', '$12.50', american, null],
  ['money', '$12.50', american, 1250, { currency: 'USD' }],
  ['money', '¥1,234', american, 1234, { currency: 'JPY' }],
  ['money', '12,345 €', german, null],
  ['money', 'gratis', german, null],
  ['quantity', '42,195 km', german, 42.195, { unit: 'km' }],
  ['quantity', '26.2 mi', american, null, { unit: 'km' }],
  ['percent', '12,5 %', german, 12.5],
  ['date', '31.12.2026', german, '2026-12-31'],
  ['date', '12/31/2026', american, '2026-12-31'],
  ['date', '03/04/2026', american, '2026-03-04'],
  ['date', '03/04/2026', german, '2026-04-03'],
  ['date', '15. März 2026', german, '2026-03-15'],
  ['date', '2026年1月15日', american, '2026-01-15'],
  ['date', '31.02.2026', german, null],
  ['date', 'bald', german, null],
  ['date', '31.12.2026 oder so', german, null],
  ['moment', '31.12.2026 18:30', german, '2026-12-31T17:30:00.000Z'],
  ['moment', '12/31/2026 6:30 PM', american, '2026-12-31T23:30:00.000Z'],
  ['moment', '2026-12-31T18:30:05+02:00', american, '2026-12-31T16:30:05.000Z'],
  ['duration', '1:30', german, 5400],
  ['choice', 'WUNSCHLISTE', german, 'wish', { options }],
  ['choice', 'Gelesen ', german, 'done', { options }],
  ['choice', 'verliehen', german, null, { options }],
  ['tags', '#a #b', german, ['a', 'b']],
  ['tags', 'Krimi; Klassiker, Krimi', german, ['Krimi', 'Klassiker']],
  ['rating', '★★★★☆', german, 4],
  ['rating', '8/10', german, 4],
  ['rating', '4 Sterne', german, 4],
  ['colour', '#F0a', german, '#ff00aa'],
  ['url', 'www.example.org', german, 'https://www.example.org'],
  ['email', 'Ada <ada@example.org>', german, 'ada@example.org'],
  ['phone', 'tel:+49\u00a030\u2011123', german, '+49 30-123'],
  ['richText', '# Kapitel 1', german, '# Kapitel 1'],
  [
    'address',
    'Hauptstr. 1, 10115 Berlin, Deutschland',
    german,
    { street: 'Hauptstr. 1', locality: 'Berlin', region: '', postcode: '10115', country: 'DE' },
  ],
  ['address', '{"street":"Main Street 1","country":"US"}', american, { street: 'Main Street 1', country: 'US' }],
  ['address', '{"street', american, null],
  ['address', 'Germany', german, 'DE', { part: 'country' }],
  ['address', 'Narnia', german, null, { part: 'country' }],
  ['address', "'=1+1", german, '=1+1', { part: 'street' }],
  ['recurrence', 'wöchentlich', german, 'FREQ=WEEKLY'],
  ['recurrence', 'RRULE:FREQ=DAILY', german, 'FREQ=DAILY'],
  ['checkbox', 'Ja', german, true],
  ['checkbox', '✗', german, false],
  ['checkbox', 'нет', german, false],
  ['checkbox', 'vielleicht', german, null],
])('%s: %j', (kind, cell, how, value, more) => {
  const field = { name: 'f', kind, label: 'F', isRequired: false, aliases: [], currency: 'EUR', ...more }
  expect(readCell(cell, field, how)).toEqual(value)
})

test('a cell of a megabyte is read or refused at once, whatever the kind', () => {
  const cells = ['9'.repeat(1e6), '1,'.repeat(5e5), '#a '.repeat(3e5), '('.repeat(1e6), '1 h '.repeat(2.5e5)]
  for (const kind of [
    'number',
    'money',
    'date',
    'moment',
    'duration',
    'rating',
    'email',
    'url',
    'colour',
    'tags',
    'address',
    'richText',
  ] as const)
    for (const cell of cells) readCell(cell, { name: 'f', kind, label: 'F', isRequired: false, aliases: [] }, german)
}, 20_000)
