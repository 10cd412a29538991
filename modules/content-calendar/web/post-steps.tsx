import { Badge, Button, formatDate, TextField, useAction } from '@atrium/web/kit'
import { useState } from 'react'
import type { EventRow, Status } from '../event.ts'
import type calendar from '../module.ts'
import { onward } from '../posting.ts'
import { useTexts } from './texts.ts'

/** An event has others. */
type PostStatus = Exclude<Status, 'confirmed' | 'tentative' | 'cancelled'>

export const tones = {
  confirmed: 'accent',
  tentative: 'neutral',
  cancelled: 'danger',
  draft: 'neutral',
  review: 'warning',
  approved: 'info',
  scheduled: 'success',
  posted: 'neutral',
} as const

interface PostStepsProps {
  event: EventRow
  occurrence: string | null
  /** Words that were not saved are not what would be approved. */
  isChanged: boolean
  onDone: () => void
}

/** Where a post stands, where it can go from there, and who decided what when. */
export function PostSteps({ event, occurrence, isChanged, onDone }: PostStepsProps) {
  const { t, language } = useTexts()
  const [note, setNote] = useState('')
  const decide = useAction<typeof calendar, 'decide'>('content-calendar', 'decide', {
    done: ({ event: now }) => t(`moved.${(now?.status ?? 'draft') as PostStatus}`),
  })
  const queue = useAction<typeof calendar, 'queue'>('content-calendar', 'queue', { done: t('moved.queued') })
  const { id, version, status } = event
  const go = (to: Status) =>
    decide.mutate({ id, occurrence, version, status: to, ...(note.trim() && { note }) }, { onSuccess: onDone })
  const isBusy = decide.isPending || queue.isPending
  const canQueue = ['draft', 'approved', 'scheduled'].includes(status) && event.rrule === null && occurrence === null
  return (
    <section aria-label={t('steps.title')} className="flex flex-col gap-3 rounded-md bg-surface p-3">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
        {isChanged && <span className="text-sm text-muted">{t('steps.saveFirst')}</span>}
      </div>
      {status === 'review' && (
        <TextField
          label={t('steps.note')}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          maxLength={2000}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {canQueue && (
          <Button
            size="sm"
            disabled={isChanged || isBusy}
            onClick={() => queue.mutate({ id, version }, { onSuccess: onDone })}
          >
            {t('steps.queue')}
          </Button>
        )}
        {onward[status]?.map((to) => (
          <Button key={to} size="sm" disabled={isChanged || isBusy} onClick={() => go(to)}>
            {t(status === 'review' && to === 'draft' ? 'steps.changes' : `steps.${to as PostStatus}`)}
          </Button>
        ))}
      </div>
      {event.decisions.length > 0 && (
        <details className="text-sm text-muted">
          <summary className="cursor-pointer">{t('steps.history', { count: event.decisions.length })}</summary>
          <ol className="mt-2 flex flex-col gap-1">
            {event.decisions.toReversed().map(({ decision, at, note: said }) => (
              <li key={`${decision} ${at}`}>
                {t(`decision.${decision}`)},{' '}
                {formatDate(new Date(at), language, { dateStyle: 'medium', timeStyle: 'short' })}
                {said && <span className="text-ink"> · {said}</span>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}
