import { expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { readTable } from '../kit/table.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { readCandidates } from './candidates.ts'
import { fourFifths, funnel, timeToHire } from './hiring-figures.ts'
import { reviewHiring } from './review-hiring.ts'

const app = await testApp()

test('adverse impact is a rate under four fifths of the highest, and small groups are not told', () => {
  // The example of the EEOC’s questions and answers: 48 of 80 and 12 of 40 are 60 % and 30 %, a ratio of 50 %.
  const found = fourFifths(
    new Map([
      ['a', { of: 80, passed: 48 }],
      ['b', { of: 40, passed: 12 }],
      ['c', { of: 4, passed: 0 }],
    ]),
  )
  expect(found).toMatchObject([
    { group: 'a', rate: 0.6, isLow: false },
    { group: 'b', rate: 0.3, ratio: 0.5, isLow: true },
  ])
  expect(found).toHaveLength(2)
  expect(fourFifths(new Map([['a', { of: 80, passed: 48 }]]))).toBeNull()
})

test('the funnel counts who came so far, and who was decided', () => {
  const { candidates } = readCandidates(
    readTable({
      name: 'c.csv',
      text: 'name,stage,reached,applied,closed\nA,Hired,Hired,2026-01-01,2026-01-31\nB,Hired,,2026-01-01,2026-02-10\nC,Rejected,Interview,2026-01-01,\nD,Interview,,2026-03-01,\nE,Rejected,Applied,2026-01-01,',
    }),
  )
  const lines = funnel(candidates)
  expect(lines.map(({ reached }) => reached)).toEqual([5, 4, 4, 2, 2, 2])
  // Of four at the interview one is still in it: two of three went on.
  expect(lines[3]?.passed).toBeCloseTo(2 / 3)
  expect(timeToHire(candidates)).toEqual({ days: 35, count: 2 })
})

test('who waits is named, who has an appointment does not wait, and nobody is judged', async () => {
  const person = await app.member()
  await person.call('POST', '/api/m/content-calendar/add', {
    title: 'Interview Finn Maas',
    start: '2026-03-18T10:00',
    zone: 'UTC',
  })
  const { product, acted } = await tryPlaybook(reviewHiring, person)
  const waits = product.blocks.find(({ title }) => title === 'Who waits, the longest first')
  expect(waits?.kind === 'table' && waits.rows.map(({ name, days }) => [name, days])).toEqual([
    ['Eva Horn', 21],
    ['Gül Aydın', 15],
    ['Alma Reyes', 14],
  ])
  expect(acted.map(({ action }) => action)).toEqual(['tasks.importTodoTxt'])
  expect(product.couldNot.join(' ')).toMatch(/line 18.*line 18.*line 17/s)
  expect(product.blocks.some(({ title }) => title.includes('four-fifths'))).toBe(true)
  const refused = await tryPlaybook(reviewHiring, person, {
    without: ['content-calendar.occurrences'],
    decide: () => ({ done: false, reason: 'I write to them.' }),
  })
  expect(refused.product.couldNot.join(' ')).toMatch(/Content Calendar.*I write to them\./s)
})
