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
      <ol className="flex list-decimal flex-col gap-6 ps-5 marker:font-medium marker:text-muted">
        <li>
          {/* The reading begins here, not at the field below, which on a phone would scroll this out of sight. */}
          <h3 tabIndex={-1} data-autofocus className="mb-3 text-sm outline-none">
            {t('twoFactor.scan')}
          </h3>
          <div className="flex flex-wrap items-center gap-4">
            <img
              src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(begun.qr)}`}
              alt={t('twoFactor.qrAlt')}
              className="size-40 rounded-md bg-[white] p-2"
            />
            <div className="flex min-w-48 flex-1 flex-col items-start gap-2">
              <p className="text-pretty text-muted">{t('twoFactor.orType')}</p>
              <Secret>{begun.secret}</Secret>
              <CopyButton text={begun.secret} label={t('twoFactor.copySecret')} />
            </div>
          </div>
        </li>
        <li>
          <h3 className="mb-2 text-sm">{t('twoFactor.keepCodes')}</h3>
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

/** In groups of four, as one types it; what is copied has no gaps. */
function Secret({ children }: { children: string }) {
  return (
    <code dir="ltr" className="select-all font-mono">
      {Array.from(children.matchAll(/.{1,4}/g), ({ 0: group, index }) => (
        <span key={index} className="me-2 inline-block">
          {group}
        </span>
      ))}
    </code>
  )
}
