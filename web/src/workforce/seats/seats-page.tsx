import type { SeatAtWork, SeatsAtWork } from '@atrium/contract/workforce-seats'
import { Armchair, Network } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { z } from 'zod'
import { api } from '../../platform/api.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { PHONE, useMedia } from '../../shell/use-media.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatNumber } from '../../ui/formats.ts'
import type { Column } from '../../ui/table-order.ts'
import { nameOf } from '../agent-name.ts'
import { Loaded } from '../loaded.tsx'
import { useCost } from '../work/use-cost.ts'
import { useDoing } from '../work/use-doing.ts'
import { LostSchedules } from './lost-schedules.tsx'
import { seatPage } from './seat-paths.ts'
import { SeatStanding } from './seat-standing.tsx'

type Seats = z.infer<typeof SeatsAtWork>

/** /workforce/seats: everybody who was hired and has not left. */
export function SeatsPage() {
  const { t } = useTranslation(['seats', 'kit'])
  return (
    <PageFrame
      title={t('seats.title')}
      text={t('seats.text')}
      width="wide"
      actions={
        <>
          <Link to="/org-chart" className={buttonClass()}>
            <Network aria-hidden className="size-4" />
            {t('seats.chart')}
          </Link>
          <Link to="/workforce/directory" className={buttonClass('primary')}>
            {t('seats.hire')}
          </Link>
        </>
      }
    >
      <Loaded<Seats>
        path="/api/workforce/seats"
        isEmpty={({ seats }) => seats.length === 0}
        icon={<Armchair aria-hidden />}
        none={t('seats.none')}
        noneText={t('seats.noneText')}
      >
        {({ seats, isPaused }) => (
          <>
            {isPaused && <AllPaused />}
            <SeatTable seats={seats} />
          </>
        )}
      </Loaded>
      <LostSchedules />
    </PageFrame>
  )
}

/** Everything stands still until somebody says otherwise. */
export function AllPaused({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('seats')
  const resume = useDoing({
    act: () => api.put('/api/workforce/paused', { on: false }),
    done: () => t('seats.resumed'),
  })
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-md bg-warning-soft px-3 py-2 text-warning-ink">
      <p className="min-w-0 flex-1 basis-60 text-pretty">{t('seats.allPaused')}</p>
      {children}
      <Button size="sm" loading={resume.isPending} onClick={() => resume.mutate()}>
        {t('seats.resume')}
      </Button>
    </div>
  )
}

function SeatTable({ seats }: { seats: readonly SeatAtWork[] }) {
  const { t, i18n } = useTranslation('seats')
  const { t: words } = useTranslation('workforce')
  const cost = useCost()
  const navigate = useNavigate()
  const isPhone = useMedia(PHONE)
  const columns: Column<SeatAtWork>[] = [
    {
      id: 'name',
      header: t('seats.name'),
      width: isPhone ? undefined : 264,
      sortValue: ({ name }) => name,
      cell: ({ id, name, agentKey }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar name={name} className="size-8" />
          <span className="min-w-0">
            <Link to={seatPage(id)} title={name} className="block truncate font-medium hover:underline">
              <bdi>{name}</bdi>
            </Link>
            <span className="block truncate text-xs text-muted">
              <bdi>{nameOf(words, agentKey)}</bdi>
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'status',
      header: t('seats.status'),
      width: 132,
      sortValue: (seat) => (seat.missing.length > 0 ? 0 : 1),
      cell: (seat) => <SeatStanding seat={seat} />,
    },
    {
      id: 'now',
      header: t('seats.now'),
      hideOnPhone: true,
      sortValue: ({ inProgress }) => inProgress?.title ?? null,
      cell: ({ inProgress }) =>
        inProgress && (
          <span title={inProgress.title}>
            <bdi>{inProgress.title}</bdi>
          </span>
        ),
    },
    {
      id: 'open',
      header: t('seats.open'),
      width: 84,
      align: 'end',
      sortValue: ({ open }) => open,
      cell: ({ open }) => formatNumber(open, i18n.language),
    },
    {
      id: 'spent',
      header: t('seats.spent'),
      width: 140,
      align: 'end',
      hideOnPhone: true,
      sortValue: ({ spentMicros }) => spentMicros,
      cell: ({ spentMicros, isPriced }) => cost(spentMicros, isPriced),
    },
  ]
  return (
    <DataTable
      rows={seats}
      columns={columns}
      rowId={({ id }) => id}
      label={t('seats.title')}
      rowHeight={56}
      onOpen={({ id }) => void navigate(seatPage(id))}
    />
  )
}
