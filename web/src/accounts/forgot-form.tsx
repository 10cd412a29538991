import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { EmailForm } from './email-form.tsx'

/** A forgotten password: a link by mail, whose answer never tells who has an account; or who can make one. */
export function ForgotForm({ mail, onBack }: { mail: boolean; onBack: () => void }) {
  const { t } = useTranslation('auth')
  const [state, setState] = useState<'asking' | 'sent' | 'no-mail'>(mail ? 'asking' : 'no-mail')
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus goes to what each state shows
  useEffect(() => place.current?.querySelector<HTMLElement>('input, [tabindex]')?.focus(), [state])

  return (
    <div ref={place} className="flex flex-col gap-4">
      <h2 tabIndex={-1} className="text-base outline-none">
        {state === 'sent' ? t('forgot.sentTitle') : t('forgot.title')}
      </h2>
      {state === 'asking' ? (
        <EmailForm
          help={t('forgot.text')}
          label={t('forgot.send')}
          send={async (value) => {
            const { sent } = await api.post<{ sent: boolean }>('/auth/password/forgot', value, { askToSignIn: false })
            setState(sent ? 'sent' : 'no-mail')
          }}
        />
      ) : (
        <p role="status" className="text-pretty text-muted">
          {state === 'sent' ? t('forgot.sent') : t('forgot.noMail')}
        </p>
      )}
      <Button onClick={onBack}>{t('forgot.back')}</Button>
    </div>
  )
}
