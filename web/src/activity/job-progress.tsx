import { type ActivityItem, isOver } from '@atrium/contract/activity'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../chat/format-size.ts'
import { said } from '../i18n/said.ts'
import { formatNumber } from '../ui/formats.ts'
import { Progress } from '../ui/progress.tsx'
import { percentOf } from './activity.ts'

/** How a job stands: a bar while it is under way, rows so far, why it failed. */
export function JobProgress({ item }: { item: ActivityItem }) {
  const { t, i18n } = useTranslation('activity')
  const { status, done, total, note, error, title } = item
  const isArchive = item.module === 'core' && item.work === 'export' // it counts kilobytes
  const number = (value: number) =>
    isArchive ? formatSize(value * 1000, i18n.language) : formatNumber(value, i18n.language)
  const percent = percentOf(item)
  // What is done has no rest to tell of; what has not begun has done nothing.
  const count = status === 'succeeded' || done === 0 ? null : total === null ? 'soFar' : 'of'
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {status === 'running' && <Progress value={percent} label={said(title)} />}
      <p className="flex flex-wrap gap-x-2 text-muted text-xs tabular">
        <span className={status === 'failed' ? 'font-medium text-danger-ink' : undefined}>
          {t(item.isPausing ? 'pausing' : `status.${status}`)}
        </span>
        {status === 'running' && percent !== null && <span>{t('percent', { percent })}</span>}
        {count && <span>{t(count, { done: number(done), total: number(total ?? 0) })}</span>}
        {note && !isOver(item) && <span dir="auto">{said(note)}</span>}
      </p>
      {error && <p className="text-pretty text-sm">{said(error)}</p>}
    </div>
  )
}
