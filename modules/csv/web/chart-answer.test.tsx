import { expect, test } from 'vitest'
import { page } from '../../../web/src/records/test-page.tsx'
import type { ChartData, ChartSpec } from '../measuring/chart-data.ts'
import { ChartAnswer } from './chart-panels.tsx'

const SPEC: ChartSpec = { kind: 'bar', x: 'city', y: 'n', measure: 'sum', period: '', group: '', split: '' }
const DATA: ChartData = {
  x: 'text',
  panels: [{ title: '', data: [{ x: 'Oslo', n: 3 }], series: [{ key: 'n', name: 'Sum of n' }] }],
  leftOut: { points: 0, bars: 0, series: 0, panels: 0 },
} as unknown as ChartData
const answer = { data: DATA, error: null, isPlaceholderData: false }

test('a chart is shown once it is of what is asked for; the one before is none meanwhile', async () => {
  const screen = await page(<ChartAnswer spec={SPEC} answer={answer} />)
  const chart = screen.getByRole('figure')
  await expect.element(chart).toBeVisible()
  const other = { ...SPEC, kind: 'line', measure: 'average' } as const
  const rendered = (more: object) => <ChartAnswer spec={other} answer={{ ...answer, ...more }} />
  const second = await page(rendered({ isPlaceholderData: true }))
  expect(second.container.querySelector('[aria-busy]')).not.toBeNull()
  expect(second.container.querySelector('figure, svg, table')).toBeNull()
  const third = await page(rendered({ isPlaceholderData: true, error: new Error('There is no such column.') }))
  await expect.element(third.getByText('There is no such column.')).toBeVisible()
})
