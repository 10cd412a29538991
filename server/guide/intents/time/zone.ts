import { addDays, daysBetween } from '@atrium/domain/dates/days'
import { atTime, dayOf, instantOf, localAt } from '@atrium/domain/dates/local-time'
import { offsetMinutes } from '@atrium/domain/dates/wall-clock'
import { clockText } from '../../calendar/clock-said.ts'
import type { PlaceSaid } from '../../calendar/places.ts'
import { type TimeSaid, timeSaid } from '../../calendar/said.ts'
import { type Wording, wordingOf } from '../../calendar/wording.ts'
import { offsetText } from '../../calendar/zones.ts'
import type { GuideContext } from '../../guide.ts'
import { clockChanges } from '../dates/clock-changes.ts'
import type { GuideLanguage, IntentReply } from '../intent.ts'
import { replyOf } from '../writing.ts'
import { goodHours } from './call.ts'
import { placeName } from './places.ts'
import { say } from './say.ts'

type Place = { name: string | null; zone: string }

const HERE =
  /\bhere\b|\bmy (?:time|zone|timezone|place|clock)\b|\bmine\b|\bus\b(?<!the us)|\bour(?:s)?\b|\bfor me\b|\blocal time\b|bei (?:mir|uns)|\bhier\b|\baquí\b|\baqui\b|\bici\b|\bqui\b|u nas|burada|у нас|здесь|我这里|こちら|여기|هنا|यहाँ|di sini/iu

const whereOf = ({ name }: Place, { language }: Wording): string =>
  name === null ? say(language, 'yourTime') : say(language, 'inPlace', { place: placeName({ name }) })

const shiftText = (days: number, { language, day }: Wording, on: string): string =>
  days === 0 ? '' : days === 1 ? say(language, 'nextDay') : days === -1 ? say(language, 'dayBefore') : `, ${day(on)}`

/** “3 pm New York in London”, on the day that is said or today's. */
function converted(said: TimeSaid, minutes: number, from: Place, to: Place, wording: Wording): string[] {
  const { moment, days } = said
  const { language, time, day } = wording
  const dated = days.find((one) => !one.isTimeOnly && (one.hasYear || one.day > said.here))
  const date = dated?.day ?? dayOf(localAt(moment.now, from.zone))
  const clock = clockText(minutes)
  const instant = instantOf(atTime(date, clock), from.zone)
  const there = localAt(instant, to.zone)
  return [
    say(language, 'converted', {
      ...{ time: time(clock), from: whereOf(from, wording), there: time(there), to: whereOf(to, wording) },
      when: shiftText(daysBetween(date, dayOf(there)), wording, dayOf(there)),
    }),
    say(language, 'zones', {
      one: offsetText(offsetMinutes(instant, from.zone)),
      two: offsetText(offsetMinutes(instant, to.zone)),
      day: day(date),
    }),
  ]
}

function apart(one: Place, other: Place, { moment, here: today, days }: TimeSaid, wording: Wording): IntentReply {
  const { language, time, day, lapse } = wording
  // Of the day that is named: clocks change.
  const dated = days.find((day) => !day.isTimeOnly)?.day
  const at = dated ? instantOf(atTime(dated, '12:00'), one.zone) : moment.now
  const here = dated ?? today
  const difference = offsetMinutes(at, other.zone) - offsetMinutes(at, one.zone)
  const named = (place: Place) => (place.name === null ? say(language, 'you') : placeName({ name: place.name }))
  const place = named(other)
  const against = named(one)
  const clocks =
    one.name === null
      ? null
      : say(language, 'clocks', {
          ...{ one: time(localAt(at, one.zone)), two: time(localAt(at, other.zone)) },
          ...{ place, other: against },
        })
  return replyOf([
    difference === 0
      ? say(language, 'equal', { place, other: against, day: day(here) })
      : say(language, difference > 0 ? 'aheadOf' : 'behindOf', {
          place,
          other: against,
          span: lapse(Math.abs(difference)),
          day: day(here),
        }),
    clocks,
  ])
}

const FLIGHT =
  /\bflight|\bfly|\bplane|\btake ?off|\bland(?:s|ing)?\b|\bdepart|\barriv|\bflug|\bvuelo|\bvoo\b|\bvol\b|\bvolo\b|vlucht|\blot\b|uçuş|рейс|лет|飞|フライト|비행|رحلة|उड़ान|penerbangan/iu

