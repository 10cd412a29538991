import { Ticket, type TicketList } from '@atrium/contract/workforce-insight'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LifeBuoy, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { sentenceFor } from '../../platform/api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useWorkforceNews } from '../use-workforce-news.ts'
import { ViewSwitch } from '../work/view-switch.tsx'
import { TicketLines } from './ticket-list.tsx'
import { TicketView } from './ticket-view.tsx'

const TICKETS = '/api/admin/support'
const STATES = ['all', ...Ticket.shape.state.options] as const

const addressOf = (change: Record<string, string>) => `/admin?${new URLSearchParams({ part: 'support', ...change })}`

/** /admin?part=support: what members ask of this installation, with the runs that they attached. */
export function AdminSupport() {
  const { t } = useTranslation('seats')
  useWorkforceNews()
  const [params, setParams] = useSearchParams()
  const state = STATES.find((one) => one === params.get('state')) ?? 'open'
  const id = params.get('ticket')
  // One that was answered or closed is no longer among those of its state.
  const asked = id || state === 'all' ? '' : `?state=${state}`
  const tickets = useQuery<z.infer<typeof TicketList>>({
    queryKey: [TICKETS + asked],
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const back = addressOf({ state })
  if (tickets.error)
    return (
      <EmptyState
        title={t('errors.loadFailed')}
        text={sentenceFor(tickets.error)}
        action={<Button onClick={() => void tickets.refetch()}>{t('common.retry')}</Button>}
      />
    )
  if (!tickets.data) return <Skeleton className="h-40 w-full" />
  if (id) {
    const ticket = tickets.data.tickets.find((one) => one.id === id)
    if (ticket) return <TicketView ticket={ticket} mine="support" path={TICKETS} back={back} />
    if (tickets.isPlaceholderData) return <Skeleton className="h-40 w-full" />
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('support.gone')}
        action={
          <Link to={back} className={buttonClass('primary')}>
            {t('support.back')}
          </Link>
        }
      />
    )
  }
  return (
    <>
      <p className="mb-4 max-w-prose text-sm text-pretty text-muted">{t('support.deskText')}</p>
      <div className="mb-4">
        <ViewSwitch
          label={t('support.show')}
          value={state}
          options={STATES.map((value) => ({
            value,
            label: value === 'all' ? t('support.all') : t(`support.states.${value}`),
          }))}
          onChange={(next) => setParams({ part: 'support', state: next }, { replace: true })}
        />
      </div>
      {tickets.data.tickets.length === 0 ? (
        <EmptyState icon={<LifeBuoy aria-hidden />} title={t('support.deskNone')} text={t('support.deskNoneText')} />
      ) : (
        <TicketLines
          tickets={tickets.data.tickets}
          label={t('support.title')}
          to={(ticket) => addressOf({ state, ticket })}
        />
      )}
    </>
  )
}
