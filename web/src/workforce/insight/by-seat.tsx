import type { Analytics } from '@atrium/contract/workforce-insight'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMedia } from '../../shell/use-media.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { formatNumber } from '../../ui/formats.ts'
import type { Column } from '../../ui/table-order.ts'
import { nameOf } from '../agent-name.ts'
import { seatPage } from '../seats/seat-paths.ts'
import { useSeats } from '../seats/use-seats.ts'
import { usePrices } from '../use-prices.ts'
import { Part } from '../work/task-part.tsx'
import { useCost } from '../work/use-cost.ts'

type SeatFigures = Analytics['bySeat'][number]

const MICROS_A_CENT = 10_000
/** Here all columns have no room beside each other: they scroll, rather than leave a name a few letters. */
const NARROW = '(min-width: 769px) and (max-width: 1279px)'

/** What each seat delivered, its models' cost and its own price side by side. */
export function BySeat({ seats }: { seats: readonly SeatFigures[] }) {
  const { t, i18n } = useTranslation(['seats', 'kit'])
  const { t: words } = useTranslation('workforce')
  const { exact } = usePrices()
  const cost = useCost()
  const isNarrow = useMedia(NARROW)
  const present = useSeats().data?.seats
  if (seats.length === 0) return null
  const each = ({ accepted, costMicros, priceCents }: SeatFigures) =>
    accepted === 0 ? null : (costMicros + priceCents * MICROS_A_CENT) / accepted
  const number = (id: 'accepted' | 'sentBack' | 'open' | 'tokens', width: number): Column<SeatFigures> => ({
    id,
    header: t(`analytics.${id}`),
    align: 'end',
    width,
    hideOnPhone: id !== 'accepted',
    sortValue: (row) => row[id],
    cell: (row) => formatNumber(row[id], i18n.language),
  })
  const columns: Column<SeatFigures>[] = [
    {
      id: 'seat',
      header: t('analytics.seat'),
      width: isNarrow ? 208 : undefined,
      sortValue: ({ seat }) => seat.name,
      cell: ({ seat }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar name={seat.name} className="size-8 max-lg:hidden" />
          <span className="min-w-0">
            {present?.some(({ id }) => id === seat.id) ? (
              <Link to={seatPage(seat.id)} title={seat.name} className="block truncate font-medium hover:underline">
                <bdi>{seat.name}</bdi>
              </Link>
            ) : (
              <span title={seat.name} className="block truncate font-medium">
                <bdi>{seat.name}</bdi>
              </span>
            )}
            <span className="block truncate text-xs text-muted">
              <bdi>{nameOf(words, seat.agentKey)}</bdi>
            </span>
          </span>
        </span>
      ),
    },
    number('accepted', 88),
    number('sentBack', 96),
    {
      id: 'modelCost',
      header: t('analytics.modelCost'),
      align: 'end',
      width: 100,
      hideOnPhone: true,
      sortValue: ({ costMicros }) => costMicros,
      cell: ({ costMicros, isPriced }) => cost(costMicros, isPriced),
    },
    {
      id: 'seatPrice',
      header: t('analytics.seatPrice'),
      align: 'end',
      width: 100,
      hideOnPhone: true,
      sortValue: ({ priceCents }) => priceCents,
      cell: ({ priceCents }) => exact(priceCents),
    },
    {
      id: 'each',
      header: t('analytics.eachOf'),
      align: 'end',
      width: 116,
      sortValue: each,
      cell: (row) => {
        const amount = each(row)
        return amount === null ? '–' : cost(Math.round(amount), row.isPriced)
      },
    },
    number('open', 100),
    number('tokens', 84),
  ]
  return (
    <Part title={t('analytics.bySeat')}>
      <DataTable
        rows={seats}
        columns={columns}
        rowId={({ seat }) => seat.id}
        label={t('analytics.bySeat')}
        rowHeight={52}
        maxHeight="32rem"
      />
    </Part>
  )
}
