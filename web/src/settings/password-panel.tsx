import { PasswordChange } from '@atrium/contract/account-security'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { FormError, SaveBar } from './form-parts.tsx'
import { Loaded, Panel } from './panel.tsx'
import { SESSIONS } from './sessions.tsx'
import { ACCOUNT, useAccount } from './use-account.ts'
import { useSettingsForm } from './use-settings-form.ts'

export function PasswordPanel() {
  const { t } = useTranslation('settings')
  const account = useAccount()
  return (
    <Panel title={t('password.title')} text={t('password.text')}>
      <Loaded query={account}>{({ hasPassword }) => <PasswordForm hasPassword={hasPassword} />}</Loaded>
    </Panel>
  )
}

function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const empty = { current: '', next: '' }
  const { form, field, formProps, isDirty, isSubmitting, rootError } = useSettingsForm({
    schema: PasswordChange,
    values: empty,
    save: async ({ current, next }) => {
      await api.put('/api/user/password', { next, ...(hasPassword && { current }) })
      form.reset(empty)
      toast({ title: t('done.updated'), description: t('password.othersEnded') })
      for (const path of [SESSIONS, ACCOUNT]) void client.invalidateQueries({ queryKey: [path] })
    },
  })
  return (
    <form {...formProps} className="flex max-w-md flex-col gap-4">
      {hasPassword && (
        <TextField
          label={t('password.current')}
          type="password"
          autoComplete="current-password"
          {...field('current')}
        />
      )}
      <TextField
        label={t('password.next')}
        help={t('password.nextHelp')}
        type="password"
        autoComplete="new-password"
        {...field('next')}
      />
      <FormError>{rootError}</FormError>
      <SaveBar busy={isSubmitting} disabled={!isDirty}>
        {t(hasPassword ? 'password.change' : 'password.set')}
      </SaveBar>
    </form>
  )
}
