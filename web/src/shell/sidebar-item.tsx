import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link, useMatch } from 'react-router'
import { IconButton } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Tooltip } from '../ui/tooltip.tsx'

export const sidebarItem =
  'flex h-8 w-full items-center gap-2.5 rounded-md px-2 text-start text-sm transition-colors duration-120 hover:bg-hover touch:h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted'

interface SidebarButtonProps {
  wide: boolean
  label: string
  shortcut: string
  icon: ReactNode
  onClick: () => void
}

export function SidebarButton({ wide, label, shortcut, icon, onClick }: SidebarButtonProps) {
  if (!wide)
    return (
      <IconButton
        size="sm"
        className="my-0.5"
        label={label}
        shortcut={shortcut}
        icon={icon}
        onClick={onClick}
        tooltipSide="end"
      />
    )
  return (
    <button type="button" className={clsx('group', sidebarItem)} onClick={onClick}>
      {icon}
      <span className="flex-1 truncate">{label}</span>
      <Kbd keys={shortcut} className="opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 touch:hidden" />
    </button>
  )
}

interface SidebarLinkProps {
  wide: boolean
  to: string
  label: string
  icon: ReactNode
}

/** A link to a page. In the rail its name is in the tooltip, which joins class names: a NavLink's may be a function. */
export function SidebarLink({ wide, to, label, icon }: SidebarLinkProps) {
  const isActive = useMatch({ path: to, end: false }) !== null
  const link = (
    <Link
      to={to}
      aria-label={wide ? undefined : label}
      aria-current={isActive ? 'page' : undefined}
      className={clsx(wide ? sidebarItem : railItem, isActive && 'bg-active font-medium')}
    >
      {icon}
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

const railItem =
  'my-0.5 flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink touch:size-9 [&_svg]:size-4'
