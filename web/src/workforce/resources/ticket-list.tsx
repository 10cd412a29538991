import type { Ticket } from '@atrium/contract/workforce-insight'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate } from '../../ui/formats.ts'
import { TicketBadge } from './ticket-parts.tsx'

interface TicketListProps {
  tickets: readonly Ticket[]
  label: string
  /** Where one is read. */
  to: (id: string) => string
}

/** Tickets, a line each, as the server orders them. */
export function TicketLines({ tickets, label, to }: TicketListProps) {
  const { t, i18n } = useTranslation('seats')
  return (
    <ul data-lines aria-label={label} className="divide-y divide-line border-y border-line">
      {tickets.map(({ id, subject, state, updatedAt, runId, person }) => (
        <li key={id}>
          <Link
            to={to(id)}
            className="-mx-2 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md px-2 py-3 hover:bg-hover"
          >
            <span className="min-w-0 flex-[1_1_14rem]">
              <span className="block truncate font-medium" title={subject}>
                <bdi>{subject}</bdi>
              </span>
              <span className="block text-sm text-muted">
                {person && (
                  <>
                    <bdi>{t('support.from', { name: person.name })}</bdi> ·{' '}
                  </>
                )}
                {t('support.updated', { date: formatDate(updatedAt, i18n.language) })}
                {runId && <> · {t('support.withRun')}</>}
              </span>
            </span>
            <TicketBadge state={state} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
