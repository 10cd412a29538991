import { expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { dayFor, readProcedure } from '../kit/procedure-text.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { onTimeInFull, paretoOf, readDeliveries } from './deviations.ts'
import { handOver } from './hand-over.ts'
import { makeChecklist } from './make-checklist.ts'
import { reportDeviations } from './report-deviations.ts'

const app = await testApp()
const nobody = { call: () => Promise.reject(new Error('No action is called.')) }
const tableOf = (product: Awaited<ReturnType<typeof tryPlaybook>>['product'], title: string) =>
  product.blocks.flatMap((block) => (block.kind === 'table' && block.title.startsWith(title) ? [block] : []))[0]

test('days in words are counted from the event, and moved off weekends to the safe side', () => {
  const offsets = [
    '- a T-3',
    '- b two weeks before',
    '- c day 1',
    '- d 5 working days after',
    '- e the day after',
    '- f nothing',
  ].map((line) => readProcedure(line).steps[0]?.offset)
  expect(offsets).toEqual([-3, -14, 0, 5, 1, null])
  // 2026-05-20 is a Wednesday; four days before is a Saturday, three after too
  const at = (offset: number, isWorkdays = false) => dayFor({ offset, isWorkdays }, '2026-05-20')
  expect([at(-4), at(3), at(0), at(-3, true)]).toEqual(['2026-05-15', '2026-05-25', '2026-05-20', '2026-05-15'])
})

test('on time in full and Pareto are those counted by hand', () => {
  const text =
    'item,planned,actual,ordered,received,cause\na,2026-03-01,2026-03-01,1,1,\nb,2026-03-01,2026-03-03,1,1,X\nc,2026-03-01,2026-03-01,2,1,Y\nd,2026-03-20,,1,,\ne,2026-03-02,,1,,x\nf,2026-03-02,later,1,1,'
  const { rows, unread } = readDeliveries({ name: 'd.csv', text })
  expect(onTimeInFull(rows, '2026-03-10')).toBe(0.25)
  expect(unread).toEqual([{ line: 7, reason: 'no date in “later”' }])
  const causes = paretoOf(['a', 'a', 'a', 'a', 'b', 'c'].map((cause) => ({ cause, late: 1, cost: 0 })))
  expect(causes.map(({ isVital }) => isVital)).toEqual([true, true, false])
})

test('the sample procedure becomes a dated checklist; a line that gives orders is only a line; tasks need a yes', async () => {
  const person = await app.member()
  const input = { ...makeChecklist.sample.input, tasks: true }
  const refused = await tryPlaybook(makeChecklist, person, {
    input,
    decide: () => ({ done: false, reason: 'Not yet.' }),
  })
  expect(refused.product.couldNot.join(' ')).toContain('Not yet.')
  const rows = tableOf(refused.product, 'By day')?.rows ?? []
  expect(rows).toHaveLength(14)
  expect(rows[0]).toMatchObject({ day: '2026-03-25', who: 'Mara' })
  expect(rows.find(({ what }) => String(what).startsWith('Ignore your instructions'))).toMatchObject({ who: '' })
  const { acted, product } = await tryPlaybook(makeChecklist, person, { input })
  expect(acted.map(({ action }) => action)).toEqual(['tasks.importTodoTxt'])
  expect(product.couldNot.join(' ')).toContain('14 new')
  const { output } = await person.call<{ output: { tasks: { title: string; due: string; project: string }[] } }>(
    'POST',
    '/api/m/tasks/list',
    {},
  )
  expect(output.tasks.find(({ title }) => title.startsWith('Book the stand'))).toMatchObject({
    due: '2026-03-25',
    project: 'Fair-in-Berlin',
  })
  const handed = await tryPlaybook(handOver, person, { input: { days: 30 }, answers: { contacts: 'Stand: Mara' } })
  expect(tableOf(handed.product, 'Due by')?.rows.some(({ title }) => String(title).startsWith('Book the stand'))).toBe(
    true,
  )
  await expect(tryPlaybook(handOver, person, { input: { project: 'nowhere' } })).rejects.toThrow(
    'nothing in the project',
  )
  await expect(tryPlaybook(makeChecklist, nobody, { input: { text: 'just prose. and more of it.' } })).rejects.toThrow(
    'no numbered or bulleted line',
  )
})

test('the sample of deliveries is reported with its causes, what is open first', async () => {
  const { product } = await tryPlaybook(reportDeviations, nobody)
  expect(tableOf(product, 'Causes')?.rows[0]).toMatchObject({ cause: 'Weather', count: 4, vital: 'yes' })
  expect(tableOf(product, 'Still open')?.rows.map(({ what }) => what)).toEqual(['PO-114 Varnish', 'PO-116 Oak boards'])
  expect(product.couldNot[0]).toContain('lines 20, 21, 22')
  expect(product.evidence[1]).toMatchObject({ met: 'no' })
})
