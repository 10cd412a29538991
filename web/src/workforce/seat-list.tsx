import type { Seat } from '@atrium/contract/workforce-orders'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../ui/avatar.tsx'
import { nameOf } from './agent-name.ts'
import { StatusBadge } from './order-status.tsx'

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
            <p className="truncate font-medium">
              <bdi>{name}</bdi>
            </p>
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
