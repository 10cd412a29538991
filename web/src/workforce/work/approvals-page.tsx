import type { ApprovalList } from '@atrium/contract/workforce-work'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { sentenceFor } from '../../platform/api.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { ViewSwitch } from './view-switch.tsx'

/** /workforce/approvals: what waits for a person's word, and what was decided. */
export function ApprovalsPage() {
  const { t } = useTranslation('seats')
  const [params, setParams] = useSearchParams()
  const isDecided = params.get('show') === 'decided'
  const path = `/api/workforce/approvals${isDecided ? '' : '?state=pending'}`
  const { data, error, refetch } = useQuery<z.infer<typeof ApprovalList>>({ queryKey: [path], staleTime: 0 })
  const approvals = data?.approvals.filter(({ state }) => (state === 'pending') !== isDecided)
  return (
    <PageFrame
      title={t('approval.title')}
      text={t('approval.text')}
      toolbar={
        <ViewSwitch
          label={t('approval.show')}
          value={isDecided ? 'decided' : 'pending'}
          options={[
            { value: 'pending', label: t('approval.pending') },
            { value: 'decided', label: t('approval.decidedTab') },
          ]}
          onChange={(next) => setParams(next === 'decided' ? { show: 'decided' } : {}, { replace: true })}
        />
      }
    >
      {error && !approvals ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(error)}
          action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
        />
      ) : !approvals ? (
        <Skeleton className="h-48 w-full max-w-3xl" />
      ) : approvals.length === 0 ? (
        <EmptyState
          icon={<ShieldCheck aria-hidden />}
          title={t(isDecided ? 'approval.noneDecided' : 'approval.none')}
          text={t(isDecided ? 'approval.noneDecidedText' : 'approval.noneText')}
          action={
            <Link to="/workforce/active" className={buttonClass('secondary')}>
              {t('approval.toActive')}
            </Link>
          }
        />
      ) : (
        <>
          <h2 className="sr-only">{t(isDecided ? 'approval.decidedTab' : 'approval.pending')}</h2>
          <ul aria-label={t('approval.title')} className="flex max-w-3xl flex-col gap-4">
            {approvals.map((approval) => (
              <li key={approval.id}>
                <ApprovalCard approval={approval} />
              </li>
            ))}
          </ul>
        </>
      )}
    </PageFrame>
  )
}
