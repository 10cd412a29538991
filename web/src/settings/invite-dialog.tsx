import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { FormError } from './form-parts.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const DAYS = [1, 7, 30]

/** An empty field is nobody's address; how long one may be, the server says. */
const Invitation = z.object({
  email: z.union([z.literal(''), z.email('That is not an e-mail address.')]),
  expiresInDays: z.number(),
})

interface InviteDialogProps {
  /** The words of both uses, from their namespace: `invitations.email`, `.days` and `.daysOption`. */
  namespace: 'admin' | 'teams'
  title: string
  text?: string
  /** What an address in the field means. */
  emailHelp: string
  submit: string
  /** What else is asked, before the address. */
  children?: ReactNode
  /** `email` is null when the invitation is for whoever has the link. What it throws is shown in the form. */
  send: (invitation: { email: string | null; expiresInDays: number }) => Promise<void>
  onClose: () => void
}

/** Asks whom an invitation is for and how long it is good: to this installation, or to a team. */
export function InviteDialog(props: InviteDialogProps) {
  const { namespace, title, text, emailHelp, submit, children, send, onClose } = props
  const { t } = useTranslation(namespace)
  const id = useId()
  const { form, field, formProps, isSubmitting, rootError } = useSettingsForm<z.infer<typeof Invitation>>({
    schema: Invitation,
    values: { email: '', expiresInDays: 7 },
    guarded: false,
    save: ({ email, expiresInDays }) => send({ email: email || null, expiresInDays }),
  })
  const { expiresInDays } = form.watch()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={id} variant="primary" loading={isSubmitting}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} {...formProps} className="flex flex-col gap-4 pt-2">
        {children}
        <TextField
          label={t('invitations.email')}
          help={emailHelp}
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
