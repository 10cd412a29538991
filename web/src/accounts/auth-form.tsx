import type { SignInOptions } from '@atrium/contract/account-security'
import type { Credentials, Registration } from '@atrium/contract/accounts'
import { directionOf } from '@atrium/contract/catalogue/language-codes'
import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'radix-ui'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, sentenceFor } from '../platform/api.ts'
import { isSignedIn, useGuest, useLogin, useRegister } from '../platform/entrance.ts'
import { part } from '../platform/part.tsx'
import { patiently } from '../platform/patiently.ts'
import { useSession } from '../platform/session.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { OverlayBoundary, OverlayComing } from '../ui/overlay-boundary.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CodeForm } from './code-form.tsx'
import { checked, type Errors, errorsOf, FormAlert, none, quietLink } from './form-parts.tsx'
import type { LegalKey } from './legal-dialog.tsx'
import { OtherWays } from './other-ways.tsx'

const Admission = part(() => import('./admission.tsx').then((module) => module.Admission))
const ForgotForm = part(() => import('./forgot-form.tsx').then((module) => module.ForgotForm))
const LegalDialog = part(() => import('./legal-dialog.tsx').then((module) => module.LegalDialog))

export type AuthMode = 'sign-in' | 'register'

export interface AuthFormProps {
  onDone: () => void
  mode?: AuthMode
  onModeChange?: (mode: AuthMode) => void
  /** Offer a session without an account. */
  guest?: boolean
  /** Offer to make an account: not to somebody whose session has ended. */
  registration?: boolean
  /** Where the way over a provider of OpenID Connect ends; the page as it stands when absent. */
  next?: string
  /** The token of the invitation by which somebody came. */
  invitation?: string
}

