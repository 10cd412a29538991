import type { SignInOptions } from '@atrium/contract/account-security'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../i18n/index.ts'
import { localeOf } from '../i18n/locale.ts'
import { api } from '../platform/api.ts'
import { patiently } from '../platform/patiently.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { checked, errorsOf, FormAlert, none } from './form-parts.tsx'

/** In place of the form where not everybody may make an account: who may, and how. */
export function Admission({ options }: { options: SignInOptions }) {
  const { t } = useTranslation('auth')
  const { registration, domains, mail } = options
  const names = new Intl.ListFormat(localeOf(i18n.language), { type: 'disjunction' }).format(domains)
  if (registration === 'domain' && mail) return <AskForLink names={names} />
  return (
    <p role="status" className="rounded-md bg-info-soft px-3 py-2 text-pretty text-info-ink">
      {registration === 'domain'
        ? t('admission.provider', { domains: names })
        : registration === 'invite'
          ? t('admission.invite')
          : t('admission.closed')}
    </p>
  )
}

/** Whoever reads mail at one of the domains gets a link. The answer never tells who has an account. */
function AskForLink({ names }: { names: string }) {
  const { t } = useTranslation('auth')
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking')
  const [errors, setErrors] = useState(none)

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
      await api.post('/auth/invitations', value, { askToSignIn: false })
      setState('sent')
    } catch (error) {
      setErrors(errorsOf(error))
      setState('asking')
    }
  }

  if (state === 'sent') return <Told>{t('admission.sent')}</Told>
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        name="email"
        type="email"
        label={t('accounts.email')}
        help={t('admission.domain', { domains: names })}
        error={errors.email}
        autoComplete="email"
        required
      />
      {errors.form && <FormAlert>{errors.form}</FormAlert>}
      <Button type="submit" variant="primary" loading={state === 'busy'} className="w-full">
        {t('admission.send')}
      </Button>
    </form>
  )
}

/** What came of a form, in its place. The form's controls are gone, and the focus with them: it comes here, once. */
function Told({ children }: { children: ReactNode }) {
  const told = useRef<HTMLParagraphElement>(null)
  useEffect(() => told.current?.focus(), [])
  return (
    <p
      ref={told}
      role="status"
      tabIndex={-1}
      className="rounded-md bg-info-soft px-3 py-2 text-pretty text-info-ink outline-none"
    >
      {children}
    </p>
  )
}
