import { useQueryClient } from '@tanstack/react-query'
import { LockKeyhole, ShieldX, Unplug, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { sentenceFor } from '../platform/api.ts'
import { useSession, whoIsHere } from '../platform/session.ts'
import { Instead } from '../shell/instead.tsx'
import { Loading } from '../shell/loading.tsx'
import { Button, buttonClass } from '../ui/button.tsx'

/** Spec 2.2: a page for members, or for administrators. The server decides; this only explains. */
export function Protected({ admin = false, children }: { admin?: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const { status, isMember, isAdmin, error } = useSession()
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  if (status === 'loading' && error) {
    // Asked again by itself when the connection is back (sign-in-request.ts).
    const isOffline = !navigator.onLine
    return (
      <Instead
        icon={isOffline ? <WifiOff aria-hidden /> : <Unplug aria-hidden />}
        title={t(isOffline ? 'errors.offlineTitle' : 'errors.loadFailed')}
        text={isOffline ? t('errors.offlineText') : sentenceFor(error)}
        action={
          <Button variant="primary" onClick={() => void whoIsHere(client)}>
            {t('common.retry')}
          </Button>
        }
      />
    )
  }
  if (status === 'loading') return <Loading />
  if (!isMember) {
    return (
      <Instead
        icon={<LockKeyhole aria-hidden />}
        title={t('accounts.signInRequired')}
        text={t('accounts.signInRequiredText')}
        action={
          <Link to={`/auth?${new URLSearchParams({ next: pathname + search })}`} className={buttonClass('primary')}>
            {t('accounts.signInLink')}
          </Link>
        }
      />
    )
  }
  if (admin && !isAdmin) {
    return (
      <Instead
        icon={<ShieldX aria-hidden />}
        title={t('accounts.accessDenied')}
        text={t('accounts.adminRequired')}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {t('common.goHome')}
          </Link>
        }
      />
    )
  }
  return children
}
