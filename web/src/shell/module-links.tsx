import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useMatch } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import { hasPage, type InstalledModule, useModules } from './modules.ts'
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
          <ModuleLink module={module} wide={wide} />
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

// Not a NavLink: the rail's tooltip joins class names, and a NavLink's may be a function.
function ModuleLink({ module, wide }: { module: InstalledModule; wide: boolean }) {
  const route = module.route ?? '/'
  const isActive = useMatch({ path: route, end: false }) !== null
  return (
    <RailTip wide={wide} label={module.title}>
      <Link
        to={route}
        aria-label={wide ? undefined : module.title}
        aria-current={isActive ? 'page' : undefined}
        className={clsx(wide ? sidebarItem : railItem, isActive && 'bg-active font-medium')}
      >
        <Icon name={module.icon} />
        {wide && <span className="truncate">{module.title}</span>}
      </Link>
    </RailTip>
  )
}

const railItem =
  'my-0.5 flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink touch:size-9 [&_svg]:size-4'
