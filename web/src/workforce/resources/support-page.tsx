import { LifeBuoy, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PageFrame } from '../../shell/page-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Paged } from '../work/paged.tsx'
import { HelpLinks } from './help-links.tsx'
import { NewTicketDialog } from './new-ticket-dialog.tsx'
import { OneTicket } from './one-ticket.tsx'
import { TicketLines } from './ticket-list.tsx'
import { ticketsOf, useTickets } from './use-tickets.ts'

const PAGE = '/workforce/support-help'
const TICKETS = '/api/workforce/support'
const addressOf = (id: string) => `${PAGE}?${new URLSearchParams({ ticket: id })}`

/** /workforce/support-help: answers by links, and one's own tickets. `?run=` begins a ticket about a run, `?ticket=` opens one. */
export function SupportPage() {
  const { t } = useTranslation('seats')
  const [params, setParams] = useSearchParams()
  const shown = params.get('ticket')
  const run = params.get('run') ?? ''
  const isNew = run !== '' || params.has('new')
  const openNew = () => setParams({ new: '' })
  const button = (
    <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={openNew}>
      {t('support.new')}
    </Button>
  )
  return (
    <PageFrame title={t('support.title')} text={t('support.text')} actions={shown ? undefined : button}>
      {shown ? (
        <OneTicket key={shown} id={shown} mine="you" path={TICKETS} back={PAGE} goneText={t('support.goneText')} />
      ) : (
        <div className="flex flex-col gap-10">
          <HelpLinks />
          <section aria-labelledby="tickets">
            <h2 id="tickets" className="mb-2 text-base">
              {t('support.tickets')}
            </h2>
            <OwnTickets onNew={openNew} />
          </section>
        </div>
      )}
      <NewTicketDialog
        open={isNew}
        start={{ run, task: params.get('task') ?? '' }}
        onClose={() => setParams({}, { replace: true })}
        onSent={({ id }) => setParams({ ticket: id }, { replace: true })}
      />
    </PageFrame>
  )
}

function OwnTickets({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation('seats')
  const query = useTickets(`${TICKETS}?limit=50`)
  return (
    <Paged
      query={query}
      ofPage={ticketsOf}
      none={
        <EmptyState
          className="py-6!"
          icon={<LifeBuoy aria-hidden />}
          title={t('support.none')}
          text={t('support.noneText')}
          action={<Button onClick={onNew}>{t('support.new')}</Button>}
        />
      }
    >
      {(lines) => <TicketLines tickets={lines} label={t('support.tickets')} to={addressOf} />}
    </Paged>
  )
}
