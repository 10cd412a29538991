import { createHash } from 'node:crypto'
import { isWholeDay } from '@atrium/domain/dates/local-time'
import { contentLines } from '@atrium/domain/icalendar/content-lines'
import { zoneBlock } from '@atrium/domain/icalendar/zone-block'
import type { CalendarEvent } from './event.ts'
import { eventLines, HEAD, type Stored } from './ics-write.ts'

// An event as programs have it by CalDAV. What a program sent is given back as it was, as long as nothing of it was changed here; then
// with what was changed, and with everything that is not known here: guests, alarms, what programs note for themselves.

/** What `eventLines` writes, and what would contradict it. */
const OURS =
  /^(?:UID|DTSTAMP|CREATED|LAST-MODIFIED|SEQUENCE|RECURRENCE-ID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|SUMMARY|LOCATION|DESCRIPTION|X-ALT-DESC|URL|CATEGORIES|STATUS|X-ATRIUM-[A-Z-]+)[;:]/i
const OF_WRITING = /^(?:DTSTAMP|CREATED|LAST-MODIFIED|SEQUENCE):/

/** By which it is seen whether an event still is what a program sent. */
export const printOf = (event: Stored, seriesZone: string | undefined): string =>
  createHash('sha256')
    .update(
      eventLines(event, seriesZone)
        .filter((line) => !OF_WRITING.test(line))
        .join('\n'),
    )
    .digest('base64url')

interface Sent {
  zones: Map<string, string[]>
  /** The lines of its VEVENT as they were sent. */
  lines: string[]
}

function sentIn(raw: string): Sent {
  const zones: Sent['zones'] = new Map()
  let lines: string[] = []
  for (const block of raw.split(/(?<=\r\nEND:VTIMEZONE)\s*\r\n/i)) {
    const all = block.split('\r\n')
    if (!/^BEGIN:VTIMEZONE/i.test(block)) lines = all
    else zones.set(/^TZID(?:;[^:\r\n]*)?:(.*)$/im.exec(block)?.[1]?.trim() ?? '', all)
  }
  return { zones, lines }
}

/** The lines of a VEVENT that are not ours to say: other properties, with what they go on in, and components in it. */
function unknownIn(lines: readonly string[]): { kept: string[]; sequence: number; hasTransparency: boolean } {
  const kept: string[] = []
  let depth = 0
  let isKept = false
  let sequence = 0
  for (const line of lines) {
    if (/^[ \t]/.test(line)) {
      if (isKept) kept.push(line)
      continue
    }
    if (/^BEGIN:/i.test(line)) depth += 1
    isKept = depth > 1 || (depth === 1 && !OURS.test(line) && !/^(?:BEGIN|END):/i.test(line))
    if (isKept) kept.push(line)
    if (depth === 1) sequence = Number(/^SEQUENCE:(\d{1,9})/i.exec(line)?.[1] ?? sequence)
    if (/^END:/i.test(line)) depth -= 1
  }
  return { kept, sequence, hasTransparency: kept.some((line) => /^TRANSP[;:]/i.test(line)) }
}

/** Our lines, with what a program sent besides. */
function merged(ours: readonly string[], sent: Sent): string[] {
  const { kept, sequence, hasTransparency } = unknownIn(sent.lines)
  const lines = ours
    .slice(0, -1)
    .filter((line) => !(hasTransparency && line.startsWith('TRANSP:')))
    .map((line) => {
      const own = /^SEQUENCE:(\d+)$/.exec(line)?.[1]
      return own === undefined ? line : `SEQUENCE:${Math.max(Number(own), sequence + 1)}`
    })
  return [...lines, ...kept, 'END:VEVENT']
}

/** The series first: programs read what comes before its changed occurrences as what they are of. */
const inOrder = (events: readonly Stored[]): Stored[] =>
  events.toSorted((a, b) => ((a.occurrence ?? '') < (b.occurrence ?? '') ? -1 : 1))

export const seriesZoneOf = (events: readonly Pick<CalendarEvent, 'occurrence' | 'zone'>[]): string | undefined =>
  events.find(({ occurrence }) => occurrence === null)?.zone

/** All that has one UID as one file. */
export function objectText(events: readonly Stored[]): string {
  const zones = new Map<string, string[]>()
  const needed = new Map<string, number>()
  const series = seriesZoneOf(events)
  const components = inOrder(events).map((event) => {
    const seriesZone = event.occurrence ? series : undefined
    const ours = eventLines(event, seriesZone)
    const sent = event.raw === '' ? null : sentIn(event.raw)
    for (const [name, lines] of sent?.zones ?? []) zones.set(name, lines)
    if (sent && sent.lines.length > 0 && event.rawPrint === printOf(event, seriesZone)) return sent.lines.join('\r\n')
    for (const zone of [event.zone, seriesZone])
      if (zone && zone !== 'UTC' && !isWholeDay(event.start))
        needed.set(zone, Math.min(needed.get(zone) ?? 9999, Number(event.start.slice(0, 4))))
    const lines = sent ? merged(ours, sent) : ours
    // What goes on in a folded line begins with a blank, and stays what it is.
    return contentLines(lines).trimEnd()
  })
  const defined = [...zones.values()].map((lines) => lines.join('\r\n'))
  const added = [...needed]
    .filter(([zone]) => !zones.has(zone))
    .map(([zone, year]) => contentLines(zoneBlock(zone, year)))
  const parts = [contentLines(HEAD), ...defined.map((one) => `${one}\r\n`), ...added]
  return [...parts, ...components.map((one) => `${one}\r\n`), 'END:VCALENDAR\r\n'].join('')
}
