import type { Analytics } from '@atrium/contract/workforce-insight'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../ui/data-table.tsx'
import { formatNumber } from '../../ui/formats.ts'
import type { Column } from '../../ui/table-order.ts'
import { Part } from '../work/task-part.tsx'
import { useCost } from '../work/use-cost.ts'

type ModelFigures = Analytics['byModel'][number]

/** What each model was asked for and what it charged; what has no known price says so. */
export function ByModel({ models }: { models: readonly ModelFigures[] }) {
  const { t, i18n } = useTranslation(['seats', 'kit'])
  const cost = useCost()
  const number = (id: 'calls' | 'tokens'): Column<ModelFigures> => ({
    id,
    header: t(`analytics.${id}`),
    align: 'end',
    width: 112,
    hideOnPhone: id === 'calls',
    sortValue: (row) => row[id],
    cell: (row) => formatNumber(row[id], i18n.language),
  })
  const columns: Column<ModelFigures>[] = [
    {
      id: 'model',
      header: t('analytics.model'),
      sortValue: ({ model }) => model,
      cell: ({ model }) => (
        <span title={model}>
          <bdi>{model}</bdi>
        </span>
      ),
    },
    number('calls'),
    number('tokens'),
    {
      id: 'cost',
      header: t('analytics.cost'),
      align: 'end',
      width: 148,
      sortValue: ({ costMicros }) => costMicros,
      cell: ({ costMicros, isPriced }) =>
        costMicros === 0 && !isPriced ? t('trace.costs.unpriced') : cost(costMicros, isPriced),
    },
  ]
  return (
    <Part title={t('analytics.byModel')}>
      {models.length === 0 ? (
        <p className="text-muted">{t('analytics.noModel')}</p>
      ) : (
        <DataTable
          rows={models}
          columns={columns}
          rowId={({ model }) => model}
          label={t('analytics.byModel')}
          maxHeight="32rem"
        />
      )}
    </Part>
  )
}
