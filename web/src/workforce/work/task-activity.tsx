import { TaskStatus, type WorkEvent } from '@atrium/contract/workforce-work'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { formatDate } from '../../ui/formats.ts'

type Event = z.infer<typeof WorkEvent>

/** What happened with a task, by whom and when. */
export function TaskActivity({ events, label }: { events: readonly Event[]; label: string }) {
  const { t, i18n } = useTranslation('seats')
  return (
    <ol aria-label={label} className="divide-y divide-line border-y border-line text-sm">
      {events.map((event) => (
        <li key={event.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <span className="min-w-0">
            {sentenceOf(event, t)}
            {event.actor && (
              <span className="text-muted">
                {' · '}
                <bdi>{event.actor}</bdi>
              </span>
            )}
          </span>
          <time dateTime={event.at} className="text-xs text-muted tabular-nums">
            {formatDate(event.at, i18n.language)}
          </time>
        </li>
      ))}
    </ol>
  )
}

function sentenceOf({ kind, data }: Event, t: TFunction): string {
  const moved = TaskStatus.safeParse(data.status)
  if (kind === 'task.changed' && moved.success) return t('happened.moved', { state: t(`task.states.${moved.data}`) })
  return t([`happened.${kind.replace('.', '_')}`, 'happened.other'])
}
