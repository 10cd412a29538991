import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { buttonClass } from '../ui/button.tsx'

/** What an account would add, for somebody without one. */
export function Invitation({ isGuest }: { isGuest: boolean }) {
  const { t } = useTranslation('settings')
  const { pathname } = useLocation()
  const next = (mode?: 'register') => `/auth?${new URLSearchParams({ ...(mode && { mode }), next: pathname })}`
  return (
    <aside aria-label={t('invitation.title')} className="flex flex-col gap-3 rounded-lg bg-surface p-4">
      <div>
        <p className="font-medium">{t('invitation.title')}</p>
        <p className="mt-0.5 text-pretty text-muted">{t(isGuest ? 'invitation.guest' : 'invitation.visitor')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link to={next('register')} className={buttonClass('primary')}>
          {t('invitation.create')}
        </Link>
        <Link to={next()} className={buttonClass()}>
          {t('invitation.signIn')}
        </Link>
      </div>
    </aside>
  )
}
