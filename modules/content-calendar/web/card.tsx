import { buttonClass, formatDate, Skeleton, useModuleQuery } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import type { Occurrence } from '../event.ts'
import type calendar from '../module.ts'
import { useTexts } from './texts.ts'

const ID = 'content-calendar'
const SHOWN = 3

/** In a Space: what is on and what goes out next. */
export function Card() {
  const { t, language } = useTexts()
  const { data, error } = useModuleQuery<typeof calendar, 'next'>(ID, 'next', { limit: SHOWN })
  if (error) throw error
  if (!data) return <Skeleton className="h-10 w-full" />
  if (data.occurrences.length === 0)
    return (
      <>
        <p className="text-sm text-pretty text-muted">
          <bdi>{t('card.empty')}</bdi>
        </p>
        <Link to="/content-calendar" className={clsx(buttonClass('secondary', 'sm'), 'mt-2')}>
          {t('card.open')}
        </Link>
      </>
    )
  return (
    <ul aria-label={t('card.next')} className="flex flex-col gap-1 text-sm">
      {data.occurrences.map((one) => (
        <li key={`${one.id} ${one.occurrence ?? ''}`}>
          <Link to={addressOf(one)} className="flex items-baseline gap-2 rounded-sm hover:underline">
            <bdi className="min-w-0 truncate">{one.title}</bdi>
            <span className="ms-auto shrink-0 text-xs text-muted">{whenOf(one, language)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const addressOf = ({ id, occurrence, start }: Occurrence): string =>
  `/content-calendar?${new URLSearchParams({ day: start.slice(0, 10), open: id, ...(occurrence && { at: occurrence }) })}`

/** `Nov 24, 1:00 PM`, on the viewer's clock; the day alone of what lasts all day. */
const whenOf = ({ start, at }: Occurrence, language: string): string =>
  at === null
    ? formatDate(start.slice(0, 10), language, { day: 'numeric', month: 'short' })
    : formatDate(`${start}Z`, language, {
        day: 'numeric',
        month: 'short',
        hour: 'numeric',
        minute: '2-digit',
        timeZone: 'UTC',
      })
