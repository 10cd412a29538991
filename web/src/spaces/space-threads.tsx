import type { Space } from '@atrium/contract/catalogue/spaces'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquare, Pin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useChatNews } from '../chat/chat-news.ts'
import { threadsQuery } from '../chat/thread-queries.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Hint, Panel, rowClass } from './panel.tsx'
import type { Pinning } from './pinning.ts'
import { agoOf } from './when.ts'

/** The conversations of the Space, the latest first. */
export function SpaceThreads({ space, pinning }: { space: Space; pinning: Pinning }) {
  const { t, i18n } = useTranslation('spaces')
  const query = useInfiniteQuery(threadsQuery(false, space.key))
  useChatNews()
  const threads = query.data?.pages.flatMap((page) => page.threads) ?? []
  return (
    <Panel title={t('threads')}>
      {query.isPending ? (
        <Skeleton className="h-9 w-full" />
      ) : threads.length === 0 ? (
        <Hint>{t('noThreads')}</Hint>
      ) : (
        <>
          <ul className="-mx-2">
            {threads.map((thread) => (
              <li key={thread.id} className="group flex items-center gap-1">
                <Link to={`/c/${thread.id}`} className={rowClass}>
                  <MessageSquare aria-hidden />
                  <bdi className="min-w-0 truncate">{thread.title}</bdi>
                  <span className="ms-auto shrink-0 text-xs text-muted">{agoOf(thread.updatedAt, i18n.language)}</span>
                </Link>
                {pinning.has('thread', thread.id) ? (
                  <span className="size-7 shrink-0 touch:size-9" />
                ) : (
                  <IconButton
                    size="sm"
                    label={t('pin', { title: thread.title })}
                    icon={<Pin />}
                    onClick={() => pinning.add('thread', thread.id)}
                    className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 touch:opacity-100"
                  />
                )}
              </li>
            ))}
          </ul>
          {query.hasNextPage && (
            <Button size="sm" variant="ghost" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              {t('more')}
            </Button>
          )}
        </>
      )}
    </Panel>
  )
}
