import { type TwoFactorBegun, TwoFactorCode } from '@atrium/contract/account-security'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { CopyButton } from './copy-button.tsx'
import { FormError } from './form-parts.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useSettingsForm } from './use-settings-form.ts'

export interface TwoFactorSetupProps {
  begun: TwoFactorBegun
  confirm: (code: string) => Promise<unknown>
  onClose: () => void
}

/** Scan, keep the codes, type the first code: three steps, one below the other. */
export function TwoFactorSetup({ begun, confirm, onClose }: TwoFactorSetupProps) {
  const { t } = useTranslation('settings')
  const id = useId()
  const { field, formProps, isSubmitting, rootError } = useSettingsForm({
    schema: TwoFactorCode.pick({ code: true }),
    values: { code: '' },
    save: ({ code }) => confirm(code),
    guarded: false,
  })
  return (
    <Dialog
      open
      alert
      onOpenChange={(open) => open || onClose()}
      title={t('twoFactor.turnOn')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={id} variant="primary" loading={isSubmitting}>
            {t('twoFactor.confirm')}
          </Button>
        </>
      }
    >
      <ol className="flex flex-col gap-6">
        <li className="flex flex-col gap-3">
          <h3 className="text-sm">{t('twoFactor.scan')}</h3>
          <div className="flex flex-wrap items-center gap-4">
            <img
              src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(begun.qr)}`}
              alt={t('twoFactor.qrAlt')}
              className="size-40 rounded-md bg-[white] p-2"
            />
            <div className="flex min-w-48 flex-1 flex-col items-start gap-2">
              <p className="text-pretty text-muted">{t('twoFactor.orType')}</p>
              <code dir="ltr" className="select-all break-all font-mono">
                {begun.secret}
              </code>
              <CopyButton text={begun.secret} label={t('twoFactor.copySecret')} />
            </div>
          </div>
        </li>
        <li className="flex flex-col gap-2">
          <h3 className="text-sm">{t('twoFactor.keepCodes')}</h3>
          <RecoveryCodes codes={begun.recoveryCodes} />
        </li>
        <li>
          <form id={id} {...formProps} className="flex flex-col gap-3">
            <TextField
              label={t('twoFactor.enterCode')}
              inputMode="numeric"
              autoComplete="one-time-code"
              dir="ltr"
              {...field('code')}
            />
            <FormError>{rootError}</FormError>
          </form>
        </li>
      </ol>
    </Dialog>
  )
}
