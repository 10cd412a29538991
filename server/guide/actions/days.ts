import { addDays, addMonths, type Day, lastDayOf, mondayOf, monthOf, shiftMonth } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { type Moment, momentOf } from '../calendar/reading.ts'
import type { GuideContext } from '../guide.ts'
import { plain } from '../phrasing.ts'
import { type DayRead, daysSaid } from '../understanding/days-said.ts'
import type { Understood } from '../understanding/understand.ts'
import { wordsOf } from '../understanding/words.ts'
import { monthSaid } from './coded.ts'
import { fieldsOf } from './fields.ts'

interface Range {
  from: Day
  to: Day
}

/** Words beside a day from which on something is meant, before it or behind. */
const SINCE = new Set(
  (
    'since from after starting beginning onwards onward on seit ab nach desde después a partir depuis après da dal dalla dopo ' +
    'sinds vanaf na od beri itibaren с из после से 以来 起 から 부터 منذ من sejak dari mulai'
  ).split(' '),
)
/** “On Monday” is that day alone; “from Monday on” goes on. */
const ON_BEFORE = new Set(['on', 'a'])

/** Whole weeks, months and years as English names them; other languages name their months, which are told everywhere. */
function spanNamed(text: string, today: Day): Range | null {
  const counted = /\b(?:last|past|previous) (\d{1,3}) (day|week|month|year)s?\b/iu.exec(text)
  if (counted) {
    const [count, unit] = [Number(counted[1]), (counted[2] as string).toLowerCase()]
    const back = unit === 'day' ? addDays(today, -count) : unit === 'week' ? addDays(today, -7 * count) : null
    return { from: back ?? addMonths(today, -count * (unit === 'year' ? 12 : 1)), to: today }
  }
  const said = /\b(this|last|past|previous|current) (week|month|year|weekend)\b/iu.exec(text)
  if (!said) return null
  const back = /this|current/iu.test(said[1] as string) ? 0 : 1
  const unit = (said[2] as string).toLowerCase()
  if (unit === 'week' || unit === 'weekend') {
    const monday = addDays(mondayOf(today), -7 * back)
    return { from: unit === 'week' ? monday : addDays(monday, 5), to: addDays(monday, 6) }
  }
  if (unit === 'month') {
    const month = shiftMonth(monthOf(today), -back)
    return { from: `${month}-01`, to: lastDayOf(month) }
  }
  const year = Number(today.slice(0, 4)) - back
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}

const rangeOf = ({ day, end, isMonth }: DayRead): Range => ({
  from: day,
  to: end?.day ?? (isMonth ? lastDayOf(monthOf(day)) : day),
})

const isOpen = (sentence: string, [from, to]: readonly [number, number], text: string): boolean => {
  const before = wordsOf(sentence.slice(0, from)).at(-1)?.key ?? ''
  const behind = wordsOf(sentence.slice(to))[0]?.key ?? ''
  const [first] = wordsOf(text)
  return (
    (SINCE.has(before) && !ON_BEFORE.has(before)) ||
    (first !== undefined && SINCE.has(first.key) && !ON_BEFORE.has(first.key)) ||
    ['on', 'onwards', 'onward', '以来', '起', 'から', '부터'].includes(behind)
  )
}

async function rangeIn(text: string, moment: Moment, language: string, today: Day): Promise<Range | null> {
  const named = spanNamed(text, today)
  if (named) return named
  const [read] = await daysSaid(text, moment, language, 'past')
  return read ? rangeOf(read) : null
}

/**
 * The values of fields that take days which have been, and of months: “monday” was the last one, “november” is the nearest. Where a
 * field `to` was not said, “in november” ends it, and “since november” leaves it open.
 */
export async function dayValues(
  { meant, places, mentions, language }: Pick<Understood, 'meant' | 'places' | 'mentions' | 'language'>,
  captured: Readonly<Record<string, string>>,
  context: GuideContext,
): Promise<Record<string, string>> {
  const { target } = meant
  if (!target) return {}
  const sentence = plain(context.question)
  const moment = momentOf(context)
  const today = dayAt(moment.now, moment.zone)
  const fields = fieldsOf(target.action)
  const values: Record<string, string> = {}
  for (const { name, kind, isPast } of fields) {
    const place = places[name]
    if (captured[name] === undefined || !place) continue
    const text = sentence.slice(place[0], place[1])
    if (kind === 'month') {
      const month = monthSaid(text, mentions, place, today)
      if (month) values[name] = month
    } else if (kind === 'date' && isPast) {
      const range = await rangeIn(text, moment, language, today)
      if (!range) continue
      values[name] = name === 'to' ? range.to : range.from
      const hasEnd = fields.some((field) => field.name === 'to' && field.isPast)
      if (name === 'from' && hasEnd && captured.to === undefined && !isOpen(sentence, place, text)) values.to = range.to
    }
  }
  return values
}
