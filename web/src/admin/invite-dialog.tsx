import { type MadeRegistrationInvitation, NewRegistrationInvitation } from '@atrium/contract/registration'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '../platform/api.ts'
import { FormError } from '../settings/form-parts.tsx'
import { useSettingsForm } from '../settings/use-settings-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select, TextField } from '../ui/field.tsx'

export const INVITATIONS = '/api/admin/invitations'
const DAYS = [1, 7, 30]

/** As the contract has it; an empty field is nobody's address. */
const Form = NewRegistrationInvitation.extend({
  email: z.union([z.literal(''), z.email('That is not an e-mail address.')]),
})
interface Values {
  email: string
  expiresInDays: number
}

interface InviteDialogProps {
  /** An address gets the invitation by mail. */
  mail: boolean
  onClose: () => void
  onMade: (invitation: MadeRegistrationInvitation) => void
}

export function InviteDialog({ mail, onClose, onMade }: InviteDialogProps) {
  const { t } = useTranslation('admin')
  const id = useId()
  const client = useQueryClient()
  const { form, field, formProps, isSubmitting, rootError } = useSettingsForm<Values>({
    schema: Form as z.ZodType<unknown, Values>,
    values: { email: '', expiresInDays: 7 },
    guarded: false,
    save: async ({ email, expiresInDays }) => {
      const body = { expiresInDays, ...(email && { email }) }
      onMade(await api.post<MadeRegistrationInvitation>(INVITATIONS, body))
      await client.invalidateQueries({ queryKey: [INVITATIONS] })
    },
  })
  const { expiresInDays } = form.watch()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('invitations.invite')}
      description={t('invitations.inviteText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={id} variant="primary" loading={isSubmitting}>
            {t('invitations.make')}
          </Button>
        </>
      }
    >
      <form id={id} {...formProps} className="flex flex-col gap-4 pt-2">
        <TextField
          label={t('invitations.email')}
          help={t(mail ? 'invitations.emailMail' : 'invitations.emailLink')}
          type="email"
          autoComplete="off"
          {...field('email')}
        />
        <Select
          label={t('invitations.days')}
          value={String(expiresInDays)}
          options={DAYS.map((days) => ({ value: String(days), label: t('invitations.daysOption', { count: days }) }))}
          onChange={({ target }) => form.setValue('expiresInDays', Number(target.value))}
        />
        <FormError>{rootError}</FormError>
      </form>
    </Dialog>
  )
}
