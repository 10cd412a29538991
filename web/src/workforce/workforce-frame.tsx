import { House, Network } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useOwnSidebar } from '../shell/own-sidebar.ts'
import { buttonClass } from '../ui/button.tsx'
import { CartBar } from './cart-bar.tsx'
import { useCartSync } from './use-cart-sync.ts'
import { useWorkforceNews } from './use-workforce-news.ts'
import { WorkforceSidebar } from './workforce-sidebar.tsx'

/** Pages on which something is bought or looked up, not chosen. */
const WITHOUT_BAR =
  /^\/(org-chart|workforce\/(checkout|orders|subscriptions|analytics|active|settings|best-practices|docs|support-help|seats|tasks|approvals|deliverables))(\/|$)/

/** What every page of the workforce has: the sidebar, the header's buttons, the cart's bar. */
export function WorkforceFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('workforce')
  const { pathname } = useLocation()
  const isKept = useCartSync()
  useOwnSidebar(WorkforceSidebar)
  useWorkforceNews()
  const quiet =
    'flex h-8 items-center rounded-md px-2 text-sm text-muted hover:bg-hover hover:text-ink aria-[current]:text-ink touch:h-11'
  return (
    <div className="flex min-h-full flex-col">
      <nav
        aria-label={t('frame.header')}
        data-print="hide"
        className="flex shrink-0 items-center justify-between gap-x-2 overflow-x-auto border-b border-line px-1.5 py-1 [scrollbar-width:none] *:shrink-0 desk:h-12 desk:px-5"
      >
        <div className="flex">
          {(['orders', 'subscriptions'] as const).map((page) => (
            <Link
              key={page}
              to={`/workforce/${page}`}
              aria-current={pathname.startsWith(`/workforce/${page}`) ? 'page' : undefined}
              className={quiet}
            >
              {t(`frame.${page}`)}
            </Link>
          ))}
        </div>
        <div className="flex desk:gap-2">
          <Link to="/" className={buttonClass('ghost', 'sm', 'phone:px-2')}>
            <House aria-hidden className="size-4 phone:hidden" />
            {t('frame.home')}
          </Link>
          <Link
            to="/org-chart"
            aria-current={pathname === '/org-chart' ? 'page' : undefined}
            className={buttonClass('ghost', 'sm', 'aria-[current]:bg-active phone:px-2 desk:border desk:border-line')}
          >
            <Network aria-hidden className="size-4 phone:hidden" />
            {t('frame.orgChart')}
          </Link>
        </div>
      </nav>
      {children}
      {!WITHOUT_BAR.test(pathname) && <CartBar isKept={isKept} />}
    </div>
  )
}
