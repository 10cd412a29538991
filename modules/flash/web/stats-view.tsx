import {
  Chart,
  EmptyState,
  formatDate,
  formatNumber,
  Select,
  Skeleton,
  sentenceFor,
  useModuleQuery,
} from '@atrium/web/kit'
import { ChartColumn } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type flash from '../module.ts'
import type { DeckCounts, Stats } from '../module.ts'
import { percent } from './labels.ts'
import { useTexts } from './texts.ts'

interface StatsViewProps {
  decks: readonly DeckCounts[]
  deck: string | null
  onDeck: (deck: string | null) => void
}

export function StatsView({ decks, deck, onDeck }: StatsViewProps) {
  const { t } = useTexts()
  const [days, setDays] = useState(30)
  const { data, error } = useModuleQuery<typeof flash, 'stats'>('flash', 'stats', { days, ...(deck && { deck }) })
  return (
    <div className="flex flex-col gap-8">
      <div className="grid gap-3 sm:max-w-lg sm:grid-cols-2" data-print="hide">
        <Select
          label={t('deck.title')}
          value={deck ?? ''}
          onChange={(event) => onDeck(event.target.value || null)}
          options={[{ value: '', label: t('stats.all') }, ...decks.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <Select
          label={t('stats.span')}
          value={String(days)}
          onChange={(event) => setDays(Number(event.target.value))}
          options={[30, 90, 365].map((span) => ({ value: String(span), label: t('stats.days', { count: span }) }))}
        />
      </div>
      {error ? (
        <EmptyState title={sentenceFor(error)} />
      ) : data ? (
        <Charts stats={data} />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </div>
  )
}

function Charts({ stats }: { stats: Stats }) {
  const { t, language } = useTexts()
  const day = (value: string | number) => formatDate(String(value), language, { day: 'numeric', month: 'short' })
  const number = (value: number) => formatNumber(value, language)
  const { cards, today, retention } = stats
  const known = cards.young + cards.mature
  if (known + cards.learning + cards.new + cards.suspended === 0)
    return <EmptyState icon={<ChartColumn aria-hidden />} title={t('stats.none')} text={t('stats.noneText')} />
  const rate = (value: number | null) => (value === null ? '–' : percent(value, language))
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4">
        <Tile
          label={t('stats.today')}
          value={number(today.reviews)}
          note={t('stats.minutes', { count: today.minutes })}
        />
        <Tile label={t('stats.streak')} value={t('stats.days', { count: stats.streak })} />
        <Tile
          label={t('stats.retention')}
          value={rate(retention.all)}
          note={t('stats.retentionBy', { young: rate(retention.young), mature: rate(retention.mature) })}
        />
        <Tile label={t('stats.recall')} value={rate(stats.recall)} note={t('stats.recallNote', { count: known })} />
      </dl>
      <Part title={t('stats.forecast')}>
        <Chart
          kind="bar"
          label={t('stats.forecast')}
          data={stats.forecast}
          x="day"
          formatX={day}
          format={number}
          series={[{ key: 'due', label: t('counts.due'), highlighted: true }]}
        />
      </Part>
      <Part title={t('stats.history')}>
        <Chart
          kind="bar"
          label={t('stats.history')}
          data={stats.history}
          x="day"
          formatX={day}
          format={number}
          series={[
            { key: 'passed', label: t('stats.passed'), highlighted: true },
            { key: 'again', label: t('grade.again') },
          ]}
        />
      </Part>
      <div className="grid gap-8 lg:grid-cols-2">
        <Part title={t('stats.retentionByWeek')}>
          <Chart
            kind="line"
            label={t('stats.retentionByWeek')}
            data={stats.retentionByWeek}
            x="week"
            formatX={(value) => day(value ?? '')}
            format={(value) => percent(value, language)}
            series={[{ key: 'passed', label: t('stats.retention'), highlighted: true }]}
          />
        </Part>
        <Part title={t('stats.intervals')}>
          <Chart
            kind="bar"
            label={t('stats.intervals')}
            data={stats.intervals}
            x="days"
            formatX={String}
            format={number}
            series={[{ key: 'cards', label: t('stats.cards'), highlighted: true }]}
          />
        </Part>
      </div>
      <Part title={t('stats.counts')}>
        <Chart
          kind="bar"
          label={t('stats.counts')}
          height={220}
          data={(['new', 'learning', 'young', 'mature', 'suspended'] as const).map((kind) => ({
            kind: t(`stats.kind.${kind}`),
            cards: cards[kind],
          }))}
          x="kind"
          formatX={String}
          format={number}
          series={[{ key: 'cards', label: t('stats.cards'), highlighted: true }]}
        />
      </Part>
    </>
  )
}

function Tile({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-0.5 text-xl font-semibold tabular">
        <bdi>{value}</bdi>
      </dd>
      {note && (
        <dd className="text-xs text-muted">
          <bdi>{note}</bdi>
        </dd>
      )}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-base font-semibold">{title}</h2>
      {children}
    </section>
  )
}
