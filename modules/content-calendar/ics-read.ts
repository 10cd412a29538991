import { createHash } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import { inOurWords } from '@atrium/contract/own-words'
import {
  dayOf,
  changeZone as inZone,
  isWholeDay as isDay,
  type LocalTime as Local,
  minutesBetween,
} from '@atrium/domain/dates/local-time'
import ICAL from 'ical.js'
import { placed } from './editing.ts'
import { type Block, blocksOf, readable } from './ics-blocks.ts'
import { UnknownZone, type ZoneOf, zonesOf } from './ics-zone.ts'
import { zoned } from './local-time.ts'
import { CalendarEvent, type Status } from './module.ts'
import { partsOf, refuseRule, ruleOf } from './rules.ts'

export type ReadEvent = { event: CalendarEvent; line: number } | { refused: string; line: number; text: string }

/** Events of one file; twenty years of a full calendar. Each that repeats is looked at whenever the calendar is. */
const EVENTS_MAX = 20_000

const two = (value: number) => String(value).padStart(2, '0')
const written = (time: ICAL.Time): Local => {
  const day = `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)}`
  return time.isDate ? day : `${day}T${two(time.hour)}:${two(time.minute)}`
}

class Refusal extends Error {}

interface Moment {
  local: Local
  zone: string
}

function momentOf(property: ICAL.Property, value: ICAL.Time, zoneFor: ZoneOf): Moment {
  const tzid = property.getFirstParameter('tzid')
  return { local: written(value), zone: value.isDate ? 'UTC' : zoneFor(tzid || undefined, value) }
}

function single(component: ICAL.Component, name: string, zoneFor: ZoneOf): Moment | null {
  const property = component.getFirstProperty(name)
  const value = property?.getFirstValue()
  return property && value instanceof ICAL.Time ? momentOf(property, value, zoneFor) : null
}

/** The dates of EXDATE or RDATE, on the series' clock. */
function many(component: ICAL.Component, name: string, zone: string, start: Local, zoneFor: ZoneOf): Local[] {
  return component.getAllProperties(name).flatMap((property) =>
    property.getValues().flatMap((value: unknown) => {
      const time = value instanceof ICAL.Period ? value.start : value
      if (!(time instanceof ICAL.Time)) return []
      const { local, zone: from } = momentOf(property, time, zoneFor)
      if (isDay(start)) return [dayOf(local)]
      return [isDay(local) ? `${local}T${start.slice(11)}` : inZone(local, from, zone)]
    }),
  )
}

function minutesOf(component: ICAL.Component, start: Moment, zoneFor: ZoneOf): number {
  const end = single(component, 'dtend', zoneFor)
  const duration = component.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration) return Math.max(0, Math.round(duration.toSeconds() / 60))
  if (!end) return isDay(start.local) ? 1440 : 0
  if (isDay(start.local)) return Math.max(1440, minutesBetween(start.local, dayOf(end.local)))
  if (isDay(end.local)) return Math.max(0, minutesBetween(start.local, end.local))
  const exact = zoned(end.local, end.zone).epochMilliseconds - zoned(start.local, start.zone).epochMilliseconds
  return Math.max(0, Math.round(exact / 60_000))
}

const textOf = (component: ICAL.Component, name: string): string => {
  const value = component.getFirstPropertyValue(name)
  return value === null ? '' : String(value)
}

const POST: readonly string[] = ['draft', 'review', 'approved', 'scheduled', 'posted']
function statusOf(component: ICAL.Component, isPost: boolean): Status {
  const own = textOf(component, 'x-atrium-status')
  if (isPost) return POST.includes(own) ? (own as Status) : 'draft'
  const status = textOf(component, 'status').toUpperCase()
  return status === 'CANCELLED' ? 'cancelled' : status === 'TENTATIVE' ? 'tentative' : 'confirmed'
}