/** Sign in or register. The rules are the contract's own schemas, loaded when the form is sent; nothing typed is lost on an error. */
export function AuthForm(props: AuthFormProps) {
  const { onDone, mode: given, onModeChange, guest = true, registration = true } = props
  const { invitation, next = location.pathname + location.search } = props
  const { t, i18n } = useTranslation('auth')
  const { isGuest } = useSession()
  const login = useLogin()
  const register = useRegister()
  const startGuest = useGuest()
  const [own, setOwn] = useState<AuthMode>('sign-in')
  const [step, setStep] = useState<'password' | 'code' | 'forgotten'>('password')
  const [errors, setErrors] = useState<Errors>(none)
  const { data: options } = useQuery<SignInOptions>({ queryKey: ['/api/auth/options'] })
  const invited = useQuery<{ email: string | null }>({
    queryKey: [`/auth/invitations/${encodeURIComponent(invitation ?? '')}`],
    enabled: invitation !== undefined,
  })
  const [legal, setLegal] = useState<LegalKey>()
  const formError = useId()
  const form = useRef<HTMLFormElement>(null)
  const mode = given ?? own
  const registering = mode === 'register'
  const closeLegal = () => setLegal(undefined)
  // Until it is known that their invitation is good for nothing, the form stands: what is typed into it meanwhile stays.
  const mayBeInvited = invitation !== undefined && !isRefusal(invited.error)
  const isOpen = !options?.registration || options.registration === 'open'
  const isAdmitted = mayBeInvited || isOpen
  // The refusal of their invitation says all that they would be told.
  const isTurnedAway = registering && !isAdmitted && invited.isError && options?.registration === 'invite'
  const busy = login.isPending || register.isPending

  const change = (next: AuthMode) => {
    setErrors(none)
    setOwn(next)
    onModeChange?.(next)
  }

  // The form is what the person came for. On a phone the keyboard would cover it.
  useEffect(() => {
    if (step === 'password' && !matchMedia('(pointer: coarse)').matches) form.current?.querySelector('input')?.focus()
  }, [step])

  useEffect(() => {
    if (errors !== none) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const values = Object.fromEntries([...new FormData(event.currentTarget)].filter(([, value]) => value !== ''))
    const contract = await patiently(() => import('@atrium/contract/accounts'))
    const { errors: wrong, value } = checked<Registration | Credentials>(
      registering ? contract.Registration : contract.Credentials,
      values,
    )
    setErrors(wrong)
    if (!value) return
    const entering = 'email' in value ? register.mutateAsync(value) : login.mutateAsync(value)
    await entering.then(
      (entered) => (isSignedIn(entered) ? onDone() : setStep('code')),
      (error: unknown) => setErrors(errorsOf(error)),
    )
  }

  const lookUpAgain = () => {
    // The alert goes, and its button with it.
    form.current?.closest<HTMLElement>('[role="tabpanel"]')?.focus()
    void invited.refetch()
  }

  const toPassword = () => {
    setErrors(none)
    setStep('password')
  }
  if (step === 'code') return <CodeForm onDone={onDone} onBack={toPassword} />
  if (step === 'forgotten') return <ForgotForm mail={options?.mail ?? false} onBack={toPassword} />

  return (
    <Tabs.Root
      value={mode}
      // Else it lays its content out from left to right whatever the page's own direction is.
      dir={directionOf(i18n.language)}
      onValueChange={(next) => change(next as AuthMode)}
      className="flex flex-col gap-5"
    >
      {registration && (
        <Tabs.List className="grid grid-cols-2 gap-1 rounded-md bg-surface p-1 ring-1 ring-line ring-inset">
          {(['sign-in', 'register'] as const).map((each) => (
            <Tabs.Trigger
              key={each}
              value={each}
              className="h-8 rounded-sm text-sm font-medium text-muted hover:text-ink data-[state=active]:bg-active data-[state=active]:text-ink touch:h-10"
            >
              {each === 'sign-in' ? t('signInTab') : t('registerTab')}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      )}
      {registering && isGuest && <p className="rounded-md bg-info-soft px-3 py-2 text-info-ink">{t('guestKeeps')}</p>}
      {registering && invited.error && !isOpen && (
        <FormAlert>
          {sentenceFor(invited.error)}{' '}
          {mayBeInvited && (
            <button type="button" className="rounded-sm underline underline-offset-2 touch:py-2" onClick={lookUpAgain}>
              {t('common.retry')}
            </button>
          )}
        </FormAlert>
      )}
      {registering && invited.data && <p className="rounded-md bg-info-soft px-3 py-2 text-info-ink">{t('invited')}</p>}
      <Tabs.Content value={mode} tabIndex={-1}>
        {isTurnedAway ? null : registering && !isAdmitted && options ? (
          <Admission options={options} placeholder={<Skeleton className="h-20 w-full" />} />
        ) : (
          <form
            ref={form}
            noValidate
            onSubmit={submit}
            aria-describedby={errors.form ? formError : undefined}
            className="flex flex-col gap-4"
          >
            <TextField
              name="username"
              label={registering ? t('accounts.username') : t('usernameOrEmail')}
              help={registering ? t('accounts.usernameHelp') : undefined}
              error={errors.username}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
            {registering && (
              <>
                {invitation && <input type="hidden" name="invitation" value={invitation} />}
                <TextField
                  name="email"
                  type="email"
                  key={invited.data?.email}
                  label={t('accounts.email')}
                  help={invited.data?.email ? t('invitedAs') : undefined}
                  error={errors.email}
                  defaultValue={invited.data?.email ?? undefined}
                  readOnly={Boolean(invited.data?.email)}
                  autoComplete="email"
                  required
                />
                <TextField
                  name="firstName"
                  label={
                    <>
                      {t('accounts.firstName')} <span className="font-normal text-muted">{t('optional')}</span>
                    </>
                  }
                  error={errors.firstName}
                  autoComplete="given-name"
                />
              </>
            )}
            <TextField
              key={mode}
              name="password"
              type="password"
              label={t('accounts.password')}
              help={registering ? t('accounts.passwordHelp') : undefined}
              error={errors.password}
              autoComplete={registering ? 'new-password' : 'current-password'}
              required
            />
            {errors.form && <FormAlert id={formError}>{errors.form}</FormAlert>}
            {registering && (
              <p className="text-xs text-pretty text-muted">
                <WithLinks sentence={t('agree')} onOpen={setLegal} />
              </p>
            )}
            {!registering && (
              <button type="button" className={quietLink} onClick={() => setStep('forgotten')}>
                {t('forgotten')}
              </button>
            )}
            <Button type="submit" variant="primary" loading={busy} className="w-full">
              {registering ? t('register') : t('signIn')}
            </Button>
          </form>
        )}
      </Tabs.Content>
      {options && (!registering || invited.data || options.registration === 'domain') && (
        <OtherWays options={options} next={next} onDone={onDone} registering={registering} invitation={invitation} />
      )}
      {guest && !isGuest && (
        <>
          <div className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {t('or')}
          </div>
          <div>
            <Button
              className="w-full"
              loading={startGuest.isPending}
              onClick={() => startGuest.mutate(undefined, { onSuccess: onDone })}
            >
              {t('continueAsGuest')}
            </Button>
            <p className="mt-2 text-center text-xs text-pretty text-muted">{t('guestNote')}</p>
          </div>
        </>
      )}
      {legal && (
        <OverlayBoundary open onClose={closeLegal}>
          <LegalDialog text={legal} onClose={closeLegal} placeholder={<OverlayComing onClose={closeLegal} />} />
        </OverlayBoundary>
      )}
    </Tabs.Root>
  )
}

/** The API has refused the invitation; else it could not say now, or was not reached. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

/** A sentence with its links in it, as `<terms>…</terms>` and `<privacy>…</privacy>`. i18next's Trans costs every page 2 KB. */
function WithLinks({ sentence, onOpen }: { sentence: string; onOpen: (text: LegalKey) => void }) {
  return sentence.split(/<(terms|privacy)>(.*?)<\/\1>/).map((piece, at, pieces) => {
    if (at % 3 === 0) return piece
    if (at % 3 === 1) return null
    const text = pieces[at - 1] as LegalKey
    return (
      <button
        key={text}
        type="button"
        onClick={() => onOpen(text)}
        className="rounded-sm text-accent-ink underline underline-offset-2"
      >
        {piece}
      </button>
    )
  })
}
