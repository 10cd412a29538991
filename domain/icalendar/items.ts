// Events, to-dos and busy times of an iCalendar file (RFC 5545, 3.6), as plain values.
import ICAL from 'ical.js'
import { isDay } from '../dates/days.ts'
import { type ComponentName, componentsOf, type RawComponent, readableLines } from './components.ts'
import { unescapeText } from './content-lines.ts'
import { type Moment, momentsOf, secondsOf } from './moments.ts'
import { type ZoneOf, zonesOf } from './zones.ts'

export interface CalendarItem {
  kind: 'item'
  name: Exclude<ComponentName, 'VTIMEZONE'>
  /** Its first line in the file, from 1. */
  line: number
  /** As it stands in the file, without attachments. */
  text: string
  uid: string
  /** TEXT, with its line breaks; empty where there is none. */
  summary: string
  description: string
  location: string
  url: string
  /** In capitals; empty where there is none. */
  status: string
  categories: string[]
  /** RELATED-TO: the UID of what it is a part of; empty where there is none. */
  parent: string
  start: Moment | null
  /** DTEND of an event, DUE of a to-do. */
  end: Moment | null
  /** Seconds; null without DURATION. */
  duration: number | null
  completed: Moment | null
  created: string
  /** Which occurrence of its series it is instead of. */
  recurrenceId: Moment | null
  /** RRULE's value, to be read by `parseRule`. */
  rule: string | null
  rdates: Moment[]
  exdates: Moment[]
  /** 1 (high) to 9; 0 for none. */
  priority: number
  /** 0 to 100 */
  percent: number
  /** TRANSP: it takes no time. */
  isTransparent: boolean
  /** Busy times of a VFREEBUSY; `end` is a moment or seconds. */
  busy: { start: Moment; end: Moment | number }[]
  /** ATTENDEE; who has no mail address is left out. */
  attendees: CalendarUser[]
  /** ORGANIZER; null where there is none with a mail address. */
  organizer: CalendarUser | null
  /** SEQUENCE: by how much whoever organises it has changed it; 0 where nothing is said. */
  sequence: number
  /** DTSTAMP as an instant, ISO; empty where there is none. */
  stamp: string
  /** A program's own properties, X-…, by their names without the prefix. */
  own: ReadonlyMap<string, string>
}

/** A calendar user (RFC 5545, 3.3.3) and what is said of their part (3.2): in capitals, empty where nothing is said. */
export interface CalendarUser {
  /** In small letters. */
  address: string
  name: string
  role: string
  status: string
}

/** What cannot be read, in words for a person, with where it stands. `line` is a line that has no place in a calendar. */
export interface Refused {
  kind: 'component' | 'line'
  refused: string
  line: number
  text: string
}

/** A file has more components than are read. */
export class TooManyItems extends RangeError {}

/** Of what ical.js cannot read: its own words speak to programmers. */
const UNREADABLE = 'It cannot be read.'

/** The first line of a SUMMARY, to be shown when the component is refused. */
const summaryIn = ({ name, text }: RawComponent): string =>
  (/^SUMMARY[^:\r\n]*:(.*)$/im.exec(text)?.[1]?.trim() ?? (name === 'VTODO' ? 'BEGIN:VTODO' : 'An event')).slice(0, 200)

const parse = (lines: string): ICAL.Component => new ICAL.Component(ICAL.parse(lines))

/** RFC 5546's own example has an address without `mailto:`; programs write it in capitals, or beside a path of their own in EMAIL. */
function calendarUser(property: ICAL.Property): CalendarUser[] {
  const said = (name: string) => String(property.getFirstParameter(name) ?? '').trim()
  const address = [String(property.getFirstValue()), said('email')]
    .map((one) =>
      one
        .replace(/^mailto:/i, '')
        .trim()
        .toLowerCase(),
    )
    .find((one) => /^[^\s@:;<>"]{1,64}@[^\s@:;<>"]{1,190}$/.test(one))
  if (address === undefined) return []
  const name = said('cn')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200)
  return [{ address, name, role: said('role').toUpperCase(), status: said('partstat').toUpperCase() }]
}

/** RELATED-TO says by RELTYPE how: PARENT where it says nothing (RFC 5545, 3.8.4.5 and 3.2.15). */
function parentIn(component: ICAL.Component): string {
  const found = component
    .getAllProperties('related-to')
    .find((property) => /^PARENT$/i.test(String(property.getFirstParameter('reltype') ?? 'PARENT')))
  return found ? String(found.getFirstValue()).trim() : ''
}

