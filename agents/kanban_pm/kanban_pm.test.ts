import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import type { Card } from './cards.ts'
import { checkBoard } from './check-board.ts'
import { howMany, whenDone } from './delivery-forecast.ts'
import { cycleTimes, flowOf, littlesLaw } from './flow.ts'
import { measureFlow } from './measure-flow.ts'

const app = await testApp()
const nobody = { call: () => Promise.reject(new Error('No action is called.')) }
const tableOf = (product: Awaited<ReturnType<typeof tryPlaybook>>['product'], title: string) =>
  product.blocks.flatMap((block) => (block.kind === 'table' && block.title.startsWith(title) ? [block] : []))[0]
const card = (started: string | null, done: string | null): Card => ({
  where: '',
  key: '',
  title: 't',
  status: done ? 'Done' : 'Doing',
  assignee: '',
  created: started,
  started,
  done,
  due: null,
  blocked: '',
})

test('Little’s law holds exactly where one card a day begins and ends after three', () => {
  const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
  const cards = Array.from({ length: 60 }, (_, at) => card(day(at), day(at + 3)))
  expect(littlesLaw(cards, day(10), day(49), true)).toMatchObject({ wip: 3, throughput: 1, expectedDays: 3, drift: 0 })
  expect(flowOf(cycleTimes(cards, true).map(({ days }) => days))).toMatchObject({ p50: 4, p85: 4, mean: 4 })
})

test('a steady team is forecast exactly, the same board the same way, and more certainty never means sooner', () => {
  expect(whenDone(10, [2, 2, 2])?.weeks).toEqual({ p50: 5, p85: 5, p95: 5 })
  expect(howMany(4, [2, 2, 2])).toEqual({ p50: 8, p85: 8, p95: 8 })
  expect(whenDone(5, [0, 0])).toBeNull()
  const weeks = fc.array(fc.nat(6), { minLength: 3, maxLength: 8 }).filter((all) => all.some((one) => one > 0))
  fc.assert(
    fc.property(weeks, fc.integer({ min: 1, max: 20 }), (all, remaining) => {
      const one = whenDone(remaining, all)
      expect(one).toEqual(whenDone(remaining, all))
      expect((one?.weeks.p50 ?? 0) <= (one?.weeks.p85 ?? 0) && (one?.weeks.p85 ?? 0) <= (one?.weeks.p95 ?? 0)).toBe(
        true,
      )
    }),
    { numRuns: 20 },
  )
})

test('the sample board: what is over its limit, blocked, late, stuck and nobody’s is named, impossible rows are left out', async () => {
  const { product } = await tryPlaybook(checkBoard, nobody)
  expect(tableOf(product, 'Columns')?.rows.find(({ column }) => column === 'In progress')).toMatchObject({
    count: 6,
    limit: 5,
    state: '1 too many',
  })
  const found = tableOf(product, 'Stuck')?.rows.map(({ what, key }) => `${key} ${what}`)
  expect(found).toEqual(expect.arrayContaining(['K-23 Blocked', 'K-20 Late', 'K-19 Stuck', 'K-22 Nobody’s']))
  expect(product.couldNot[0]).toContain('lines 31, 32, 33, 34')
  const flow = (await tryPlaybook(measureFlow, nobody)).product
  expect(flow.evidence.map(({ met }) => met)).toEqual(['yes', 'yes', 'yes'])
  expect(tableOf(flow, 'When 11 cards')?.rows).toHaveLength(3)
  await expect(tryPlaybook(measureFlow, nobody, { files: { 'board.csv': 'Title,Status\nA,To do' } })).rejects.toThrow(
    'Nothing was finished',
  )
})

test('the Task Inbox alone is a board, and findings go there only with a yes', async () => {
  const person = await app.member()
  await expect(tryPlaybook(checkBoard, person, { input: {} })).rejects.toThrow('The Task Inbox is empty')
  for (const title of ['One', 'Two', 'Three']) await person.call('POST', '/api/m/tasks/add', { title })
  await person.call('POST', '/api/m/tasks/add', { title: 'Late one', due: '2026-01-05', contexts: ['doing'] })
  for (const title of ['One', 'Two']) await person.call('POST', '/api/m/tasks/done', { title })
  const refused = await tryPlaybook(checkBoard, person, {
    input: { tasks: true },
    decide: () => ({ done: false, reason: 'Later.' }),
  })
  expect(tableOf(refused.product, 'Stuck')?.rows[0]).toMatchObject({ what: 'Late', title: 'Late one' })
  expect(refused.product.couldNot.join(' ')).toContain('Later.')
  const flow = await tryPlaybook(measureFlow, person, { input: {}, now: new Date() })
  expect(flow.product.summary).toContain('2 finished cards')
})
