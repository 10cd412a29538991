import { specialists } from '@atrium/contract/catalogue/agents'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { SidebarFrame } from '../shell/sidebar-frame.tsx'
import { sidebarItem } from '../shell/sidebar-item.tsx'
import { Icon } from '../ui/icon.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { type SidebarPage, sidebarSections } from './sidebar-sections.ts'

/** Pages that are reached through one of the sidebar, which shows where one is. */
const within: Readonly<Record<string, RegExp>> = {
  active: /^\/workforce\/(tasks|approvals|deliverables|seats)(\/|$)/,
  browse: /^\/workforce\/agents\//,
}

/** The workforce's own sidebar: 16rem, 18rem in the phone's sheet, 3rem as a rail; which of them is kept for 7 days. */
export function WorkforceSidebar({ inSheet }: { inSheet: boolean }) {
  const { t } = useTranslation('workforce')
  const footer = <p className="px-2 pb-2 text-xs text-muted">{t('footer', { count: specialists.length })}</p>
  return (
    <SidebarFrame label={t('frame.sidebar')} inSheet={inSheet} footer={footer}>
      {(wide) => (
        <nav
          aria-label={t('shell.workforce')}
          className={clsx('min-h-0 flex-1 overflow-y-auto scroll-quiet px-2 pb-3', !wide && 'px-1!')}
        >
          {sidebarSections.map(({ key, pages }) => (
            <div key={key} className={clsx(!wide && 'border-t border-line py-1 first:border-t-0')}>
              {wide && (
                <h2 id={`workforce-${key}`} className="px-2 pt-3 pb-1 text-xs font-medium tracking-normal text-muted">
                  {t(`sections.${key}`)}
                </h2>
              )}
              <ul
                aria-label={wide ? undefined : t(`sections.${key}`)}
                aria-labelledby={wide ? `workforce-${key}` : undefined}
                className={clsx(!wide && 'flex flex-col items-center')}
              >
                {pages.map((page) => (
                  <li key={page.key}>
                    <PageLink page={page} wide={wide} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      )}
    </SidebarFrame>
  )
}

function PageLink({ page: { key, path, icon }, wide }: { page: SidebarPage; wide: boolean }) {
  const { t } = useTranslation('workforce')
  const { pathname } = useLocation()
  const isHere = pathname.replace(/\/$/, '') === path
  const isWithin = within[key]?.test(pathname) === true
  const label = t(`pages.${key}`)
  const link = (
    <Link
      to={path}
      aria-label={wide ? undefined : label}
      aria-current={isHere ? 'page' : isWithin ? 'true' : undefined}
      className={clsx(
        wide
          ? sidebarItem
          : 'my-0.5 flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink touch:size-10 [&_svg]:size-4',
        (isHere || isWithin) && 'bg-active font-medium',
      )}
    >
      <Icon name={icon} />
      {wide && <span className="truncate">{label}</span>}
    </Link>
  )
  return wide ? (
    link
  ) : (
    <Tooltip label={label} side="end">
      {link}
    </Tooltip>
  )
}
