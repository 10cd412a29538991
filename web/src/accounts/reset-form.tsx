import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { patiently } from '../platform/patiently.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { checked, errorsOf, FormAlert, none } from './form-parts.tsx'

/** /auth?reset=<token>: the page of the link, by mail or from an administrator. */
export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation('auth')
  const [errors, setErrors] = useState(none)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    const { PasswordReset } = await patiently(() => import('@atrium/contract/account-security'))
    const { errors: wrong, value } = checked(PasswordReset, { token, password })
    setErrors(wrong)
    if (!value) return
    setBusy(true)
    try {
      await api.post<unknown>('/auth/password/reset', value, { askToSignIn: false })
      toast({ title: t('reset.done'), description: t('reset.doneText') })
      onDone()
    } catch (error) {
      setErrors(errorsOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        name="password"
        type="password"
        label={t('reset.label')}
        help={t('accounts.passwordHelp')}
        error={errors.password}
        autoComplete="new-password"
        required
      />
      {(errors.form ?? errors.token) && <FormAlert>{errors.form ?? errors.token}</FormAlert>}
      <Button type="submit" variant="primary" loading={busy} className="w-full">
        {t('reset.submit')}
      </Button>
      {/* Where a new link is asked for, when this one is too old. */}
      <Button onClick={onDone}>{t('forgot.back')}</Button>
    </form>
  )
}
