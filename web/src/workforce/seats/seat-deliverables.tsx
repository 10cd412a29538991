import type { SeatDetails } from '@atrium/contract/workforce-seats'
import { FileCheck2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFilters } from '../../catalogue/directory.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DeliverableRows, deliverablesOf, StateFilter, stateIn, useDeliverables } from '../work/deliverable-list.tsx'
import { Paged } from '../work/paged.tsx'

/** What the seat handed in, the last first. */
export function SeatDeliverables({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const filters = useFilters()
  const state = stateIn(filters.get('state'))
  const query = useDeliverables({ state, seat: seat.id })
  const hasAny = query.data?.pages.some((page) => page.deliverables.length > 0)
  return (
    <div className="flex flex-col gap-4">
      {(state || hasAny) && <StateFilter value={state} onChange={(next) => filters.set('state', next ?? '')} />}
      <Paged
        query={query}
        ofPage={deliverablesOf}
        none={
          state ? (
            <EmptyState
              icon={<FileCheck2 aria-hidden />}
              title={t('deliverable.noneLike')}
              action={<Button onClick={() => filters.set('state', '')}>{t('deliverable.seeAll')}</Button>}
            />
          ) : (
            <EmptyState
              icon={<FileCheck2 aria-hidden />}
              title={t('deliverable.none')}
              text={t('deliverable.noneText')}
            />
          )
        }
      >
        {(deliverables) => <DeliverableRows deliverables={deliverables} withoutSeat />}
      </Paged>
    </div>
  )
}
