import type { SeatDetails } from '@atrium/contract/workforce-seats'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { Panel } from '../../settings/panel.tsx'
import { isOpen, useTeams } from '../../teams/use-teams.ts'
import { Select } from '../../ui/field.tsx'
import { useDoing } from '../work/use-doing.ts'

/** In whose things the seat works: its owner's, or a team's. */
export function SeatPlace({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const { data } = useTeams()
  const place = useDoing({
    act: (teamId: string | null) => api.patch(`/api/workforce/seats/${seat.id}`, { teamId }),
    done: () => t('place.changed'),
  })
  const teams = (data?.teams ?? []).filter((team) => isOpen(team) || team.id === seat.teamId)
  const shown = place.isPending ? place.variables : seat.teamId
  return (
    <Panel title={t('place.title')} text={t('place.text', { name: seat.name })}>
      <Select
        className="max-w-sm"
        label={t('place.label')}
        value={shown ?? ''}
        options={[
          { value: '', label: t('place.own') },
          ...teams.map(({ id, name }) => ({ value: id, label: t('place.team', { name }) })),
        ]}
        onChange={({ target }) => place.mutate(target.value || null)}
      />
      {teams.length === 0 && <p className="text-sm text-muted">{t('place.noTeams')}</p>}
    </Panel>
  )
}
