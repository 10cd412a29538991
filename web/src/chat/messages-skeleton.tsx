import { useTranslation } from 'react-i18next'
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
