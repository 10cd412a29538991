import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { PageFrame } from '../../shell/page-frame.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Approvals } from './approval-list.tsx'
import { ViewSwitch } from './view-switch.tsx'

/** /workforce/approvals: what waits for a person's word, and what was decided. */
export function ApprovalsPage() {
  const { t } = useTranslation('seats')
  const [params, setParams] = useSearchParams()
  const isDecided = params.get('show') === 'decided'
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
      <h2 className="sr-only">{t(isDecided ? 'approval.decidedTab' : 'approval.pending')}</h2>
      <Approvals
        key={String(isDecided)}
        state={isDecided ? 'decided' : 'pending'}
        none={
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
        }
      />
    </PageFrame>
  )
}
