import type { SeatDetails } from '@atrium/contract/workforce-seats'
import type { RunList } from '@atrium/contract/workforce-work'
import { Footprints } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Paged } from '../work/paged.tsx'
import { RunTrace } from '../work/run-trace.tsx'
import { listPath, usePages } from '../work/work-queries.ts'

type Runs = z.infer<typeof RunList>
const runsOf = ({ runs }: Runs): Runs['runs'] => runs

/** What the seat does, step by step as it happens; its earlier attempts are folded below. */
export function SeatTrace({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const query = usePages<Runs>(listPath('runs', { seat: seat.id }))
  return (
    <Paged
      query={query}
      ofPage={runsOf}
      none={<EmptyState icon={<Footprints aria-hidden />} title={t('trace.none')} text={t('trace.noneText')} />}
    >
      {(runs) => (
        <ul data-lines aria-label={t('trace.title')} className="flex flex-col gap-2">
          {runs.map((run, at) => (
            <li key={run.id}>
              <RunTrace run={run} task={run.task} isNewest={at === 0 || run.status === 'running'} />
            </li>
          ))}
        </ul>
      )}
    </Paged>
  )
}
