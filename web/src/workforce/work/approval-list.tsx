import type { Approval, ApprovalList } from '@atrium/contract/approvals'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { ApprovalCard } from './approval-card.tsx'
import { Paged } from './paged.tsx'
import { listPath, usePages } from './work-queries.ts'

interface ApprovalsProps {
  state: 'pending' | 'decided'
  /** One seat's; everybody's when absent. */
  seatId?: string
  /** What stands there when there are none. */
  none: ReactNode
}

export const approvalsOf = ({ approvals }: z.infer<typeof ApprovalList>): readonly Approval[] => approvals

/** The newest first. */
export const useApprovals = (state: ApprovalsProps['state'], seatId = '') =>
  usePages<z.infer<typeof ApprovalList>>(listPath('approvals', { from: 'seat', state, limit: 20, seat: seatId }))

/** What waits for a person's word, to be decided in place, or what was decided. */
export function Approvals({ state, seatId, none }: ApprovalsProps) {
  const { t } = useTranslation('seats')
  return (
    <Paged query={useApprovals(state, seatId)} ofPage={approvalsOf} none={none}>
      {(approvals) => (
        <ul
          data-lines
          aria-label={t(state === 'pending' ? 'approval.pending' : 'approval.decidedTab')}
          className="flex max-w-3xl flex-col gap-4"
        >
          {approvals.map((approval) => (
            <li key={approval.id}>
              <ApprovalCard approval={approval} />
            </li>
          ))}
        </ul>
      )}
    </Paged>
  )
}