/** As it is written: ical.js' own Time makes a 2 March of 30 February, which is no day at all. */
function stampOf(component: ICAL.Component): string {
  const [, , , written] = (component.getFirstProperty('dtstamp')?.jCal ?? []) as unknown[]
  const text = String(written ?? '')
  if (!isDay(text.slice(0, 10))) return ''
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

function itemOf(
  { name, line, text }: RawComponent,
  component: ICAL.Component,
  rule: string | null,
  zoneOf: ZoneOf,
  prefix: string,
): CalendarItem {
  const value = (key: string): string => {
    const found = component.getFirstPropertyValue(key)
    return found === null ? '' : String(found)
  }
  const moments = (key: string) => component.getAllProperties(key).flatMap((property) => momentsOf(property, zoneOf))
  const moment = (key: string) => {
    const property = component.getFirstProperty(key)
    return property ? (momentsOf(property, zoneOf)[0]?.start ?? null) : null
  }
  const own = component
    .getAllProperties()
    .filter((property) => property.name.toUpperCase().startsWith(prefix))
    .map(
      (property) =>
        [property.name.slice(prefix.length).toUpperCase(), unescapeText(String(property.getFirstValue()))] as const,
    )
  const busy = component
    .getAllProperties('freebusy')
    .filter((one) => !/^FREE$/i.test(String(one.getFirstParameter('fbtype'))))
  return {
    kind: 'item',
    name: name as CalendarItem['name'],
    line,
    text,
    uid: value('uid'),
    summary: value('summary'),
    description: value('description'),
    location: value('location'),
    url: value('url'),
    status: value('status').toUpperCase(),
    categories: component
      .getAllProperties('categories')
      .flatMap((property) => property.getValues().map((one: unknown) => String(one).trim()))
      .filter(Boolean),
    parent: parentIn(component),
    start: moment('dtstart'),
    end: moment(name === 'VTODO' ? 'due' : 'dtend'),
    duration: component.hasProperty('duration') ? secondsOf(value('duration')) : null,
    completed: moment('completed'),
    created: value('created') || value('dtstamp'),
    recurrenceId: moment('recurrence-id'),
    rule,
    rdates: moments('rdate').map(({ start }) => start),
    exdates: moments('exdate').map(({ start }) => start),
    priority: /^[1-9]$/.test(value('priority')) ? Number(value('priority')) : 0,
    percent: Number(value('percent-complete')) || 0,
    isTransparent: /^TRANSPARENT$/i.test(value('transp')),
    busy: busy
      .flatMap((property) => momentsOf(property, zoneOf))
      .flatMap(({ start, end }) => (end === null ? [] : [{ start, end }])),
    attendees: component.getAllProperties('attendee').flatMap(calendarUser),
    organizer: component.getAllProperties('organizer').flatMap(calendarUser)[0] ?? null,
    sequence: /^\d{1,9}$/.test(value('sequence')) ? Number(value('sequence')) : 0,
    stamp: stampOf(component),
    own: new Map(own),
  }
}

export interface ReadOptions {
  /** What is read; everything else is passed over. */
  names: readonly CalendarItem['name'][]
  /** Components that are read at most. Throws TooManyItems above. */
  most: number
  /** What a program's own properties begin with: `X-ATRIUM-`. */
  prefix: string
}

/**
 * The events, to-dos and busy times of a file in their order, or why they are none. Times name their zones: a file's own
 * VTIMEZONEs are found out, wherever in the file they stand.
 */
export async function* readItems(
  lines: AsyncIterable<string> | Iterable<string>,
  { names, most, prefix }: ReadOptions,
): AsyncGenerator<CalendarItem | Refused> {
  const zones = new Map<string, ICAL.Component>()
  const found: { raw: RawComponent; lines: string; rule: string | null }[] = []
  let refusals = 0
  for await (const raw of componentsOf(lines)) {
    if (raw.kind === 'line') {
      yield raw
      continue
    }
    if (raw.name !== 'VTIMEZONE' && !names.includes(raw.name)) continue
    if (refusals + found.length + zones.size >= most) throw new TooManyItems(`more than ${most} components`)
    const read = raw.refused === null ? readableLines(raw, prefix) : { refused: raw.refused }
    if ('refused' in read) {
      refusals++
      yield { kind: 'component', refused: read.refused, line: raw.line, text: summaryIn(raw) }
      continue
    }
    if (raw.name !== 'VTIMEZONE') found.push({ raw, ...read })
    else {
      try {
        const zone = parse(read.lines)
        zones.set(String(zone.getFirstPropertyValue('tzid') ?? ''), zone)
      } catch {
        yield { kind: 'component', refused: UNREADABLE, line: raw.line, text: 'A time zone' }
      }
    }
  }
  const zoneOf = zonesOf(zones)
  for (const { raw, lines: readable, rule } of found) {
    try {
      yield itemOf(raw, parse(readable), rule, zoneOf, prefix)
    } catch (error) {
      // ical.js throws plain errors for what is none.
      if (!(error instanceof Error)) throw error
      const refused = error instanceof RangeError ? error.message : UNREADABLE
      yield { kind: 'component', refused, line: raw.line, text: summaryIn(raw) }
    }
  }
}
