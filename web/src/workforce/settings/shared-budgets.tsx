import type { Budget } from '@atrium/contract/workforce-seats'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpen, useTeams } from '../../teams/use-teams.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BudgetMeter } from '../seats/budget-meter.tsx'
import { LimitsForm } from './limits-form.tsx'

/** The limits of all seats, of the person, and of the teams: of each that has a seat, and of those that could have one. */
export function SharedBudgets({ budgets }: { budgets: readonly Budget[] }) {
  const { t } = useTranslation('seats')
  const teams = (useTeams().data?.teams ?? []).filter(isOpen)
  const shared = budgets.filter(({ scope }) => scope === 'workspace' || scope === 'team' || scope === 'person')
  const others = teams.filter(({ id }) => shared.every(({ scopeId }) => scopeId !== id))
  const nameOf = ({ scope, scopeId }: Pick<Budget, 'scope' | 'scopeId'>) => {
    if (scope === 'workspace') return t('workSettings.workspace')
    if (scope === 'person') return t('budget.scopes.person')
    const team = teams.find(({ id }) => id === scopeId)
    return team ? t('workSettings.team', { name: team.name }) : t('workSettings.lostTeam')
  }
  const unspent = (scopeId: string): Budget => ({
    scope: 'team',
    scopeId,
    period: 'month',
    limitMicros: null,
    limitTokens: null,
    spentMicros: 0,
    reservedMicros: 0,
    tokens: 0,
    isNear: false,
    isReached: false,
  })
  return (
    <ul className="flex flex-col divide-y divide-line border-y border-line">
      {[...shared, ...others.map(({ id }) => unspent(id))].map((budget) => (
        <li key={`${budget.scope} ${budget.scopeId}`}>
          <SharedBudget budget={budget} name={nameOf(budget)} />
        </li>
      ))}
    </ul>
  )
}

export function SharedBudget({ budget, name }: { budget: Budget; name: string }) {
  const { t } = useTranslation('seats')
  const [isChanging, setIsChanging] = useState(false)
  const { scope, scopeId, limitMicros, limitTokens } = budget
  const isLimited = limitMicros !== null || limitTokens !== null
  return (
    <div className="flex flex-col gap-3 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 truncate text-sm font-medium" title={name}>
          <bdi>{name}</bdi>
          {!isLimited && <span className="ms-2 font-normal text-muted">{t('workSettings.unlimited')}</span>}
        </h3>
        <Button size="sm" aria-label={t('workSettings.changeOf', { name })} onClick={() => setIsChanging(true)}>
          {t('workSettings.change')}
        </Button>
      </div>
      <BudgetMeter budget={budget} withoutTitle />
      <Dialog
        open={isChanging}
        onOpenChange={setIsChanging}
        title={t('workSettings.changeOf', { name })}
        description={t('budget.limitsText')}
      >
        <LimitsForm
          key={`${limitMicros} ${limitTokens}`}
          scope={scope === 'team' || scope === 'person' ? scope : 'workspace'}
          scopeId={scope === 'team' ? scopeId : null}
          limits={budget}
          onSaved={() => setIsChanging(false)}
        />
      </Dialog>
    </div>
  )
}
