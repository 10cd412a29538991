import type { SeatDetails } from '@atrium/contract/workforce-seats'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useFilters } from '../../catalogue/directory.tsx'
import { sentenceFor } from '../../platform/api.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { nameOf, pathOf } from '../agent-name.ts'
import { SeatAccess } from './seat-access.tsx'
import { SeatActivity } from './seat-activity.tsx'
import { SeatBudget } from './seat-budget.tsx'
import { SeatContext } from './seat-context.tsx'
import { SeatActions, SeatFacts } from './seat-head.tsx'
import { SeatMemory } from './seat-memory.tsx'
import { SeatPlaybooks } from './seat-playbooks.tsx'
import { SeatSchedules } from './seat-schedules.tsx'
import { SeatTabs } from './seat-tabs.tsx'
import { SeatTasks } from './seat-tasks.tsx'

const parts: Readonly<Record<string, (props: { seat: SeatDetails }) => ReactNode>> = {
  tasks: SeatTasks,
  playbooks: SeatPlaybooks,
  context: SeatContext,
  access: SeatAccess,
  budget: SeatBudget,
  memory: SeatMemory,
  schedule: SeatSchedules,
  activity: SeatActivity,
}
const PANEL = 'seat-part'

/** /workforce/seats/:id: somebody who was hired. What is shown of it stands in the address. */
export function SeatPage() {
  const { t } = useTranslation(['seats', 'settings', 'kit'])
  const { id = '' } = useParams()
  const query = useQuery<SeatDetails>({ queryKey: ['/api/workforce/seats', id], staleTime: 0 })
  if (query.data) return <SeatShown key={id} seat={query.data} />
  return (
    <PageFrame title={t('seat.title')}>
      {query.error ? (
        <EmptyState
          title={t('errors.loadFailed')}
          text={sentenceFor(query.error)}
          action={
            <>
              <Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>
              <Link to="/workforce/seats" className={buttonClass('primary')}>
                {t('seat.all')}
              </Link>
            </>
          }
        />
      ) : (
        <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-5">
          <Skeleton className="h-16 w-full max-w-prose" />
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-48 w-full" />
        </div>
      )}
    </PageFrame>
  )
}

function SeatShown({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const { t: words } = useTranslation('workforce')
  const filters = useFilters()
  const names = Object.keys(parts)
  const tab = names.find((name) => name === filters.get('tab')) ?? 'tasks'
  const Shown = parts[tab] ?? SeatTasks
  return (
    <PageFrame
      title={seat.name}
      text={
        <Link to={pathOf(seat.agentKey)} className="hover:text-ink hover:underline">
          {nameOf(words, seat.agentKey)}
        </Link>
      }
      actions={<SeatActions seat={seat} />}
    >
      <SeatFacts seat={seat} />
      <SeatTabs
        tabs={names.map((name) => ({
          id: name,
          label: t(`tabs.${name}`),
          isMarked: name === 'context' && !seat.isOnboarded,
        }))}
        value={tab}
        controls={PANEL}
        onChoose={(next) => filters.set('tab', next === 'tasks' ? '' : next)}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${tab}`} className="mt-5">
        <h2 className="sr-only">{t(`tabs.${tab}`)}</h2>
        <Shown seat={seat} />
      </div>
    </PageFrame>
  )
}
