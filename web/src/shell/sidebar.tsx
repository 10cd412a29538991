import { brand } from '@atrium/contract/brand'
import { clsx } from 'clsx'
import { LayoutGrid, PanelLeft, Search, SquarePen, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ThreadList } from '../chat/thread-list.tsx'
import { IconButton } from '../ui/button.tsx'
import { Mark } from './mark.tsx'
import { ModuleLinks } from './module-links.tsx'
import { SidebarButton, SidebarLink } from './sidebar-item.tsx'
import { useSidebar } from './sidebar-state.ts'
import { UserMenu } from './user-menu.tsx'

export interface SidebarProps {
  onNewChat: () => void
  onSearch: () => void
  /** Inside the phone's sheet: always wide, no collapse button. */
  inSheet: boolean
}

export function Sidebar({ onNewChat, onSearch, inSheet }: SidebarProps) {
  const { t } = useTranslation()
  const { open, toggle } = useSidebar()
  const wide = inSheet || open
  return (
    <aside
      data-print="hide"
      aria-label={t('shell.sidebar')}
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
        {!inSheet && (
          <IconButton
            size="sm"
            label={wide ? t('shell.collapseSidebar') : t('shell.expandSidebar')}
            shortcut="mod+B"
            tooltipSide={wide ? 'bottom' : 'end'}
            icon={<PanelLeft className="rtl:-scale-x-100" />}
            onClick={toggle}
          />
        )}
      </div>
      <nav
        aria-label={t('shell.mainNavigation')}
        className={clsx('shrink-0 px-2 pt-1', !wide && 'flex flex-col items-center')}
      >
        <SidebarButton
          wide={wide}
          label={t('shell.newChat')}
          shortcut="mod+shift+O"
          icon={<SquarePen />}
          onClick={onNewChat}
        />
        <SidebarButton
          wide={wide}
          label={t('shell.search')}
          shortcut="mod+shift+F"
          icon={<Search />}
          onClick={onSearch}
        />
        <SidebarLink wide={wide} to="/spaces" label={t('shell.spaces')} icon={<LayoutGrid aria-hidden />} />
        <SidebarLink wide={wide} to="/workforce" label={t('shell.workforce')} icon={<UsersRound aria-hidden />} />
        <ModuleLinks wide={wide} />
      </nav>
      <div className="mt-2 min-h-0 flex-1 overflow-y-auto scroll-quiet">{wide && <ThreadList />}</div>
      <div className="shrink-0 border-t border-line p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <UserMenu wide={wide} />
      </div>
    </aside>
  )
}
