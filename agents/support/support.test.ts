import { expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { readTable } from '../kit/table.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { readTickets } from '../kit/tickets.ts'
import { reportService } from './report-service.ts'
import { HISTORY } from './samples.ts'
import { aging, flow, levelLines, measure, targetsIn } from './service-levels.ts'

const app = await testApp()
const ticketsOf = (text: string) => readTickets(readTable({ name: 't.csv', text })).tickets

test('service levels: medians, shares in time, breaches of what still waits, ages and weeks', async () => {
  const { targets, unread } = targetsIn('urgent: 2, 4\nhigh 1 2\nP3: 1.5 / 10')
  expect(targets[1]).toEqual({ firstResponse: 2, resolution: 4 })
  expect(targets[3]).toEqual({ firstResponse: 1.5, resolution: 10 })
  expect(unread).toEqual(['high 1 2'])
  const now = Date.parse('2026-03-16T09:00:00Z')
  const measured = ticketsOf(
    `id,created,first response,solved,priority,status,subject
1,2026-03-16 06:00,2026-03-16 07:00,2026-03-16 08:00,urgent,solved,a
2,2026-03-16 04:00,2026-03-16 07:00,2026-03-16 08:30,urgent,solved,b
3,2026-03-16 06:00,,,urgent,open,c
4,2026-03-05 09:00,2026-03-05 10:00,,low,open,d`,
  ).map((ticket) => measure(ticket, targets, now))
  expect(measured.map(({ breaches }) => breaches)).toEqual([
    [],
    ['first answer', 'solution'],
    ['first answer'],
    ['solution'],
  ])
  const [urgent] = levelLines(measured, targets)
  // 1 h and 3 h answered, one waits 3 h: one of three in time; solved in 2 h and 4.5 h: one of two
  expect(urgent).toMatchObject({ firstMedian: 2, firstWithin: 1 / 3, solvedMedian: 3.25, solvedWithin: 1 / 2 })
  expect(aging(measured).map(({ count }) => count)).toEqual([1, 0, 0, 1, 0])
  expect(flow(measured.map(({ ticket }) => ticket)).map(({ week, came, backlog }) => [week, came, backlog])).toEqual([
    ['2026-03-02', 1, 1],
    ['2026-03-16', 3, 2],
  ])
  const { product } = await tryPlaybook(reportService, await app.member(), {
    files: { 'h.csv': HISTORY },
    input: { tickets: 'file:h.csv' },
  })
  expect(product.evidence.map(({ met, left }) => [met, left > 0])).toEqual([
    ['unknown', true], // three rows could not be measured
    ['unknown', false],
    ['yes', false],
  ])
  expect(product.couldNot.join(' ')).toMatch(/before they came in: line 14.*Moments that are none: line 18/s)
})
