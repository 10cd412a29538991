import { UserRound, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { setScope } from '../platform/scope.ts'
import { MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '../ui/menu.tsx'
import { scopeOf, useScopes } from './use-teams.ts'

const PERSONAL = 'personal'

/** Of a menu: the scopes to choose from. Nothing for who has no team. `more`: with the way to the teams themselves. */
export function ScopeItems({ more = false }: { more?: boolean }) {
  const { t } = useTranslation('teams')
  const navigate = useNavigate()
  const { scope, teams } = useScopes()
  if (teams.length === 0) return null
  return (
    <>
      <MenuLabel>{t('scope.label')}</MenuLabel>
      <MenuRadioGroup
        value={scope || PERSONAL}
        onValueChange={(next) => setScope(next === PERSONAL ? '' : next)}
        aria-label={t('scope.label')}
      >
        <MenuRadioItem value={PERSONAL} icon={<UserRound aria-hidden />}>
          {t('scope.personal')}
        </MenuRadioItem>
        {teams.map((team) => (
          <MenuRadioItem key={team.id} value={scopeOf(team)} icon={<UsersRound aria-hidden />}>
            <span className="flex min-w-0 items-baseline gap-2">
              <bdi className="min-w-0 truncate">{team.name}</bdi>
              {team.role === 'viewer' && <span className="shrink-0 text-xs text-muted">{t('scope.lookOnly')}</span>}
            </span>
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      {more && <MenuItem onSelect={() => void navigate('/settings/teams')}>{t('scope.manage')}</MenuItem>}
    </>
  )
}
