/* biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */
import { Button, EmptyState, formatNumber, IconButton, PrintButton, Select, Skeleton } from '@atrium/web/kit'
import { Plus, X } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { isDated, isNumeric } from '../kinds.ts'
import { type Measure, measures, periods } from '../measuring/grouping.ts'
import { type Pivot, type PivotSpec, type PivotValue, pivotTable } from '../measuring/pivot.ts'
import type { Profile } from '../measuring/profile.ts'
import type { DatasetRow } from '../module.ts'
import { bareName } from '../writing.ts'
import { useAddress } from './address.ts'
import { ask, sourceOf, useAnswer } from './client.ts'
import { ExportChoices } from './export-choices.tsx'
import { choicesOf } from './facet-panel.tsx'
import { shownCount } from './formats.ts'
import { firstPivot, specIn } from './pivot-address.ts'
import { Loading, Problem } from './problem.tsx'
import { useTexts } from './texts.ts'

const ROWS_MAX = 3
const VALUES_MAX = 4
/** Rows that are drawn; the export has them all. */
const DRAWN = 500

/** The table summed up by the values of its columns: down, across, with totals. */
export function PivotView({ dataset }: { dataset: DatasetRow }) {
  const { t } = useTexts()
  const { facets } = useAddress()
  const [params, setParams] = useSearchParams()
  const source = sourceOf(dataset)
  const { data: opened, error, refetch } = useAnswer('open', [source])
  const columns = opened?.columns ?? []
  const spec = specIn(params.get('p'), columns) ?? firstPivot(columns)
  const choices = choicesOf(facets).filter(({ column }) => columns.some(({ name }) => name === column))
  const { data: pivot, error: refused, isPlaceholderData } = useAnswer('pivot', opened ? [source, choices, spec] : null)
  if (error) return <Problem error={error} onAgain={refetch} />
  if (!opened) return <Loading source={source} />
  const set = (change: Partial<PivotSpec>) =>
    setParams(
      (before) => new URLSearchParams({ ...Object.fromEntries(before), p: JSON.stringify({ ...spec, ...change }) }),
      {
        replace: true,
      },
    )
  const valueName = ({ column, measure }: PivotValue) =>
    column === '' || measure === 'count' ? t('chart.of.count') : t(`chart.of.${measure}`, { column })
  const words = { total: t('pivot.total'), blank: t('facet.blankValue'), values: spec.values.map(valueName) }
  return (
    <div className="flex flex-col gap-5">
      <PivotForm spec={spec} columns={columns} onSpec={set} />
      <div className="flex items-center justify-end gap-2">
        <PrintButton />
        <ExportChoices
          name={`${bareName(dataset.name)} – ${t('views.pivot')}`}
          size="sm"
          write={async (format) =>
            ask('writeTable', pivotTable(await ask('pivot', source, choices, spec), spec, words), format)
          }
        />
      </div>
      {refused ? (
        <Problem error={refused} />
      ) : pivot && !isPlaceholderData ? (
        <PivotTable pivot={pivot} spec={spec} words={words} />
      ) : (
        <Skeleton className="h-64 w-full rounded-lg" />
      )}
    </div>
  )
}

interface PivotFormProps {
  spec: PivotSpec
  columns: readonly Profile[]
  onSpec: (change: Partial<PivotSpec>) => void
}

function PivotForm({ spec, columns, onSpec }: PivotFormProps) {
  const { t } = useTexts()
  const { rows, across, values, period } = spec
  const names = (none: string | null, without: readonly string[] = []) => [
    ...(none === null ? [] : [{ value: '', label: none }]),
    ...columns.filter(({ name }) => !without.includes(name)).map(({ name }) => ({ value: name, label: name })),
  ]
  const typeOf = (name: string) => columns.find((one) => one.name === name)?.type ?? 'text'
  const hasDays = [...rows, across].some((name) => isDated(typeOf(name)))
  const setValue = (at: number, change: Partial<PivotValue>) =>
    onSpec({ values: values.map((one, place) => (place === at ? { ...one, ...change } : one)) })
  const setRow = (at: number, name: string) =>
    onSpec({
      rows: (at < rows.length ? rows.map((one, place) => (place === at ? name : one)) : [...rows, name]).filter(
        Boolean,
      ),
    })
  return (
    <section
      aria-label={t('pivot.form')}
      className="flex flex-col gap-4 rounded-lg border border-line p-4 print:hidden"
    >
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {Array.from({ length: Math.min(ROWS_MAX, rows.length + 1) }, (_, at) => (
          <Select
            key={at}
            label={at === 0 ? t('pivot.rows') : t('pivot.thenBy')}
            value={rows[at] ?? ''}
            options={names(
              t('none'),
              rows.filter((_, place) => place !== at),
            )}
            onChange={({ target }) => setRow(at, target.value)}
          />
        ))}
        <Select
          label={t('pivot.across')}
          value={across}
          options={names(t('none'), rows)}
          onChange={({ target }) => onSpec({ across: target.value })}
        />
        {hasDays && (
          <Select
            label={t('pivot.period')}
            value={period}
            options={['' as const, ...periods].map((value) => ({
              value,
              label: t(`chart.periods.${value || 'none'}`),
            }))}
            onChange={({ target }) => onSpec({ period: target.value as PivotSpec['period'] })}
          />
        )}
      </div>
      <div className="flex flex-wrap items-end gap-3">
        {values.map(({ column, measure }, at) => (
          <div key={at} className="flex min-w-0 items-end gap-1.5">
            <Select
              label={t('pivot.value')}
              value={column}
              options={names(t('chart.rows'))}
              onChange={({ target: { value } }) =>
                setValue(at, {
                  column: value,
                  measure:
                    value === ''
                      ? 'count'
                      : isNumeric(typeOf(value))
                        ? measure === 'count'
                          ? 'sum'
                          : measure
                        : 'distinct',
                })
              }
            />
            {column !== '' && (
              <Select
                label={t('chart.measure')}
                value={measure}
                options={measures.map((value) => ({ value, label: t(`chart.measures.${value}`) }))}
                onChange={({ target }) => setValue(at, { measure: target.value as Measure })}
              />
            )}
            {values.length > 1 && (
              <IconButton
                label={t('pivot.removeValue')}
                icon={<X />}
                onClick={() => onSpec({ values: values.filter((_, place) => place !== at) })}
              />
            )}
          </div>
        ))}
        {values.length < VALUES_MAX && (
          <Button
            variant="ghost"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => onSpec({ values: [...values, { column: '', measure: 'count' }] })}
          >
            {t('pivot.addValue')}
          </Button>
        )}
      </div>
    </section>
  )
}

