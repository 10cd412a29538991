import { dayParts, isoWeekday } from '@atrium/domain/dates/days'
import { ordinalOf, type RepeatDraft } from './repeat-draft.ts'
import type { useTexts } from './texts.ts'

type Texts = Pick<ReturnType<typeof useTexts>, 't' | 'language'>

/** The names of the weekdays in a language, Monday first. */
export const weekdayNames = (language: string, weekday: 'short' | 'long') =>
  Array.from({ length: 7 }, (_, at) =>
    // 1 January 2024 was a Monday.
    new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, 1 + at))),
  )

/** On which day of a month it can be, counted as `day` is. */
export function monthlyNames(day: string, { t, language }: Texts): Record<RepeatDraft['monthly'], string> {
  const [nth, weekday] = [ordinalOf(day), weekdayNames(language, 'long')[isoWeekday(day) - 1]]
  return {
    date: t('repeat.onDate', { date: dayParts(day).date }),
    weekday: t(nth < 0 ? 'repeat.onLast' : 'repeat.onNth', { nth, weekday }),
    last: t('repeat.onLastDay'),
  }
}

/** What the form makes, in the person's language: “Every: 2 weeks · On: Monday and Thursday · Times: 5”. */
export function repeatSaid({ every, unit, from, ...draft }: RepeatDraft, day: string, texts: Texts): string {
  const { t, language } = texts
  const all = [
    [t('repeat.every'), new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(every)],
  ]
  if (from === 'done') all.push([t('repeat.from'), t('repeat.fromDone')])
  else {
    const names = weekdayNames(language, 'long')
    const days = draft.weekdays.toSorted((a, b) => a - b).map((at) => names[at - 1] as string)
    if (unit === 'week') all.push([t('repeat.on'), new Intl.ListFormat(language, { type: 'conjunction' }).format(days)])
    if (unit === 'month') all.push([t('repeat.on'), monthlyNames(day, texts)[draft.monthly]])
    if (draft.ends === 'until' && draft.until !== '') {
      const until = new Date(`${draft.until}T00:00:00Z`)
      all.push([
        t('repeat.ends'),
        new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(until),
      ])
    }
    if (draft.ends === 'count') all.push([t('repeat.times'), new Intl.NumberFormat(language).format(draft.count)])
  }
  return all.map(([label, value]) => `${label}: ${value}`).join(' · ')
}
