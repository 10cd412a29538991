import { IconButton, PrintButton, useAction } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ChartSpec } from '../measuring/chart-data.ts'
import type { Choice } from '../measuring/facets.ts'
import type csv from '../module.ts'
import type { DatasetRow } from '../module.ts'
import { useAddress } from './address.ts'
import { ChartForm, firstChart } from './chart-form.tsx'
import { ChartAnswer, chartTitle } from './chart-panels.tsx'
import { sourceOf, useAnswer } from './client.ts'
import type { Source } from './engine.ts'
import { choicesOf } from './facet-panel.tsx'
import { Loading, Problem } from './problem.tsx'
import { useTexts } from './texts.ts'

/** A chart to try things with, and below it those that are kept with the dataset. */
export function ChartsView({ dataset }: { dataset: DatasetRow }) {
  const { t } = useTexts()
  const { facets } = useAddress()
  const source = sourceOf(dataset)
  const { data: opened, error, refetch } = useAnswer('open', [source])
  const [draft, setDraft] = useState<ChartSpec | null>(null)
  const set = useAction<typeof csv, 'setCharts'>('csv', 'setCharts', { done: t('chart.saved') })
  const remove = useAction<typeof csv, 'setCharts'>('csv', 'setCharts', { done: t('chart.removed') })
  if (error) return <Problem error={error} onAgain={refetch} />
  if (!opened) return <Loading source={source} />
  const spec = draft ?? firstChart(opened.columns)
  const choices = choicesOf(facets).filter(({ column }) => opened.columns.some(({ name }) => name === column))
  const { id, version, charts } = dataset
  return (
    <div className="flex flex-col gap-6">
      <section
        aria-label={t('chart.new')}
        className="flex flex-col gap-5 rounded-lg border border-line p-4 print:hidden"
      >
        <ChartForm
          spec={spec}
          columns={opened.columns}
          onSpec={setDraft}
          onAdd={() => set.mutate({ id, version, charts: [...charts, spec] })}
        />
        <OneChart source={source} choices={choices} spec={spec} />
      </section>
      {charts.length > 0 && (
        <section aria-label={t('chart.kept')}>
          <div className="mb-3 flex items-center justify-between">
            <h2 className="text-lg">{t('chart.kept')}</h2>
            <PrintButton />
          </div>
          <ul className="grid gap-5 xl:grid-cols-2">
            {charts.map((chart, at) => (
              <li
                key={at}
                className={clsx(
                  'min-w-0 rounded-lg border border-line p-4 break-inside-avoid',
                  chart.split && 'xl:col-span-2',
                )}
              >
                <div className="mb-3 flex items-start gap-1">
                  <h3 className="min-w-0 flex-1 text-sm font-medium wrap-anywhere">{chartTitle(chart, t)}</h3>
                  <IconButton
                    size="sm"
                    label={t('chart.edit')}
                    icon={<Pencil />}
                    onClick={() => {
                      setDraft(chart)
                      scrollTo({ top: 0, behavior: 'smooth' })
                    }}
                  />
                  <IconButton
                    size="sm"
                    label={t('chart.remove')}
                    icon={<Trash2 />}
                    onClick={() => remove.mutate({ id, version, charts: charts.filter((_, index) => index !== at) })}
                  />
                </div>
                <OneChart source={source} choices={choices} spec={chart} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function OneChart({ source, choices, spec }: { source: Source; choices: readonly Choice[]; spec: ChartSpec }) {
  return <ChartAnswer spec={spec} answer={useAnswer('chart', spec.x === '' ? null : [source, choices, spec])} />
}