/** When a flight lands, or how long it takes. */
function flight(said: TimeSaid, wording: Wording): IntentReply | null {
  const { text, spans, clocks, places, moment, here } = said
  const { language, time, lapse } = wording
  if (!FLIGHT.test(text) || places.length === 0 || clocks.length === 0) return null
  const [first, second] = places
  const home: Place = { name: null, zone: moment.zone }
  const start: Place = second
    ? (first as PlaceSaid)
    : /\b(?:to|in|nach|land\w*)\s*$/iu.test(text.slice(0, first?.from ?? 0))
      ? home
      : (first as PlaceSaid)
  const end: Place = second ?? (start === home ? (first as PlaceSaid) : home)
  const [leaving, arriving] = clocks
  if (!leaving) return null
  const begun = instantOf(atTime(here, clockText(leaving.minutes)), start.zone)
  const minutes = spans.reduce((sum, { value: { hours = 0, minutes: some = 0 } }) => sum + hours * 60 + some, 0)
  if (minutes > 0) {
    const landing = new Date(begun.getTime() + minutes * 60_000)
    const there = localAt(landing, end.zone)
    return replyOf([
      say(language, 'lands', {
        time: time(there),
        place: whereOf(end, wording),
        when: shiftText(daysBetween(here, dayOf(there)), wording, dayOf(there)),
      }),
      say(language, 'leaves', {
        ...{ time: time(clockText(leaving.minutes)), place: whereOf(start, wording), span: lapse(minutes) },
        ...{ there: time(localAt(landing, start.zone)), home: whereOf(start, wording) },
      }),
    ])
  }
  if (!arriving) return null
  let day = here
  let took = (instantOf(atTime(day, clockText(arriving.minutes)), end.zone).getTime() - begun.getTime()) / 60_000
  while (took <= 0) {
    day = addDays(day, 1)
    took = (instantOf(atTime(day, clockText(arriving.minutes)), end.zone).getTime() - begun.getTime()) / 60_000
  }
  return replyOf([
    say(language, 'flight', {
      ...{ span: lapse(took), from: time(clockText(leaving.minutes)), place: whereOf(start, wording) },
      ...{ to: time(clockText(arriving.minutes)), other: whereOf(end, wording) },
      when: shiftText(daysBetween(here, day), wording, day),
    }),
  ])
}

