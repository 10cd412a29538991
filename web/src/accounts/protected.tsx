import { useQueryClient } from '@tanstack/react-query'
import { LockKeyhole, ShieldX, Unplug, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { sentenceFor } from '../platform/api.ts'
import { useSession, whoIsHere } from '../platform/session.ts'
import { Loading } from '../shell/loading.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

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
      <Centered>
        <EmptyState
          level={1}
          icon={isOffline ? <WifiOff aria-hidden /> : <Unplug aria-hidden />}
          title={t(isOffline ? 'errors.offlineTitle' : 'errors.loadFailed')}
          text={isOffline ? t('errors.offlineText') : sentenceFor(error)}
          action={
            <Button variant="primary" onClick={() => void whoIsHere(client)}>
              {t('common.retry')}
            </Button>
          }
        />
      </Centered>
    )
  }
  if (status === 'loading') return <Loading />
  if (!isMember) {
    return (
      <Centered>
        <EmptyState
          level={1}
          icon={<LockKeyhole aria-hidden />}
          title={t('accounts.signInRequired')}
          text={t('accounts.signInRequiredText')}
          action={
            <Link to={`/auth?${new URLSearchParams({ next: pathname + search })}`} className={buttonClass('primary')}>
              {t('accounts.signInLink')}
            </Link>
          }
        />
      </Centered>
    )
  }
  if (admin && !isAdmin) {
    return (
      <Centered>
        <EmptyState
          level={1}
          icon={<ShieldX aria-hidden />}
          title={t('accounts.accessDenied')}
          text={t('accounts.adminRequired')}
        />
      </Centered>
    )
  }
  return children
}

const Centered = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-1 flex-col justify-center pb-[10vh]">{children}</div>
)
