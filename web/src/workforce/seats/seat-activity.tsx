import type { SeatDetails } from '@atrium/contract/workforce-seats'
import { useTranslation } from 'react-i18next'
import { ActivityList } from './activity-list.tsx'

/** What was done with the seat, the newest first. */
export function SeatActivity({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  if (seat.events.length === 0) return <p className="text-muted">{t('activity.none')}</p>
  return <ActivityList events={seat.events} />
}
