import { clsx } from 'clsx'
import { Command, LayoutGrid, Search, SquarePen, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Conversations } from './conversations.tsx'
import { ModuleLinks } from './module-links.tsx'
import { SidebarFrame } from './sidebar-frame.tsx'
import { SidebarButton, SidebarLink } from './sidebar-item.tsx'

export interface SidebarProps {
  onNewChat: () => void
  onSearch: () => void
  onCommands: () => void
  /** Inside the phone's sheet: always wide, no collapse button. */
  inSheet: boolean
}

export function Sidebar({ onNewChat, onSearch, onCommands, inSheet }: SidebarProps) {
  const { t } = useTranslation()
  return (
    <SidebarFrame label={t('shell.sidebar')} inSheet={inSheet}>
      {(wide) => (
        <>
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
            <SidebarButton
              wide={wide}
              label={t('chat.slash.label')}
              shortcut="mod+K"
              icon={<Command />}
              onClick={onCommands}
            />
            <SidebarLink wide={wide} to="/spaces" label={t('shell.spaces')} icon={<LayoutGrid aria-hidden />} />
            <SidebarLink wide={wide} to="/workforce" label={t('shell.workforce')} icon={<UsersRound aria-hidden />} />
            <ModuleLinks wide={wide} />
          </nav>
          <div className="mt-2 min-h-0 flex-1 overflow-y-auto scroll-quiet">{wide && <Conversations />}</div>
        </>
      )}
    </SidebarFrame>
  )
}
