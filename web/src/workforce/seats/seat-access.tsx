import type { SeatDetails, SeatGrant } from '@atrium/contract/workforce-seats'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { api } from '../../platform/api.ts'
import { Nothing, Panel } from '../../settings/panel.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useDoing } from '../work/use-doing.ts'
import { AddGrant } from './add-grant.tsx'
import { grantName, MAIL } from './grant-name.ts'
import { SeatPlace } from './seat-place.tsx'

const tones: Readonly<Record<string, Tone>> = { read: 'neutral', write: 'info', send: 'warning' }

/** What the seat may do, and where. */
export function SeatAccess({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const plain = (grants: readonly SeatGrant[]) => grants.map(({ action, asks }) => ({ action, asks }))
  const change = useDoing({
    act: (grants: readonly SeatGrant[]) => api.patch(`/api/workforce/seats/${seat.id}`, { grants: plain(grants) }),
  })
  // What was asked for is shown until the server has answered.
  const grants = change.isPending ? change.variables : seat.grants
  const remove = (gone: SeatGrant) =>
    change.mutate(
      grants.filter(({ action }) => action !== gone.action),
      {
        onSuccess: () =>
          toast({
            title: t('access.removed'),
            action: {
              label: t('common.undo'),
              altText: t('access.undoAlt'),
              onClick: () => change.mutate(grants),
            },
          }),
      },
    )
  return (
    <div className="flex flex-col gap-8">
      <Panel title={t('access.title')} text={t('access.text', { name: seat.name })}>
        {grants.length === 0 ? (
          <Nothing>{t('access.none')}</Nothing>
        ) : (
          <ul aria-label={t('access.title')} className="divide-y divide-line border-y border-line">
            {grants.map((grant) => (
              <GrantRow
                key={grant.action}
                grant={grant}
                onAsks={(asks) =>
                  change.mutate(grants.map((one) => (one.action === grant.action ? { ...one, asks } : one)))
                }
                onRemove={() => remove(grant)}
              />
            ))}
          </ul>
        )}
        <AddGrant seat={seat} granted={grants} onAdd={(grant) => change.mutate([...grants, grant])} />
      </Panel>
      <SeatPlace seat={seat} />
    </div>
  )
}

interface GrantRowProps {
  grant: SeatGrant
  onAsks: (asks: boolean) => void
  onRemove: () => void
}

function GrantRow({ grant, onAsks, onRemove }: GrantRowProps) {
  const { t } = useTranslation('seats')
  const { action, asks, summary, effect } = grant
  const name = grantName(t, grant)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <bdi className="wrap-anywhere">{name}</bdi>
          {effect && <Badge tone={tones[effect]}>{t(`access.effects.${effect}`)}</Badge>}
          {!summary && !effect && <Badge tone="warning">{t('access.notInstalled')}</Badge>}
        </p>
        {action.endsWith('.*') && summary && <p className="text-sm text-pretty text-muted">{said(summary)}</p>}
        <p className="truncate font-mono text-xs text-muted">
          <bdi dir="ltr">{action}</bdi>
        </p>
      </div>
      <div className="ms-auto flex items-center gap-3">
        {effect === 'read' ? (
          <span className="text-sm text-muted">{t('access.never')}</span>
        ) : effect === 'send' || action === MAIL ? (
          <span className="text-sm text-muted">{t('access.always')}</span>
        ) : (
          <Switch label={t('access.asks')} aria-label={t('access.asksOf', { name })} checked={asks} onChange={onAsks} />
        )}
        <IconButton label={t('access.remove', { name })} icon={<Trash2 />} onClick={onRemove} />
      </div>
    </li>
  )
}
