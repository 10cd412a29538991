import type { TrashList } from '@atrium/contract/record-history'
import { skipToken, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, sentenceFor } from '../platform/api.ts'
import { moduleKey } from '../platform/news.ts'
import { renewModule } from '../platform/renew.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatDate } from '../ui/formats.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { titleOf as titleFrom } from './record-values.ts'
import type { TrashProps } from './trash.tsx'
import { useRecordCall } from './use-record-call.ts'

export function TrashPanel({ module, collections, open, onOpenChange, titleOf = titleFrom }: TrashProps) {
  const { t, i18n } = useTranslation('kit')
  const client = useQueryClient()
  const confirm = useConfirm()
  const names = Object.entries(collections)
  const [collection, setCollection] = useState(names[0]?.[0] ?? '')
  const path = `/api/m/${module}/collections/${collection}`
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...moduleKey(module), 'trash', collection],
    initialPageParam: 0,
    queryFn: open
      ? ({ pageParam, signal }) => api.get<TrashList>(`${path}/trash?offset=${pageParam}`, { signal })
      : skipToken,
    getNextPageParam: (last, _, offset) =>
      last.rows.length === 0 || offset + last.rows.length >= last.total ? null : offset + last.rows.length,
  })
  const rows = data?.pages.flatMap((page) => page.rows)
  const total = data?.pages.at(-1)?.total ?? 0
  const restore = useRecordCall(module, '')
  const emptying = useMutation({
    mutationFn: () => api.delete(`${path}/trash`),
    onSuccess: async () => {
      toast({ title: t('trash.emptied') })
      await renewModule(client, module)
    },
    onError: (cause) =>
      toast({ variant: 'destructive', title: t('errors.actionFailed'), description: sentenceFor(cause) }),
  })
  const empty = async () => {
    const isSure = await confirm({
      title: t('trash.sureTitle', { count: total }),
      text: t('trash.sureText'),
      confirm: t('trash.sure'),
      danger: true,
    })
    if (isSure) emptying.mutate()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('trash.title')}
      footer={
        total > 0 && (
          <Button loading={emptying.isPending} onClick={() => void empty()}>
            {t('trash.emptyAll')}
          </Button>
        )
      }
    >
      {names.length > 1 && (
        <div className="mb-3 flex flex-wrap gap-1">
          {names.map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === collection}
              onClick={() => setCollection(name)}
              className={clsx(
                'h-8 rounded-md px-2.5 text-sm touch:h-11',
                name === collection ? 'bg-active font-medium' : 'text-muted hover:bg-hover',
              )}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      {error ? (
        <p role="alert" className="text-danger-ink">
          {sentenceFor(error)}
        </p>
      ) : !rows ? (
        <div aria-hidden className="flex flex-col gap-3">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
        </div>
      ) : rows.length === 0 ? (
        <p className="py-6 text-center text-muted">{t('trash.empty')}</p>
      ) : (
        <ul className="flex flex-col">
          {rows.map((row) => {
            const title = titleOf(row) || t('trash.untitled')
            return (
              <li key={row.id} className="flex items-center gap-3 border-b border-line/60 py-2 last:border-0">
                <div className="min-w-0 flex-1">
                  <p dir="auto" className="truncate">
                    {title}
                  </p>
                  <p className="text-xs text-muted">
                    {t('trash.deleted', { date: formatDate(row.deletedAt, i18n.language) })}
                  </p>
                </div>
                <Button
                  size="sm"
                  disabled={restore.isPending}
                  onClick={() =>
                    restore.mutate({ path: `${path}/${row.id}/restore`, done: t('trash.restored', { title }) })
                  }
                >
                  {t('trash.restore')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {hasNextPage && (
        <Button size="sm" className="mt-2" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more', { count: total - (rows?.length ?? 0) })}
        </Button>
      )}
    </Dialog>
  )
}
