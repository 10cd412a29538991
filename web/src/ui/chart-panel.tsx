import { useId } from 'react'
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  LabelList,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { ChartPanelProps } from './chart.tsx'
import { ChartTip, EndLabel, SliceLabel } from './chart-labels.tsx'
import { type ChartRow, type ChartSeries, seriesColors, shade, slicesOf } from './chart-shapes.ts'

/** Bars that have room for their number above them. */
const LABELLED_BARS = 12
const TICK = { fill: 'var(--muted)', fontSize: 12 }

export function ChartPanel({ kind, data, x, series, number, named }: ChartPanelProps) {
  const isRtl = document.documentElement.dir === 'rtl'
  const fade = useId()
  const colors = seriesColors(series)
  const rows = data as ChartRow[]
  const keys = series.map(({ key }) => key)
  const isCounted = areWhole(rows, keys)
  const isSized = kind === 'bar' || kind === 'area'
  const ticks = isCounted ? Math.min(5, Math.max(2, spanOf(rows, keys, isSized) + 1)) : 5
  const hasEndLabels = series.length > 1 && (kind === 'line' || kind === 'area')
  const axes = [
    <CartesianGrid key="grid" vertical={kind === 'scatter'} stroke="var(--line)" />,
    <XAxis
      key="x"
      dataKey={x}
      type={kind === 'scatter' ? 'number' : 'category'}
      domain={kind === 'scatter' ? ['auto', 'auto'] : undefined}
      reversed={isRtl}
      allowDecimals={!areWhole(rows, [x])}
      tickFormatter={named}
      tick={TICK}
      tickLine={false}
      axisLine={{ stroke: 'var(--line-strong)' }}
      minTickGap={24}
      interval={kind === 'bar' && rows.length <= LABELLED_BARS ? 0 : 'preserveStartEnd'}
    />,
    <YAxis
      key="y"
      // Bars and areas say by their size: they begin at nought.
      domain={isSized ? [lowest(rows, series), 'auto'] : ['auto', 'auto']}
      dataKey={kind === 'scatter' ? series[0]?.key : undefined}
      orientation={isRtl ? 'right' : 'left'}
      // There is no half a card.
      allowDecimals={!isCounted}
      tickFormatter={number}
      tick={TICK}
      tickLine={false}
      axisLine={false}
      width="auto"
      tickCount={ticks}
    />,
    <Tooltip
      key="tip"
      isAnimationActive={false}
      cursor={kind === 'bar' ? { fill: 'var(--hover)' } : { stroke: 'var(--line-strong)' }}
      content={<ChartTip number={number} named={named} x={x} />}
    />,
  ]
  const margin = {
    top: 20,
    right: isRtl ? 4 : hasEndLabels ? 96 : 20,
    bottom: 0,
    left: isRtl ? (hasEndLabels ? 96 : 20) : 4,
  }

  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 200 }}>
      {kind === 'line' ? (
        <LineChart data={rows} margin={margin} accessibilityLayer={false}>
          {axes}
          {series.map((one, at) => (
            <Line
              key={one.key}
              dataKey={one.key}
              name={one.label}
              stroke={colors[at]}
              strokeWidth={one.highlighted || series.length === 1 ? 2.25 : 1.5}
              dot={rows.length === 1}
              activeDot={{ r: 3.5 }}
              isAnimationActive={false}
              label={hasEndLabels ? <EndLabel text={one.label} last={rows.length - 1} color={colors[at]} /> : undefined}
            />
          ))}
        </LineChart>
      ) : kind === 'area' ? (
        <AreaChart data={rows} margin={margin} accessibilityLayer={false}>
          <defs>
            {series.map((one, at) => (
              <linearGradient key={one.key} id={`${fade}-${at}`} x1="0" y1="0" x2="0" y2="1">
                <stop offset="0%" stopColor={colors[at]} stopOpacity={0.24} />
                <stop offset="100%" stopColor={colors[at]} stopOpacity={0.04} />
              </linearGradient>
            ))}
          </defs>
          {axes}
          {series.map((one, at) => (
            <Area
              key={one.key}
              dataKey={one.key}
              name={one.label}
              stroke={colors[at]}
              strokeWidth={one.highlighted || series.length === 1 ? 2.25 : 1.5}
              fill={`url(#${fade}-${at})`}
              isAnimationActive={false}
              label={hasEndLabels ? <EndLabel text={one.label} last={rows.length - 1} color={colors[at]} /> : undefined}
            />
          ))}
        </AreaChart>
      ) : kind === 'bar' ? (
        <BarChart data={rows} margin={margin} barCategoryGap="28%" barGap={2} accessibilityLayer={false}>
          {axes}
          {series.map((one, at) => (
            <Bar
              key={one.key}
              dataKey={one.key}
              name={one.label}
              fill={colors[at]}
              radius={[3, 3, 0, 0]}
              maxBarSize={48}
              isAnimationActive={false}
            >
              {series.length === 1 && rows.length <= LABELLED_BARS && (
                <LabelList
                  dataKey={one.key}
                  position="top"
                  formatter={(value: unknown) => (typeof value === 'number' ? number(value) : '')}
                  fill="var(--muted)"
                  fontSize={12}
                />
              )}
            </Bar>
          ))}
        </BarChart>
      ) : kind === 'scatter' ? (
        <ScatterChart margin={margin} accessibilityLayer={false}>
          {axes}
          {series.map((one, at) => (
            <Scatter
              key={one.key}
              data={rows.map((row) => ({ ...row, [series[0]?.key ?? one.key]: row[one.key] }))}
              name={one.label}
              fill={colors[at]}
              fillOpacity={0.7}
              isAnimationActive={false}
            />
          ))}
        </ScatterChart>
      ) : (
        <PieChart accessibilityLayer={false}>
          <Tooltip isAnimationActive={false} content={<ChartTip number={number} named={named} x={x} />} />
          <Pie
            data={slicesOf(rows, x, series[0]?.key ?? '', named)}
            dataKey="value"
            nameKey="name"
            innerRadius="48%"
            outerRadius="72%"
            stroke="var(--canvas)"
            strokeWidth={2}
            startAngle={90}
            endAngle={isRtl ? 450 : -270}
            isAnimationActive={false}
            label={<SliceLabel />}
            labelLine={false}
          >
            {slicesOf(rows, x, series[0]?.key ?? '', named).map(({ name }, at) => (
              <Cell key={name} fill={shade(at)} />
            ))}
          </Pie>
        </PieChart>
      )}
    </ResponsiveContainer>
  )
}

/** How far the values lie apart; `fromNought`: what begins there. */
function spanOf(rows: readonly ChartRow[], keys: readonly string[], fromNought: boolean): number {
  let [low, high] = fromNought ? [0, 0] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const row of rows)
    for (const key of keys) {
      const value = row[key]
      if (typeof value !== 'number') continue
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  return Math.max(0, high - low)
}

const areWhole = (rows: readonly ChartRow[], keys: readonly string[]): boolean =>
  rows.every((row) => keys.every((key) => typeof row[key] !== 'number' || Number.isInteger(row[key])))

/** Nought, or below it when there is something below it. */
const lowest = (rows: readonly ChartRow[], series: readonly ChartSeries<ChartRow>[]): number | 'auto' =>
  rows.some((row) => series.some(({ key }) => Number(row[key]) < 0)) ? 'auto' : 0
