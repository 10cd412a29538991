import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { part } from '../platform/part.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { whenIdle } from '../ui/load-overlays.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useSignInRequest } from './sign-in-request.ts'

const AuthForm = part(() => import('./auth-form.tsx').then((module) => module.AuthForm))

const coming = <Skeleton className="h-64 w-full" />

/** Opens in place when a session has ended or an action needs an account. The page behind it, and every draft, stays. */
export function SignInDialog() {
  const { t } = useTranslation()
  const request = useSignInRequest()
  const [shown, setShown] = useState(request)
  // The words stay while the dialog goes.
  if (request && request !== shown) setShown(request)
  // When it is wanted the server may be gone, or a newer version there.
  useEffect(() => whenIdle(AuthForm.load), [])
  const expired = shown?.reason === 'expired'
  return (
    <Dialog
      size="sm"
      open={request !== undefined}
      onOpenChange={(open) => open || request?.settle(false)}
      title={expired ? t('accounts.expiredTitle') : t('accounts.neededTitle')}
      description={expired ? t('accounts.expiredText') : t('accounts.neededText')}
    >
      {/* Its words may still be on their way: the page behind must not give way to `Loading...`. */}
      <Suspense fallback={coming}>
        <AuthForm onDone={() => request?.settle(true)} guest={!expired} registration={!expired} placeholder={coming} />
      </Suspense>
    </Dialog>
  )
}
