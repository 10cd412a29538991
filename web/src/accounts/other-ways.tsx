import type { SignInOptions } from '@atrium/contract/account-security'
import { Fingerprint } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isSignedIn, useEntrance } from '../platform/entrance.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { canUsePasskey, enterWithPasskey } from './passkey.ts'

interface OtherWaysProps {
  options: SignInOptions
  /** Where a provider leads back to. */
  next: string
  onDone: () => void
  /** Making an account: a passkey signs in to one that is there. */
  registering?: boolean
  invitation?: string
}

/** Signing in without a password of ours: a passkey, or an OpenID Connect provider. */
export function OtherWays({ options, next, onDone, registering = false, invitation }: OtherWaysProps) {
  const { t } = useTranslation('auth')
  const passkey = useEntrance(() => enterWithPasskey())
  const enter = () => passkey.mutate(undefined, { onSuccess: (entered) => isSignedIn(entered) && onDone() })
  return (
    <>
      {!registering && options.passkeys && canUsePasskey() && (
        <Button
          className="w-full"
          icon={<Fingerprint aria-hidden className="size-4" />}
          loading={passkey.isPending}
          onClick={enter}
        >
          {t('passkey')}
        </Button>
      )}
      {options.providers.map(({ id, name }) => (
        <a
          key={id}
          href={`/auth/oidc/${encodeURIComponent(id)}?${new URLSearchParams({ next, ...(invitation && { invitation }) })}`}
          className={buttonClass('secondary', 'md', 'h-auto! min-h-9 w-full py-1.5 text-center touch:min-h-11')}
        >
          {t('with', { provider: name })}
        </a>
      ))}
    </>
  )
}
