import { majorOf, minorOfMajor, plainAmount } from '@atrium/domain/money/minor-units'
import {
  Chart,
  EmptyState,
  formatDate,
  ModelButton,
  PrintButton,
  Select,
  Skeleton,
  sentenceFor,
  useModuleQuery,
} from '@atrium/web/kit'
import { useState } from 'react'
import type wallet from '../module.ts'
import { useAddress } from './address.ts'
import { shownAmount } from './amounts.ts'
import { categoryName, type Facts } from './facts.ts'
import { RatesDialog, RatesUsed } from './rates-dialog.tsx'
import { useTexts } from './texts.ts'

const PERIODS = [1, 3, 6, 12, 24, 60]
const SLICES = 10
/** All currencies, in the main one. */
const ALL = 'all'

/** Net worth, what came in and went out, and where it went. */
export function ReportsView({ facts }: { facts: Facts }) {
  const { t, language } = useTexts()
  const { address, go } = useAddress()
  const [told, setTold] = useState('')
  const [rating, setRating] = useState(false)
  const isSeveral = facts.currencies.length > 1
  const chosen = facts.currencies.includes(address.currency) ? address.currency : (facts.currencies[0] ?? 'EUR')
  const together = isSeveral && chosen !== address.currency
  const months = PERIODS.find((one) => String(one) === address.months) ?? 6
  const { data, error } = useModuleQuery<typeof wallet, 'reports'>('wallet', 'reports', {
    ...(together ? { together } : { currency: chosen }),
    months,
  })
  const currency = data?.currency ?? chosen
  if (error) return <EmptyState title={sentenceFor(error)} />
  const format = (value: number) => shownAmount(minorOfMajor(value, currency) ?? 0, currency, language)
  // Charts count in whole units: the axis of a chart has no use for cents.
  const major = (minor: number) => majorOf(minor, currency)
  const named = (id: string) => categoryName(facts, id) || t('reports.other')
  const rows = data?.months.map((row) => ({
    month: row.month,
    worth: major(row.worth),
    income: major(row.income),
    spent: major(row.spent),
  }))
  const formatX = (value: unknown) => formatDate(`${String(value)}-15`, language, { month: 'short', year: '2-digit' })
  const prompt = () =>
    [
      `My spending of the last ${months} months in ${currency}, by category:`,
      ...(data?.spending ?? []).map(({ category, amount }) => `- ${named(category)}: ${plainAmount(amount, currency)}`),
      'By month (income, spending, net worth):',
      ...(data?.months ?? []).map(
        (row) =>
          `- ${row.month}: ${[row.income, row.spent, row.worth].map((one) => plainAmount(one, currency)).join(', ')}`,
      ),
      'Explain in a few short sentences where the money goes and what stands out. Use only these numbers and name them.',
    ].join('\n')
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <div className="flex flex-wrap items-end gap-3 print:hidden">
        <Select
          label={t('reports.months')}
          value={String(months)}
          options={PERIODS.map((count) => ({ value: String(count), label: t('reports.lastMonths', { count }) }))}
          onChange={({ target }) => go({ months: target.value })}
        />
        {isSeveral && (
          <Select
            label={t('account.currency')}
            value={together ? ALL : chosen}
            options={[
              { value: ALL, label: t('reports.together') },
              ...facts.currencies.map((value) => ({ value, label: value })),
            ]}
            onChange={({ target }) => go({ currency: target.value })}
          />
        )}
        <div className="ms-auto flex flex-wrap gap-2">
          <ModelButton label={t('reports.explain')} prompt={prompt} onText={setTold} disabled={!data} />
          <PrintButton />
        </div>
      </div>
      {together && data && <RatesUsed missing={data.missing} onOpen={() => setRating(true)} />}
      {rating && <RatesDialog facts={facts} onClose={() => setRating(false)} />}
      {told && <p className="max-w-prose whitespace-pre-line rounded-lg bg-surface p-4">{told}</p>}
      {!data || !rows ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <div className="grid min-w-0 gap-x-10 gap-y-8 xl:grid-cols-2">
          <section className="min-w-0">
            <h2 className="mb-3 flex flex-wrap items-baseline gap-x-4 text-base font-medium">
              {t('reports.worth')}
              <span className="text-sm font-normal text-muted">
                {t('reports.assets', { amount: shownAmount(data.months.at(-1)?.assets ?? 0, currency, language) })}
              </span>
              <span className="text-sm font-normal text-muted">
                {t('reports.debts', { amount: shownAmount(data.months.at(-1)?.debts ?? 0, currency, language) })}
              </span>
            </h2>
            <Chart
              kind="area"
              data={rows}
              x="month"
              series={[{ key: 'worth', label: t('reports.worth'), highlighted: true }]}
              format={format}
              formatX={formatX}
              label={t('reports.worth')}
            />
          </section>
          <section className="min-w-0">
            <h2 className="mb-3 text-base font-medium">{t('reports.flow')}</h2>
            <Chart
              kind="bar"
              data={rows}
              x="month"
              series={[
                { key: 'income', label: t('reports.income') },
                { key: 'spent', label: t('reports.spent'), highlighted: true },
              ]}
              format={format}
              formatX={formatX}
              label={t('reports.flow')}
            />
          </section>
          <Sums
            title={t('reports.byCategory')}
            rows={data.spending.map(({ category, amount }) => ({ name: named(category), amount }))}
            currency={currency}
          />
          <Sums
            title={t('reports.byPayee')}
            rows={data.payees.map(({ payee, amount }) => ({ name: payee, amount }))}
            currency={currency}
          />
        </div>
      )}
    </div>
  )
}

/** The largest sums as bars: read as a list, looked at as a chart. */
function Sums({
  title,
  rows,
  currency,
}: {
  title: string
  rows: { name: string; amount: number }[]
  currency: string
}) {
  const { language } = useTexts()
  const most = rows[0]?.amount ?? 1
  return (
    <section className="min-w-0">
      <h2 className="mb-3 text-base font-medium">{title}</h2>
      <ul className="flex flex-col gap-2 text-sm">
        {rows.slice(0, SLICES).map(({ name, amount }) => (
          <li key={name}>
            <div className="flex justify-between gap-3">
              <span dir="auto" className="truncate">
                {name}
              </span>
              <span className="tabular">{shownAmount(amount, currency, language)}</span>
            </div>
            <div
              aria-hidden
              className="mt-1 h-1.5 rounded-full bg-accent"
              style={{ width: `${Math.max(1, (amount / most) * 100)}%` }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
