import type { Notification, NotificationPage } from '@atrium/contract/notifications'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Bell, CheckCheck, Settings, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../i18n/said.ts'
import { api, sentenceFor } from '../platform/api.ts'
import { renewModule } from '../platform/renew.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { formatDate } from '../ui/formats.ts'
import { PagedContent } from '../ui/paged-content.tsx'
import { toast } from '../ui/toast.tsx'
import { INBOX, SETTINGS } from './paths.ts'

/** What came, by day, the newest first. */
export function Inbox({ close }: { close: () => void }) {
  const { t, i18n } = useTranslation('notifications')
  const client = useQueryClient()
  const pages = useInfiniteQuery({
    queryKey: [INBOX, 'list'],
    queryFn: ({ pageParam, signal }) =>
      api.get<NotificationPage>(pageParam ? `${INBOX}?before=${encodeURIComponent(pageParam)}` : INBOX, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const change = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => client.invalidateQueries({ queryKey: [INBOX] }),
    onError: (error) =>
      toast({ variant: 'destructive', title: t('errors.actionFailed'), description: sentenceFor(error) }),
  })
  const read = (ids?: string[]) => change.mutate(() => api.post(`${INBOX}/read`, { ids }))
  const list = pages.data?.pages.flatMap(({ notifications }) => notifications) ?? []
  const unread = pages.data?.pages[0]?.unread ?? 0
  const byDay = Map.groupBy(list, ({ createdAt }) => formatDate(createdAt, i18n.language, { dateStyle: 'full' }))
  return (
    <div className="flex flex-col">
      <header className="sticky top-0 z-1 flex items-center gap-1 border-line border-b bg-popover py-2 ps-4 pe-2">
        <h2 className="min-w-0 flex-1 text-base">{t('title')}</h2>
        {unread > 0 && (
          <Button size="sm" variant="ghost" icon={<CheckCheck aria-hidden className="size-4" />} onClick={() => read()}>
            {t('readAll')}
          </Button>
        )}
        <Link
          to={SETTINGS}
          onClick={close}
          aria-label={t('settings')}
          className="flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink touch:size-9"
        >
          <Settings aria-hidden className="size-4" />
        </Link>
      </header>
      <PagedContent
        pages={pages}
        isEmpty={list.length === 0}
        empty={{ icon: <Bell aria-hidden />, title: t('empty'), text: t('emptyText') }}
        older={t('older')}
      >
        {[...byDay].map(([day, those]) => (
          <section key={day} aria-label={day} className="py-1">
            <h3 className="px-4 py-1 font-medium text-muted text-xs">{day}</h3>
            <ul>
              {those.map((one) => (
                <Line
                  key={one.id}
                  one={one}
                  onOpen={() => {
                    if (one.readAt === null) read([one.id])
                    if (one.link !== null) close()
                  }}
                  onUndo={() =>
                    change.mutate(async () => {
                      await api.post(`/api/changes/${one.undo}/undo`)
                      if (one.readAt === null) await api.post(`${INBOX}/read`, { ids: [one.id] })
                      await renewModule(client, one.module)
                    })
                  }
                  onRemove={() => change.mutate(() => api.delete(`${INBOX}/${one.id}`))}
                />
              ))}
            </ul>
          </section>
        ))}
      </PagedContent>
    </div>
  )
}

interface LineProps {
  one: Notification
  onOpen: () => void
  onUndo: () => void
  onRemove: () => void
}

function Line({ one, onOpen, onUndo, onRemove }: LineProps) {
  const { body, link, undo, createdAt, readAt } = one
  const title = one.module === 'core' ? said(one.title) : one.title // a module's is what the person wrote

  const { t, i18n } = useTranslation('notifications')
  const content = (
    <>
      <span className="flex items-baseline gap-2">
        <span dir="auto" className={clsx('min-w-0 flex-1 text-pretty wrap-anywhere', readAt === null && 'font-medium')}>
          {readAt === null && <span className="sr-only">{t('unread')} </span>}
          {title}
        </span>
        <time dateTime={createdAt} className="shrink-0 text-muted text-xs tabular">
          {formatDate(createdAt, i18n.language, { timeStyle: 'short' })}
        </time>
      </span>
      {body && (
        <span dir="auto" className="line-clamp-2 text-muted text-xs wrap-anywhere">
          {body}
        </span>
      )}
    </>
  )
  const look = 'flex min-w-0 flex-1 flex-col gap-0.5 rounded-md py-2 ps-4 pe-1 text-start'
  return (
    <li className="group relative flex items-start pe-2 hover:bg-hover">
      {readAt === null && <span aria-hidden className="absolute start-1.5 top-4 size-1.5 rounded-full bg-accent" />}
      {link !== null ? (
        <Link to={link} onClick={onOpen} className={look}>
          {content}
        </Link>
      ) : (
        <button type="button" onClick={onOpen} className={look}>
          {content}
        </button>
      )}
      {undo !== null && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1"
          aria-label={`${t('common.undo')}: ${title}`}
          onClick={onUndo}
        >
          {t('common.undo')}
        </Button>
      )}
      <IconButton size="sm" className="mt-1" label={t('remove', { title })} icon={<X />} onClick={onRemove} />
    </li>
  )
}
