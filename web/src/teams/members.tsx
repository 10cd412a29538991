import { type TeamDetails, type TeamMember, TeamRole } from '@atrium/contract/teams'
import { UserMinus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { useSession } from '../platform/session.ts'
import { useFormats } from '../settings/format.ts'
import { Panel, Row, Rows } from '../settings/panel.tsx'
import { useChange } from '../settings/use-change.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { controlClass } from '../ui/field.tsx'
import { TEAMS } from './use-teams.ts'

/** Who is in the team. Owners and admins give roles; owners are the owners' affair. */
export function Members({ team, heading }: { team: TeamDetails; heading: ReactNode }) {
  const { t } = useTranslation('teams')
  return (
    <>
      {heading}
      <Panel title={t('members.title')} text={t('members.text')}>
        <Rows label={t('members.title')}>
          {team.people.map((person) => (
            <Member key={person.userId} team={team} person={person} />
          ))}
        </Rows>
      </Panel>
    </>
  )
}

function Member({ team, person }: { team: TeamDetails; person: TeamMember }) {
  const { t } = useTranslation('teams')
  const { day } = useFormats()
  const { userId } = useSession()
  const confirm = useConfirm()
  const path = `${TEAMS}/${team.id}/members/${person.userId}`
  const give = useChange({ act: (role: TeamRole) => api.patch(path, { role }), done: 'saved', renew: [TEAMS] })
  const remove = useChange({ act: () => api.delete(path), done: 'deleted', renew: [TEAMS] })
  const { name } = person
  const isSelf = person.userId === userId
  const mayChange = team.role === 'owner' || (team.role === 'admin' && person.role !== 'owner')
  const roles = TeamRole.options.filter((role) => role !== 'owner' || team.role === 'owner')
  const ask = async () => {
    const question = { title: t('members.removeTitle', { name }), text: t('members.removeText') }
    if (await confirm({ ...question, confirm: t('members.remove'), danger: true })) remove.mutate()
  }
  return (
    <Row
      title={
        <>
          <Avatar name={name} className="size-6" />
          <bdi className="min-w-0 break-words">{name}</bdi>
          {isSelf && <Badge>{t('members.you')}</Badge>}
        </>
      }
      text={
        <span className="wrap-anywhere">
          {person.email ? <bdi>{person.email}</bdi> : t('members.joined', { day: day(person.joinedAt) })}
        </span>
      }
    >
      {mayChange ? (
        <select
          aria-label={t('members.roleOf', { name })}
          value={person.role}
          disabled={give.isPending}
          onChange={({ target }) => give.mutate(TeamRole.parse(target.value))}
          className={`${controlClass} h-8 w-auto! max-w-28 px-2 text-sm! touch:h-11`}
        >
          {roles.map((role) => (
            <option key={role} value={role} title={t(`roleTexts.${role}`)}>
              {t(`roles.${role}`)}
            </option>
          ))}
        </select>
      ) : (
        <Badge>{t(`roles.${person.role}`)}</Badge>
      )}
      {mayChange && !isSelf && (
        <IconButton label={t('members.removeNamed', { name })} icon={<UserMinus />} onClick={() => void ask()} />
      )}
    </Row>
  )
}
