import { NewTeam, type Team } from '@atrium/contract/teams'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { api } from '../platform/api.ts'
import { setScope, useScope } from '../platform/scope.ts'
import { useFormats } from '../settings/format.ts'
import { Loaded, Nothing, Panel, Row, Rows } from '../settings/panel.tsx'
import { useChange } from '../settings/use-change.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { NameDialog } from './name-dialog.tsx'
import { TeamPanel } from './team-panel.tsx'
import { isOpen, scopeOf, TEAMS, useTeams } from './use-teams.ts'

/** Settings → Teams: the list, or one of them (`?team=`). */
export function TeamsSection() {
  const [search, setSearch] = useSearchParams()
  const open = search.get('team')
  const show = (id: string | null) => setSearch(id ? { team: id } : {})
  return open ? <TeamPanel id={open} onBack={() => show(null)} /> : <TeamList onOpen={show} />
}

function TeamList({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('teams')
  const client = useQueryClient()
  const query = useTeams()
  const [making, setMaking] = useState(false)
  return (
    <Panel title={t('list.title')} text={t('list.text')}>
      <Loaded query={query}>
        {({ teams }) =>
          teams.length === 0 ? (
            <Nothing>{t('list.none')}</Nothing>
          ) : (
            <Rows label={t('list.title')}>
              {teams.map((team) =>
                isOpen(team) ? (
                  <OpenTeam key={team.id} team={team} onOpen={() => onOpen(team.id)} />
                ) : (
                  <ClosedTeam key={team.id} team={team} />
                ),
              )}
            </Rows>
          )
        }
      </Loaded>
      <div>
        <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setMaking(true)}>
          {t('list.make')}
        </Button>
      </div>
      {making && (
        <NameDialog
          title={t('list.makeTitle')}
          confirm={t('list.makeTitle')}
          name=""
          onClose={() => setMaking(false)}
          save={async ({ name }) => {
            const team = await api.post<Team>(TEAMS, NewTeam.parse({ name }))
            await client.invalidateQueries({ queryKey: [TEAMS] })
            setMaking(false)
            onOpen(team.id)
          }}
        />
      )}
    </Panel>
  )
}

function OpenTeam({ team, onOpen }: { team: Team; onOpen: () => void }) {
  const { t } = useTranslation('teams')
  const isHere = useScope() === scopeOf(team)
  const work = () => {
    setScope(scopeOf(team))
    toast({ title: t('scope.now', { name: team.name }) })
  }
  return (
    <Row
      title={
        <>
          <bdi className="min-w-0 break-words">{team.name}</bdi>
          <Badge>{t(`roles.${team.role}`)}</Badge>
          {isHere && <Badge tone="accent">{t('list.here')}</Badge>}
        </>
      }
      text={t('list.members', { count: team.members })}
    >
      {!isHere && (
        <Button size="sm" variant="ghost" aria-label={t('list.workIn', { name: team.name })} onClick={work}>
          {t('list.work')}
        </Button>
      )}
      <Button size="sm" aria-label={t('list.open', { name: team.name })} onClick={onOpen}>
        {t('list.manage')}
      </Button>
    </Row>
  )
}

function ClosedTeam({ team }: { team: Team }) {
  const { t } = useTranslation('teams')
  const { day } = useFormats()
  const restore = useChange({ act: () => api.post(`${TEAMS}/${team.id}/restore`), renew: [TEAMS] })
  return (
    <Row
      title={<bdi className="min-w-0 break-words text-muted line-through">{team.name}</bdi>}
      text={t('list.deletedUntil', { day: day(team.deletionAt ?? '') })}
    >
      <Button
        size="sm"
        aria-label={t('list.restoreNamed', { name: team.name })}
        loading={restore.isPending}
        onClick={() => restore.mutate()}
      >
        {t('list.restore')}
      </Button>
    </Row>
  )
}
