import type { SeatAtWork } from '@atrium/contract/workforce-seats'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { Badge } from '../../ui/badge.tsx'
import { StatusBadge } from '../order-status.tsx'

/** How a seat stands, in one word: what keeps it from working comes before what it is. */
export function SeatStanding({ seat }: { seat: Pick<SeatAtWork, 'status' | 'missing' | 'isLeaving'> }) {
  const { t } = useTranslation('seats')
  const { t: words } = useTranslation('workforce')
  const { status, missing, isLeaving } = seat
  if (isLeaving) return <Badge>{t('seat.leaving')}</Badge>
  if (status !== 'paused' && status !== 'ended' && missing.length > 0)
    return (
      <span title={missing.map(said).join('\n')}>
        <Badge tone="warning">{t('seat.notReady')}</Badge>
      </span>
    )
  return <StatusBadge status={status} name={words(`seatStates.${status}`)} />
}
