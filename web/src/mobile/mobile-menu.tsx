import { CircleUser, LogOut, Settings, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useLogout } from '../platform/entrance.ts'
import { useSession } from '../platform/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { buttonClass, IconButton } from '../ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../ui/menu.tsx'

/** A failure to sign out is told by the mutation itself. */
const alreadyTold = () => undefined

/** Who is here (spec 2.5): first name, else username, else "User", and the e-mail. */
export function MobileMenu() {
  const { t } = useTranslation('mobile')
  const { user, isMember, isAdmin, status } = useSession()
  const logout = useLogout()
  const navigate = useNavigate()
  if (status === 'unauthenticated' || (status === 'authenticated' && !isMember)) {
    return (
      <Link to="/login" className={buttonClass('secondary', 'sm')}>
        {t('menu.signIn')}
      </Link>
    )
  }
  const name = user?.firstName || user?.username || t('menu.user')
  return (
    <Menu>
      <MenuTrigger>
        <IconButton
          label={t('menu.label')}
          icon={user ? <Avatar name={name} className="size-7" /> : <CircleUser />}
          className="rounded-full!"
        />
      </MenuTrigger>
      <MenuContent align="end" label={t('menu.label')} className="w-64">
        <div className="px-2 pt-1.5 pb-2">
          <p dir="auto" className="truncate font-medium">
            {name}
          </p>
          {/* From left to right whatever the page, or a long one would lose its beginning. */}
          {user && (
            <p dir="ltr" className="truncate text-xs text-muted">
              {user.email}
            </p>
          )}
        </div>
        <MenuSeparator />
        {isAdmin && (
          <MenuItem icon={<ShieldCheck aria-hidden />} onSelect={() => void navigate('/admin')}>
            {t('menu.admin')}
          </MenuItem>
        )}
        <MenuItem icon={<Settings aria-hidden />} onSelect={() => void navigate('/profile')}>
          {t('menu.settings')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={<LogOut aria-hidden className="rtl:-scale-x-100" />}
          // Not `mutate`'s own onSuccess: it is dropped when the menu, and this with it, has closed meanwhile.
          onSelect={() => void logout.mutateAsync().then(() => navigate('/auth'), alreadyTold)}
        >
          {t('menu.signOut')}
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
