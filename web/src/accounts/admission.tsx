import type { SignInOptions } from '@atrium/contract/account-security'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../i18n/index.ts'
import { localeOf } from '../i18n/locale.ts'
import { api } from '../platform/api.ts'
import { EmailForm } from './email-form.tsx'

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
  const [isSent, setSent] = useState(false)
  if (isSent) return <Told>{t('admission.sent')}</Told>
  return (
    <EmailForm
      help={t('admission.domain', { domains: names })}
      label={t('admission.send')}
      send={async (value) => {
        await api.post('/auth/invitations', value, { askToSignIn: false })
        setSent(true)
      }}
    />
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
