import './styles.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { i18n } from '../i18n/index.ts'
import { Chart } from './chart.tsx'
import { formatDate, formatNumber, money } from './formats.ts'

await i18n.loadNamespaces('kit')

const data = [
  { month: '2026-01', spent: 1200, planned: 1000 },
  { month: '2026-02', spent: 800, planned: 1000 },
  { month: '2026-03', spent: 1550, planned: 1000 },
]
const series = [
  { key: 'spent' as const, label: 'Spent', highlighted: true },
  { key: 'planned' as const, label: 'Planned' },
]
/** The first one waits for Recharts. */
const loaded = { timeout: 30_000 }
const euros = (cents: number) => money(cents, 'EUR', 'en')

test('a line chart names its lines where they end, and its table has every number', async () => {
  const screen = await render(
    <Chart kind="line" data={data} x="month" series={series} format={euros} label="Spending" />,
  )
  await expect.element(screen.getByRole('img', { name: 'Chart: Spending' })).toBeVisible()
  const texts = () => [...document.querySelectorAll('svg text')].map((text) => text.textContent)
  await expect.poll(texts, loaded).toEqual(expect.arrayContaining(['Spent', 'Planned', '2026-02']))
  await screen.getByRole('button', { name: 'Show as table' }).click()
  await expect.element(screen.getByRole('row', { name: '2026-03 €15.50 €10.00' })).toBeVisible()
})

test('bars stand on nought and say their number', async () => {
  await render(<Chart kind="bar" data={data} x="month" series={series.slice(0, 1)} format={euros} label="Spending" />)
  const texts = () => [...document.querySelectorAll('svg text')].map((text) => text.textContent)
  await expect.poll(texts).toEqual(expect.arrayContaining(['€0.00', '€8.00', '€15.50']))
})

test('whole numbers are counted in whole steps', async () => {
  const few = ['Mon', 'Tue', 'Wed'].map((day, cards) => ({ day, cards }))
  await render(<Chart kind="area" data={few} x="day" series={[{ key: 'cards', label: 'Cards' }]} label="Reviews" />)
  const numbers = () =>
    [...document.querySelectorAll('svg text')].flatMap(({ textContent: text }) =>
      /^\d/.test(text ?? '') ? [text] : [],
    )
  await expect.poll(numbers, loaded).toEqual(['0', '1', '2'])
})

test.each(['area', 'pie', 'scatter'] as const)('a chart of the kind %s is drawn', async (kind) => {
  const points = data.map((row, day) => ({ ...row, day }))
  await render(<Chart kind={kind} data={points} x={kind === 'scatter' ? 'day' : 'month'} series={series} label="x" />)
  await expect.poll(() => document.querySelectorAll('svg path').length).toBeGreaterThan(1)
})

test('without data it says so', async () => {
  const screen = await render(<Chart kind="pie" data={[]} x={'month' as never} series={[]} label="Spending" />)
  await expect.element(screen.getByText('Nothing to show yet')).toBeVisible()
})

test('money, numbers and days are written as the language does', () => {
  expect(money(123456, 'EUR', 'de')).toBe('1.234,56\u00a0€')
  expect(money(-50, 'USD', 'en')).toBe('-$0.50')
  expect(money(123456, 'JPY', 'en')).toBe('¥123,456')
  expect(money(1000, '', 'en')).toBe('10.00')
  expect(formatNumber(1234.5, 'fr')).toBe('1\u202f234,5')
  expect(formatDate('2026-03-01', 'en', { dateStyle: 'long' })).toBe('March 1, 2026')
  expect(formatDate('soon', 'en')).toBe('soon')
})
