import type { SeatDetails } from '@atrium/contract/workforce-seats'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useFilters } from '../../catalogue/directory.tsx'
import { sentenceFor } from '../../platform/api.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { useMedia } from '../../shell/use-media.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { nameOf, pathOf } from '../agent-name.ts'
import { SeatAccess } from './seat-access.tsx'
import { SeatActivity } from './seat-activity.tsx'
import { SeatApprovals } from './seat-approvals.tsx'
import { SeatBudget } from './seat-budget.tsx'
import { SeatContext } from './seat-context.tsx'
import { SeatDeliverables } from './seat-deliverables.tsx'
import { SeatActions, SeatFacts } from './seat-head.tsx'
import { SeatMemory } from './seat-memory.tsx'
import { SeatPlaybooks } from './seat-playbooks.tsx'
import { SeatSchedules } from './seat-schedules.tsx'
import { type SeatPart, SeatTabs, seatParts, titleKey } from './seat-tabs.tsx'
import { SeatTasks } from './seat-tasks.tsx'
import { SeatTrace } from './seat-trace.tsx'
import { usePartMarks } from './use-part-marks.ts'

const parts: Readonly<Record<SeatPart, (props: { seat: SeatDetails }) => ReactNode>> = {
  tasks: SeatTasks,
  approvals: SeatApprovals,
  deliverables: SeatDeliverables,
  trace: SeatTrace,
  playbooks: SeatPlaybooks,
  context: SeatContext,
  access: SeatAccess,
  budget: SeatBudget,
  memory: SeatMemory,
  schedule: SeatSchedules,
  activity: SeatActivity,
}
const PANEL = 'seat-part'
const NARROW = '(max-width: 1023px)'

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
  const isNarrow = useMedia(NARROW)
  const marks = usePartMarks(seat)
  const tab = seatParts.find((name) => name === filters.get('tab')) ?? 'tasks'
  const Shown = parts[tab]
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
      <div className={clsx('grid gap-x-10 gap-y-5', !isNarrow && 'grid-cols-[11rem_minmax(0,1fr)]')}>
        <SeatTabs
          value={tab}
          marks={marks}
          isNarrow={isNarrow}
          controls={PANEL}
          onChoose={(next) => filters.set('tab', next === 'tasks' ? '' : next)}
        />
        <div
          id={PANEL}
          {...(!isNarrow && { role: 'tabpanel', 'aria-labelledby': `${PANEL}-${tab}` })}
          className="min-w-0"
        >
          <h2 className="sr-only">{t(titleKey(tab))}</h2>
          <Shown seat={seat} />
        </div>
      </div>
    </PageFrame>
  )
}
