import { tableBlock } from '../kit/blocks.ts'
import { major, saidPercent } from '../kit/money.ts'
import { addMonths } from '../kit/periods.ts'
import { rounded, sumOf } from '../kit/statistics.ts'
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
  const total = sumOf([...now.values()])
  return ids
    .map((id) => {
      const [actual, budget] = [now.get(id) ?? 0, budgeted.get(id) ?? 0]
      const yardstick = budget !== 0 ? budget : hasAverage ? (average.get(id) ?? 0) : 0
      const away = yardstick - actual
      const isFar = yardstick !== 0 && Math.abs(away) > (Math.abs(yardstick) * percent) / 100
      return {
        category: categories.find((one) => one.id === id)?.name ?? 'No category',
        actual: major(actual, currency),
        before: major(before.get(id) ?? 0, currency),
        average: hasAverage ? rounded(major(average.get(id) ?? 0, currency), 2) : null,
        budget: budget === 0 ? null : major(budget, currency),
        variance: budget === 0 ? null : major(budget - actual, currency),
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
  { what: 'Cash at the beginning', amount: major(start, currency), source: balances },
  { what: '+ Income', amount: major(income, currency), source },
  { what: '− Spending', amount: major(-spending, currency), source },
  {
    what: '± Cards, loans, investments and starting balances',
    amount: major(end - start - income + spending, currency),
    source: 'what is left between the other lines',
  },
  { what: 'Cash at the end', amount: major(end, currency), source: balances },
]

/** The payees whose sums changed most against the month before. */
export const driverTable = (
  drivers: readonly { payee: string; amount: number; before: number }[],
  month: string,
  currency: string,
) =>
  tableBlock(
    `What changed most by payee, ${currency}`,
    { payee: 'Payee', actual: month, before: addMonths(month, -1), change: 'Change' },
    drivers.slice(0, 10).map(({ payee, amount, before }) => ({
      payee,
      actual: major(amount, currency),
      before: major(before, currency),
      change: major(amount - before, currency),
    })),
  )
