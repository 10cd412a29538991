import type { Method } from '@atrium/domain/names/fingerprint'
import { Button, controlClass, Dialog, EmptyState, Select, Skeleton } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { PAIRS_MAX, type Step } from '../cleaning/step-schema.ts'
import { useAnswer } from './client.ts'
import type { Source } from './engine.ts'
import { shownCount } from './formats.ts'
import { useTexts } from './texts.ts'

interface ClusterDialogProps {
  source: Source
  column: string
  onStep: (...steps: Step[]) => void
  onClose: () => void
}

const methods = ['fingerprint', 'ngram2', 'ngram1'] as const

/** Values that are probably the same, written in several ways; those that are chosen become one. */
export function ClusterDialog({ source, column, onStep, onClose }: ClusterDialogProps) {
  const { t, language } = useTexts()
  const [method, setMethod] = useState<(typeof methods)[number]>('fingerprint')
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const how: [Method, number] = method === 'fingerprint' ? ['fingerprint', 2] : ['ngram', method === 'ngram2' ? 2 : 1]
  const { data: clusters } = useAnswer('clusters', [source, column, ...how])
  useEffect(() => setChosen(new Map()), [method])

  const set = (at: number, value: string | null) => {
    const next = new Map(chosen)
    if (value === null) next.delete(at)
    else next.set(at, value)
    setChosen(next)
  }
  const proposals = clusters?.map(({ values }) => values[0]?.value ?? '') ?? []
  const merge = () => {
    const pairs = [...chosen].flatMap(([at, to]) =>
      (clusters?.[at]?.values ?? []).flatMap(({ value }) => (value === to ? [] : [{ from: value, to }])),
    )
    const steps: Step[] = []
    for (let at = 0; at < pairs.length; at += PAIRS_MAX)
      steps.push({ kind: 'merge', column, pairs: pairs.slice(at, at + PAIRS_MAX) })
    if (steps.length > 0) onStep(...steps)
    onClose()
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('cluster.title', { column })}
      description={t('cluster.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" disabled={chosen.size === 0} onClick={merge}>
            {chosen.size === 0 ? t('cluster.join') : t('cluster.merge', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('cluster.method')}
          className="min-w-56 flex-1"
          value={method}
          options={methods.map((value) => ({ value, label: t(`cluster.methods.${value}`) }))}
          onChange={({ target }) => setMethod(target.value as typeof method)}
        />
        {proposals.length > 0 && (
          <Button
            onClick={() =>
              setChosen(
                chosen.size === proposals.length ? new Map() : new Map(proposals.map((value, at) => [at, value])),
              )
            }
          >
            {t(chosen.size === proposals.length ? 'cluster.none' : 'cluster.all')}
          </Button>
        )}
      </div>
      {!clusters ? (
        <Skeleton className="mt-4 h-32" />
      ) : clusters.length === 0 ? (
        <EmptyState title={t('cluster.empty')} className="py-8!" />
      ) : (
        <ul className="mt-4 flex flex-col gap-2">
          {clusters.map(({ values, rows }, at) => (
            <li
              key={values[0]?.value}
              className={clsx(
                'rounded-md border p-3',
                chosen.has(at) ? 'border-accent bg-accent-soft/40' : 'border-line',
              )}
            >
              <div className="flex flex-wrap items-center gap-3">
                <label className="flex min-w-0 flex-1 items-start gap-2.5 text-sm">
                  <input
                    type="checkbox"
                    className="mt-1 accent-accent"
                    checked={chosen.has(at)}
                    onChange={({ target }) => set(at, target.checked ? (proposals[at] as string) : null)}
                  />
                  <span className="min-w-0">
                    {values.map(({ value, count }) => (
                      <span key={value} className="me-3 inline-flex items-baseline gap-1 whitespace-pre-wrap">
                        <span dir="auto">{value.replace(/^\s|\s$/g, '·')}</span>{' '}
                        <span className="text-xs text-muted tabular">{shownCount(count, language)}</span>
                      </span>
                    ))}
                  </span>
                </label>
                <label className="flex items-center gap-2 text-xs text-muted">
                  {t('cluster.become')}
                  <input
                    dir="auto"
                    className={clsx(controlClass, 'h-8 w-44 px-2')}
                    list={`cluster-${at}`}
                    value={chosen.get(at) ?? proposals[at] ?? ''}
                    onChange={({ target }) => set(at, target.value)}
                  />
                  <datalist id={`cluster-${at}`}>
                    {values.map(({ value }) => (
                      <option key={value} value={value} />
                    ))}
                  </datalist>
                </label>
                <span className="text-xs text-muted tabular">{t('rows', { count: rows })}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
