import { addDays, isDay, isoWeekday } from '@atrium/domain/dates/days'
import { instantOf, localAt } from '@atrium/domain/dates/local-time'
import { isZone } from '@atrium/domain/dates/wall-clock'
import { MINUTE } from './zoned-time.ts'

/** Milliseconds since 1970; the end is not in it. */
export interface Busy {
  from: number
  to: number
  title?: string
  place?: string
}

export interface ReadCalendar {
  busy: Busy[]
  /** Events that were read. */
  events: number
  /** Recurring events of a kind that is not read, by their rule. */
  unknownRules: string[]
  /** Events without a time that can be read. */
  broken: number
}

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const OCCURRENCES_MAX = 2_000

interface Line {
  name: string
  parameters: string
  value: string
}

/** Content lines with folded lines joined (RFC 5545, 3.1). */
const linesOf = (text: string): Line[] =>
  text
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, name = '', parameters = '', value = ''] = /^([A-Za-z-]+)((?:;[^:]*)?):(.*)$/.exec(line) ?? []
      return name ? [{ name: name.toUpperCase(), parameters, value: value.trim() }] : []
    })

/** `20260316T090000Z`, with TZID, floating or a day, as an instant; null when it is none. */
function instantIn({ parameters, value }: Line, zone: string): number | null {
  const [, year, month, day, hour, minute, utc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/.exec(value) ?? []
  const date = `${year}-${month}-${day}`
  if (!isDay(date)) return null
  const named = /;TZID="?([^;":]+)/i.exec(parameters)?.[1] ?? ''
  const own = utc ? 'UTC' : named && isZone(named) ? named : zone
  return instantOf(hour ? `${date}T${hour}:${minute}` : date, own).getTime()
}

/** `PT1H30M`, `P1D`; milliseconds. */
function lengthIn(value: string): number | null {
  const [all, weeks, days, hours, minutes] =
    /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(value) ?? []
  return all
    ? (Number(weeks ?? 0) * 10_080 + Number(days ?? 0) * 1_440 + Number(hours ?? 0) * 60 + Number(minutes ?? 0)) *
        MINUTE
    : null
}

/**
 * When somebody is busy, from an iCalendar file (RFC 5545): VEVENTs that are neither cancelled nor transparent, and periods of
 * VFREEBUSY, between two instants. Daily and weekly rules are followed; other rules are named, and their first time counts.
 */
export function readBusy(text: string, zone: string, from: number, to: number): ReadCalendar {
  const result: ReadCalendar = { busy: [], events: 0, unknownRules: [], broken: 0 }
  let event: Line[] | null = null
  for (const line of linesOf(text.slice(0, 2_000_000))) {
    if (line.name === 'BEGIN' && line.value === 'VEVENT') event = []
    else if (line.name === 'END' && line.value === 'VEVENT' && event) {
      addEvent(event, zone, from, to, result)
      event = null
    } else if (event) event.push(line)
    else if (line.name === 'FREEBUSY' && !/FBTYPE=FREE/i.test(line.parameters)) addPeriods(line, zone, result)
  }
  result.busy = result.busy.filter((one) => one.to > from && one.from < to).sort((a, b) => a.from - b.from)
  return result
}

function addPeriods({ value }: Line, zone: string, result: ReadCalendar): void {
  for (const period of value.split(',')) {
    const [first = '', last = ''] = period.split('/')
    const start = instantIn({ name: '', parameters: '', value: first }, zone)
    const length = lengthIn(last)
    const end =
      start !== null && length !== null ? start + length : instantIn({ name: '', parameters: '', value: last }, zone)
    if (start === null || end === null) result.broken++
    else {
      result.events++
      result.busy.push({ from: start, to: end })
    }
  }
}

function addEvent(event: readonly Line[], zone: string, from: number, to: number, result: ReadCalendar): void {
  const of = (name: string) => event.find((line) => line.name === name)
  const begin = of('DTSTART')
  const start = begin ? instantIn(begin, zone) : null
  if (!begin || start === null) {
    result.broken++
    return
  }
  if (/^CANCELLED$/i.test(of('STATUS')?.value ?? '') || /^TRANSPARENT$/i.test(of('TRANSP')?.value ?? '')) return
  result.events++
  const isDay = begin.value.length === 8
  const textOf = (name: string) => (of(name)?.value ?? '').replace(/\\n/gi, ' ').replace(/\\(.)/g, '$1').slice(0, 200)
  const end = of('DTEND')
  const length =
    (end ? (instantIn(end, zone) ?? start) - start : lengthIn(of('DURATION')?.value ?? '')) ??
    (isDay ? 1_440 * MINUTE : 0)
  const out = new Set(
    event
      .filter(({ name }) => name === 'EXDATE')
      .flatMap((line) => line.value.split(',').map((value) => instantIn({ ...line, value }, zone))),
  )
  const rule = of('RRULE')?.value
  const starts = rule ? repeated(start, ownZone(begin, zone), rule, to, result) : [start]
  for (const one of starts)
    if (!out.has(one) && one + length > from)
      result.busy.push({
        from: one,
        to: one + Math.max(length, 0),
        title: textOf('SUMMARY'),
        place: textOf('LOCATION'),
      })
}

const ownZone = ({ parameters, value }: Line, zone: string) => {
  const named = /;TZID="?([^;":]+)/i.exec(parameters)?.[1] ?? ''
  return value.endsWith('Z') ? 'UTC' : named && isZone(named) ? named : zone
}

/** The starts of a daily or weekly rule up to an instant; the first alone for others, which are named. */
function repeated(start: number, zone: string, rule: string, to: number, result: ReadCalendar): number[] {
  const part = (name: string) => new RegExp(`(?:^|;)${name}=([^;]+)`, 'i').exec(rule)?.[1] ?? ''
  const frequency = part('FREQ').toUpperCase()
  const others = rule.split(';').some((one) => !/^(?:FREQ|INTERVAL|COUNT|UNTIL|BYDAY|WKST)=/i.test(one))
  if ((frequency !== 'DAILY' && frequency !== 'WEEKLY') || others || (frequency === 'DAILY' && part('BYDAY') !== '')) {
    result.unknownRules.push(rule.slice(0, 120))
    return [start]
  }
  const local = localAt(new Date(start), zone)
  const [first, time] = [local.slice(0, 10), local.slice(11)]
  const every = Math.max(1, Number(part('INTERVAL')) || 1)
  const most = Number(part('COUNT')) || OCCURRENCES_MAX
  const until = part('UNTIL')
    ? (instantIn({ name: '', parameters: '', value: part('UNTIL') }, zone) ?? to) +
      (part('UNTIL').length === 8 ? 1_440 * MINUTE - 1 : 0)
    : to
  const wanted = part('BYDAY') ? part('BYDAY').toUpperCase().split(',') : [DAYS[isoWeekday(first) - 1] ?? 'MO']
  const monday = addDays(first, 1 - isoWeekday(first))
  const starts: number[] = []
  for (let step = 0; step < OCCURRENCES_MAX && starts.length < most; step++) {
    const days =
      frequency === 'DAILY'
        ? [addDays(first, step * every)]
        : DAYS.flatMap((name, at) => (wanted.includes(name) ? [addDays(monday, step * every * 7 + at)] : []))
    for (const day of days) {
      if (day < first || starts.length >= most) continue
      const instant = instantOf(`${day}T${time}`, zone).getTime()
      if (instant > until || instant > to) return starts
      starts.push(instant)
    }
  }
  return starts
}
