import type { SeatDetails } from '@atrium/contract/workforce-seats'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Approvals } from '../work/approval-list.tsx'

/** What the seat wants to do and may not do alone, to be decided here; below it what was decided. */
export function SeatApprovals({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const id = useId()
  return (
    <div className="flex flex-col gap-8">
      <section aria-labelledby={`${id}-pending`}>
        <h3 id={`${id}-pending`} className="mb-2 text-base">
          {t('approval.pending')}
        </h3>
        <Approvals
          state="pending"
          seatId={seat.id}
          none={
            <p className="text-muted">
              {t('approval.none')}. {t('approval.noneText')}
            </p>
          }
        />
      </section>
      <section aria-labelledby={`${id}-decided`}>
        <h3 id={`${id}-decided`} className="mb-2 text-base">
          {t('approval.decidedTab')}
        </h3>
        <Approvals state="decided" seatId={seat.id} none={<p className="text-muted">{t('approval.noneDecided')}.</p>} />
      </section>
    </div>
  )
}
