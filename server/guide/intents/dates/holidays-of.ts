import { type Day, dayParts } from '@atrium/domain/dates/days'
import { hasHolidays, hasRegions, type PublicHoliday, publicHolidays } from '../../calendar/public-holidays.ts'
import type { TimeSaid } from '../../calendar/said.ts'
import type { Wording } from '../../calendar/wording.ts'
import type { IntentReply } from '../intent.ts'
import { replyOf } from '../writing.ts'
import { countryName } from './feast-day.ts'
import { periodSaid } from './period.ts'
import { say } from './say.ts'
import en from './texts/en.json' with { type: 'json' }

/** A feast as the language calls it; a name of its own country stays. */
export function nameOf(name: string, { language }: Wording): string {
  return Object.hasOwn(en.feast, name) ? say(language, `feast.${name as keyof typeof en.feast}`) : name
}

const titled = ({ name, isMoved }: PublicHoliday, wording: Wording): string =>
  isMoved ? say(wording.language, 'keptOnMoved', { name: nameOf(name, wording) }) : nameOf(name, wording)

/** “Is 1 November a public holiday?” */
export function isHoliday(day: Day, { country }: TimeSaid, wording: Wording): IntentReply {
  const { language } = wording
  const place = country ? countryName(country, wording) : '?'
  if (!hasHolidays(country)) return replyOf([say(language, 'unknownCountry', { country: place })])
  const found = publicHolidays(country, dayParts(day).year).find((one) => one.day === day)
  return replyOf([
    found
      ? say(language, 'isHoliday', { day: wording.day(day), country: place, name: titled(found, wording) })
      : say(language, 'isNoHoliday', { day: wording.day(day), country: place }),
    !found && hasRegions(country) ? say(language, 'regional') : null,
  ])
}

/** The public holidays of a country: of a month, of a year, the next one, or those to come. */
export function holidaysOf(said: TimeSaid, wording: Wording): IntentReply {
  const { country, here, text } = said
  const { language, day, month } = wording
  const place = country ? countryName(country, wording) : '?'
  if (!hasHolidays(country)) return replyOf([say(language, 'unknownCountry', { country: place })])
  const year = dayParts(here).year
  const period = periodSaid(said, true)
  const coming = [year, year + 1].flatMap((one) => publicHolidays(country, one)).filter((one) => one.day > here)
  const note = hasRegions(country) ? say(language, 'regional') : null
  const isNext =
    /\bnext (?:bank|public|national|federal|day off|holiday)|nächste\p{L}* feiertag|próximo (?:festivo|feriado)|prochain jour férié|prossim\p{L}+ festiv|volgende feestdag|następn\p{L}+ święt|sonraki (?:resmi )?tatil|следующ\p{L}+ праздник|下一个|次の祝日|다음 공휴일|القادمة|अगली छुट्टी|libur berikutnya/iu.test(
      text,
    )
  const [next] = coming
  if (isNext && next && !period?.month)
    return replyOf([
      say(language, 'nextHoliday', { country: place, name: titled(next, wording), day: day(next.day) }),
      note,
    ])
  const isLeft = /\bleft\b|coming up|upcoming|remaining|übrig|kommende|quedan|restent/iu.test(text)
  const chosen = isLeft
    ? coming.filter((one) => dayParts(one.day).year === year)
    : period
      ? publicHolidays(country, dayParts(period.from).year).filter(
          (one) => one.day >= period.from && one.day <= period.to,
        )
      : publicHolidays(country, year)
  const title = period?.month ? month(period.from) : String(period ? dayParts(period.from).year : year)
  if (chosen.length === 0) return replyOf([say(language, 'noHolidays', { country: place, period: title }), note])
  const lines = chosen.map((one) => `- ${day(one.day)}: **${titled(one, wording)}**`).join('\n')
  return replyOf([
    `${say(language, 'holidaysOf', { country: place, period: title })}\n${lines}`,
    isLeft ? say(language, 'holidaysLeft', { count: chosen.length }) : null,
    note,
  ])
}
