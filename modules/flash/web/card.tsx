import { buttonClass, useModuleQuery } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { Flame } from 'lucide-react'
import { Link } from 'react-router'
import type flash from '../module.ts'
import { useTexts } from './texts.ts'

/** In a Space: what is to be reviewed today, and for how many days in a row there were reviews. */
export function Card() {
  const { t } = useTexts()
  const { data, error } = useModuleQuery<typeof flash, 'decks'>('flash', 'decks', {})
  if (error) throw error
  if (!data) return null
  const { total, doneToday, cards, streak } = data
  if (cards === 0)
    return (
      <>
        <p className="text-sm text-pretty text-muted">
          <bdi>{t('card.empty')}</bdi>
        </p>
        <Link to="/flash?add=card" className={clsx(buttonClass('secondary', 'sm'), 'mt-2')}>
          {t('add.title')}
        </Link>
      </>
    )
  const left = total.new + total.learning + total.due
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-sm">
      <div className="min-w-0">
        <p className="font-medium">
          <bdi>{left === 0 ? t('today.none') : t('today.left', { count: left })}</bdi>
        </p>
        {streak > 0 ? (
          <p className="flex items-center gap-1 text-xs text-muted">
            <Flame aria-hidden className="size-3.5 shrink-0 text-warning-ink" />
            <bdi>{t('card.streak', { count: streak })}</bdi>
          </p>
        ) : (
          doneToday > 0 && <p className="text-xs text-muted">{t('today.done', { count: doneToday })}</p>
        )}
      </div>
      {left > 0 && (
        <Link to="/flash?view=review" className={buttonClass('secondary', 'sm')}>
          {t('today.start')}
        </Link>
      )}
    </div>
  )
}
