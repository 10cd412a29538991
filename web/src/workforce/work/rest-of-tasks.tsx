import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/formats.ts'
import type { useOpenTasks } from './work-queries.ts'

/** Says when not all open tasks are shown, and leads to the others. */
export function RestOfTasks({ open: { query, more } }: { open: ReturnType<typeof useOpenTasks> }) {
  const { t, i18n } = useTranslation('seats')
  const { t: words } = useTranslation('workforce')
  const { data, isFetching } = query
  if (!data?.nextCursor) return null
  const count = data.tasks.length
  return (
    <div role="status" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <p>{t('board.notAll', { count, shown: formatNumber(count, i18n.language) })}</p>
      <Button size="sm" loading={isFetching} onClick={more}>
        {words('orders.more')}
      </Button>
    </div>
  )
}
