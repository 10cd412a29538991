import type { Bin } from '@atrium/domain/statistics/histogram'
import { type Column, DataTable } from '@atrium/web/kit'
import { clsx } from 'clsx'
import { useMemo } from 'react'
import { isNumeric } from '../kinds.ts'
import type { Profile } from '../measuring/profile.ts'
import type { DatasetRow } from '../module.ts'
import { useAddress } from './address.ts'
import { sourceOf, useAnswer } from './client.ts'
import { ColumnDetails } from './column-details.tsx'
import { shownAmount, shownCount } from './formats.ts'
import { TypeIcon } from './grid.tsx'
import { Loading, Problem } from './problem.tsx'
import { useTexts } from './texts.ts'

/** Every column in numbers; one of them closer. */
export function ColumnsView({ dataset }: { dataset: DatasetRow }) {
  const { t, language } = useTexts()
  const { column, go } = useAddress()
  const { data: opened, error, refetch } = useAnswer('open', [sourceOf(dataset)])
  const columns = useMemo((): Column<Profile>[] => {
    const amount = (
      id: 'min' | 'median' | 'mean' | 'max',
      of: (one: Profile) => number | null | undefined,
    ): Column<Profile> => ({
      id,
      header: t(`profile.${id}`),
      align: 'end',
      width: 104,
      hideOnPhone: true,
      cell: (one) => {
        const value = of(one)
        return value === null || value === undefined ? <Nothing /> : shownAmount(value, one.type, language)
      },
      sortValue: (one) => of(one) ?? null,
    })
    return [
      {
        id: 'name',
        header: t('profile.name'),
        cell: (one) => (
          <span className="flex min-w-0 items-center gap-2">
            <TypeIcon type={one.type} />
            <span className="truncate font-medium">{one.name}</span>
          </span>
        ),
        sortValue: ({ name }) => name,
      },
      {
        id: 'shape',
        header: t('profile.shape'),
        width: 116,
        hideOnPhone: true,
        cell: (one) => <Spark profile={one} />,
      },
      {
        id: 'missing',
        header: t('profile.missing'),
        align: 'end',
        width: 88,
        cell: ({ missing }) =>
          missing === 0 ? (
            <Nothing />
          ) : (
            <span className="text-warning-ink tabular">{shownCount(missing, language)}</span>
          ),
        sortValue: ({ missing }) => missing,
      },
      {
        id: 'distinct',
        header: t('profile.distinct'),
        align: 'end',
        width: 96,
        cell: ({ distinct }) => shownCount(distinct, language),
        sortValue: ({ distinct }) => distinct,
      },
      amount('min', ({ statistics }) => statistics?.min),
      amount('median', ({ statistics }) => statistics?.median),
      {
        ...amount('mean', ({ statistics, type }) => (isNumeric(type) ? statistics?.mean : null)),
      },
      amount('max', ({ statistics }) => statistics?.max),
      {
        id: 'top',
        header: t('profile.top'),
        hideOnPhone: true,
        cell: ({ top: [first] }) =>
          first ? (
            <span className="truncate">
              {first.value} <span className="text-muted tabular">{shownCount(first.count, language)}</span>
            </span>
          ) : (
            <Nothing />
          ),
      },
    ]
  }, [t, language])
  if (error) return <Problem error={error} onAgain={refetch} />
  if (!opened) return <Loading source={sourceOf(dataset)} />
  const chosen = opened.columns.find(({ name }) => name === column) ?? opened.columns[0]
  return (
    <div className="flex flex-col gap-6">
      <DataTable
        rows={opened.columns}
        columns={columns}
        rowId={({ name }) => name}
        label={t('profile.label')}
        onOpen={({ name }) => go({ column: name }, { replace: true })}
        maxHeight="min(26rem, 50dvh)"
      />
      {chosen && <ColumnDetails profile={chosen} />}
    </div>
  )
}

const Nothing = () => <span className="text-faint">–</span>

/** The shape of a column at a glance: how numbers lie, or how often the first values come. */
function Spark({ profile: { histogram, top } }: { profile: Profile }) {
  const bars: Pick<Bin, 'count'>[] = histogram.length > 0 ? histogram : top
  const most = bars.reduce((high, { count }) => Math.max(high, count), 1)
  return (
    <span aria-hidden className="flex h-6 w-full items-end gap-px">
      {bars.map(({ count }, at) => (
        <span
          key={at}
          className={clsx(
            'max-w-3 min-w-px flex-1 rounded-t-xs',
            histogram.length > 0 ? 'bg-accent' : 'bg-line-strong',
          )}
          style={{ height: `${Math.max(4, (count / most) * 100)}%` }}
        />
      ))}
    </span>
  )
}
