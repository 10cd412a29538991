import { Ticket } from '@atrium/contract/workforce-insight'
import { LifeBuoy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useAdministrationNews } from '../use-administration-news.ts'
import { Paged } from '../work/paged.tsx'
import { ViewSwitch } from '../work/view-switch.tsx'
import { OneTicket } from './one-ticket.tsx'
import { TicketLines } from './ticket-list.tsx'
import { ticketsOf, useTickets } from './use-tickets.ts'

const TICKETS = '/api/admin/support'
const STATES = ['all', ...Ticket.shape.state.options] as const

const addressOf = (change: Record<string, string>) => `/admin?${new URLSearchParams({ part: 'support', ...change })}`

/** /admin?part=support: what members ask of this installation, with the runs that they attached. */
export function AdminSupport() {
  const { t } = useTranslation('seats')
  useAdministrationNews()
  const [params, setParams] = useSearchParams()
  const state = STATES.find((one) => one === params.get('state')) ?? 'open'
  const id = params.get('ticket')
  if (id) return <OneTicket key={id} id={id} mine="support" path={TICKETS} back={addressOf({ state })} />
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
      <Desk state={state} />
    </>
  )
}

function Desk({ state }: { state: (typeof STATES)[number] }) {
  const { t } = useTranslation('seats')
  const query = useTickets(`${TICKETS}?limit=50${state === 'all' ? '' : `&state=${state}`}`)
  return (
    <Paged
      query={query}
      ofPage={ticketsOf}
      none={
        <EmptyState icon={<LifeBuoy aria-hidden />} title={t('support.deskNone')} text={t('support.deskNoneText')} />
      }
    >
      {(lines) => (
        <TicketLines tickets={lines} label={t('support.title')} to={(ticket) => addressOf({ state, ticket })} />
      )}
    </Paged>
  )
}
