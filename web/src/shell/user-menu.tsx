import { clsx } from 'clsx'
import { ChevronsUpDown, CircleUser } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { part } from '../platform/part.tsx'
import { useSession } from '../platform/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { whenIdle } from '../ui/load-overlays.ts'
import { Menu, MenuContent, MenuTrigger } from '../ui/menu.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { sidebarItem } from './sidebar-item.tsx'

const UserMenuItems = part(() => import('./user-menu-items.tsx').then((module) => module.UserMenuItems))

/** Who is here; behind it the theme, and the way in or out. */
export function UserMenu({ wide }: { wide: boolean }) {
  const { t } = useTranslation()
  const { status, user, isGuest, isMember } = useSession()
  useEffect(() => whenIdle(UserMenuItems.load), [])
  if (status === 'loading' || (isMember && !user))
    return <Skeleton className={wide ? 'h-8 w-full touch:h-11' : 'size-8'} />
  const name = user ? user.firstName || user.username : isGuest ? t('shell.guest') : t('shell.visitor')
  const face = user ? <Avatar name={name} className="size-6" /> : <CircleUser aria-hidden className="size-5!" />
  return (
    <Menu>
      <MenuTrigger>
        {wide ? (
          <button type="button" className={clsx(sidebarItem, 'data-[state=open]:bg-hover')}>
            {face}
            <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
            <VisuallyHidden>{t('shell.accountMenu')}</VisuallyHidden>
            <ChevronsUpDown aria-hidden className="size-3.5!" />
          </button>
        ) : (
          <IconButton size="sm" label={t('shell.accountMenu')} icon={face} tooltipSide="end" className="size-8!" />
        )}
      </MenuTrigger>
      <MenuContent side="top" align="start" label={t('shell.accountMenu')} className="w-60">
        <UserMenuItems name={name} placeholder={<Skeleton className="m-2 h-40" />} />
      </MenuContent>
    </Menu>
  )
}
