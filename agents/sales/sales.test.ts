import { expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { readTable } from '../kit/table.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { readPipeline } from './deal.ts'
import { concernedDeals } from './deal-health.ts'
import { dealMessage } from './deal-message.ts'
import { draftFollowUps } from './draft-follow-ups.ts'
import { pipelineFigures, quarterOf } from './pipeline-figures.ts'
import { reviewPipeline } from './review-pipeline.ts'
import { ANSWERS } from './samples.ts'

const app = await testApp()
const dealsOf = (rows: string) =>
  readPipeline(
    readTable({
      name: 'd.csv',
      text: `Deal,Stage,Amount,Probability,Created,Close date,Last activity,Next step\n${rows}`,
    }),
  ).deals

test('the figures are those of the formulas', () => {
  const deals = dealsOf(
    [
      'A,Proposal,10000,50%,2026-01-01,2026-03-20,2026-03-10,Call',
      'B,Qualified,20000,0.25,2026-01-01,2026-05-01,2026-03-10,Call',
      'C,Closed won,8000,,2026-01-01,2026-01-31,,',
      'D,Closed won,12000,,2025-11-01,2025-12-21,,',
      'E,Closed lost,5000,,2026-01-01,2026-02-01,,',
      'F,Closed lost,5000,,2026-01-01,2026-02-01,,',
    ].join('\n'),
  )
  const figures = pipelineFigures(deals, '2026-03-16', 28_000)
  expect(figures).toMatchObject({ open: 2, openAmount: 30_000, weighted: 10_000, winRate: 0.5, averageWon: 10_000 })
  // 30 and 50 days; velocity: 2 deals × 50 % × 10,000 ÷ 40 days
  expect(figures).toMatchObject({ cycleDays: 40, velocity: 250 })
  // won in the quarter 8,000, missing 20,000, and 10,000 shall close in it
  expect(figures).toMatchObject({ wonAmount: 8000, gap: 20_000, coverage: 0.5 })
  expect(quarterOf('2024-02-29')).toEqual({ from: '2024-01-01', to: '2024-03-31', name: 'Q1 2024' })
})

test('a deal is worth a word when it is late, silent, or promises more than its stage bears', () => {
  const deals = dealsOf(
    [
      'Late,Proposal,100,,2026-01-01,2026-03-15,2026-03-15,Call',
      'Silent,Proposal,100,,2026-01-01,2026-06-01,2026-03-01,Call',
      'Fine,Proposal,100,,2026-01-01,2026-06-01,2026-03-02,Call',
      'Rushed,New,100,,2026-01-01,2026-03-20,2026-03-15,Call',
      'Bare,New,,,,,,',
    ].join('\n'),
  )
  const found = concernedDeals(deals, '2026-03-16', 14, pipelineFigures(deals, '2026-03-16', null))
  expect(Object.fromEntries(found.map(({ deal, concerns }) => [deal.name, concerns.map(({ kind }) => kind)]))).toEqual({
    Late: ['overdue'],
    Silent: ['silent'],
    Rushed: ['rushed'],
    Bare: ['no next step', 'no amount', 'no close date'],
  })
})

test('the sample is reviewed: every row told, tasks only after a word', async () => {
  const person = await app.member()
  const { product } = await tryPlaybook(reviewPipeline, person, { answers: ANSWERS })
  expect(product.evidence.map(({ met }) => met)).toEqual(['yes', 'unknown', 'yes'])
  expect(product.couldNot.join(' ')).toMatch(/line 16.*line 12.*another currency than EUR.*line 11/s)
  const refused = await tryPlaybook(reviewPipeline, await app.member(), {
    decide: () => ({ done: false, reason: 'Later.' }),
  })
  expect(refused.product.couldNot.join(' ')).toContain('No tasks were put into the Task Inbox: Later.')
})

test('silent deals get one question each, and a mail goes out by its own word alone', async () => {
  const person = await app.member()
  const { product, acted } = await tryPlaybook(draftFollowUps, person, { answers: ANSWERS })
  expect(acted).toEqual([])
  expect(product.evidence.map(({ met }) => met)).toEqual(['yes', 'yes'])
  const sent = await tryPlaybook(draftFollowUps, person, {
    input: { deals: 'file:deals.csv', silence: 14, send: true },
    decide: (_, { to }) => (String(to).startsWith('marta') ? { done: false, reason: 'I will call her.' } : 'do'),
  })
  expect(sent.acted.map(({ action }) => action)).toEqual(['mail.send', 'mail.send', 'mail.send'])
  expect(sent.product.summary).toContain('2 sent.')
  expect(sent.product.couldNot.join(' ')).toContain('I will call her.')
  const [strange] = dealsOf('Win at www.evil.example now,Proposal,1,,,,,')
  expect(dealMessage(strange!, { offer: 'x', sender: 'y' }, ['a', 'b']).subject).toBe('Where do we stand')
})

test('a table without stages is no pipeline', async () => {
  await expect(
    tryPlaybook(reviewPipeline, await app.member(), { files: { 'x.csv': 'a,b\n1,2' }, input: { deals: 'file:x.csv' } }),
  ).rejects.toThrow('no column for the stage of a deal')
})
