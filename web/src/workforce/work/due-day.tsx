import { isOpenTask, type TaskStatus } from '@atrium/contract/workforce-work'
import { CalendarClock, CalendarX2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../ui/formats.ts'
import { dayLabel, today } from './days.ts'

interface DueDayProps {
  dueOn: string
  status: TaskStatus
}

/** When it is due; late is said in a word, not only in red. */
export function DueDay({ dueOn, status }: DueDayProps) {
  const { t, i18n } = useTranslation('seats')
  const isLate = isOpenTask(status) && dueOn < today()
  const Sign = isLate ? CalendarX2 : CalendarClock
  return (
    <time
      dateTime={dueOn}
      title={formatDate(dueOn, i18n.language, { dateStyle: 'full' })}
      className={`inline-flex items-center gap-1 whitespace-nowrap ${isLate ? 'font-medium text-danger-ink' : ''}`}
    >
      <Sign aria-hidden className="size-3.5 shrink-0" />
      {t(isLate ? 'task.late' : 'task.due', { day: dayLabel(dueOn, i18n.language) })}
    </time>
  )
}
