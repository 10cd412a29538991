import { type Day, dayParts, firstDayOf, lastDayOf, type Month, monthOf, shiftMonth } from '@atrium/domain/dates/days'
import { MONTH_PATTERN, monthNamed } from '@atrium/domain/dates/names'
import { recent } from '@atrium/domain/recent'
import type { TimeSaid } from '../../calendar/said.ts'
import { folded } from '../../understanding/words.ts'

export interface Period {
  from: Day
  to: Day
  /** Of a month; null for a year. */
  month: Month | null
}

const THIS =
  /\b(?:this|the|current) month\b|dies\p{L}* monat|este mes|este mês|ce mois|questo mese|deze maand|tym miesiącu|bu ay|этом месяце|这个月|本月|今月|이번 달|هذا الشهر|इस महीने|bulan ini/iu
const NEXT =
  /\bnext month\b|nächste\p{L}* monat|próximo mes|próximo mês|mois prochain|prossimo mese|volgende maand|przyszłym miesiącu|gelecek ay|следующем месяце|下个月|来月|다음 달|الشهر القادم|अगले महीने|bulan depan/iu
const ENGLISH = new RegExp(`(?<![\\p{L}\\d])${MONTH_PATTERN}(?![\\p{L}])`, 'iu')

/** Month names of a language, in every form of Intl, folded. */
const monthsIn = recent(20, (language: string): readonly (readonly [string, number])[] =>
  Array.from({ length: 12 }, (_, at) => at).flatMap((at) =>
    [{ month: 'long' }, { month: 'long', day: 'numeric' }].flatMap((options) =>
      new Intl.DateTimeFormat(language, { ...(options as Intl.DateTimeFormatOptions), timeZone: 'UTC' })
        .formatToParts(Date.UTC(2026, at, 12))
        .flatMap(({ type, value }) =>
          type === 'month' && /\p{L}{3}|月|월/u.test(value) ? [[folded(value), at + 1] as const] : [],
        ),
    ),
  ),
)

/** The month that a text names without a day: “in February”, “March 2027”, “this month”. */
export function monthSaid({ text, here, years, language, days }: TimeSaid, isComing: boolean): Month | null {
  if (THIS.test(text)) return monthOf(here)
  if (NEXT.test(text)) return shiftMonth(monthOf(here), 1)
  const said = ENGLISH.exec(text)?.[0]
  let at = said ? monthNamed(said) : null
  if (at === null) {
    const key = folded(text)
    at =
      monthsIn(language)
        .filter(([name]) => key.includes(name.length > 5 ? name.slice(0, -1) : name))
        .sort(([a], [b]) => b.length - a.length)[0]?.[1] ?? null
  }
  if (at === null) return null
  const dated = days.find(({ isMonth, from, to }) => isMonth && /\d{4}/u.test(text.slice(from, to)))
  const year = years[0] ?? (dated ? dayParts(dated.day).year : null)
  const month = `${String(year ?? dayParts(here).year).padStart(4, '0')}-${String(at).padStart(2, '0')}`
  return isComing && year === null && month < monthOf(here) ? shiftMonth(month, 12) : month
}

/** The month or the year that a question is about; null where it names none. */
export function periodSaid(said: TimeSaid, isComing = false): Period | null {
  const month = monthSaid(said, isComing)
  if (month) return { from: firstDayOf(month), to: lastDayOf(month), month }
  const now = dayParts(said.here).year
  const year =
    said.years[0] ??
    (/\bnext year\b|nächstes jahr|明年|来年|내년|próximo a[nñ]o|prochaine|prossimo|volgend jaar|tahun depan/iu.test(
      said.text,
    )
      ? now + 1
      : /\b(?:this|the|current) year\b|\bof the year\b|dieses jahr|este a[nñ]o|cette année|quest'anno|dit jaar|tym roku|bu yıl|этом году|今年|올해|هذا العام|इस साल|tahun ini/iu.test(
            said.text,
          )
        ? now
        : null)
  return year === null
    ? null
    : { from: `${String(year).padStart(4, '0')}-01-01`, to: `${String(year).padStart(4, '0')}-12-31`, month: null }
}
