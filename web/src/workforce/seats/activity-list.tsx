import type { WorkEvent } from '@atrium/contract/workforce-work'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { formatDate } from '../../ui/formats.ts'

/** What happened, by whom and when. */
export function ActivityList({ events }: { events: readonly z.infer<typeof WorkEvent>[] }) {
  const { t, i18n } = useTranslation('seats')
  return (
    <ol aria-label={t('activity.title')} className="flex max-w-prose flex-col border-s border-line ps-5">
      {events.map(({ id, kind, data, actor, at }) => (
        <li key={id} className="relative flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <span aria-hidden className="absolute -start-[1.4375rem] top-4 size-1.5 rounded-full bg-line-strong" />
          <span className="min-w-0">
            {t([
              `activity.kinds.${kind === 'seat.leaving' && data.on === false ? 'seat.stays' : kind}`,
              'activity.other',
            ])}
            {typeof data.title === 'string' && (
              <>
                {' '}
                <q className="wrap-anywhere">
                  <bdi>{data.title}</bdi>
                </q>
              </>
            )}
            {actor && (
              <span className="text-muted">
                {' · '}
                <bdi>{actor}</bdi>
              </span>
            )}
          </span>
          <time dateTime={at} className="text-xs text-muted">
            {formatDate(at, i18n.language)}
          </time>
        </li>
      ))}
    </ol>
  )
}
