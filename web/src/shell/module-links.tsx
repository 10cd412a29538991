import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { Icon } from '../ui/icon.tsx'
import { hasPage, type InstalledModule, useModules } from './modules.ts'
import { SidebarLink, sidebarItem } from './sidebar-item.tsx'

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

function ModuleLink({ module, wide }: { module: InstalledModule; wide: boolean }) {
  return (
    <SidebarLink wide={wide} to={module.route ?? '/'} label={said(module.title)} icon={<Icon name={module.icon} />} />
  )
}
