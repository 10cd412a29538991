import { InvitedRole, type MadeInvitation, NewInvitation } from '@atrium/contract/teams'
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
import { TEAMS } from './use-teams.ts'

const DAYS = [1, 7, 30]

/** As the contract has it; an empty field is nobody's address. */
const Form = NewInvitation.extend({ email: z.union([z.literal(''), z.email('That is not an e-mail address.')]) })
interface Values {
  role: z.infer<typeof InvitedRole>
  email: string
  expiresInDays: number
}

export function InviteDialog({
  team,
  onClose,
  onMade,
}: {
  team: string
  onClose: () => void
  onMade: (invitation: MadeInvitation) => void
}) {
  const { t } = useTranslation('teams')
  const id = useId()
  const client = useQueryClient()
  const { form, field, formProps, isSubmitting, rootError } = useSettingsForm<Values>({
    schema: Form as z.ZodType<unknown, Values>,
    values: { role: 'editor', email: '', expiresInDays: 7 },
    guarded: false,
    save: async ({ email, ...rest }) => {
      const body = { ...rest, email: email || null }
      onMade(await api.post<MadeInvitation>(`${TEAMS}/${team}/invitations`, body))
      await client.invalidateQueries({ queryKey: [TEAMS] })
    },
  })
  const { role, expiresInDays } = form.watch()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('invitations.makeTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={id} variant="primary" loading={isSubmitting}>
            {t('invitations.create')}
          </Button>
        </>
      }
    >
      <form id={id} {...formProps} className="flex flex-col gap-4 pt-2">
        <Select
          label={t('invitations.role')}
          help={t(`roleTexts.${role}`)}
          value={role}
          options={[...InvitedRole.options].reverse().map((value) => ({ value, label: t(`roles.${value}`) }))}
          onChange={({ target }) => form.setValue('role', InvitedRole.parse(target.value))}
        />
        <TextField
          label={t('invitations.email')}
          help={t('invitations.emailHelp')}
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
