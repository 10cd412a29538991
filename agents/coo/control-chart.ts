import { mean } from '@atrium/domain/statistics/summary'

export interface Point {
  /** When: a day or a period's name, as the file says it. */
  at: string
  value: number
  line: number
}

export type Signal = 'outside' | 'run' | 'near the limit'

export interface ControlChart {
  centre: number
  upper: number
  lower: number
  /** The mean of the moving ranges: how much two neighbours usually differ. */
  movingRange: number
  /** Points that chance does not explain, with the rule that found them. */
  signals: { index: number; rule: Signal }[]
}

/** Fewer points make no limits worth reading. */
export const POINTS_LEAST = 8

/**
 * The XmR chart of individual values: centre ± 2.66 × the mean moving range (D. Wheeler, Understanding Variation, 1993; after
 * Shewhart), with his three rules: a point outside the limits; eight in a row on one side of the centre; three of four
 * nearer to a limit than to the centre. Null below eight points.
 */
export function controlChart(values: readonly number[]): ControlChart | null {
  if (values.length < POINTS_LEAST) return null
  const centre = mean(values)
  const movingRange = mean(values.slice(1).map((value, at) => Math.abs(value - (values[at] ?? value))))
  const [upper, lower] = [centre + 2.66 * movingRange, centre - 2.66 * movingRange]
  const side = (value: number) => Math.sign(value - centre)
  const half = (2.66 / 2) * movingRange
  const isNear = (value: number, of: number) => side(value) === of && Math.abs(value - centre) > half
  const signals: ControlChart['signals'] = []
  let run = 0
  for (const [index, value] of values.entries()) {
    run =
      index > 0 && side(value) !== 0 && side(value) === side(values[index - 1] ?? centre)
        ? run + 1
        : side(value) === 0
          ? 0
          : 1
    const four = values.slice(Math.max(0, index - 3), index + 1)
    if (value > upper || value < lower) signals.push({ index, rule: 'outside' })
    else if (run >= 8) signals.push({ index, rule: 'run' })
    else if (
      isNear(value, side(value)) &&
      four.length === 4 &&
      four.filter((one) => isNear(one, side(value))).length >= 3
    )
      signals.push({ index, rule: 'near the limit' })
  }
  return { centre, upper, lower, movingRange, signals }
}

export interface Measure {
  name: string
  unit: string
  owner: string
  target: number | null
  /** Whether more is better; null when the file does not say. */
  isMoreBetter: boolean | null
  points: Point[]
}

/** Whether a value misses its target; null without a target or a direction. */
export function missesTarget(
  { target, isMoreBetter }: Pick<Measure, 'target' | 'isMoreBetter'>,
  value: number,
): boolean | null {
  if (target === null || isMoreBetter === null) return null
  return isMoreBetter ? value < target : value > target
}
