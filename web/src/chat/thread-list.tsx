import { useInfiniteQuery } from '@tanstack/react-query'
import { Archive, ArrowLeft } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../i18n/locale.ts'
import { ApiError, sentenceFor } from '../platform/api.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useChatNews } from './chat-news.ts'
import { type GroupKey, groupThreads } from './thread-groups.ts'
import { threadsQuery } from './thread-queries.ts'
import { ThreadRow } from './thread-row.tsx'
import { liveThreads, onThread } from './thread-runtime.ts'
import { useThreadCommands } from './use-thread-commands.ts'

/** The conversations, newest first, in the stretches of time people remember. */
export function ThreadList({ onNavigate }: { onNavigate?: () => void }) {
  const { t, i18n } = useTranslation()
  const [archived, setArchived] = useState(false)
  const [renaming, setRenaming] = useState<string | null>(null)
  const { data, error, isPending, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(threadsQuery(archived))
  const live = useSyncExternalStore((listener) => onThread('*', listener), liveThreads).split(' ')
  const commands = useThreadCommands()
  useChatNews()

  const threads = useMemo(
    () => data?.pages.flatMap((page) => page.threads).filter((thread) => thread.archived === archived) ?? [],
    [data, archived],
  )
  const groups = useMemo(() => groupThreads(threads, new Date()), [threads])

  const nav = useRef<HTMLElement>(null)
  const linkOf = (id: string) => nav.current?.querySelector<HTMLElement>(`[data-thread="${CSS.escape(id)}"]`)
  /** The row whose field, menu or link had the focus goes: the one after it has it then, or the one before. */
  const leave = (id: string) => {
    const links = [...(nav.current?.querySelectorAll<HTMLElement>('[data-thread]') ?? [])]
    const at = links.findIndex((link) => link.dataset.thread === id)
    const next = links[at + 1] ?? links[at - 1]
    // A menu gives the focus back to its button when it has closed; both are gone by then.
    next?.focus()
    setTimeout(() => document.activeElement === document.body && next?.focus())
  }

  const nameOf = (key: GroupKey): string => {
    if (typeof key !== 'object') return t(`chat.threads.group.${key}`)
    const thisYear = key.month.getFullYear() === new Date().getFullYear()
    return key.month.toLocaleDateString(localeOf(i18n.language), {
      month: 'long',
      ...(thisYear ? {} : { year: 'numeric' }),
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const link = (event.target as HTMLElement).closest<HTMLElement>('[data-thread]')
    if (!link || event.metaKey || event.ctrlKey || event.altKey) return
    const thread = threads.find(({ id }) => id === link.dataset.thread)
    const step =
      event.key === 'j' || event.key === 'ArrowDown' ? 1 : event.key === 'k' || event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 && !['e', '#', 'F2', 'Delete'].includes(event.key)) return
    event.preventDefault()
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-thread]')]
    const at = links.indexOf(link)
    if (step !== 0) return links[at + step]?.focus()
    if (!thread) return
    if (event.key === 'F2') return setRenaming(thread.id)
    leave(thread.id)
    if (event.key === 'e') void commands.archive(thread)
    else void commands.remove(thread)
  }

  if (error && !(error instanceof ApiError && (error.status === 401 || error.status === 403)) && threads.length === 0) {
    return (
      <div className="px-4 py-3 text-sm text-muted">
        <p>{sentenceFor(error)}</p>
        <Button size="sm" className="mt-2" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    )
  }
  return (
    <nav
      aria-label={archived ? t('chat.threads.archived') : t('shell.conversations')}
      ref={nav}
      className="px-2 pb-3"
      onKeyDown={onKeyDown}
    >
      {archived && (
        <div className="flex items-center gap-1 pt-1 pb-1">
          <IconButton
            size="sm"
            label={t('common.back')}
            icon={<ArrowLeft className="rtl:-scale-x-100" />}
            onClick={() => setArchived(false)}
          />
          <h2 className="text-sm font-medium">{t('chat.threads.archived')}</h2>
        </div>
      )}
      {isPending && <ListSkeleton />}
      {!isPending && threads.length === 0 && (
        <p className="px-2 py-3 text-sm text-faint">
          {t(archived ? 'chat.threads.noneArchived' : 'chat.threads.none')}
        </p>
      )}
      {groups.map(({ key, threads: members }) => (
        <section key={typeof key === 'object' ? key.month.toISOString() : key} aria-label={nameOf(key)}>
          <h3 className="px-2 pt-4 pb-1 text-xs font-medium text-faint">{nameOf(key)}</h3>
          <ul>
            {members.map((thread) => (
              <li key={thread.id}>
                <ThreadRow
                  thread={thread}
                  live={thread.activeRunId !== null || live.includes(thread.id)}
                  renaming={renaming === thread.id}
                  onStartRename={() => setRenaming(thread.id)}
                  onRename={(title, byKey) => {
                    setRenaming(null)
                    if (byKey) setTimeout(() => linkOf(thread.id)?.focus())
                    if (title) void commands.rename(thread, title)
                  }}
                  onPin={() => void commands.pin(thread)}
                  onArchive={() => {
                    leave(thread.id)
                    void commands.archive(thread)
                  }}
                  onDelete={() => {
                    leave(thread.id)
                    void commands.remove(thread)
                  }}
                  onNavigate={onNavigate}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <MoreThreads
          loading={isFetchingNextPage}
          failed={isFetchNextPageError ? sentenceFor(error) : null}
          onMore={() => void fetchNextPage()}
        />
      )}
      {!archived && !isPending && (threads.length > 0 || error === null) && (
        <button
          type="button"
          onClick={() => setArchived(true)}
          className="mt-4 flex h-8 w-full items-center gap-2 rounded-md px-2 text-sm text-muted hover:bg-hover touch:h-11"
        >
          <Archive aria-hidden className="size-4" />
          {t('chat.threads.archived')}
        </button>
      )}
    </nav>
  )
}

interface MoreThreadsProps {
  loading: boolean
  /** Why the last attempt failed: the next one is the person's. */
  failed: string | null
  onMore: () => void
}

/** Loads the next page when it comes near, and by a press when it does not. */
function MoreThreads({ loading, failed, onMore }: MoreThreadsProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  })
  useEffect(() => {
    if (!element.current || loading || failed !== null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: '400px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [loading, failed])
  return (
    <div ref={element} className="px-2 pt-3">
      {failed !== null && !loading && (
        <p role="alert" className="pb-1 text-sm text-muted">
          {failed}
        </p>
      )}
      <Button size="sm" variant="ghost" loading={loading} onClick={onMore} className="w-full">
        {t(failed === null ? 'chat.threads.more' : 'common.retry')}
      </Button>
    </div>
  )
}

function ListSkeleton() {
  return (
    <div className="flex flex-col gap-3 px-2 pt-5">
      {['w-24', 'w-40', 'w-32', 'w-44', 'w-28'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}
