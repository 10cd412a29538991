import { Activity as Icon, ListX } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceFor } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useActivity, useActivityChanges } from './activity.ts'
import { useSeeingFailures } from './failures-seen.ts'
import { ActivityLine } from './line.tsx'

interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What runs, waits, is done or has failed. */
export function ActivityDrawer({ open, onOpenChange }: DrawerProps) {
  const { t } = useTranslation('activity')
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('title')}>
      {open && <ActivityContent close={() => onOpenChange(false)} />}
    </Sheet>
  )
}

function ActivityContent({ close }: { close: () => void }) {
  const { t } = useTranslation('activity')
  const pages = useActivity()
  const changes = useActivityChanges()
  useSeeingFailures(pages.data?.pages[0]?.lastFailedAt ?? null)
  const list = useRef<HTMLDivElement>(null)
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  const isClearable = items.some(
    ({ kind, status }) => kind === 'job' && (status === 'succeeded' || status === 'cancelled'),
  )
  // The button that was pressed goes with what it removed: the next key belongs to the list.
  const keepFocus = () => list.current?.focus()
  return (
    <div ref={list} tabIndex={-1} className="flex flex-col outline-none">
      {isClearable && (
        <Button
          size="sm"
          variant="ghost"
          className="mx-3 self-end"
          icon={<ListX aria-hidden className="size-4" />}
          loading={changes.isPending}
          onClick={() => {
            keepFocus()
            changes.clear()
          }}
        >
          {t('clear')}
        </Button>
      )}
      {pages.isPending && <Skeleton className="m-4 h-24" />}
      {pages.error && (
        <div role="alert" className="flex items-center justify-between gap-3 p-4">
          <p className="min-w-0 text-pretty">{sentenceFor(pages.error)}</p>
          <Button size="sm" onClick={() => void pages.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {pages.isSuccess && items.length === 0 && (
        <EmptyState icon={<Icon aria-hidden />} title={t('empty')} text={t('emptyText')} className="py-8" />
      )}
      {items.length > 0 && (
        <ul aria-label={t('title')} className="flex flex-col divide-y divide-line">
          {items.map((item) => (
            <ActivityLine
              key={item.id}
              item={item}
              close={close}
              onCancel={() => changes.cancel(item.id)}
              onRetry={() => {
                keepFocus()
                changes.retry(item.id)
              }}
              onRemove={() => {
                keepFocus()
                changes.remove(item.id)
              }}
            />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <Button
          variant="ghost"
          className="m-2"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('older')}
        </Button>
      )}
    </div>
  )
}
