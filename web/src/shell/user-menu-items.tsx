import {
  Keyboard,
  Languages,
  LifeBuoy,
  LogIn,
  LogOut,
  Monitor,
  Moon,
  Settings,
  Share2,
  ShieldCheck,
  Sun,
  UserPlus,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { ActivityMenuItem } from '../activity/parts.ts'
import { useLogout } from '../platform/entrance.ts'
import { useSession } from '../platform/session.ts'
import { type Theme, useTheme } from '../platform/theme.ts'
import { ScopeItems } from '../teams/scope-parts.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { MenuItem, MenuRadioGroup, MenuRadioItem, MenuSeparator, MenuSub } from '../ui/menu.tsx'

/** A failure to sign out is told by the mutation itself. */
const alreadyTold = () => undefined

export function UserMenuItems({ name }: { name: string }) {
  const { t } = useTranslation()
  const { user, isGuest, isMember, isAdmin } = useSession()
  const { theme, setTheme } = useTheme()
  const logout = useLogout()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  const leave = async () => {
    const question = {
      title: t('shell.leaveGuestTitle'),
      text: t('shell.leaveGuestText'),
      confirm: t('shell.leaveGuest'),
      danger: true,
    }
    if (isGuest && !(await confirm(question))) return
    // Not `mutate`'s own onSuccess: it is dropped when the menu, and this with it, has closed meanwhile.
    await logout.mutateAsync().then(() => navigate('/'), alreadyTold)
  }
  const signIn = (mode?: 'register') =>
    navigate(`/auth?${new URLSearchParams({ ...(mode && { mode }), next: pathname + search })}`)

  return (
    <>
      <div className="px-2 pt-1.5 pb-2">
        <p className="truncate font-medium">{name}</p>
        <p className="text-xs text-pretty text-muted">
          {user ? user.email : isGuest ? t('shell.guestHint') : t('shell.visitorHint')}
        </p>
      </div>
      <MenuSeparator />
      {isMember && <ScopeItems failed={null} />}
      {isAdmin && (
        <MenuItem icon={<ShieldCheck aria-hidden />} onSelect={() => void navigate('/admin')}>
          {t('shell.admin')}
        </MenuItem>
      )}
      {isMember && (
        <MenuItem icon={<Share2 aria-hidden />} onSelect={() => void navigate('/shared')}>
          {t('shell.sharedWithMe')}
        </MenuItem>
      )}
      {(isMember || isGuest) && <ActivityMenuItem failed={null} />}
      <MenuItem icon={<Settings aria-hidden />} onSelect={() => void navigate('/settings')}>
        {t('shell.settings')}
      </MenuItem>
      <MenuItem icon={<Languages aria-hidden />} onSelect={() => void navigate('/settings/appearance')}>
        {t('shell.language')}
      </MenuItem>
      <MenuItem icon={<LifeBuoy aria-hidden />} onSelect={() => void navigate('/help')}>
        {t('shell.help')}
      </MenuItem>
      <MenuItem icon={<Keyboard aria-hidden />} shortcut="?" onSelect={() => void navigate('/settings/shortcuts')}>
        {t('shell.shortcuts')}
      </MenuItem>
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
          <MenuItem icon={<UserPlus aria-hidden />} onSelect={() => void signIn('register')}>
            {t('shell.createAccount')}
          </MenuItem>
          <MenuItem icon={<LogIn aria-hidden />} onSelect={() => void signIn()}>
            {t('shell.signIn')}
          </MenuItem>
        </>
      )}
      {(isMember || isGuest) && (
        <MenuItem icon={<LogOut aria-hidden className="rtl:-scale-x-100" />} onSelect={() => void leave()}>
          {t('shell.signOut')}
        </MenuItem>
      )}
    </>
  )
}
