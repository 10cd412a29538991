import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import { hasPage, useModules } from './modules.ts'
import { RailTip, sidebarItem } from './sidebar-item.tsx'

/** Shown at once; the rest behind a button, so that the conversations stay in reach. */
const FIRST = 6

export function ModuleLinks({ wide }: { wide: boolean }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const { data } = useModules()
  const modules = (data ?? []).filter(hasPage)
  if (modules.length === 0) return null
  const shown = all ? modules : modules.slice(0, FIRST)
  const rest = modules.length - shown.length
  return (
    <ul aria-label={t('shell.modules')} className={clsx(all && 'max-h-[40dvh] overflow-y-auto')}>
      {shown.map((module) => (
        <li key={module.id}>
          <RailTip wide={wide} label={module.title}>
            <NavLink
              to={module.route ?? '/'}
              aria-label={wide ? undefined : module.title}
              className={({ isActive }) => clsx(wide ? sidebarItem : railItem, isActive && 'bg-active font-medium')}
            >
              <Icon name={module.icon} />
              {wide && <span className="truncate">{module.title}</span>}
            </NavLink>
          </RailTip>
        </li>
      ))}
      {wide && rest > 0 && (
        <li>
          <button type="button" className={clsx(sidebarItem, 'text-muted')} onClick={() => setAll(true)}>
            <ChevronDown aria-hidden />
            {t('shell.moreModules', { count: rest })}
          </button>
        </li>
      )}
    </ul>
  )
}

const railItem =
  'my-0.5 flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink touch:size-9 [&_svg]:size-4'
