import { LifeBuoy, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError, sentenceFor } from '../../platform/api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Side } from './ticket-parts.tsx'
import { TicketView } from './ticket-view.tsx'
import { useTicket } from './use-tickets.ts'

interface OneTicketProps {
  id: string
  mine: Side
  /** `/api/workforce/support`, or the administrators’. */
  path: string
  /** Where the list is. */
  back: string
  /** Why it may not be there. */
  goneText?: string
}

/** The ticket that the address names: loading, gone, not to be had, or shown. */
export function OneTicket({ id, mine, path, back, goneText }: OneTicketProps) {
  const { t } = useTranslation('seats')
  const { data, error, refetch } = useTicket(path, id)
  if (data) return <TicketView ticket={data} mine={mine} path={path} back={back} />
  if (!error) return <Skeleton className="h-40 w-full" />
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('support.gone')}
        text={goneText}
        action={
          <Link to={back} className={buttonClass('primary')}>
            <LifeBuoy aria-hidden className="size-4" />
            {t('support.back')}
          </Link>
        }
      />
    )
  return (
    <EmptyState
      title={t('errors.loadFailed')}
      text={sentenceFor(error)}
      action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
    />
  )
}