/** Rules of other programs whose parts are in an order or a form of their own. An `UNTIL` that is a day lasts until its end. */
function ruleIn(component: ICAL.Component, start: Moment): string | null {
  const value = component.getFirstPropertyValue('rrule')
  if (!value) return null
  const parts = partsOf(String(value))
  const until = parts.get('UNTIL')
  if (until) {
    const digits = until.replace(/[-:]/g, '')
    const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`
    if (isDay(start.local)) parts.set('UNTIL', digits.slice(0, 8))
    else if (digits.length === 8)
      parts.set(
        'UNTIL',
        `${new Date(zoned(`${day}T23:59`, start.zone).epochMilliseconds + 59_000).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`,
      )
    else parts.set('UNTIL', digits)
  }
  return ruleOf(parts)
}

/** Of what ical.js cannot read: its own words speak to programmers. */
const UNREADABLE = 'It cannot be read.'

/** The first line of a VEVENT's value, to be shown when the event is refused. */
const summaryIn = (text: string): string => /^SUMMARY[^:\r\n]*:(.*)$/im.exec(text)?.[1]?.trim() ?? 'An event'

function eventOf(
  component: ICAL.Component,
  text: string,
  zoneFor: ZoneOf,
  masters: ReadonlyMap<string, string>,
): CalendarEvent {
  const start = single(component, 'dtstart', zoneFor)
  if (!start) throw new Refusal('It has no start.')
  const original = single(component, 'recurrence-id', zoneFor)
  const uid = textOf(component, 'uid') || `${textOf(component, 'summary')} ${start.local}`
  const zone = isDay(start.local) ? (masters.get(uid) ?? 'UTC') : start.zone
  // On the clock of its series, or of itself when the file does not have the series.
  const clock = masters.get(uid) ?? start.zone
  const occurrence = original && (isDay(original.local) ? original.local : inZone(original.local, original.zone, clock))
  const isPost = textOf(component, 'x-atrium-kind') === 'post'
  const rrule = occurrence ? null : ruleIn(component, start)
  const isRuled = occurrence === null
  const data = {
    title: textOf(component, 'summary').replace(/\s+/g, ' ').trim().slice(0, 500) || 'Without a title',
    kind: isPost ? 'post' : 'event',
    start: start.local,
    minutes: minutesOf(component, start, zoneFor),
    zone,
    rrule,
    rdates: isRuled ? many(component, 'rdate', zone, start.local, zoneFor) : [],
    exdates: isRuled ? many(component, 'exdate', zone, start.local, zoneFor) : [],
    place: textOf(component, 'location').slice(0, 1000),
    notes: isPost ? '' : textOf(component, 'description').slice(0, 20_000),
    text: isPost ? textOf(component, 'description').slice(0, 20_000) : '',
    link: textOf(component, 'url').slice(0, 2000),
    tags: component
      .getAllProperties('categories')
      .flatMap((property) => property.getValues().map((tag: unknown) => String(tag).trim().slice(0, 60)))
      .filter(Boolean)
      .slice(0, 30),
    status: statusOf(component, isPost),
    uid: uid.slice(0, 1000),
    occurrence,
    source: '',
  }
  const checked = CalendarEvent.safeParse(data, inOurWords)
  if (!checked.success) throw new Refusal(checked.error.issues[0]?.message ?? 'It cannot be an event.')
  refuseRule(checked.data)
  // What the file says of it, without its times of writing: a second import of the same words changes nothing.
  const said = text.replace(/^(?:DTSTAMP|LAST-MODIFIED|CREATED|SEQUENCE)[;:].*\r?\n?/gim, '')
  return placed({ ...checked.data, source: createHash('sha256').update(said).digest('base64url') })
}

/** Every event of an iCalendar file, or why it is none. Times without a zone are on `own` clocks. */
export async function* readCalendar(lines: AsyncIterable<string>, own: string): AsyncGenerator<ReadEvent> {
  const timezones = new Map<string, ICAL.Component>()
  const events: { component: ICAL.Component; block: Block }[] = []
  for await (const block of blocksOf(lines)) {
    if (block.name !== 'VEVENT' && block.name !== 'VTIMEZONE') continue
    const read = block.refused === null ? readable(block) : { refused: block.refused }
    if ('refused' in read) {
      yield { refused: read.refused, line: block.line, text: summaryIn(block.text).slice(0, 200) }
      continue
    }
    if (events.length + timezones.size >= EVENTS_MAX)
      throw new AppError(
        'too_large',
        `This file has more than ${EVENTS_MAX.toLocaleString('en')} events. Split it and import the parts one by one.`,
      )
    try {
      const component = new ICAL.Component(ICAL.parse(read.lines))
      if (block.name === 'VTIMEZONE') timezones.set(textOf(component, 'tzid'), component)
      else events.push({ component, block })
    } catch {
      yield { refused: UNREADABLE, line: block.line, text: summaryIn(block.text).slice(0, 200) }
    }
  }
  const zoneFor = zonesOf(timezones, own)
  const masters = new Map<string, string>()
  const isOccurrence = ({ component }: { component: ICAL.Component }) => component.hasProperty('recurrence-id')
  for (const read of [...events.filter((one) => !isOccurrence(one)), ...events.filter(isOccurrence)]) {
    const { component, block } = read
    try {
      const event = eventOf(component, block.text, zoneFor, masters)
      if (!event.occurrence) masters.set(event.uid, isDay(event.start) ? 'UTC' : event.zone)
      yield { event, line: block.line }
    } catch (error) {
      // ical.js decodes values when they are asked for, and throws plain errors for those that are none.
      if (!(error instanceof Error)) throw error
      const isSaid = error instanceof Refusal || error instanceof UnknownZone || error instanceof AppError
      const refused = isSaid ? error.message : UNREADABLE
      yield { refused, line: block.line, text: summaryIn(block.text).slice(0, 200) }
    }
  }
}
