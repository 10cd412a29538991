import { Button, Dialog, formatDate, Skeleton, sentenceFor, useModuleQuery } from '@atrium/web/kit'
import type { CalendarView } from '../calendars.ts'
import type { Occurrence } from '../event.ts'
import type calendar from '../module.ts'
import { useTexts } from './texts.ts'

interface ForeignDialogProps {
  occurrence: Occurrence
  calendars: readonly CalendarView[]
  onClose: () => void
}

/** An event of a calendar of somebody else's: only to be looked at. */
export function ForeignDialog({ occurrence, calendars, onClose }: ForeignDialogProps) {
  const { t, language } = useTexts()
  const { data, error } = useModuleQuery<typeof calendar, 'foreign'>('content-calendar', 'foreign', {
    id: occurrence.id,
  })
  const from = calendars.find(({ id }) => id === occurrence.calendar)
  const { start, at, place, title } = occurrence
  const when =
    at === null
      ? formatDate(start.slice(0, 10), language, { dateStyle: 'full' })
      : formatDate(`${start}Z`, language, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={when}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <div className="flex flex-col gap-3">
        {place && <p className="wrap-anywhere">{place}</p>}
        {error && <p className="text-danger-ink">{sentenceFor(error)}</p>}
        {!data && !error && <Skeleton className="h-10 w-full" />}
        {data?.notes && (
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {data.notes}
          </p>
        )}
        {data && /^https?:\/\//i.test(data.link) && (
          <a href={data.link} target="_blank" rel="noreferrer" className="underline underline-offset-2 wrap-anywhere">
            {data.link}
          </a>
        )}
        {from && <p className="text-muted text-sm">{t('calendars.from', { name: from.name })}</p>}
      </div>
    </Dialog>
  )
}
