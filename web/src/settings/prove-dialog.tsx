import { Proof } from '@atrium/contract/account-security'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { FormError } from './form-parts.tsx'
import { useAccount } from './use-account.ts'
import { useSettingsForm } from './use-settings-form.ts'

export interface ProveDialogProps {
  title: string
  text: ReactNode
  /** What happens, as a verb. */
  confirm: string
  danger?: boolean
  act: (proof: Proof) => Promise<unknown>
  onClose: () => void
}

/** Asks for the password before something that only the person may do. */
export function ProveDialog({ title, text, confirm, danger = false, act, onClose }: ProveDialogProps) {
  const { t } = useTranslation('settings')
  const account = useAccount()
  const id = useId()
  const { field, formProps, isSubmitting, rootError } = useSettingsForm({
    schema: Proof,
    // Who has no password has nothing to prove; the field is not shown, and the server does not look at it.
    values: { password: account.data?.hasPassword === false ? '-' : '' },
    save: act,
    guarded: false,
  })
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} loading={isSubmitting}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={id} {...formProps} className="flex flex-col gap-3 pt-2">
        {account.data?.hasPassword !== false && (
          <TextField
            label={t('profile.password')}
            type="password"
            autoComplete="current-password"
            {...field('password')}
          />
        )}
        <FormError>{rootError}</FormError>
      </form>
    </Dialog>
  )
}
