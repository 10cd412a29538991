import type { TicketList } from '@atrium/contract/workforce-insight'
import { useQuery } from '@tanstack/react-query'
import { LifeBuoy, Plus, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { sentenceFor } from '../../platform/api.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { HelpLinks } from './help-links.tsx'
import { NewTicketDialog } from './new-ticket-dialog.tsx'
import { TicketLines } from './ticket-list.tsx'
import { TicketView } from './ticket-view.tsx'

const PAGE = '/workforce/support-help'
const TICKETS = '/api/workforce/support'
const addressOf = (id: string) => `${PAGE}?${new URLSearchParams({ ticket: id })}`

/** /workforce/support-help: answers by links, and one's own tickets. `?run=` begins a ticket about a run, `?ticket=` opens one. */
export function SupportPage() {
  const { t } = useTranslation('seats')
  const [params, setParams] = useSearchParams()
  const tickets = useQuery<z.infer<typeof TicketList>>({ queryKey: [TICKETS], staleTime: 0 })
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
      {tickets.data ? (
        shown ? (
          <OneTicket id={shown} tickets={tickets.data.tickets} />
        ) : (
          <div className="flex max-w-3xl flex-col gap-10">
            <HelpLinks />
            <section aria-labelledby="tickets">
              <h2 id="tickets" className="mb-2 text-base">
                {t('support.tickets')}
              </h2>
              {tickets.data.tickets.length > 0 ? (
                <TicketLines tickets={tickets.data.tickets} label={t('support.tickets')} to={addressOf} />
              ) : (
                <EmptyState
                  className="py-6!"
                  icon={<LifeBuoy aria-hidden />}
                  title={t('support.none')}
                  text={t('support.noneText')}
                  action={<Button onClick={openNew}>{t('support.new')}</Button>}
                />
              )}
            </section>
          </div>
        )
      ) : tickets.error ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(tickets.error)}
          action={<Button onClick={() => void tickets.refetch()}>{t('common.retry')}</Button>}
        />
      ) : (
        <div role="status" aria-label={t('common.loading')} className="flex max-w-3xl flex-col gap-6">
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-24 w-full" />
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

function OneTicket({ id, tickets }: { id: string } & z.infer<typeof TicketList>) {
  const { t } = useTranslation('seats')
  const ticket = tickets.find((one) => one.id === id)
  if (ticket) return <TicketView ticket={ticket} mine="you" path={TICKETS} back={PAGE} />
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t('support.gone')}
      text={t('support.goneText')}
      action={
        <Link to={PAGE} className={buttonClass('primary')}>
          <LifeBuoy aria-hidden className="size-4" />
          {t('support.back')}
        </Link>
      }
    />
  )
}
