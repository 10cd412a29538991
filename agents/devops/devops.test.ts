import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { flapsOf } from './alert-noise.ts'
import { budgetOf, covered } from './error-budget.ts'
import { reviewWorkflow } from './pipeline-review.ts'
import { reviewPipeline } from './review-pipeline.ts'
import { workflow } from './samples.ts'
import { tuneAlerts } from './tune-alerts.ts'

const app = await testApp()
const rowsOf = (product: { blocks: readonly unknown[] }, title: string) =>
  (product.blocks as { title: string; rows?: Record<string, unknown>[] }[]).find((block) =>
    block.title.startsWith(title),
  )?.rows ?? []

describe('pipelines', () => {
  test('each fault of the sample is found in its line', () => {
    const { jobs, faults } = reviewWorkflow(workflow)
    expect(jobs).toEqual(['test', 'lint', 'deploy'])
    expect(faults.map(({ rule, line }) => `${rule} ${line}`)).toEqual([
      'Secret in the file 9',
      'Others’ code with your secrets 19',
      'Script injection 24',
      'Token permissions 1',
      'Unpinned image 15',
      'Unpinned action 31',
      'Deployment without approval 34',
      'Deployment without tests 34',
      'Unchecked download 38',
      'No time limit 12',
      'Unpinned action 17',
      'Loose install 21',
      'Failures pass 26',
      'No time limit 34',
      'Deployments at once 34',
      'Unpinned action 37',
    ])
  })
  test('a careful workflow has no fault, in either style of lists', () => {
    const careful = `on: push
permissions:
  contents: read
concurrency: deploy
jobs:
  test:
    timeout-minutes: 5
    steps:
    - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8
    - run: npm ci && npm test
  deploy:
    needs: [test]
    environment: production
    timeout-minutes: 5
    steps:
    - run: ./deploy "$TITLE"
      env:
        TITLE: \${{ github.event.head_commit.message }}
`
    expect(reviewWorkflow(careful).faults).toEqual([])
    expect(reviewWorkflow(careful.replace('    needs: [test]\n', '')).faults).toMatchObject([
      { rule: 'Deployment without tests' },
    ])
  })
  test('what is no workflow is refused; the person’s no is said', async () => {
    const person = app.visitor()
    await expect(
      tryPlaybook(reviewPipeline, person, { files: { a: 'hello' }, input: { file: 'file:a' } }),
    ).rejects.toThrow('“a” has no jobs')
    const told = await tryPlaybook(reviewPipeline, person, { decide: () => ({ done: false, reason: 'No.' }) })
    expect(told.product.couldNot).toContain('No tasks were put into the Task Inbox: No.')
  })
})

describe('error budget', () => {
  const minute = 60_000
  test('99.9 % of 30 days are 43.2 minutes; overlaps are counted once', () => {
    const to = Date.UTC(2026, 2, 16)
    const outages = [
      { from: to - 100 * minute, to: to - 80 * minute },
      { from: to - 90 * minute, to: to - 70 * minute },
    ]
    const budget = budgetOf(outages, 0.999, to)
    expect(budget.allowed / minute).toBeCloseTo(43.2, 6)
    expect(budget.spent / minute).toBe(30)
    expect(budget.left).toBeCloseTo(1 - 30 / 43.2, 6)
    expect(budget.burnRate).toBeCloseTo(30 / 1440 / 0.001, 6)
  })
  test('what outages cover is what counting each minute gives', () => {
    const outage = fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 }))
      .map(([from, long]) => ({ from, to: from + long }))
    fc.assert(
      fc.property(fc.array(outage, { maxLength: 8 }), (outages) => {
        const counted = Array.from({ length: 50 }, (_, at) => at + 5).filter((at) =>
          outages.some(({ from, to }) => at >= from && at < to),
        ).length
        expect(covered(outages, 5, 55)).toBe(counted)
      }),
    )
  })
  test('monitors that flap, mend themselves or are never taken get their advice', async () => {
    const told = await tryPlaybook(tuneAlerts, app.visitor())
    expect(
      rowsOf(told.product, 'Monitors').map(({ monitor, firings, healed, advice }) => [
        monitor,
        firings,
        healed,
        String(advice).split(':')[0],
      ]),
    ).toEqual([
      ['Disk nearly full', 4, 4, 'Flaps'],
      ['Checkout errors', 3, 0, 'Keep it, and link its runbook.'],
      ['Queue is long', 3, 0, 'Nobody ever took it'],
      ['Certificate ends', 1, 0, 'Too few firings to judge.'],
      ['Checkout latency', 1, 0, 'Too few firings to judge.'],
      ['Search is slow', 1, 0, 'Too few firings to judge.'],
    ])
    // 14:00 to 14:30 on one day, by two alerts, and eight minutes on another: 38 of 43.2
    expect(told.product.summary).toContain('allows 43 min; 38 min were spent, 12 % is left')
    expect(told.product.couldNot.join(' ')).toMatch(
      /can be read: line 14.*before it fired: line 15.*not in the budget: line 13/,
    )
    expect(flapsOf([0, 1, 2, 10 * 3_600_000].map((at) => at))).toBe(1)
  })
})
