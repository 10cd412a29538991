import { FileCheck2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { PageFrame } from '../../shell/page-frame.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DeliverableRows, deliverablesOf, StateFilter, stateIn, useDeliverables } from './deliverable-list.tsx'
import { Paged } from './paged.tsx'
import { SeatFilter } from './seat-filter.tsx'
import { useSeats } from './work-queries.ts'

/** /workforce/deliverables: all that seats handed in. What is shown of it stands in the address. */
export function DeliverablesPage() {
  const { t } = useTranslation('seats')
  const [params, setParams] = useSearchParams()
  const seats = useSeats()
  const seat = params.get('seat') ?? ''
  const state = stateIn(params.get('state'))
  const query = useDeliverables({ state, seat })
  const set = (name: string, value = '') =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const isFiltered = Boolean(seat || state)
  return (
    <PageFrame
      title={t('deliverable.all')}
      text={t('deliverable.allText')}
      toolbar={
        <>
          <StateFilter value={state} onChange={(next) => set('state', next)} />
          <SeatFilter seats={seats.data?.seats ?? []} value={seat} onChange={(next) => set('seat', next)} />
        </>
      }
    >
      <Paged
        query={query}
        ofPage={deliverablesOf}
        none={
          isFiltered ? (
            <EmptyState
              icon={<FileCheck2 aria-hidden />}
              title={t('deliverable.noneLike')}
              action={<Button onClick={() => setParams({}, { replace: true })}>{t('deliverable.seeAll')}</Button>}
            />
          ) : (
            <EmptyState
              icon={<FileCheck2 aria-hidden />}
              title={t('deliverable.none')}
              text={t('deliverable.noneText')}
              action={
                <Link to="/workforce/active" className={buttonClass('secondary')}>
                  {t('approval.toActive')}
                </Link>
              }
            />
          )
        }
      >
        {(deliverables) => <DeliverableRows deliverables={deliverables} withoutSeat={Boolean(seat)} />}
      </Paged>
    </PageFrame>
  )
}
