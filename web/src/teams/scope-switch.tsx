import { clsx } from 'clsx'
import { ChevronDown, UserRound, UsersRound } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Menu, MenuContent, MenuTrigger } from '../ui/menu.tsx'
import { ScopeItems } from './scope-items.tsx'
import { leaveScope } from './scope-lost.ts'
import { useScopes } from './use-teams.ts'

/** Says whose things are shown, and changes it. Nothing for who has no team. */
export function ScopeSwitch({ className }: { className?: string }) {
  const { t } = useTranslation('teams')
  const { scope, teams, team, isKnown } = useScopes()
  const isLost = scope !== '' && isKnown && team === null
  useEffect(() => {
    if (isLost) void leaveScope()
  }, [isLost])
  if (teams.length === 0) return null
  const name = team ? team.name : t('scope.personal')
  const Icon = team ? UsersRound : UserRound
  return (
    <Menu>
      <MenuTrigger>
        <button
          type="button"
          aria-label={t('scope.shown', { name })}
          className={clsx(
            'inline-flex h-7 max-w-56 min-w-0 items-center gap-1.5 rounded-md px-2 text-xs font-medium transition-colors duration-120 touch:h-10 [&_svg]:size-3.5 [&_svg]:shrink-0',
            team ? 'bg-accent-soft text-accent-ink' : 'bg-active text-muted hover:text-ink',
            className,
          )}
        >
          <Icon aria-hidden />
          <bdi className="min-w-0 truncate">{name}</bdi>
          {team?.role === 'viewer' && <span className="shrink-0 font-normal">· {t('scope.lookOnly')}</span>}
          <ChevronDown aria-hidden />
        </button>
      </MenuTrigger>
      <MenuContent align="start" label={t('scope.label')} className="w-60">
        <ScopeItems more />
      </MenuContent>
    </Menu>
  )
}
