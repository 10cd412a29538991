import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from './formats.ts'

interface EndLabelProps {
  text: string
  /** The point beside which the name stands. */
  last: number
  color: string | undefined
  /** From here on: what Recharts gives to each point's label. */
  index?: number
  x?: number | string
  y?: number | string
}

/** The name of a series at its last point, instead of a legend. */
export function EndLabel({ text, last, color, index, x, y }: EndLabelProps): ReactElement | null {
  if (index !== last || x === undefined || y === undefined) return null
  const isRtl = document.documentElement.dir === 'rtl'
  const short = text.length > 14 ? `${text.slice(0, 13)}…` : text
  return (
    <text
      x={Number(x) + (isRtl ? -8 : 8)}
      y={Number(y) + 4}
      textAnchor={isRtl ? 'end' : 'start'}
      fontSize={12}
      fill={color === 'var(--line-strong)' ? 'var(--muted)' : color}
    >
      {short}
    </text>
  )
}

interface SliceLabelProps {
  x?: number
  y?: number
  cx?: number
  name?: string
  percent?: number
}

const SMALLEST = 0.04 // of the whole: below it the names would lie on each other
const LETTER = 6.5 // px, about

export function SliceLabel({ x = 0, y = 0, cx = 0, name = '', percent = 0 }: SliceLabelProps): ReactElement | null {
  const { i18n } = useTranslation()
  if (percent < SMALLEST) return null
  const share = formatNumber(percent, i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  const isAfter = x > cx
  const room = Math.min(24, Math.floor((isAfter ? 2 * cx - x : x) / LETTER) - share.length - 1)
  const short = name.length > room ? `${name.slice(0, Math.max(1, room - 1))}…` : name
  return (
    <text x={x} y={y} textAnchor={isAfter ? 'start' : 'end'} dominantBaseline="central" fontSize={12} fill="var(--ink)">
      {short} <tspan fill="var(--muted)">{share}</tspan>
    </text>
  )
}

interface ChartTipProps {
  number: (value: number) => string
  named: (value: unknown) => string
  x: string
  /** From here on: what Recharts gives. */
  active?: boolean
  payload?: readonly { name?: unknown; value?: unknown; color?: string; payload?: Record<string, unknown> }[]
}

export function ChartTip({ number, named, x, active, payload = [] }: ChartTipProps): ReactElement | null {
  const row = payload[0]?.payload
  if (!active || !row) return null
  return (
    <div dir={document.documentElement.dir} className="rounded-md bg-popover px-2.5 py-1.5 text-xs shadow-float">
      {x in row && <p className="mb-0.5 text-muted">{named(row[x])}</p>}
      {payload.map(({ name, value, color }) => (
        <p key={String(name)} className="flex items-center gap-2">
          <span aria-hidden className="size-2 rounded-full" style={{ background: color }} />
          <span className="min-w-0 flex-1">{String(name)}</span>
          <span className="font-medium tabular">{typeof value === 'number' ? number(value) : String(value)}</span>
        </p>
      ))}
    </div>
  )
}
