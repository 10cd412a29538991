import type { BudgetList } from '@atrium/contract/workforce-seats'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Loaded } from '../../settings/panel.tsx'
import { SharedBudget } from './shared-budgets.tsx'

/** What a person may spend on models in conversations and modules, and how much of it is spent. */
export function PersonLimit() {
  const { t } = useTranslation('seats')
  const query = useQuery<z.infer<typeof BudgetList>>({ queryKey: ['/api/workforce/budgets'], staleTime: 0 })
  return (
    <Loaded query={query}>
      {({ budgets }) => {
        const own = budgets.find(({ scope }) => scope === 'person')
        return own && <SharedBudget budget={own} name={t('budget.scopes.person')} />
      }}
    </Loaded>
  )
}
