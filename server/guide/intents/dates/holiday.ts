import { addDays, type Day, dayParts, daysBetween } from '@atrium/domain/dates/days'
import { localAt, timeOf } from '@atrium/domain/dates/local-time'
import { ABOUT, BY_THE_MOON, FROM_SUNSET, feastOf, feastsIn } from '../../calendar/feasts.ts'
import { regionZone } from '../../calendar/places.ts'
import { type TimeSaid, timeSaid } from '../../calendar/said.ts'
import { type Season, seasonBegins } from '../../calendar/seasons.ts'
import { type Wording, wordingOf } from '../../calendar/wording.ts'
import type { GuideContext } from '../../guide.ts'
import type { GuideLanguage, IntentReply } from '../intent.ts'
import { replyOf } from '../writing.ts'
import { clockChanges } from './clock-changes.ts'
import { differsNote } from './feast-day.ts'
import { holidaysOf, isHoliday } from './holidays-of.ts'
import { say } from './say.ts'

const CLOCKS =
  /\bclocks?\b|\bdst\b|daylight|summer ?time\b|winter ?time\b|time change|time zone change|spring forward|fall back|zeitumstellung|sommerzeit|winterzeit|\buhren?\b|cambio de hora|cambia la hora|horario de verano|horário de verão|changement d'heure|change-t-on d'heure|changer? d'heure|heure d'été|heure d'hiver|ora legale|cambia(?:re)? l'ora|ora solare|zomertijd|wintertijd|\bde klok\b|zmian\p{L}+ czasu|czas\p{L}* (?:letni|zimowy)|yaz saati|saatler\b.*değiş|переход\p{L}* на|перевод\p{L}* час|перевод\p{L}* (?:часов|стрелок)|летнее время|夏令时|夏時間|サマータイム|서머 ?타임|التوقيت الصيفي|घड़ियाँ|waktu musim panas|gain an hour|lose .*an hour/iu
const PUBLIC =
  /\b(?:bank|public|national|federal|legal|statutory) holidays?\b|\bholidays?\b|\bdays? off\b|feiertag|festivo|feriado|jours? férié|festività|giorni festivi|feestdag|dni wolne|święta|resmi tatil|tatil|праздничн|выходн|节假日|法定假|祝日|休日|공휴일|휴일|عطل|عطلة|छुट्टि|छुट्टी|hari libur|tanggal merah/iu

function clocks({ moment, text, places, years, isCountrySaid, country }: TimeSaid, wording: Wording): IntentReply {
  const { language, day, time, lapse } = wording
  const [place] = places
  const zone = place?.zone ?? (isCountrySaid && country ? regionZone(country) : null) ?? moment.zone
  const year = years[0]
  const from = year !== undefined && year >= 1970 && year <= 2_100 ? new Date(Date.UTC(year, 0, 1)) : moment.now
  const changes = clockChanges(zone, from, year === undefined ? 400 : 366)
  if (changes.length === 0) return replyOf([say(language, 'clocksStay', { zone })])
  const isForward =
    /forward|\bstarts?\b.*(?:daylight|dst|summer)|(?:daylight|dst|summer ?time)\b.*(?:start|begin)|spring|vorgestellt|sommerzeit/iu.test(
      text,
    )
  const isBack =
    /\bback\b|(?:daylight|dst|summer ?time).*\bends?|\bends?\b.*(?:daylight|dst|summer)|end of (?:daylight|dst|summer)|winter ?time|fall back|zurück|winterzeit/iu.test(
      text,
    )
  const wanted = changes.filter(({ by }) => (isForward === isBack ? true : isForward ? by > 0 : by < 0))
  const lines = wanted
    .slice(0, isForward === isBack ? 2 : 1)
    .map(({ day: on, time: at, by }) =>
      say(language, by > 0 ? 'clocksForward' : 'clocksBack', { day: day(on), by: lapse(Math.abs(by)), time: time(at) }),
    )
  return replyOf([...lines, say(language, 'clocksZone', { zone })])
}

const when = (day: Day, here: Day, { language, count }: Wording): string => {
  const days = daysBetween(here, day)
  return days === 0
    ? say(language, 'today')
    : days > 0
      ? say(language, 'inDays', { days: count(days, 'day') })
      : say(language, 'daysAgo', { days: count(-days, 'day') })
}

const SEASONS: ReadonlySet<string> = new Set(['spring', 'summer', 'autumn', 'winter'])
const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

