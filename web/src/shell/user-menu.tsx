import { clsx } from 'clsx'
import { ChevronsUpDown, CircleUser, LogIn, LogOut, Monitor, Moon, Sun, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useLogout, useSession } from '../platform/session.ts'
import { type Theme, useTheme } from '../platform/theme.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuSub,
  MenuTrigger,
} from '../ui/menu.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { sidebarItem } from './sidebar.tsx'

/** Who is here, the theme, and the way in or out. */
export function UserMenu({ wide }: { wide: boolean }) {
  const { t } = useTranslation()
  const { status, user, isGuest, isMember } = useSession()
  const { theme, setTheme } = useTheme()
  const logout = useLogout()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const name = user ? user.firstName || user.username : isGuest ? t('shell.guest') : t('shell.visitor')
  const face = user ? <Avatar name={name} className="size-6" /> : <CircleUser aria-hidden className="size-5!" />
  const confirm = useConfirm()
  const leave = async () => {
    const sure =
      !isGuest ||
      (await confirm({
        title: t('shell.leaveGuestTitle'),
        text: t('shell.leaveGuestText'),
        confirm: t('shell.leaveGuest'),
        danger: true,
      }))
    if (sure) logout.mutate(undefined, { onSuccess: () => void navigate('/') })
  }
  const signInPath = (mode?: 'register') =>
    `/auth?${new URLSearchParams({ ...(mode && { mode }), next: pathname + search })}`

  if (status === 'loading') return <Skeleton className={wide ? 'h-8 w-full touch:h-11' : 'size-8'} />
  return (
    <Menu>
      <MenuTrigger>
        {wide ? (
          <button
            type="button"
            aria-label={`${t('shell.accountMenu')}: ${name}`}
            className={clsx(sidebarItem, 'data-[state=open]:bg-hover')}
          >
            {face}
            <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
            <ChevronsUpDown aria-hidden className="size-3.5!" />
          </button>
        ) : (
          <IconButton size="sm" label={t('shell.accountMenu')} icon={face} tooltipSide="end" className="size-8!" />
        )}
      </MenuTrigger>
      <MenuContent side="top" align="start" label={t('shell.accountMenu')} className="w-60">
        <div className="px-2 pt-1.5 pb-2">
          <p className="truncate font-medium">{name}</p>
          <p className="text-xs text-pretty text-muted">
            {user ? user.email : isGuest ? t('shell.guestHint') : t('shell.visitorHint')}
          </p>
        </div>
        <MenuSeparator />
        <MenuSub label={t('shell.theme')} icon={<Sun aria-hidden />}>
          <MenuRadioGroup value={theme} onValueChange={(next) => setTheme(next as Theme)} aria-label={t('shell.theme')}>
            <MenuRadioItem value="light" icon={<Sun aria-hidden />}>
              {t('shell.themeLight')}
            </MenuRadioItem>
            <MenuRadioItem value="dark" icon={<Moon aria-hidden />}>
              {t('shell.themeDark')}
            </MenuRadioItem>
            <MenuRadioItem value="system" icon={<Monitor aria-hidden />}>
              {t('shell.themeSystem')}
            </MenuRadioItem>
          </MenuRadioGroup>
        </MenuSub>
        <MenuSeparator />
        {!isMember && (
          <>
            <MenuItem icon={<UserPlus aria-hidden />} onSelect={() => void navigate(signInPath('register'))}>
              {t('shell.createAccount')}
            </MenuItem>
            <MenuItem icon={<LogIn aria-hidden />} onSelect={() => void navigate(signInPath())}>
              {t('shell.signIn')}
            </MenuItem>
          </>
        )}
        {(isMember || isGuest) && (
          <MenuItem icon={<LogOut aria-hidden className="rtl:-scale-x-100" />} onSelect={() => void leave()}>
            {t('shell.signOut')}
          </MenuItem>
        )}
      </MenuContent>
    </Menu>
  )
}
