import type { TwoFactorCode } from '@atrium/contract/account-security'
import type { SignedIn } from '@atrium/contract/accounts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entering, useEntrance } from '../platform/entrance.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { errorsOf, none, quietLink } from './form-parts.tsx'

/** The second step: a code of the authenticator app, or a recovery code. */
export function CodeForm({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const { t } = useTranslation('auth')
  const [kind, setKind] = useState<'totp' | 'recovery'>('totp')
  const [errors, setErrors] = useState(none)
  const form = useRef<HTMLFormElement>(null)
  const enter = useEntrance((code: TwoFactorCode) => entering<SignedIn>('/api/login/two-factor', code))
  const isApp = kind === 'totp'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind of code has its field
  useEffect(() => form.current?.querySelector('input')?.focus(), [kind])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (enter.isPending) return
    const values = new FormData(event.currentTarget)
    const code = String(values.get('code') ?? '').trim()
    const trust = values.get('trust') === 'on'
    setErrors(none)
    await enter.mutateAsync({ code, kind, trust }).then(onDone, (error: unknown) => {
      setErrors(errorsOf(error))
      form.current?.querySelector('input')?.focus()
    })
  }
  const change = () => {
    setErrors(none)
    setKind(isApp ? 'recovery' : 'totp')
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <h2 className="text-base">{t('code.title')}</h2>
      <TextField
        key={kind}
        name="code"
        label={isApp ? t('code.label') : t('code.recoveryLabel')}
        help={isApp ? t('code.text') : t('code.recoveryText')}
        error={errors.code ?? errors.form}
        autoComplete={isApp ? 'one-time-code' : 'off'}
        inputMode={isApp ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        required
      />
      <label className="flex min-h-6 items-start gap-2.5 text-sm touch:min-h-11 touch:items-center">
        <input type="checkbox" name="trust" className="mt-0.5 size-4 shrink-0 accent-accent touch:mt-0" />
        {t('code.trust')}
      </label>
      <Button type="submit" variant="primary" loading={enter.isPending} className="w-full">
        {t('code.submit')}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <button type="button" className={quietLink} onClick={change}>
          {isApp ? t('code.useRecovery') : t('code.useApp')}
        </button>
        <button type="button" className={quietLink} onClick={onBack}>
          {t('code.back')}
        </button>
      </div>
    </form>
  )
}
