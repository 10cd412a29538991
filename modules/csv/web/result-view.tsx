import { type Column, DataTable, formatNumber } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { useMemo, useState } from 'react'
import { isNumeric } from '../kinds.ts'
import type { ChartSpec } from '../measuring/chart-data.ts'
import { isBlank, type Table } from '../table.ts'
import { ChartForm, firstChart } from './chart-form.tsx'
import { ChartAnswer } from './chart-panels.tsx'
import { ask, useAnswer } from './client.ts'
import { ExportChoices } from './export-choices.tsx'
import { shownCount } from './formats.ts'
import { RESULT_MAX, type Result } from './result.ts'
import { useTexts } from './texts.ts'

/** The answer of a query: as a table, as a chart, as a file. */
export function ResultView({ result, name }: { result: Result; name: string }) {
  const { t, language } = useTexts()
  const [view, setView] = useState<'table' | 'chart'>('table')
  const { table, types, rows, took } = result
  const columns = table.columns.map(({ name: column }, at) => ({ name: column, type: types[at] ?? ('text' as const) }))
  const [spec, setSpec] = useState<ChartSpec>(() => ({ ...firstChart(columns) }))
  return (
    <section aria-label={t('sql.result')} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <p role="status" className="text-muted tabular">
          {t('rows', { count: rows })} ·{' '}
          {t('sql.took', { ms: formatNumber(took, language, { maximumFractionDigits: took < 10 ? 1 : 0 }) })}
          {rows > RESULT_MAX && ` · ${t('sql.cut', { count: RESULT_MAX, shown: shownCount(RESULT_MAX, language) })}`}
        </p>
        <div className="ms-auto flex gap-1">
          {(['table', 'chart'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={view === one}
              onClick={() => setView(one)}
              className={clsx(
                'h-8 rounded-md px-2.5 text-sm touch:h-10',
                view === one ? 'bg-active font-medium' : 'text-muted hover:bg-hover',
              )}
            >
              {t(`sql.as.${one}`)}
            </button>
          ))}
          <ExportChoices name={name} size="sm" write={(format) => ask('writeTable', table, format)} />
        </div>
      </div>
      {view === 'table' ? (
        <ResultTable table={table} types={types} />
      ) : (
        <div className="flex flex-col gap-4 rounded-lg border border-line p-4">
          <ChartForm spec={spec} columns={columns} onSpec={setSpec} />
          <ResultChart table={table} spec={spec} />
        </div>
      )}
    </section>
  )
}

function ResultChart({ table, spec }: { table: Table; spec: ChartSpec }) {
  return <ChartAnswer spec={spec} answer={useAnswer('chartOf', [table, spec])} />
}

function ResultTable({ table, types }: Pick<Result, 'table' | 'types'>) {
  const { t, language } = useTexts()
  const rows = useMemo(() => Array.from({ length: table.length }, (_, at) => at), [table])
  const columns = useMemo(
    () =>
      table.columns.map(({ name, values }, at): Column<number> => {
        const type = types[at] ?? 'text'
        const isNumber = isNumeric(type)
        return {
          id: `${at}`,
          header: name,
          align: isNumber ? 'end' : 'start',
          cell: (row) => {
            const value = values.at(row) as string
            if (isBlank(value)) return <span className="text-faint">–</span>
            return isNumber
              ? formatNumber(Number(value), language, { maximumFractionDigits: 6, useGrouping: type === 'number' })
              : value
          },
          sortValue: (row) =>
            isNumber ? (values.at(row) === '' ? null : Number(values.at(row))) : (values.at(row) as string),
        }
      }),
    [table, types, language],
  )
  return (
    <DataTable
      rows={rows}
      columns={columns}
      rowId={String}
      label={t('sql.result')}
      maxHeight="28rem"
      empty={<p className="py-6 text-center text-muted">{t('sql.empty')}</p>}
    />
  )
}