function feastDay(said: TimeSaid, wording: Wording): IntentReply | null {
  const { text, here, days, years, moment } = said
  const { language, day } = wording
  const [named] = days.filter(({ feast }) => feast !== undefined)
  const [known] = feastsIn(text)
  if (!named) {
    const year = years[0] ?? dayParts(here).year
    return known ? replyOf([say(language, 'unknownFeast', { year: String(year) })]) : null
  }
  const key =
    known &&
    /\bends?\b|\bover\b|\blast day\b|\bfinish/iu.test(text) &&
    (named.feast === 'ramadan' || named.feast === 'hanukkah')
      ? `${named.feast}End`
      : (named.feast as string)
  const isOther = key !== named.feast
  const found = isOther
    ? (feastOf(key, null)
        ?.feast(dayParts(named.day).year)
        .find((one) => one >= named.day) ?? named.day)
    : named.day
  const name = capital(text.slice(named.from, named.to).replace(/^(?:the|der|die|das|el|la|le|il|o|a) /iu, ''))
  const isYes = /^(?:is|does|will|was)\b/iu.test(text)
  const months = /\b(january|february|march|april|may|june|july|august|september|october|november|december)\b/giu
  const asked = isYes ? [...text.matchAll(months)].map(([one]) => one.toLowerCase()) : []
  const season = SEASONS.has(key) ? seasonBegins(key as Season, dayParts(found).year) : null
  const local = season ? localAt(season, moment.zone) : null
  return replyOf([
    asked.length === 1
      ? say(
          language,
          asked[0] ===
            new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(new Date(found)).toLowerCase()
            ? 'yes'
            : 'no',
          { day: day(found) },
        )
      : say(language, 'onDay', {
          name,
          day: day(local ? local.slice(0, 10) : found),
          when: when(local ? local.slice(0, 10) : found, here, wording),
        }),
    differsNote(key, said, wording),
    FROM_SUNSET.has(key) ? say(language, 'fromSunset', { day: day(addDays(found, -1)) }) : null,
    BY_THE_MOON.has(key) ? say(language, 'byMoon') : null,
    ABOUT.has(key) ? say(language, 'aboutDay') : null,
    local ? say(language, 'season', { time: wording.time(timeOf(local) ?? '00:00'), zone: moment.zone }) : null,
  ])
}

/** “When does summer start?” */
const SEASON = /\b(?<season>spring|summer|autumn|fall|winter)\b(?! ?(?:time|bank|break|holiday))/iu
function seasonStart(said: TimeSaid, wording: Wording): IntentReply | null {
  if (!/\b(?:start|begin|first day|come|equinox|solstice)/iu.test(said.text)) return null
  const name = SEASON.exec(said.text)?.groups?.season?.toLowerCase()
  if (!name) return null
  const season = (name === 'fall' ? 'autumn' : name) as Season
  const year = said.years[0]
  const all = year !== undefined ? [year] : [dayParts(said.here).year, dayParts(said.here).year + 1]
  const local = all
    .map((one) => localAt(seasonBegins(season, one), said.moment.zone))
    .find((one) => year !== undefined || one.slice(0, 10) >= said.here)
  if (!local) return null
  const { language, day, time } = wording
  return replyOf([
    say(language, 'onDay', {
      name: capital(name),
      day: day(local.slice(0, 10)),
      when: when(local.slice(0, 10), said.here, wording),
    }),
    say(language, 'season', { time: time(timeOf(local) ?? '00:00'), zone: said.moment.zone }),
  ])
}

function answered(said: TimeSaid, wording: Wording): IntentReply {
  const { text, days } = said
  const isYesNo = YES_NO.test(text)
  if (CLOCKS.test(text) && !days.some(({ feast }) => feast !== undefined && !SEASONS.has(feast)))
    return clocks(said, wording)
  const [day] = days
  if (PUBLIC.test(text)) {
    if (day && !day.isMonth && isYesNo) return isHoliday(day.day, said, wording)
    const feast = days.find(({ feast }) => feast !== undefined)
    if (!feast || /\bholidays\b|feiertage\b/iu.test(text)) return holidaysOf(said, wording)
    const reply = feastDay(said, wording)
    const is = isHoliday(feast.day, said, wording)
    return reply ? { markdown: `${reply.markdown}\n\n${is.markdown}` } : is
  }
  return (
    feastDay(said, wording) ??
    seasonStart(said, wording) ??
    (day && isYesNo ? isHoliday(day.day, said, wording) : replyOf([say(wording.language, 'askFeast')]))
  )
}

const YES_NO =
  /^(?:so )?(?:is|are|was|will|do|ist|es|est|è|é|czy|является)(?!\p{L})|\ba (?:bank |public |national |federal )?holiday\b/iu

/** Whether anything is named that it could be about: “when is the deadline” asks for no feast. */
export const namesHoliday = (text: string): boolean =>
  /\p{N}/u.test(text) ||
  [CLOCKS, PUBLIC, SEASON, YES_NO].some((pattern) => pattern.test(text)) ||
  feastsIn(text).length > 0

/** When a feast is, which days are public holidays, when clocks change and seasons begin. */
export async function holidayAnswer(context: GuideContext, language: GuideLanguage): Promise<IntentReply> {
  return answered(await timeSaid(context, language, { direction: 'future' }), wordingOf(context, language))
}
