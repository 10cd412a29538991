import { Activity as Icon, ListX } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { PagedContent } from '../ui/paged-content.tsx'
import { Sheet } from '../ui/sheet.tsx'
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
      <PagedContent
        pages={pages}
        isEmpty={items.length === 0}
        empty={{ icon: <Icon aria-hidden />, title: t('empty'), text: t('emptyText') }}
        older={t('older')}
      >
        {items.length > 0 && (
          <ul aria-label={t('title')} className="flex flex-col divide-y divide-line">
            {items.map((item) => (
              <ActivityLine
                key={item.id}
                item={item}
                close={close}
                onCancel={() => changes.cancel(item.id)}
                onPause={() => {
                  keepFocus()
                  changes.pause(item.id)
                }}
                onResume={() => {
                  keepFocus()
                  changes.resume(item.id)
                }}
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
      </PagedContent>
    </div>
  )
}
