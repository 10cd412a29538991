import { expect, test } from 'vitest'
import { stepSaid } from './server/said-step.ts'

const columns = ['order', 'date', 'city', 'unit price', 'amount', 'e-mail', 'note']

test.each<[string, object | null]>([
  ['sort by date, newest first', { kind: 'sort', by: [{ column: 'date', direction: 'desc' }] }],
  [
    'please order by city and amount',
    {
      kind: 'sort',
      by: [
        { column: 'city', direction: 'asc' },
        { column: 'amount', direction: 'asc' },
      ],
    },
  ],
  ['sort by unit price from highest to lowest', { kind: 'sort', by: [{ column: 'unit price', direction: 'desc' }] }],
  [
    'only keep the rows in where city is Porto',
    { kind: 'filter', column: 'city', test: { is: 'in', values: ['Porto'] }, not: false },
  ],
  [
    'drop rows where city is Porto or Berlin',
    { kind: 'filter', column: 'city', test: { is: 'in', values: ['Porto', 'Berlin'] }, not: true },
  ],
  [
    'filter to amount over 1,000',
    { kind: 'filter', column: 'amount', test: { is: 'range', from: null, to: 1000 }, not: true },
  ],
  [
    'keep rows with amount of at least 50',
    { kind: 'filter', column: 'amount', test: { is: 'range', from: 50, to: null }, not: false },
  ],
  [
    'remove rows with amount below 5',
    { kind: 'filter', column: 'amount', test: { is: 'range', from: 5, to: null }, not: false },
  ],
  [
    'show only rows where note contains gift',
    { kind: 'filter', column: 'note', test: { is: 'contains', text: 'gift' }, not: false },
  ],
  ['delete the rows where note is empty', { kind: 'filter', column: 'note', test: { is: 'blank' }, not: true }],
  ['remove rows without an e-mail', { kind: 'filter', column: 'e-mail', test: { is: 'blank' }, not: true }],
  ['rename the column note to remark in', { kind: 'rename', column: 'note', to: 'remark' }],
  ['remove the column note from', { kind: 'remove', columns: ['note'] }],
  [
    'replace BERLIN with Berlin in the city column of',
    { kind: 'replace', columns: ['city'], find: 'BERLIN', with: 'Berlin', whole: true },
  ],
  ['make city upper case', { kind: 'case', columns: ['city'], to: 'upper' }],
  ['split city by comma into 2', { kind: 'split', column: 'city', by: ',', into: 2 }],
  ['convert amount to a number', { kind: 'type', column: 'amount', to: 'number' }],
  ['drop empty rows', { kind: 'dropBlank', columns: [] }],
  ['sort by colour', null],
  ['keep rows where colour is red', null],
  ['make it nicer', null],
])('“%s” is a step, or none where no column of it is there', (said, step) => {
  expect(stepSaid(said, columns)).toEqual(step)
})
