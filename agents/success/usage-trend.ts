import { theilSen } from '@atrium/domain/statistics/association'
import { mean } from '@atrium/domain/statistics/summary'

export interface Week {
  /** Its Monday. */
  week: string
  value: number
}

export interface Trend {
  /** Mean of the last weeks and of those before them. */
  recent: number
  before: number
  /** recent ÷ before − 1; null when there was nothing before. */
  change: number | null
  /** Theil–Sen slope a week, as a share of the mean of all weeks. */
  slope: number | null
  /** Weeks without use at the end. */
  silentWeeks: number
  level: 'gone' | 'high' | 'medium' | 'low' | 'none' | 'new'
  why: string
}

/** Weeks that count as recent, and those that they are held against. */
export const RECENT = 4
export const BEFORE = 8
/** Fewer say nothing. */
export const WEEKS_MIN = 5

/**
 * How use goes, by whole weeks, first to last; a week without a row is a week without use. Gone: nothing for four weeks. High:
 * nothing for two, or half as much. Medium: 30 % less. Low: sliding by 2 % a week and more, and 10 % less.
 */
export function trendOf(weeks: readonly Week[]): Trend {
  const values = weeks.map(({ value }) => value)
  const recent = mean(values.slice(-RECENT))
  const earlier = values.slice(0, -RECENT).slice(-BEFORE)
  const before = earlier.length > 0 ? mean(earlier) : 0
  const change = before > 0 ? recent / before - 1 : null
  const usual = mean(values)
  const raw = theilSen(values)
  const slope = raw === null || usual === 0 ? null : raw / usual
  const last = values.findLastIndex((value) => value > 0)
  const silentWeeks = values.length - 1 - last
  const percent = change === null ? '' : `${change >= 0 ? '+' : ''}${Math.round(change * 100)} %`
  const found: [Trend['level'], string] =
    last < 0
      ? ['gone', 'never used in these weeks']
      : silentWeeks >= 4
        ? ['gone', `not used for ${silentWeeks} weeks`]
        : silentWeeks >= 2
          ? ['high', `not used for ${silentWeeks} weeks`]
          : values.length < WEEKS_MIN || change === null
            ? ['new', `${values.length} weeks: too short to compare`]
            : change <= -0.5
              ? ['high', `use ${percent} against the weeks before`]
              : change <= -0.3
                ? ['medium', `use ${percent} against the weeks before`]
                : slope !== null && slope <= -0.02 && change <= -0.1
                  ? ['low', `slides by ${Math.abs(Math.round(slope * 100))} % a week, ${percent}`]
                  : ['none', `use ${percent}`]
  return { recent, before, change, slope, silentWeeks, level: found[0], why: found[1] }
}
