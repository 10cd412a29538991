import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { patiently } from '../platform/patiently.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { checked, errorsOf, FormAlert, none } from './form-parts.tsx'

/** A forgotten password: a link by mail, whose answer never tells who has an account; or who can make one. */
export function ForgotForm({ mail, onBack }: { mail: boolean; onBack: () => void }) {
  const { t } = useTranslation('auth')
  const [state, setState] = useState<'asking' | 'busy' | 'sent' | 'no-mail'>(mail ? 'asking' : 'no-mail')
  const [errors, setErrors] = useState(none)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (state !== 'busy') place.current?.querySelector<HTMLElement>('input, [tabindex]')?.focus()
  }, [state])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state === 'busy') return
    const values = Object.fromEntries(new FormData(event.currentTarget))
    const { Forgotten } = await patiently(() => import('@atrium/contract/account-security'))
    const { errors: wrong, value } = checked(Forgotten, values)
    setErrors(wrong)
    if (!value) return
    setState('busy')
    try {
      const { sent } = await api.post<{ sent: boolean }>('/auth/password/forgot', value, { askToSignIn: false })
      setState(sent ? 'sent' : 'no-mail')
    } catch (error) {
      setErrors(errorsOf(error))
      setState('asking')
    }
  }

  const isForm = state === 'asking' || state === 'busy'
  return (
    <div ref={place} className="flex flex-col gap-4">
      <h2 tabIndex={-1} className="text-base outline-none">
        {state === 'sent' ? t('forgot.sentTitle') : t('forgot.title')}
      </h2>
      {isForm ? (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <TextField
            name="email"
            type="email"
            label={t('accounts.email')}
            help={t('forgot.text')}
            error={errors.email}
            autoComplete="email"
            required
          />
          {errors.form && <FormAlert>{errors.form}</FormAlert>}
          <Button type="submit" variant="primary" loading={state === 'busy'} className="w-full">
            {t('forgot.send')}
          </Button>
        </form>
      ) : (
        <p role="status" className="text-pretty text-muted">
          {state === 'sent' ? t('forgot.sent') : t('forgot.noMail')}
        </p>
      )}
      <Button onClick={onBack}>{t('forgot.back')}</Button>
    </div>
  )
}