interface PivotTableProps {
  pivot: Pivot
  spec: PivotSpec
  words: { total: string; blank: string; values: readonly string[] }
}

function PivotTable({ pivot, spec, words }: PivotTableProps) {
  const { t, language } = useTexts()
  const { rows, across, cells, rowTotals, columnTotals, total } = pivot
  if (rows.length === 0) return <EmptyState title={t('grid.none')} />
  const hasAcross = spec.across !== ''
  const hasValues = words.values.length > 1 || !hasAcross
  const amount = (value: number | null | undefined, key: string, isStrong = false) => (
    <td
      key={key}
      className={`border-t border-line/50 px-3 py-1.5 text-end tabular ${isStrong ? 'bg-surface font-medium' : ''}`}
    >
      {value === null || value === undefined ? (
        <span className="text-faint">–</span>
      ) : (
        formatNumber(value, language, { maximumFractionDigits: 4 })
      )}
    </td>
  )
  const head = 'border-line px-3 py-1.5 font-medium'
  return (
    <>
      <section
        aria-label={t('views.pivot')}
        tabIndex={0}
        className="max-h-[70dvh] overflow-auto rounded-lg border border-line print:max-h-none"
      >
        <table className="w-max min-w-full border-separate border-spacing-0 text-sm">
          <thead className="sticky top-0 z-10 bg-surface text-start">
            <tr>
              {spec.rows.map((name) => (
                <th
                  key={name}
                  scope="col"
                  rowSpan={hasAcross && hasValues ? 2 : 1}
                  className={`${head} text-start align-bottom`}
                >
                  {name}
                </th>
              ))}
              {hasAcross
                ? [...across, words.total].map((name, at) => (
                    <th
                      key={`${at} ${name}`}
                      scope="col"
                      colSpan={words.values.length}
                      className={`${head} text-end`}
                      dir="auto"
                    >
                      {name || words.blank}
                    </th>
                  ))
                : words.values.map((name, at) => (
                    <th key={`${at} ${name}`} scope="col" className={`${head} text-end`}>
                      {name}
                    </th>
                  ))}
            </tr>
            {hasAcross && hasValues && (
              <tr>
                {[...across, words.total].flatMap((name, at) =>
                  words.values.map((value, place) => (
                    <th
                      key={`${at} ${name} ${place}`}
                      scope="col"
                      className="px-3 pb-1.5 text-end text-xs font-normal text-muted"
                    >
                      {value}
                    </th>
                  )),
                )}
              </tr>
            )}
          </thead>
          <tbody>
            {rows.slice(0, DRAWN).map((names, row) => (
              <tr key={names.join('\u0000')} className="hover:bg-hover">
                {names.map((name, at) => (
                  <th
                    key={spec.rows[at]}
                    scope="row"
                    dir="auto"
                    className="max-w-72 truncate border-t border-line/50 px-3 py-1.5 text-start font-normal"
                  >
                    {name || words.blank}
                  </th>
                ))}
                {cells[row]?.flatMap((values, at) => values.map((value, place) => amount(value, `${at} ${place}`)))}
                {hasAcross && rowTotals[row]?.map((value, place) => amount(value, `total ${place}`, true))}
              </tr>
            ))}
          </tbody>
          {spec.rows.length > 0 && (
            <tfoot className="sticky bottom-0 bg-surface">
              <tr>
                <th
                  scope="row"
                  colSpan={spec.rows.length}
                  className="border-t border-line px-3 py-1.5 text-start font-medium"
                >
                  {words.total}
                </th>
                {columnTotals.flatMap((values, at) =>
                  values.map((value, place) => amount(value, `${at} ${place}`, true)),
                )}
                {hasAcross && total.map((value, place) => amount(value, `total ${place}`, true))}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      {rows.length > DRAWN && (
        <p className="text-xs text-muted">
          {t('pivot.cut', { shown: shownCount(DRAWN, language), all: shownCount(rows.length, language) })}
        </p>
      )}
    </>
  )
}
