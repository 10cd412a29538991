import { recent } from '@atrium/domain/recent'
import type { Duration } from '../intents/intent.ts'
import { folded } from './words.ts'

export type DurationUnit = keyof Duration
const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const

/** What people write besides what Intl knows. */
const SHORT: Readonly<Record<string, DurationUnit>> = {
  yr: 'years',
  yrs: 'years',
  y: 'years',
  mo: 'months',
  mos: 'months',
  mth: 'months',
  mths: 'months',
  wk: 'weeks',
  wks: 'weeks',
  hr: 'hours',
  hrs: 'hours',
  h: 'hours',
  min: 'minutes',
  mins: 'minutes',
  sec: 'seconds',
  secs: 'seconds',
}

/** The words for spans of time in a language, in every form that Intl gives them after a number. */
export const durationWords = recent(40, (language: string): ReadonlyMap<string, DurationUnit> => {
  const found = new Map<string, DurationUnit>(Object.entries(SHORT))
  for (const unit of UNITS)
    for (const unitDisplay of ['long', 'short'] as const) {
      const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay })
      for (const count of [1, 2, 3, 5, 10, 1.5])
        for (const { type, value } of format.formatToParts(count))
          if (type === 'unit' && value.trim() !== '') found.set(folded(value.trim()), `${unit}s`)
    }
  return found
})

/** “Percent” as it is written out. */
export const PERCENT_WORDS = new Set(
  'percent percents pct pc prozent pourcent porcentaje porciento porcento procent procento percento yuzde prosent 퍼센트 프로 パーセント 百分之 процент процента процентов بالمئه بالمايه प्रतिशत persen'.split(
    ' ',
  ),
)
