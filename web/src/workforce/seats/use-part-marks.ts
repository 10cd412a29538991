import type { SeatDetails } from '@atrium/contract/workforce-seats'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/formats.ts'
import { approvalsOf, useApprovals } from '../work/approval-list.tsx'
import { deliverablesOf, useDeliverables } from '../work/deliverable-list.tsx'
import { linesOf } from '../work/paged.tsx'
import type { SeatPart } from './seat-tabs.tsx'

/** What waits for a person in the parts of a seat's page, as it is written. */
export function usePartMarks({ id, isOnboarded, status }: SeatDetails): Partial<Record<SeatPart, string>> {
  const { i18n } = useTranslation()
  const pending = useApprovals('pending', id)
  const inReview = useDeliverables({ state: 'in_review', seat: id })
  const counted = <P, I extends { id: string }>(
    query: UseInfiniteQueryResult<InfiniteData<P>>,
    ofPage: (page: P) => readonly I[],
  ) => {
    const count = linesOf(query.data, ofPage).length
    return count === 0 ? undefined : `${formatNumber(count, i18n.language)}${query.hasNextPage ? '+' : ''}`
  }
  return {
    approvals: counted(pending, approvalsOf),
    deliverables: counted(inReview, deliverablesOf),
    context: isOnboarded || status === 'ended' ? undefined : '!',
  }
}
