import { brand } from '@atrium/contract/brand'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../platform/session.ts'
import { Mark } from '../shell/mark.tsx'
import { usePageTitle } from '../shell/page-title.ts'
import { AuthForm } from './auth-form.tsx'
import { FormAlert } from './form-parts.tsx'
import { ResetForm } from './reset-form.tsx'
import { returnPath } from './return-path.ts'

/** /login and /auth: sign in, register, or go on as a guest; then back to where the person came from. */
export function AuthPage() {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const { isMember, status } = useSession()
  const mode = params.get('mode') === 'register' ? 'register' : 'sign-in'
  const next = returnPath(params.get('next'))
  const reset = params.get('reset')
  const invitation = params.get('invitation') ?? undefined
  const error = params.get('error')
  const title = reset
    ? t('reset.title')
    : mode === 'register'
      ? t('registerTitle')
      : t('signInTitle', { brand: brand.name })
  usePageTitle(title)

  // Also when another tab has signed in, or the link was followed by somebody who is signed in. What a provider refused
  // to somebody who is signed in, it refused to connect: the settings say so, where it was begun.
  const refused = error?.startsWith('oidc_') ? `/settings/security?${new URLSearchParams({ error })}` : undefined
  const cameAsMember = useRef<boolean>(undefined)
  useEffect(() => {
    if (status === 'loading') return
    cameAsMember.current ??= isMember
    if (isMember && !reset) void navigate((cameAsMember.current && refused) || next, { replace: true })
  }, [status, isMember, reset, navigate, next, refused])

  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center px-3 pt-[max(0.75rem,env(safe-area-inset-top))]">
        <Link
          to={next}
          className="flex h-9 items-center gap-2 rounded-md px-2 text-muted hover:bg-hover hover:text-ink touch:h-11"
        >
          <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
          {t('common.back')}
        </Link>
      </header>
      <main id="main" className="mx-auto w-full max-w-sm flex-1 px-5 pt-[6vh] pb-16">
        <Mark className="size-9" />
        <h1 className="mt-4 text-xl">{title}</h1>
        <p className="mt-1 mb-7 text-pretty text-muted">{reset ? t('reset.text') : t('tagline')}</p>
        {error && !reset && (
          <div className="mb-5">
            <FormAlert>{t([`errors.${error}`, 'errors.other'])}</FormAlert>
          </div>
        )}
        {reset ? (
          <ResetForm token={reset} onDone={() => setParams({}, { replace: true })} />
        ) : (
          <AuthForm
            mode={mode}
            next={next}
            invitation={invitation}
            onModeChange={(to) =>
              setParams(
                (before) => {
                  if (to === 'register') before.set('mode', 'register')
                  else before.delete('mode')
                  return before
                },
                { replace: true },
              )
            }
            onDone={() => void navigate(next, { replace: true })}
          />
        )}
      </main>
    </div>
  )
}
