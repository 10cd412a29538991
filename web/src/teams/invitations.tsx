import { InvitedRole, type MadeInvitation, type TeamDetails, type TeamInvitation } from '@atrium/contract/teams'
import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { CopyButton } from '../settings/copy-button.tsx'
import { useFormats } from '../settings/format.ts'
import { InviteDialog } from '../settings/invite-dialog.tsx'
import { Nothing, Panel, Row, Rows } from '../settings/panel.tsx'
import { useChange } from '../settings/use-change.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/field.tsx'
import { TEAMS } from './use-teams.ts'

/** The links that are about, and new ones. */
export function Invitations({ team }: { team: TeamDetails }) {
  const { t } = useTranslation('teams')
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<MadeInvitation>()
  return (
    <Panel title={t('invitations.title')} text={t('invitations.text')}>
      {team.invitations.length === 0 ? (
        <Nothing>{t('invitations.none')}</Nothing>
      ) : (
        <Rows label={t('invitations.title')}>
          {team.invitations.map((one) => (
            <Invited key={one.id} team={team.id} invitation={one} />
          ))}
        </Rows>
      )}
      <div>
        <Button icon={<UserPlus aria-hidden className="size-4" />} onClick={() => setMaking(true)}>
          {t('invitations.make')}
        </Button>
      </div>
      {making && (
        <InviteToTeam
          team={team.id}
          onClose={() => setMaking(false)}
          onMade={(invitation) => {
            setMaking(false)
            setMade(invitation)
          }}
        />
      )}
      {made && <Made invitation={made} onClose={() => setMade(undefined)} />}
    </Panel>
  )
}

interface InviteToTeamProps {
  team: string
  onClose: () => void
  onMade: (invitation: MadeInvitation) => void
}

function InviteToTeam({ team, onClose, onMade }: InviteToTeamProps) {
  const { t } = useTranslation('teams')
  const client = useQueryClient()
  const [role, setRole] = useState<TeamInvitation['role']>('editor')
  return (
    <InviteDialog
      namespace="teams"
      title={t('invitations.makeTitle')}
      emailHelp={t('invitations.emailHelp')}
      submit={t('invitations.create')}
      send={async (invitation) => {
        onMade(await api.post<MadeInvitation>(`${TEAMS}/${team}/invitations`, { ...invitation, role }))
        await client.invalidateQueries({ queryKey: [TEAMS] })
      }}
      onClose={onClose}
    >
      <Select
        label={t('invitations.role')}
        help={t(`roleTexts.${role}`)}
        value={role}
        options={[...InvitedRole.options].reverse().map((value) => ({ value, label: t(`roles.${value}`) }))}
        onChange={({ target }) => setRole(InvitedRole.parse(target.value))}
      />
    </InviteDialog>
  )
}

function Invited({ team, invitation }: { team: string; invitation: TeamInvitation }) {
  const { t } = useTranslation('teams')
  const { day } = useFormats()
  const { id, email, role, expiresAt } = invitation
  const revoke = useChange({
    act: () => api.delete(`${TEAMS}/${team}/invitations/${id}`),
    done: 'deleted',
    renew: [TEAMS],
  })
  const whom = email ?? t('invitations.anybody')
  return (
    <Row
      title={<bdi className="min-w-0 wrap-anywhere">{whom}</bdi>}
      text={t('invitations.facts', { role: t(`roles.${role}`), day: day(expiresAt) })}
    >
      <Button
        size="sm"
        aria-label={t('invitations.revokeNamed', { name: whom })}
        loading={revoke.isPending}
        onClick={() => revoke.mutate()}
      >
        {t('invitations.revoke')}
      </Button>
    </Row>
  )
}

function Made({ invitation, onClose }: { invitation: MadeInvitation; onClose: () => void }) {
  const { t } = useTranslation('teams')
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('invitations.madeTitle')}
      description={t('invitations.madeText')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <div className="flex flex-col items-start gap-3 pt-2">
        {invitation.mailed && <p className="text-muted">{t('invitations.mailed', { email: invitation.email })}</p>}
        <code dir="ltr" className="w-full select-all break-all rounded-md bg-surface px-3 py-2 font-mono">
          {invitation.url}
        </code>
        <CopyButton text={invitation.url} label={t('invitations.copy')} />
      </div>
    </Dialog>
  )
}
