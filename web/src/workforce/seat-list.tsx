import type { Seat } from '@atrium/contract/workforce-orders'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Avatar } from '../ui/avatar.tsx'
import { nameOf } from './agent-name.ts'
import { StatusBadge } from './order-status.tsx'
import { seatPage } from './seats/seat-paths.ts'

/** Who was hired, by name. */
export function SeatList({ seats }: { seats: readonly Seat[] }) {
  const { t } = useTranslation('workforce')
  return (
    <ul
      aria-label={t('orders.seats')}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-x-6 gap-y-1"
    >
      {seats.map(({ id, name, agentKey, status }) => (
        <li key={id} className="flex min-w-0 items-center gap-3 py-1.5">
          <Avatar name={name} className="size-8" />
          <div className="min-w-0 flex-1">
            {status === 'ended' ? (
              <p className="truncate font-medium" title={name}>
                <bdi>{name}</bdi>
              </p>
            ) : (
              <Link to={seatPage(id)} title={name} className="block truncate font-medium hover:underline">
                <bdi>{name}</bdi>
              </Link>
            )}
            <p className="truncate text-xs text-muted">
              <bdi>{nameOf(t, agentKey)}</bdi>
            </p>
          </div>
          <StatusBadge status={status} name={t(`seatStates.${status}`)} />
        </li>
      ))}
    </ul>
  )
}
