import type { User } from '@atrium/contract/accounts'
import { ProfileChange } from '@atrium/contract/profile'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { useSession } from '../platform/session.ts'
import { TextField } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { FormError, SaveBar } from './form-parts.tsx'
import { Panel } from './panel.tsx'
import { Picture } from './picture.tsx'
import { useAccount } from './use-account.ts'
import { useSettingsForm } from './use-settings-form.ts'

export function ProfileSection() {
  const { user } = useSession()
  const { t } = useTranslation('settings')
  if (!user) return <Skeleton className="h-72 w-full" />
  return (
    <>
      <Panel title={t('profile.picture')}>
        <Picture user={user} />
      </Panel>
      <Panel title={t('profile.about')} text={t('profile.aboutText')}>
        <ProfileForm key={user.id} user={user} />
      </Panel>
    </>
  )
}

function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const account = useAccount()
  const shown = ({ firstName, username, email }: User) => ({
    firstName: firstName ?? '',
    username,
    email,
    password: '',
  })
  const { form, field, formProps, isDirty, isSubmitting, rootError } = useSettingsForm({
    schema: ProfileChange,
    values: shown(user),
    save: async (values) => {
      const named = values.username !== user.username || values.email !== user.email
      const saved = await api.patch<User>('/api/user', {
        firstName: values.firstName || null,
        ...(named && { username: values.username, email: values.email }),
        ...(named && values.password && { password: values.password }),
      })
      client.setQueryData(['/api/user'], saved)
      form.reset(shown(saved))
      toast({ title: t('done.saved') })
    },
  })
  const [username, email] = form.watch(['username', 'email'])
  const named = username !== user.username || email !== user.email
  return (
    <form {...formProps} className="flex max-w-md flex-col gap-4">
      <TextField label={t('profile.firstName')} autoComplete="given-name" {...field('firstName')} />
      <TextField
        label={t('profile.username')}
        help={t('profile.usernameHelp')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('username')}
      />
      <TextField label={t('profile.email')} type="email" autoComplete="email" {...field('email')} />
      {named && account.data?.hasPassword !== false && (
        <TextField
          label={t('profile.password')}
          help={t('profile.passwordHelp')}
          type="password"
          autoComplete="current-password"
          {...field('password')}
        />
      )}
      <FormError>{rootError}</FormError>
      <SaveBar busy={isSubmitting} disabled={!isDirty} />
    </form>
  )
}
