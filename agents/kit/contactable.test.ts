import { expect, test } from 'vitest'
import { refusalsOf } from './contactable.ts'

const refused = (column: string, value: string) =>
  refusalsOf({ columns: ['Name', column] }).refusal({ [column]: value })

test('whoever refused in any column is not written to, whatever the column is called', () => {
  for (const column of [
    'Opt out',
    'Opted-out',
    'UNSUBSCRIBED',
    'do_not_contact',
    'Do Not Email',
    'DNC',
    'Désabonné',
    'Abgemeldet',
  ])
    for (const value of ['yes', 'TRUE', 'x', '2026-01-01', 'by phone', 'ja'])
      expect(refused(column, value)).not.toBeNull()
})

test('a plain no, or nothing, refuses nothing', () => {
  for (const value of ['', 'no', 'No', 'false', '0', 'nein']) expect(refused('Opt out', value)).toBeNull()
  expect(refused('Notes', 'yes')).toBeNull()
})

test('where consents are listed, only a plain yes is one', () => {
  for (const value of ['', 'no', 'pending', 'asked']) expect(refused('Marketing consent', value)).not.toBeNull()
  for (const value of ['yes', 'true', 'Ja']) expect(refused('Opt-in', value)).toBeNull()
})

test('a status may be a refusal among others', () => {
  for (const value of ['Unsubscribed', 'opted out', 'Do not contact'])
    expect(refused('Lead status', value)).not.toBeNull()
  for (const value of ['new', 'customer', '']) expect(refused('Status', value)).toBeNull()
})
