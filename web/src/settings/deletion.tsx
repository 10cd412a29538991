import type { Account } from '@atrium/contract/account-security'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { isOpen, useTeams } from '../teams/use-teams.ts'
import { Button } from '../ui/button.tsx'
import { useFormats } from './format.ts'
import { Panel } from './panel.tsx'
import { ProveDialog } from './prove-dialog.tsx'
import { ACCOUNT, useAccount } from './use-account.ts'
import { useChange } from './use-change.ts'

const PATH = '/api/user/deletion'

/** On every section, once deletion was asked for: the day, and the way back. */
export function DeletionNotice() {
  const { t } = useTranslation('settings')
  const { moment } = useFormats()
  const account = useAccount()
  const keep = useChange({ act: () => api.delete(PATH), done: 'saved', renew: [ACCOUNT] })
  const day = account.data?.deletionAt
  if (!day) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-warning-soft px-4 py-3 text-warning-ink"
    >
      <p className="min-w-48 flex-1 text-pretty">{t('deletion.notice', { moment: moment(day) })}</p>
      <Button variant="primary" loading={keep.isPending} onClick={() => keep.mutate()}>
        {t('deletion.keep')}
      </Button>
    </div>
  )
}

/** A sentence on the teams that nobody else owns, which go with the account. */
function useTeamsOfOne(): string | null {
  const { t } = useTranslation('teams')
  const { list } = useFormats()
  const teams =
    useTeams().data?.teams.filter((team) => isOpen(team) && team.role === 'owner' && team.owners === 1) ?? []
  if (teams.length === 0) return null
  return t('deletion.warning', { count: teams.length, names: list(teams.map(({ name }) => name)) })
}

export function DeleteAccount() {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const account = useAccount()
  const alone = useTeamsOfOne()
  const [asking, setAsking] = useState(false)
  if (account.data?.deletionAt) return null
  return (
    <Panel title={t('deletion.title')} text={t('deletion.text')}>
      {alone && <p className="rounded-md bg-warning-soft px-3 py-2 text-pretty text-warning-ink">{alone}</p>}
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('deletion.ask')}
        </Button>
      </div>
      {asking && (
        <ProveDialog
          danger
          title={t('deletion.askTitle')}
          text={[t('deletion.askText'), alone].filter(Boolean).join(' ')}
          confirm={t('deletion.title')}
          onClose={() => setAsking(false)}
          act={async (proof) => {
            const { deletionAt } = await api.post<{ deletionAt: string }>(PATH, proof)
            client.setQueryData<Account>([ACCOUNT], (now) => now && { ...now, deletionAt })
            setAsking(false)
            await client.invalidateQueries({ queryKey: [ACCOUNT] })
          }}
        />
      )}
    </Panel>
  )
}