/** Which of the places the time is said of: the one behind it, or the one that “if it is” stands before. */
function sides(said: TimeSaid): { from: Place; to: readonly Place[] } | null {
  const { clocks, places, text, moment } = said
  const [clock] = clocks
  const home: Place = { name: null, zone: moment.zone }
  if (!clock) return null
  const after = places.filter(({ from }) => from >= clock.to)
  const before = places.filter(({ to }) => to <= clock.from)
  const next = after[0]
  const between = next ? text.slice(clock.to, next.from) : ''
  const isHereBeside = HERE.test(
    text.slice(clock.to, clock.to + 26).split(/\b(?:in|to|for|what|when)\b(?! my| our)/iu)[0] ?? '',
  )
  // “their time”, “her time” is the time of the place that was named before.
  const isTheirs =
    /^\s*(?:o'clock )?(?:in the \w+ )?(?:at night )?(?:(?:their|her|his|your|local|that) (?:time|zone|clock))/iu.test(
      text.slice(clock.to),
    )
  if (isTheirs && before.length > 0) return { from: before.at(-1) as Place, to: [home] }
  if (places.length === 1) {
    const [place] = places as [PlaceSaid]
    if (place.from >= clock.to) {
      // “17:45 UTC into my time”
      if (/\b(?:in|to|into|for) (?:my|our|local)\b|\bfor (?:me|us)\b|\bhere\b/iu.test(text.slice(place.to)))
        return { from: place, to: [home] }
      if (
        isHereBeside ||
        (/\bhere\b|\bmy time\b|\bif i\b|\bi call\b/iu.test(text.slice(0, place.from)) && !isBesideClock(between))
      )
        return { from: home, to: [place] }
      // “5 pm in Tokyo”, “5 pm Tokyo”, “10am pst”.
      return isBesideClock(between) ? { from: place, to: [home] } : { from: home, to: [place] }
    }
    const lead = text.slice(0, clock.from)
    const isAsked =
      /\b(?:what(?:'s|s| is)?(?: the)? (?:time|hour)|how late)\b/iu.test(lead) &&
      /\b(?:if|when|at)\b/iu.test(text.slice(place.to, clock.from))
    return isAsked ? { from: home, to: [place] } : { from: place, to: [home] }
  }
  if (next && isBesideClock(between)) return { from: next, to: places.filter((one) => one !== next) }
  if (isHereBeside) return { from: home, to: places }
  const [first, ...rest] = places
  return first ? { from: first, to: rest } : null
}

/** Whether nothing but small words stands between a time and a place. */
const isBesideClock = (between: string): boolean =>
  /^[\s,]*(?:o'clock)?\s*(?:(?:is it |it is )?(?:in|at|for|from|de|en|em|em|à|a|in|uhr in|nu in|время в|в|w|na|per|the|time in|local(?: time)? in|'da|的)?\s*)(?:the )?$/iu.test(
    between,
  )

function answered(said: TimeSaid, wording: Wording, named: string | undefined): IntentReply {
  const { places, clocks, text, moment } = said
  const { language, day } = wording
  const home: Place = { name: null, zone: moment.zone }
  const air = flight(said, wording)
  if (air) return air
  const isCall =
    /\b(?:good|best|suitable|ideal) (?:time|hour|slot|meeting)|\boverlap|\bwhen (?:can|should|could) (?:i|we)\b|\bmeeting (?:time|slot)|\bwhat hour works|\bschedule\b|\bpresent\b|\bsuits?\b|beste zeit|gute zeit|mejor hora|buena hora|melhor hor|bon(?:ne)? (?:heure|moment)|meilleur|orario migliore|goede tijd|beste tijd|dobra pora|uygun saat|удобное время|лучшее время|合适的时间|都合|ちょうど|좋은 시간|أفضل وقت|अच्छा समय|waktu yang (?:baik|cocok|tepat)/iu.test(
      text,
    )
  if (isCall && places.length > 0 && clocks.length === 0) return goodHours(said, wording)
  const side = sides(said)
  const [clock] = clocks
  if (side && clock && places.length > 0) {
    const to = side.to.filter(({ zone }, _, all) => zone !== side.from.zone || all.length === 1)
    const lines = (to.length > 0 ? to : [home])
      .slice(0, 3)
      .map((one) => converted(said, clock.minutes, side.from, one, wording))
    return replyOf([...lines.map(([line]) => line as string), lines[0]?.[1] ?? null])
  }
  const [one, other] = places
  if (one && other) return apart(one, other, said, wording)
  if (one) {
    if (
      /\b(?:what|which) (?:time ?)?zone|timezone|time zone|offset|zeitzone|zona horaria|fuso|fuseau|tijdzone|strefa|saat dilimi|часовой пояс|时区|タイムゾーン|시간대|المنطقة الزمنية|समय क्षेत्र|zona waktu|\butc\b|\bgmt\b/iu.test(
        text,
      ) &&
      !/difference/iu.test(text)
    ) {
      const [change] = clockChanges(one.zone, moment.now, 370)
      return replyOf([
        say(language, 'zoneOf', {
          place: placeName(one),
          zone: one.zone,
          offset: offsetText(offsetMinutes(moment.now, one.zone)),
        }),
        change ? say(language, 'changes', { day: day(change.day) }) : null,
      ])
    }
    return apart(home, one, said, wording)
  }
  return replyOf([
    named
      ? say(language, 'unknownPlace', { place: named.slice(0, 60) })
      : say(language, clocks.length > 0 ? 'askPlace' : 'askTime'),
  ])
}

/** Times of one place in another, differences of zones, hours that suit both, flights. `unknown`: a place that was named and is none here. */
export async function zoneAnswer(
  context: GuideContext,
  language: GuideLanguage,
  unknown?: string,
): Promise<IntentReply> {
  const said = await timeSaid(context, language, { direction: 'future', spansApart: true })
  const isKnown = unknown !== undefined && said.places.some(({ name }) => unknown.includes(name))
  return answered(said, wordingOf(context, language), isKnown ? undefined : unknown)
}
