import { makeDay } from '@atrium/domain/dates/days'
import type { ParsedResult } from 'chrono-node'
import { type Direction, dayFirstIn, fromComponents, type Moment, today } from '../calendar/reading.ts'
import { daysInWords, joined } from './dates-in-words.ts'
import type { DaySaid } from './day-rules.ts'

/** A day as it was said. */
export interface DayRead extends DaySaid {
  /** Only a month and its year were said; the day is its first. */
  isMonth?: boolean
}

/** By language, where chrono-node has one; English everywhere, since people mix. */
const CHRONO: Readonly<Record<string, () => Promise<{ parse: typeof import('chrono-node/en')['parse'] }>>> = {
  ar: () => import('chrono-node/ar' as string),
  de: () => import('chrono-node/de'),
  es: () => import('chrono-node/es'),
  fr: () => import('chrono-node/fr'),
  id: () => import('chrono-node/id' as string),
  it: () => import('chrono-node/it'),
  ja: () => import('chrono-node/ja'),
  nl: () => import('chrono-node/nl'),
  'pt-BR': () => import('chrono-node/pt'),
  ru: () => import('chrono-node/ru'),
  'zh-Hans': () => import('chrono-node/zh/hans'),
}

const CLOCK_ALONE =
  /^(?:at |by |from |to |until |till |after |before |since |um |à |om )?\d{1,2}(?:[:.h]\d{2})? ?(?:[ap]\.?m\.?|o'clock|uhr|h)?$/iu
/** Written day first wherever it is. */
const DOTTED = /(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?![\d.]\d)/gu
const PAST = /\b(?:last|past)\b/iu

function readOf({ index, text, start, end }: ParsedResult, moment: Moment, direction: Direction): DayRead | null {
  if (/^[\d.,\s]+$/u.test(text) && !/^\d{1,2}\.\d{1,2}\.(?:\d{2}|\d{4})?$/u.test(text)) return null
  const read = fromComponents(start, text, moment, direction)
  if (!read) return null
  // “Over 18 on 1 July” says no time, and “weekday” no day.
  const number = /^\d{1,2} (?=on )/u.exec(text)?.[0]
  if (/^(?:weekdays?|the day)$/iu.test(text)) return null
  if (number)
    return { from: index + number.length, to: index + text.length, day: read.day, time: null, hasYear: read.hasYear }
  if (CLOCK_ALONE.test(text) && read.time)
    return {
      from: index,
      to: index + text.length,
      day: today(moment),
      time: read.time,
      hasYear: false,
      isTimeOnly: true,
    }
  // “Дней до 1 марта” begins with no day.
  const unit = end ? /^\p{L}+ (?=до )/u.exec(text)?.[0] : undefined
  const only = unit && end ? fromComponents(end, text, moment, direction) : null
  if (unit && only) return { from: index + unit.length, to: index + text.length, ...only }
  const until = end ? fromComponents(end, text, moment, direction) : null
  return {
    ...{ from: index, to: index + text.length },
    ...read,
    ...(until && { end: { day: until.day, time: until.time } }),
    ...(start.isCertain('month') && !start.isCertain('day') && !start.isCertain('weekday') && { isMonth: true }),
  }
}

/** The days and times of day that stand in a text, in their order; of those that overlap the longest. */
export async function daysSaid(
  text: string,
  moment: Moment,
  language: string,
  direction: Direction,
): Promise<DayRead[]> {
  const { offsetMinutes } = await import('@atrium/domain/dates/wall-clock')
  const reference = { instant: moment.now, timezone: offsetMinutes(moment.now, moment.zone) }
  const english = await import('chrono-node/en')
  const parsers = [
    dayFirstIn(text, moment.dayFirst) ? english.GB : english.casual,
    ...(CHRONO[language] ? [await CHRONO[language]()] : []),
  ]
  const forwardDate = direction === 'future'
  const dotted = [...text.matchAll(DOTTED)].flatMap((match): DayRead[] => {
    const day = makeDay(Number(match[3]), Number(match[2]), Number(match[1]))
    return day ? [{ from: match.index, to: match.index + match[0].length, day, time: null, hasYear: true }] : []
  })
  const bare = dotted.reduce((rest, { from, to }) => rest.slice(0, from) + '~'.repeat(to - from) + rest.slice(to), text)
  const found = parsers.flatMap((parser) =>
    (parser.parse(bare, reference, { forwardDate: forwardDate && !PAST.test(text) }) as ParsedResult[]).flatMap(
      (result) => readOf(result, moment, direction) ?? [],
    ),
  )
  const all: DayRead[] = [...dotted, ...daysInWords(bare, moment, language, direction), ...found]
  const taken: DayRead[] = []
  for (const one of all.sort((a, b) => b.to - b.from - (a.to - a.from)))
    if (!taken.some((other) => one.from < other.to && other.from < one.to)) taken.push(one)
  return joined(taken, text, moment)
}
