import { shiftMonth } from '@atrium/domain/dates/days'
import { majorOf } from '@atrium/domain/money/minor-units'
import { rounded } from '@atrium/domain/numbers/rounding'
import { sum } from '@atrium/domain/statistics/summary'
import { tableBlock } from '../kit/blocks.ts'
import { saidPercent } from '../kit/telling.ts'
import type { WalletCategory } from '../kit/wallet-records.ts'

export interface Compared {
  now: ReadonlyMap<string, number>
  before: ReadonlyMap<string, number>
  average: ReadonlyMap<string, number>
  budgeted: ReadonlyMap<string, number>
  categories: readonly WalletCategory[]
  currency: string
  percent: number
  hasAverage: boolean
}

/** Favourable (F) when less was spent than the yardstick, adverse (A) when more: the budget, else the average, else none. */
export function variancesOf({ now, before, average, budgeted, categories, currency, percent, hasAverage }: Compared) {
  const isIncome = new Set(categories.filter((one) => one.isIncome).map(({ id }) => id))
  const ids = [
    ...new Set([
      ...now.keys(),
      ...before.keys(),
      ...[...budgeted].filter(([, amount]) => amount !== 0).map(([id]) => id),
    ]),
  ].filter((id) => !isIncome.has(id))
  const total = sum([...now.values()])
  return ids
    .map((id) => {
      const [actual, budget] = [now.get(id) ?? 0, budgeted.get(id) ?? 0]
      const yardstick = budget !== 0 ? budget : hasAverage ? (average.get(id) ?? 0) : 0
      const away = yardstick - actual
      const isFar = yardstick !== 0 && Math.abs(away) > (Math.abs(yardstick) * percent) / 100
      return {
        category: categories.find((one) => one.id === id)?.name ?? 'No category',
        actual: majorOf(actual, currency),
        before: majorOf(before.get(id) ?? 0, currency),
        average: hasAverage ? rounded(majorOf(average.get(id) ?? 0, currency), 2) : null,
        budget: budget === 0 ? null : majorOf(budget, currency),
        variance: budget === 0 ? null : majorOf(budget - actual, currency),
        share: total === 0 ? null : rounded((100 * actual) / total),
        remark: isFar
          ? `${away >= 0 ? 'F' : 'A'} ${saidPercent(Math.abs(away), Math.abs(yardstick))} ${away >= 0 ? 'under' : 'over'} ${budget !== 0 ? 'budget' : 'average'}`
          : '',
      }
    })
    .sort((a, b) => b.actual - a.actual)
}

/** What the result does not explain came from cards, loans, investments and transfers to them. */
export const bridge = (
  start: number,
  income: number,
  spending: number,
  end: number,
  currency: string,
  source: string,
  balances: string,
) => [
  { what: 'Cash at the beginning', amount: majorOf(start, currency), source: balances },
  { what: '+ Income', amount: majorOf(income, currency), source },
  { what: '− Spending', amount: majorOf(-spending, currency), source },
  {
    what: '± Cards, loans, investments and starting balances',
    amount: majorOf(end - start - income + spending, currency),
    source: 'what is left between the other lines',
  },
  { what: 'Cash at the end', amount: majorOf(end, currency), source: balances },
]

/** The payees whose sums changed most against the month before. */
export const driverTable = (
  drivers: readonly { payee: string; amount: number; before: number }[],
  month: string,
  currency: string,
) =>
  tableBlock(
    `What changed most by payee, ${currency}`,
    { payee: 'Payee', actual: month, before: shiftMonth(month, -1), change: 'Change' },
    drivers.slice(0, 10).map(({ payee, amount, before }) => ({
      payee,
      actual: majorOf(amount, currency),
      before: majorOf(before, currency),
      change: majorOf(amount - before, currency),
    })),
  )
