import { sentences } from '@atrium/contract/sentences'
import { CircleAlert, MessageCircleOff, SquarePen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError, sentenceFor } from '../platform/api.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** A thread that is being read: the shape of a question and its answer, twice. */
export function MessagesSkeleton() {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      aria-label={t('chat.loading')}
      className="chat-column flex min-h-0 flex-1 flex-col justify-end gap-7 overflow-hidden pb-8"
    >
      {['w-52', 'w-72'].map((width) => (
        <div key={width} className="flex flex-col gap-7">
          <Skeleton className={`h-11 self-end rounded-xl ${width}`} />
          <div className="flex flex-col gap-3">
            <Skeleton className="h-4 w-11/12" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-4 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** A thread that cannot be shown: it is gone, or it could not be read. */
export function ThreadUnavailable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  const missing = error instanceof ApiError && error.status === 404
  return (
    <div className="flex flex-1 items-center">
      <EmptyState
        icon={missing ? <MessageCircleOff /> : <CircleAlert />}
        title={missing ? sentences.threadNotFound : t('chat.threadFailed')}
        text={missing ? t('chat.threadNotFoundText') : sentenceFor(error)}
        action={
          <>
            {!missing && <Button onClick={onRetry}>{t('common.retry')}</Button>}
            <Link to="/" className={buttonClass('primary')}>
              <SquarePen aria-hidden className="size-4" />
              {t('chat.newChat')}
            </Link>
          </>
        }
      />
    </div>
  )
}
