import { type Day, dayParts } from '@atrium/domain/dates/days'
import { feastOf } from './feasts.ts'
import { type Direction, type Moment, today } from './reading.ts'

const RELATIVE_YEAR =
  /^[\s,]*(?:in |of |im |en |de |del |nel |w )?(?:(?<y>\d{4})|(?<next>next year|nächstes jahr|nächsten jahr|el próximo año|próximo ano|l'année prochaine|l'anno prossimo|volgend jaar|w przyszłym roku|gelecek yıl|в следующем году|明年|来年|내년|العام القادم|अगले साल|tahun depan)|(?<last>last year|letztes jahr|el año pasado|l'année dernière|去年|昨年|작년)|(?<this>this year))/iu

/** A feast's day: of the year that is said beside it, or the one that is meant. */
export function dayOfFeast(
  key: string,
  rest: string,
  years: readonly number[],
  moment: Moment,
  country: string | null,
  direction: Direction,
): { day: Day; hasYear: boolean } | null {
  const feast = feastOf(key, country)?.feast
  if (!feast) return null
  const here = today(moment)
  const now = dayParts(here).year
  const groups = RELATIVE_YEAR.exec(rest)?.groups
  const year = groups?.y
    ? Number(groups.y)
    : groups?.next
      ? now + 1
      : groups?.last
        ? now - 1
        : groups?.this
          ? now
          : years[0]
  if (year !== undefined) {
    const [day] = year >= 1 && year <= 9_998 ? feast(year) : []
    return day ? { day, hasYear: true } : null
  }
  const near = [now - 1, now, now + 1].flatMap((one) => feast(one))
  const day =
    direction === 'past'
      ? near.findLast((one) => one <= here)
      : direction === 'nearest'
        ? (feast(now)[0] ?? near[1])
        : near.find((one) => one >= here)
  return day ? { day, hasYear: false } : null
}
