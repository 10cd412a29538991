import { cellNumber } from '@atrium/domain/numbers/cell-number'
import { Button, controlClass, IconButton } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { FunnelPlus, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { Step } from '../cleaning/step-schema.ts'
import { parseDate } from '../dates.ts'
import { isDated } from '../kinds.ts'
import type { Choice } from '../measuring/facets.ts'
import type { Profile } from '../measuring/profile.ts'
import type { Facet } from './address.ts'
import { useAnswer } from './client.ts'
import type { FacetAnswer, Source } from './engine.ts'
import { shownAmount, shownCount } from './formats.ts'
import { useTexts } from './texts.ts'

export const choicesOf = (facets: readonly Facet[]): Choice[] => facets.flatMap(({ choice }) => choice ?? [])

interface FacetPanelProps {
  source: Source
  columns: readonly Profile[]
  facets: readonly Facet[]
  onFacets: (facets: Facet[]) => void
  onStep: (...steps: Step[]) => void
}

/** What is chosen in columns decides which rows are seen; it changes nothing until it is made a step. */
export function FacetPanel({ source, columns, facets, onFacets, onStep }: FacetPanelProps) {
  const { t } = useTexts()
  const choices = choicesOf(facets)
  const keep = () => {
    onStep(
      ...choices.map((choice): Step => {
        const reading = columns.find(({ name }) => name === choice.column)?.reading
        return {
          kind: 'filter',
          column: choice.column,
          test: choice.test,
          not: Boolean(choice.not),
          ...(choice.test.is === 'range' && { reading }),
        }
      }),
    )
    onFacets([])
  }
  return (
    <div className="flex flex-col gap-3">
      {facets.map((facet, at) => (
        <OneFacet
          key={`${facet.kind} ${facet.column}`}
          source={source}
          facet={facet}
          others={choicesOf(facets.filter((one) => one !== facet))}
          onChoice={(choice) => onFacets(facets.map((one, index) => (index === at ? { ...one, choice } : one)))}
          onClose={() => onFacets(facets.filter((_, index) => index !== at))}
        />
      ))}
      {choices.length > 0 && (
        <Button size="sm" icon={<FunnelPlus aria-hidden className="size-4" />} onClick={keep}>
          {t('facet.keep')}
        </Button>
      )}
    </div>
  )
}

interface OneFacetProps {
  source: Source
  facet: Facet
  others: readonly Choice[]
  onChoice: (choice: Choice | null) => void
  onClose: () => void
}

function OneFacet({ source, facet, others, onChoice, onClose }: OneFacetProps) {
  const { t } = useTexts()
  const { column, kind, choice } = facet
  const [words, setWords] = useState('')
  const [by, setBy] = useState<'count' | 'name'>('count')
  const { data } = useAnswer('facet', [source, others, column, kind, { words, by }])
  return (
    <section aria-label={t('facet.of', { column })} className="rounded-lg border border-line p-3">
      <div className="flex items-center gap-1">
        <h3 className="min-w-0 flex-1 truncate text-sm font-medium">{column}</h3>
        {choice && (
          <Button size="sm" variant="ghost" className="h-7! px-2! text-xs!" onClick={() => onChoice(null)}>
            {t('facet.clear')}
          </Button>
        )}
        <IconButton size="sm" label={t('facet.close', { column })} icon={<X />} onClick={onClose} />
      </div>
      {kind === 'values' && (
        <div className="mt-2 flex items-center gap-2">
          <input
            type="search"
            aria-label={t('facet.search', { column })}
            placeholder={t('facet.searchShort')}
            value={words}
            onChange={({ target }) => setWords(target.value)}
            className={clsx(controlClass, 'h-8 px-2')}
          />
          <Button
            size="sm"
            variant="ghost"
            className="px-2! text-xs!"
            onClick={() => setBy(by === 'count' ? 'name' : 'count')}
          >
            {t(by === 'count' ? 'facet.byCount' : 'facet.byName')}
          </Button>
        </div>
      )}
      {data?.kind === 'values' && kind === 'values' && (
        <Values answer={data} column={column} choice={choice} onChoice={onChoice} />
      )}
      {data?.kind === 'range' && kind === 'range' && (
        <Range answer={data} column={column} choice={choice} source={source} onChoice={onChoice} />
      )}
      {data?.kind === 'blank' && kind === 'blank' && (
        <Blank answer={data} column={column} choice={choice} onChoice={onChoice} />
      )}
    </section>
  )
}

interface PartProps<K extends FacetAnswer['kind']> {
  answer: Extract<FacetAnswer, { kind: K }>
  column: string
  choice: Choice | null
  onChoice: (choice: Choice | null) => void
}

function Values({ answer, column, choice, onChoice }: PartProps<'values'>) {
  const { t, language } = useTexts()
  const chosen = new Set(choice?.test.is === 'in' ? choice.test.values : [])
  const most = answer.values.reduce((top, { count }) => Math.max(top, count), 1)
  const toggle = (value: string) => {
    const values = chosen.has(value) ? [...chosen].filter((one) => one !== value) : [...chosen, value]
    onChoice(values.length > 0 ? { column, test: { is: 'in', values }, not: choice?.not } : null)
  }
  return (
    <>
      <ul className="mt-2 max-h-64 overflow-auto">
        {answer.values.map(({ value, count }) => (
          <li key={value}>
            <label
              className={clsx(
                'relative flex min-h-7 items-center gap-2 rounded-sm px-1 text-sm touch:min-h-10',
                chosen.has(value) ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
            >
              <input
                type="checkbox"
                className="accent-accent"
                checked={chosen.has(value)}
                onChange={() => toggle(value)}
              />
              <span
                dir="auto"
                className={clsx('min-w-0 flex-1 truncate whitespace-pre', value.trim() === '' && 'text-faint')}
              >
                {value.trim() === '' ? t('facet.blankValue') : value}
              </span>
              <span aria-hidden className="h-1.5 w-10 shrink-0 overflow-hidden rounded-full bg-line/60">
                <span
                  className="block h-full rounded-full bg-line-strong"
                  style={{ width: `${(count / most) * 100}%` }}
                />
              </span>
              <span className="w-12 shrink-0 text-end text-xs text-muted tabular">{shownCount(count, language)}</span>
            </label>
          </li>
        ))}
      </ul>
      {answer.total > answer.values.length && (
        <p className="mt-1 text-xs text-muted">{t('facet.more', { count: answer.total - answer.values.length })}</p>
      )}
      {chosen.size > 0 && (
        <label className="mt-2 flex items-center gap-2 text-xs text-muted">
          <input
            type="checkbox"
            className="accent-accent"
            checked={Boolean(choice?.not)}
            onChange={({ target }) => choice && onChoice({ ...choice, not: target.checked })}
          />
          {t('facet.without')}
        </label>
      )}
    </>
  )
}

function Range({ answer, column, choice, source, onChoice }: PartProps<'range'> & { source: Source }) {
  const { t, language } = useTexts()
  const id = useId()
  const { bins, type, min, max } = answer
  const range = choice?.test.is === 'range' ? choice.test : null
  const most = bins.reduce((top, { count }) => Math.max(top, count), 1)
  const typed = (text: string): number | null => {
    if (text.trim() === '') return null
    return isDated(type)
      ? (parseDate(text, source.order)?.time ?? null)
      : (cellNumber(text, 'point') ?? cellNumber(text, 'comma'))
  }
  const set = (part: 'from' | 'to', text: string) => {
    const next = { from: range?.from ?? null, to: range?.to ?? null, [part]: typed(text) }
    onChoice(next.from === null && next.to === null ? null : { column, test: { is: 'range', ...next } })
  }
  const written = (value: number | null | undefined) =>
    value === null || value === undefined
      ? ''
      : isDated(type)
        ? new Date(value).toISOString().slice(0, 10)
        : String(value)
  return (
    <div className="mt-2">
      <div aria-hidden className="flex h-14 items-end gap-px">
        {bins.map(({ from, to, count }) => {
          const isIn = !range || ((range.from === null || to > range.from) && (range.to === null || from <= range.to))
          return (
            <button
              key={from}
              type="button"
              tabIndex={-1}
              title={`${shownAmount(from, type, language)} – ${shownAmount(to, type, language)}: ${shownCount(count, language)}`}
              onClick={() => onChoice({ column, test: { is: 'range', from, to } })}
              className={clsx('min-h-px flex-1 rounded-t-xs', isIn ? 'bg-accent' : 'bg-line-strong')}
              style={{ height: `${(count / most) * 100}%` }}
            />
          )
        })}
      </div>
      <div className="mt-2 grid grid-cols-2 gap-2">
        {(['from', 'to'] as const).map((part) => (
          <label key={part} htmlFor={`${id}-${part}`} className="text-xs text-muted">
            {t(`facet.${part}`)}
            <input
              id={`${id}-${part}`}
              key={written(range?.[part])}
              defaultValue={written(range?.[part])}
              placeholder={shownAmount(part === 'from' ? min : max, type, language)}
              onBlur={({ target }) => target.value !== written(range?.[part]) && set(part, target.value)}
              onKeyDown={(event) => event.key === 'Enter' && set(part, event.currentTarget.value)}
              className={clsx(controlClass, 'mt-0.5 h-8 px-2')}
            />
          </label>
        ))}
      </div>
    </div>
  )
}

function Blank({ answer, column, choice, onChoice }: PartProps<'blank'>) {
  const { t, language } = useTexts()
  return (
    <div className="mt-2 flex gap-2">
      {(['blank', 'filled'] as const).map((is) => {
        const isChosen = choice?.test.is === is
        return (
          <Button
            key={is}
            size="sm"
            aria-pressed={isChosen}
            className={clsx('flex-1', isChosen && 'bg-accent-soft!')}
            onClick={() => onChoice(isChosen ? null : { column, test: { is } })}
          >
            {t(`facet.${is}`)} <span className="text-muted tabular">{shownCount(answer[is], language)}</span>
          </Button>
        )
      })}
    </div>
  )
}
