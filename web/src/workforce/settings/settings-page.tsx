import type { BudgetList } from '@atrium/contract/workforce-seats'
import { useQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { z } from 'zod'
import { api, sentenceFor } from '../../platform/api.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Switch } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSeats } from '../seats/use-seats.ts'
import { useCard, useStripePage } from '../use-card.ts'
import { useDoing } from '../work/use-doing.ts'
import { SeatRules } from './seat-rules.tsx'
import { SharedBudgets } from './shared-budgets.tsx'
import { Standards } from './standards.tsx'

/** /workforce/settings: what all seats may spend and do, and when they stand still. */
export function WorkforceSettingsPage() {
  const { t } = useTranslation(['seats', 'settings'])
  const seats = useSeats()
  const budgets = useQuery<z.infer<typeof BudgetList>>({ queryKey: ['/api/workforce/budgets'], staleTime: 0 })
  const error = seats.error ?? budgets.error
  return (
    <PageFrame title={t('workSettings.title')} text={t('workSettings.text')}>
      {seats.data && budgets.data ? (
        <div className="flex max-w-2xl flex-col gap-10">
          <PauseAll isPaused={seats.data.isPaused} />
          <Part title={t('workSettings.budgets')} text={t('workSettings.budgetsText')}>
            <SharedBudgets budgets={budgets.data.budgets} />
          </Part>
          <Part title={t('workSettings.seats')} text={t('workSettings.seatsText')}>
            <SeatRules seats={seats.data.seats} budgets={budgets.data.budgets} />
          </Part>
          <Part title={t('workSettings.standards')} text={t('workSettings.standardsText')}>
            <Standards />
          </Part>
          <Part title={t('workSettings.bills')} text={t('workSettings.billsText')}>
            <Bills />
          </Part>
        </div>
      ) : error ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(error)}
          action={
            <Button onClick={() => void Promise.all([seats.refetch(), budgets.refetch()])}>{t('common.retry')}</Button>
          }
        />
      ) : (
        <div role="status" aria-label={t('common.loading')} className="flex max-w-2xl flex-col gap-8">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </PageFrame>
  )
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-base">
        {title}
      </h2>
      <p className="mt-0.5 mb-3 max-w-prose text-pretty text-muted">{text}</p>
      {children}
    </section>
  )
}

function PauseAll({ isPaused }: { isPaused: boolean }) {
  const { t } = useTranslation('seats')
  const pause = useDoing({
    act: (on: boolean) => api.put('/api/workforce/paused', { on }),
    done: (_, on) => t(on ? 'workSettings.paused' : 'workSettings.resumed'),
  })
  return (
    <Switch
      label={t('workSettings.pause')}
      help={t('workSettings.pauseText')}
      checked={pause.isPending ? pause.variables : isPaused}
      onChange={(on) => pause.mutate(on)}
      className="rounded-md border border-line p-4"
    />
  )
}

function Bills() {
  const { t } = useTranslation('seats')
  const { t: words } = useTranslation('workforce')
  const card = useCard()
  const page = useStripePage()
  return (
    <div className="flex flex-wrap gap-2">
      <Link to="/workforce/orders" className={buttonClass()}>
        {t('workSettings.orders')}
      </Link>
      <Link to="/workforce/subscriptions" className={buttonClass()}>
        {t('workSettings.subscriptions')}
      </Link>
      {card.onFile && (
        <Button
          icon={<CreditCard aria-hidden className="size-4" />}
          loading={page.isPending || page.isSuccess}
          onClick={() => page.mutate('/api/workforce/billing-portal')}
        >
          {words('card.portal')}
        </Button>
      )}
    </div>
  )
}
