import { Button, Select } from '@atrium/web/kit'
import { isDated, isNumeric } from '../kinds.ts'
import type { ChartSpec } from '../measuring/chart-data.ts'
import type { ColumnType } from '../table.ts'
import { useTexts } from './texts.ts'

export interface Choosable {
  name: string
  type: ColumnType
  distinct?: number
}

/** A chart that says something, to begin with: words or days across, a number up. */
export function firstChart(columns: readonly Choosable[]): ChartSpec {
  const words = columns.find(
    ({ type, distinct = 2 }) => (type === 'text' || type === 'boolean') && distinct > 1 && distinct <= 40,
  )
  const days = columns.find(({ type }) => isDated(type))
  const y = columns.findLast(({ type }) => isNumeric(type))?.name ?? ''
  const base: ChartSpec = { kind: 'bar', x: '', y, measure: y ? 'sum' : 'count', group: '', split: '', period: '' }
  if (words) return { ...base, x: words.name }
  if (days) return { ...base, kind: 'line', x: days.name, period: 'month' }
  return { ...base, x: columns[0]?.name ?? '', y: y === columns[0]?.name ? '' : y }
}

interface ChartFormProps {
  spec: ChartSpec
  columns: readonly Choosable[]
  onSpec: (spec: ChartSpec) => void
  onAdd?: () => void
}

const kinds = ['bar', 'line', 'area', 'scatter', 'pie'] as const
const measures = ['sum', 'average', 'median', 'min', 'max', 'count', 'distinct'] as const
const periods = ['', 'day', 'month', 'quarter', 'year'] as const

export function ChartForm({ spec, columns, onSpec, onAdd }: ChartFormProps) {
  const { t } = useTexts()
  const numeric = columns.filter(({ type }) => isNumeric(type))
  const valued = columns.filter(({ type }) => isNumeric(type) || isDated(type))
  const isScatter = spec.kind === 'scatter'
  const names = (list: readonly Choosable[], none?: string) => [
    ...(none === undefined ? [] : [{ value: '', label: none }]),
    ...list.map(({ name }) => ({ value: name, label: name })),
  ]
  const kind = (next: ChartSpec['kind']) => {
    if (next !== 'scatter') return onSpec({ ...spec, kind: next })
    const x = valued.some(({ name }) => name === spec.x) ? spec.x : (valued[0]?.name ?? spec.x)
    const y =
      numeric.some(({ name }) => name === spec.y) && spec.y !== x
        ? spec.y
        : (numeric.find(({ name }) => name !== x)?.name ?? '')
    onSpec({ ...spec, kind: next, x, y })
  }
  const isTime = isDated(columns.find(({ name }) => name === spec.x)?.type ?? 'text')
  const groups = columns.filter(({ name, distinct = 0 }) => name !== spec.x && distinct <= 1000)
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-7">
      <Select
        label={t('chart.kind')}
        value={spec.kind}
        options={kinds.map((value) => ({ value, label: t(`chart.kinds.${value}`) }))}
        onChange={({ target }) => kind(target.value as ChartSpec['kind'])}
      />
      <Select
        label={t('chart.x')}
        value={spec.x}
        options={names(isScatter ? valued : columns)}
        onChange={({ target }) => onSpec({ ...spec, x: target.value })}
      />
      {isTime && !isScatter && (
        <Select
          label={t('chart.period')}
          value={spec.period}
          options={periods.map((value) => ({ value, label: t(`chart.periods.${value || 'none'}`) }))}
          onChange={({ target }) => onSpec({ ...spec, period: target.value as ChartSpec['period'] })}
        />
      )}
      <Select
        label={t('chart.y')}
        value={spec.y}
        options={names(isScatter ? numeric : columns, isScatter ? undefined : t('chart.rows'))}
        onChange={({ target }) => {
          const isNumber = numeric.some(({ name }) => name === target.value)
          const measure =
            target.value === '' ? 'count' : isNumber ? (spec.measure === 'count' ? 'sum' : spec.measure) : 'distinct'
          onSpec({ ...spec, y: target.value, measure })
        }}
      />
      {!isScatter && spec.y !== '' && (
        <Select
          label={t('chart.measure')}
          value={spec.measure}
          options={measures.map((value) => ({ value, label: t(`chart.measures.${value}`) }))}
          onChange={({ target }) => onSpec({ ...spec, measure: target.value as ChartSpec['measure'] })}
        />
      )}
      {spec.kind !== 'pie' && (
        <Select
          label={t('chart.group')}
          value={spec.group}
          options={names(groups, t('none'))}
          onChange={({ target }) => onSpec({ ...spec, group: target.value })}
        />
      )}
      <Select
        label={t('chart.split')}
        value={spec.split}
        options={names(groups, t('none'))}
        onChange={({ target }) => onSpec({ ...spec, split: target.value })}
      />
      {onAdd && (
        <Button variant="primary" className="h-10" disabled={spec.x === ''} onClick={onAdd}>
          {t('chart.add')}
        </Button>
      )}
    </div>
  )
}
