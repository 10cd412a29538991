import { expect, test } from 'vitest'
import { tryPlaybook } from '../kit/test-job.ts'
import { onTimeInFull, paretoOf, readDeliveries } from './deviations.ts'
import { reportDeviations } from './report-deviations.ts'

const nobody = { call: () => Promise.reject(new Error('No action is called.')) }
const tableOf = (product: Awaited<ReturnType<typeof tryPlaybook>>['product'], title: string) =>
  product.blocks.flatMap((block) => (block.kind === 'table' && block.title.startsWith(title) ? [block] : []))[0]

test('on time in full and Pareto are those counted by hand', () => {
  const text =
    'item,planned,actual,ordered,received,cause\na,2026-03-01,2026-03-01,1,1,\nb,2026-03-01,2026-03-03,1,1,X\nc,2026-03-01,2026-03-01,2,1,Y\nd,2026-03-20,,1,,\ne,2026-03-02,,1,,x\nf,2026-03-02,later,1,1,'
  const { rows, unread } = readDeliveries({ name: 'd.csv', text })
  expect(onTimeInFull(rows, '2026-03-10')).toBe(0.25)
  expect(unread).toEqual([{ line: 7, reason: 'no date in “later”' }])
  const causes = paretoOf(['a', 'a', 'a', 'a', 'b', 'c'].map((cause) => ({ cause, late: 1, cost: 0 })))
  expect(causes.map(({ isVital }) => isVital)).toEqual([true, true, false])
})

test('the sample of deliveries is reported with its causes, what is open first', async () => {
  const { product } = await tryPlaybook(reportDeviations, nobody)
  expect(tableOf(product, 'Causes')?.rows[0]).toMatchObject({ cause: 'Weather', count: 4, vital: 'yes' })
  expect(tableOf(product, 'Still open')?.rows.map(({ what }) => what)).toEqual(['PO-114 Varnish', 'PO-116 Oak boards'])
  expect(product.couldNot[0]).toContain('lines 20, 21, 22')
  expect(product.evidence[1]).toMatchObject({ met: 'no' })
})
