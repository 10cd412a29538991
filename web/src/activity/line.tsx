import { type ActivityItem, isOver } from '@atrium/contract/activity'
import { ListChecks, Pause, Play, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../i18n/said.ts'
import { scopedUrl } from '../platform/scoped-url.ts'
import { Button, buttonClass, IconButton } from '../ui/button.tsx'
import { formatDate } from '../ui/formats.ts'
import { JobProgress } from './job-progress.tsx'
import { ImportOutcome } from './parts.ts'

interface LineProps {
  item: ActivityItem
  close: () => void
  onCancel: () => void
  onPause: () => void
  onResume: () => void
  onRetry: () => void
  onRemove: () => void
}

const mayRest = ({ canPause, isPausing, status }: ActivityItem): boolean =>
  canPause && !isPausing && (status === 'waiting' || status === 'running')
const isResting = ({ isPausing, status }: ActivityItem): boolean => status === 'paused' || isPausing

export function ActivityLine({ item, close, onCancel, onPause, onResume, onRetry, onRemove }: LineProps) {
  const { t, i18n } = useTranslation('activity')
  const { kind, status, link, createdAt, work, subject } = item
  const [isShown, setIsShown] = useState(false)
  const hasReport = work === 'import' && status === 'succeeded'
  const title = said(item.title)
  const when = formatDate(createdAt, i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li className="flex items-start gap-2 py-3 ps-4 pe-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex flex-col">
          <span dir="auto" className="self-start text-pretty font-medium wrap-anywhere">
            {subject || title}
          </span>
          <span className="flex flex-wrap gap-x-2 text-muted text-xs">
            <span dir="auto">{said(item.moduleTitle)}</span>
            {work !== null && <span>{t(`work.${work}`)}</span>}
            <time dateTime={createdAt} className="tabular">
              {when}
            </time>
          </span>
        </p>
        <JobProgress item={item} />
        {(link !== null || status === 'failed' || hasReport || isResting(item) || mayRest(item)) && (
          <div className="flex flex-wrap gap-2">
            {hasReport && (
              <Button
                size="sm"
                icon={<ListChecks aria-hidden className="size-4" />}
                aria-expanded={isShown}
                aria-label={`${t('report')}: ${subject || title}`}
                onClick={() => setIsShown(!isShown)}
              >
                {t('report')}
              </Button>
            )}
            {mayRest(item) && (
              <Button
                size="sm"
                icon={<Pause aria-hidden className="size-4" />}
                aria-label={`${t('pause')}: ${subject || title}`}
                onClick={onPause}
              >
                {t('pause')}
              </Button>
            )}
            {isResting(item) && (
              <Button
                size="sm"
                icon={<Play aria-hidden className="size-4 rtl:-scale-x-100" />}
                aria-label={`${t('resume')}: ${subject || title}`}
                onClick={onResume}
              >
                {t('resume')}
              </Button>
            )}
            {link !== null && <Result link={link} close={close} />}
            {status === 'failed' && (
              <Button
                size="sm"
                icon={<RotateCw aria-hidden className="size-4" />}
                aria-label={t('retryOne', { title: subject || title })}
                onClick={onRetry}
              >
                {t('retry')}
              </Button>
            )}
          </div>
        )}
        {hasReport && isShown && <ImportOutcome item={item} />}
      </div>
      {isOver(item) ? (
        <IconButton size="sm" label={t('remove', { title: subject || title })} icon={<X />} onClick={onRemove} />
      ) : (
        kind === 'job' && (
          <Button size="sm" variant="ghost" aria-label={t('cancelOne', { title: subject || title })} onClick={onCancel}>
            {t('cancel')}
          </Button>
        )
      )}
    </li>
  )
}

/** A page of ours, or a file that an address of the server answers. */
function Result({ link, close }: { link: string; close: () => void }) {
  const { t } = useTranslation('activity')
  const look = buttonClass('secondary', 'sm')
  if (link.startsWith('/api/'))
    return (
      <a href={scopedUrl(link)} download className={look}>
        {t('download')}
      </a>
    )
  return (
    <Link to={link} onClick={close} className={look}>
      {t('open')}
    </Link>
  )
}
