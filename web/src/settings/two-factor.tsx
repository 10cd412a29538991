import type { Proof, TwoFactorBegun } from '@atrium/contract/account-security'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { Loaded, Panel } from './panel.tsx'
import { ProveDialog } from './prove-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'
import { ACCOUNT, useAccount } from './use-account.ts'

const PATH = '/api/user/two-factor'

type Step =
  | { name: 'idle' | 'begin' | 'renew' | 'stop' }
  | { name: 'setup'; begun: TwoFactorBegun }
  | { name: 'codes'; codes: readonly string[] }
const idle: Step = { name: 'idle' }

export function TwoFactor() {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const account = useAccount()
  const [step, setStep] = useState<Step>(idle)
  const close = () => setStep(idle)
  const renew = () => client.invalidateQueries({ queryKey: [ACCOUNT] })

  return (
    <Panel title={t('twoFactor.title')} text={t('twoFactor.text')}>
      <Loaded query={account} lines={1}>
        {({ twoFactor, recoveryCodesLeft }) =>
          twoFactor ? (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <Badge tone="success">{t('twoFactor.on')}</Badge>
              <span className="min-w-36 flex-1 text-muted">
                {t('twoFactor.codesLeft', { count: recoveryCodesLeft })}
              </span>
              <Button size="sm" onClick={() => setStep({ name: 'renew' })}>
                {t('twoFactor.newCodes')}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => setStep({ name: 'stop' })}>
                {t('twoFactor.turnOff')}
              </Button>
            </div>
          ) : (
            <div>
              <Button onClick={() => setStep({ name: 'begin' })}>{t('twoFactor.turnOn')}</Button>
            </div>
          )
        }
      </Loaded>
      {step.name === 'begin' && (
        <ProveDialog
          title={t('twoFactor.turnOn')}
          text={t('twoFactor.proveText')}
          confirm={t('twoFactor.continue')}
          onClose={close}
          act={async (proof: Proof) => setStep({ name: 'setup', begun: await api.post<TwoFactorBegun>(PATH, proof) })}
        />
      )}
      {step.name === 'setup' && (
        <TwoFactorSetup
          begun={step.begun}
          onClose={close}
          confirm={async (code) => {
            await api.post(`${PATH}/confirm`, { code })
            await renew()
            setStep(idle)
            toast({ title: t('done.saved'), description: t('twoFactor.isOn') })
          }}
        />
      )}
      {step.name === 'renew' && (
        <ProveDialog
          title={t('twoFactor.newCodes')}
          text={t('twoFactor.newCodesText')}
          confirm={t('twoFactor.makeCodes')}
          onClose={close}
          act={async (proof) => {
            const { recoveryCodes } = await api.post<{ recoveryCodes: string[] }>(`${PATH}/recovery-codes`, proof)
            setStep({ name: 'codes', codes: recoveryCodes })
            await renew()
          }}
        />
      )}
      {step.name === 'codes' && (
        <Dialog
          open
          onOpenChange={(open) => open || close()}
          title={t('twoFactor.codes')}
          footer={
            <Button variant="primary" onClick={close}>
              {t('twoFactor.kept')}
            </Button>
          }
        >
          <RecoveryCodes codes={step.codes} />
        </Dialog>
      )}
      {step.name === 'stop' && (
        <ProveDialog
          danger
          title={t('twoFactor.turnOff')}
          text={t('twoFactor.turnOffText')}
          confirm={t('twoFactor.turnOff')}
          onClose={close}
          act={async (proof) => {
            await api.delete(PATH, proof)
            await renew()
            close()
            toast({ title: t('done.updated') })
          }}
        />
      )}
    </Panel>
  )
}
