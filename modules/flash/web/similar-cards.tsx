import { formatNumber, ModelButton, readAction } from '@atrium/web/kit'
import { useState } from 'react'
import type { Near } from '../meanings.ts'
import type flash from '../module.ts'
import { plainText } from '../plain-text.ts'
import { CompareCards } from './compare-cards.tsx'
import { useTexts } from './texts.ts'

const TEXT_MAX = 4_000

interface SimilarCardsProps {
  fields: readonly string[]
  /** The note that is edited, which is like itself. */
  note: string | undefined
}

/** The cards one has that are nearest in meaning to what is written. Before the first time they are taken into a comparison. */
export function SimilarCards({ fields, note }: SimilarCardsProps) {
  const { t, language } = useTexts()
  const [found, setFound] = useState<{ cards: Near[]; compared: number; waiting: number } | null>(null)
  const text = fields.map(plainText).filter(Boolean).join('\n').slice(0, TEXT_MAX)
  const look = async (signal: AbortSignal) => {
    const input = { text, ...(note && { except: note }) }
    setFound(await readAction<typeof flash, 'similar'>('flash', 'similar', input, signal))
  }
  const percent = (one: number) => formatNumber(one, language, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <details className="rounded-md border border-line p-3">
      <summary className="cursor-default rounded-sm text-sm font-medium">{t('like.open')}</summary>
      <div className="mt-3 flex flex-col gap-3">
        <div>
          <ModelButton size="sm" needs="embed" label={t('like.ask')} disabled={text === ''} run={look} />
        </div>
        {found && found.compared > 0 && (
          <div role="status" className="text-sm">
            {found.cards.length === 0 ? (
              <p className="text-muted">{t('like.none', { count: found.compared })}</p>
            ) : (
              <ul aria-label={t('like.nearest')} className="flex flex-col gap-2">
                {found.cards.map((card) => (
                  <li key={card.note} className="flex items-baseline justify-between gap-4 rounded-md bg-surface p-2">
                    <span dir="auto" className="min-w-0">
                      <span className="block font-medium">{card.title}</span>
                      <span className="line-clamp-2 text-muted">{card.text}</span>
                    </span>
                    <span className="shrink-0 tabular-nums text-muted">{percent(card.likeness)}</span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
        {found && <CompareCards found={found} />}
      </div>
    </details>
  )
}
