import { brand } from '@atrium/contract/brand'
import { clsx } from 'clsx'
import { PanelLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ActivityIndicator } from '../activity/indicator.tsx'
import { Bell } from '../notifications/bell.tsx'
import { IconButton } from '../ui/button.tsx'
import { Mark } from './mark.tsx'
import { useSidebar } from './sidebar-state.ts'
import { UserMenu } from './user-menu.tsx'

interface SidebarFrameProps {
  label: string
  /** Inside the phone's sheet: always wide, no collapse button. */
  inSheet: boolean
  children: (wide: boolean) => ReactNode
  /** Above the person's name, when it is wide. */
  footer?: ReactNode
}

/** What every sidebar has: the way home, the button that makes it a rail, and who is here. */
export function SidebarFrame({ label, inSheet, children, footer }: SidebarFrameProps) {
  const { t } = useTranslation()
  const { open, toggle } = useSidebar()
  const wide = inSheet || open
  return (
    <aside
      data-print="hide"
      aria-label={label}
      data-collapsed={!wide || undefined}
      className={clsx(
        'flex h-full shrink-0 flex-col bg-sidebar',
        inSheet
          ? 'w-full pt-[env(safe-area-inset-top)]'
          : 'border-e border-line transition-[width] duration-160 ease-out',
        !inSheet && (wide ? 'w-sidebar' : 'w-rail'),
      )}
    >
      <div
        className={clsx(
          'flex shrink-0 items-center',
          wide ? 'h-12 justify-between ps-3.5 pe-2' : 'flex-col gap-1 pt-2',
        )}
      >
        <Link
          to="/"
          aria-label={t('shell.home', { brand: brand.name })}
          className="flex items-center gap-2 rounded-sm font-semibold tracking-tight"
        >
          <Mark className={wide ? 'size-5' : 'my-1.5 size-5'} />
          {wide && brand.name}
        </Link>
        {inSheet && <ActivityIndicator />}
        {!inSheet && (
          <div className={clsx('flex items-center gap-1', !wide && 'flex-col')}>
            <ActivityIndicator side={wide ? 'bottom' : 'end'} />
            <Bell side={wide ? 'bottom' : 'end'} />
            <IconButton
              size="sm"
              label={wide ? t('shell.collapseSidebar') : t('shell.expandSidebar')}
              shortcut="mod+B"
              tooltipSide={wide ? 'bottom' : 'end'}
              icon={<PanelLeft className="rtl:-scale-x-100" />}
              onClick={toggle}
            />
          </div>
        )}
      </div>
      {children(wide)}
      <div className="shrink-0 border-t border-line p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        {wide && footer}
        <UserMenu wide={wide} />
      </div>
    </aside>
  )
}
