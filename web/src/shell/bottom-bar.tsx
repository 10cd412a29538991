import { Command, LayoutGrid, SquarePen, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useMatch } from 'react-router'

interface BottomBarProps {
  onNewChat: () => void
  onCommands: () => void
}

/** A phone's way around, where the thumb is. It makes room for the keyboard while one writes. */
export function BottomBar({ onNewChat, onCommands }: BottomBarProps) {
  const { t } = useTranslation()
  return (
    <nav
      data-print="hide"
      aria-label={t('shell.mainNavigation')}
      className="flex shrink-0 border-t border-line bg-canvas pb-[env(safe-area-inset-bottom)] touch:group-has-[main_:read-write:focus]/hall:hidden"
    >
      <BarButton label={t('shell.newChat')} icon={<SquarePen aria-hidden />} onClick={onNewChat} />
      <BarButton label={t('chat.slash.label')} icon={<Command aria-hidden />} onClick={onCommands} />
      <BarLink to="/spaces" label={t('shell.spaces')} icon={<LayoutGrid aria-hidden />} />
      <BarLink to="/workforce" label={t('shell.workforce')} icon={<UsersRound aria-hidden />} />
    </nav>
  )
}

const item =
  'flex min-h-13 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 px-1 py-1 text-center text-xs leading-tight text-muted aria-[current=page]:text-ink [&_svg]:size-5 [&_svg]:shrink-0'

const Name = ({ label }: { label: string }) => <span className="max-w-full wrap-anywhere">{label}</span>

function BarButton({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className={item} onClick={onClick}>
      {icon}
      <Name label={label} />
    </button>
  )
}

function BarLink({ to, label, icon }: { to: string; label: string; icon: ReactNode }) {
  const isActive = useMatch({ path: to, end: false }) !== null
  return (
    <Link to={to} aria-current={isActive ? 'page' : undefined} className={item}>
      {icon}
      <Name label={label} />
    </Link>
  )
}
