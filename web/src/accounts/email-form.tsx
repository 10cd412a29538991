import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { patiently } from '../platform/patiently.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { checked, errorsOf, FormAlert, none } from './form-parts.tsx'

interface EmailFormProps {
  help: string
  /** Of its button. */
  label: string
  /** What it rejects with is shown, and the form can be sent again. */
  send: (value: { email: string }) => Promise<void>
}

/** Asks for the e-mail address to which a link is to go. */
export function EmailForm({ help, label, send }: EmailFormProps) {
  const { t } = useTranslation('auth')
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState(none)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const values = Object.fromEntries(new FormData(form))
    const { Forgotten } = await patiently(() => import('@atrium/contract/account-security'))
    const { errors: wrong, value } = checked(Forgotten, values)
    setErrors(wrong)
    if (!value) return
    setBusy(true)
    try {
      await send(value)
    } catch (error) {
      setErrors(errorsOf(error))
      form.querySelector('input')?.focus()
    }
    setBusy(false)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        name="email"
        type="email"
        label={t('accounts.email')}
        help={help}
        error={errors.email}
        autoComplete="email"
        required
      />
      {errors.form && <FormAlert>{errors.form}</FormAlert>}
      <Button type="submit" variant="primary" loading={isBusy} className="w-full">
        {label}
      </Button>
    </form>
  )
}
