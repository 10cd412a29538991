import { buttonClass, formatDate, formatSize, Progress, Skeleton, useModuleQuery } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { File } from 'lucide-react'
import { Link } from 'react-router'
import type sync from '../module.ts'
import { useTexts } from './texts.ts'
import { useRoom } from './use-upload.ts'

const SHOWN = 3

/** In a Space: the files that came last, and the room they have. */
export function Card() {
  const { t, language } = useTexts()
  const room = useRoom()
  const { data, error } = useModuleQuery<typeof sync, 'recent'>('sync', 'recent', { limit: SHOWN })
  if (error) throw error
  if (!data) return <Skeleton className="h-10 w-full" />
  if (data.files.length === 0)
    return (
      <>
        <p className="text-sm text-pretty text-muted">
          <bdi>{t('card.empty')}</bdi>
        </p>
        <Link to="/sync" className={clsx(buttonClass('secondary', 'sm'), 'mt-2')}>
          {t('card.open')}
        </Link>
      </>
    )
  const used = room && {
    share: (room.usedBytes / room.quotaBytes) * 100,
    said: t('used', { used: formatSize(room.usedBytes, language), quota: formatSize(room.quotaBytes, language) }),
  }
  return (
    <>
      <ul aria-label={t('card.recent')} className="flex flex-col gap-1 text-sm">
        {data.files.map(({ id, name, parent, updatedAt }) => (
          <li key={id}>
            <Link
              to={`/sync?${new URLSearchParams({ ...(parent && { folder: parent }), open: id })}`}
              className="flex items-center gap-2 rounded-sm hover:underline"
            >
              <File aria-hidden className="size-3.5 shrink-0 text-faint" />
              <bdi className="min-w-0 truncate">{name}</bdi>
              <span className="ms-auto shrink-0 text-xs text-muted">
                {formatDate(updatedAt, language, { day: 'numeric', month: 'short' })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {used && (
        <div className="mt-2.5 flex flex-col gap-1 text-xs text-muted">
          <Progress label={used.said} value={used.share} />
          <bdi>{used.said}</bdi>
        </div>
      )}
    </>
  )
}
