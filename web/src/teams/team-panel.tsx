import type { TeamDetails } from '@atrium/contract/teams'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { readScope, setScope } from '../platform/scope.ts'
import { Loaded, Panel } from '../settings/panel.tsx'
import { useChange } from '../settings/use-change.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { NameDialog } from './name-dialog.tsx'
import { scopeOf, TEAMS } from './use-teams.ts'

/** One team: who is in it, who is invited, and the ways out. */
export function TeamPanel({ id, onBack }: { id: string; onBack: () => void }) {
  const { t } = useTranslation('teams')
  const query = useQuery<TeamDetails>({ queryKey: [TEAMS, id] })
  return (
    <>
      <div className="-ms-3 -mb-4">
        <Button
          size="sm"
          variant="ghost"
          icon={<ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />}
          onClick={onBack}
        >
          {t('team.back')}
        </Button>
      </div>
      <Loaded query={query} lines={3}>
        {(team) => <Team team={team} onBack={onBack} />}
      </Loaded>
    </>
  )
}

function Team({ team, onBack }: { team: TeamDetails; onBack: () => void }) {
  const { t } = useTranslation('teams')
  const manages = team.role === 'owner' || team.role === 'admin'
  return (
    <>
      <Members team={team} heading={<Heading team={team} manages={manages} />} />
      {manages && <Invitations team={team} />}
      <Panel title={t('team.end')} text={team.role === 'owner' ? t('team.deletePanel') : undefined}>
        <Ways team={team} onBack={onBack} />
      </Panel>
    </>
  )
}

function Heading({ team, manages }: { team: TeamDetails; manages: boolean }) {
  const { t } = useTranslation('teams')
  const client = useQueryClient()
  const [renaming, setRenaming] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h3 className="min-w-0 text-lg font-semibold wrap-anywhere">
        <bdi>{team.name}</bdi>
      </h3>
      {manages && (
        <Button size="sm" onClick={() => setRenaming(true)}>
          {t('team.rename')}
        </Button>
      )}
      {renaming && (
        <NameDialog
          title={t('team.renameTitle')}
          confirm={t('common.save')}
          name={team.name}
          onClose={() => setRenaming(false)}
          save={async (values) => {
            await api.patch(`${TEAMS}/${team.id}`, values)
            await client.invalidateQueries({ queryKey: [TEAMS] })
            setRenaming(false)
          }}
        />
      )}
    </div>
  )
}

function Ways({ team, onBack }: { team: TeamDetails; onBack: () => void }) {
  const { t } = useTranslation('teams')
  const confirm = useConfirm()
  const client = useQueryClient()
  const out = () => {
    if (readScope() === scopeOf(team)) setScope('')
    client.removeQueries({ queryKey: [TEAMS, team.id] })
    onBack()
  }
  const leave = useChange({ act: () => api.post(`${TEAMS}/${team.id}/leave`), renew: [TEAMS], onDone: out })
  const remove = useChange({
    act: () => api.delete(`${TEAMS}/${team.id}`),
    done: 'deleted',
    renew: [TEAMS],
    onDone: out,
  })
  const { name } = team
  const askLeave = async () => {
    const question = { title: t('team.leaveTitle', { name }), text: t('team.leaveText'), confirm: t('team.leave') }
    if (await confirm({ ...question, danger: true })) leave.mutate()
  }
  const askDelete = async () => {
    const question = { title: t('team.deleteTitle', { name }), text: t('team.deleteText'), confirm: t('team.delete') }
    if (await confirm({ ...question, danger: true })) remove.mutate()
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button loading={leave.isPending} onClick={() => void askLeave()}>
        {t('team.leave')}
      </Button>
      {team.role === 'owner' && (
        <Button variant="danger" loading={remove.isPending} onClick={() => void askDelete()}>
          {t('team.delete')}
        </Button>
      )}
    </div>
  )
}
