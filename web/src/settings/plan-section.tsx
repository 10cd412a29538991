import type { Tier, User } from '@atrium/contract/accounts'
import { moduleEntries } from '@atrium/contract/catalogue/modules'
import { personas } from '@atrium/contract/catalogue/personas'
import { type Plan, plans } from '@atrium/contract/catalogue/plans'
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { api } from '../platform/api.ts'
import { useSession } from '../platform/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { useFormats } from './format.ts'
import { Panel } from './panel.tsx'
import { useChange } from './use-change.ts'

const modulesOf = ({ opens }: Plan): number => moduleEntries.filter(({ tier }) => opens.includes(tier)).length

/** The ladder of plans; without a payment provider anybody changes freely (spec-notes, "Tiers"). */
export function PlanSection() {
  const { t } = useTranslation('settings')
  const { user, isAdmin } = useSession()
  const client = useQueryClient()
  const { mutate, isPending, variables } = useChange({
    act: (tier: Tier) => api.put<User>('/api/user/plan', { tier }),
    done: 'updated',
    onDone: (next) => client.setQueryData(['/api/user'], next),
  })
  return (
    <Panel title={t('plan.title')} text={t(isAdmin ? 'plan.textAdmin' : 'plan.text')}>
      <ul aria-label={t('plan.title')} className="flex flex-col divide-y divide-line border-line border-t">
        {plans.map((plan) => (
          <PlanRow
            key={plan.key}
            plan={plan}
            isCurrent={plan.key === user?.tier}
            busy={isPending && variables === plan.key}
            onChoose={() => mutate(plan.key)}
          />
        ))}
      </ul>
    </Panel>
  )
}

function PlanRow({
  plan,
  isCurrent,
  busy,
  onChoose,
}: {
  plan: Plan
  isCurrent: boolean
  busy: boolean
  onChoose: () => void
}) {
  const { t } = useTranslation('settings')
  const { list } = useFormats()
  const name = t(`plan.names.${plan.key}`)
  const names = personas.filter(({ key }) => plan.personas.includes(key)).map((persona) => said(persona.name))
  return (
    <li
      className="flex items-center gap-x-4 gap-y-2 py-3 max-sm:flex-col max-sm:items-stretch"
      aria-current={isCurrent || undefined}
    >
      <div className="min-w-0 flex-1">
        <h4 className={clsx('flex items-center gap-2 text-sm', isCurrent && 'text-accent-ink')}>
          {name}
          {isCurrent && <Badge tone="accent">{t('plan.current')}</Badge>}
        </h4>
        <p className="text-pretty text-muted">{t(`plan.texts.${plan.key}`)}</p>
        <p className="mt-0.5 text-xs text-pretty text-muted">
          {t('plan.modules', { count: modulesOf(plan) })} · {t('plan.personas', { names: list(names) })}
        </p>
      </div>
      {!isCurrent && (
        <Button size="sm" loading={busy} onClick={onChoose} className="max-sm:self-start">
          {t('plan.choose', { plan: name })}
        </Button>
      )}
    </li>
  )
}
