// The components of a calendar one by one, so that one that cannot be read does not take the others with it.

/** Components that are read. Others (journals, what programs note for themselves) are passed over with all that is in them. */
const NAMES = ['VEVENT', 'VTODO', 'VFREEBUSY', 'VTIMEZONE'] as const
export type ComponentName = (typeof NAMES)[number]

export interface RawComponent {
  kind: 'component'
  name: ComponentName
  /** Its first line in the file, from 1. */
  line: number
  /** As it stands in the file, without attachments. */
  text: string
  /** Why it cannot be read; null when it can. */
  refused: string | null
}

/** A line that has no place in a calendar. */
export interface StrayLine {
  kind: 'line'
  line: number
  text: string
  refused: string
}

/** Of one component; a meeting with a hundred guests has about three hundred lines. */
const LINES_MAX = 20_000
const CHARACTERS_MAX = 2_000_000
/** Of a line's name and parameters. */
const HEAD_MAX = 4_000
/** Dates of a RDATE or EXDATE, values of a list. */
const VALUES_MAX = 5_000

const boundary = (line: string): { isBegin: boolean; name: string } | null => {
  const [, word = '', name = ''] = /^(BEGIN|END):([\w-]{1,60})\s*$/i.exec(line.slice(0, 80)) ?? []
  return word === '' ? null : { isBegin: word.toUpperCase() === 'BEGIN', name: name.toUpperCase() }
}
const isRead = (name: string): name is ComponentName => (NAMES as readonly string[]).includes(name)
const isProperty = (line: string): boolean => /^[A-Za-z0-9-]{1,100}[;:]/.test(line)

interface Open {
  name: string
  line: number
  lines: string[]
  length: number
  /** Components of the same name in it. */
  depth: number
}

const NO_PROPERTY = 'is no property with a name and a value'
const TOO_LONG = 'It is too long for an event.'
const UNFINISHED = 'It is not finished: its END is missing.'

function closed({ name, line, lines, length }: Open, refused: string | null): (RawComponent | StrayLine)[] {
  if (!isRead(name)) return refused ? [{ kind: 'line', line, text: `BEGIN:${name}`, refused }] : []
  const why = lines.length >= LINES_MAX || length > CHARACTERS_MAX ? TOO_LONG : refused
  return [{ kind: 'component', name, line, text: why ? '' : lines.join('\r\n'), refused: why }]
}

/** The components of a calendar as they stand there, with their lines, and the lines that have no place. Throws nothing. */
export async function* componentsOf(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<RawComponent | StrayLine> {
  let number = 0
  let open: Open | null = null
  /** What goes on in folded lines is left out with its beginning. */
  let isWanted = true
  /** A line that is no property, unless it goes on in the next: a name can be folded too. */
  let odd: { number: number; line: string } | null = null
  for await (const line of lines) {
    number += 1
    const isFolded = /^[ \t]/.test(line)
    if (odd && isFolded) keep(open, odd.line)
    else if (odd) yield stray(odd.number, odd.line, NO_PROPERTY)
    odd = null
    const at = isFolded ? null : boundary(line)
    const isOdd = !isFolded && line.trim() !== '' && !isProperty(line)
    if (open && at && (at.name === 'VCALENDAR' || (at.isBegin && isRead(at.name) && isRead(open.name)))) {
      // The next one begins, or all has ended: this one never did.
      yield* closed(open, UNFINISHED)
      open = null
    }
    if (!open) {
      if (at?.isBegin && at.name !== 'VCALENDAR')
        open = { name: at.name, line: number, lines: [line], length: line.length, depth: 1 }
      else if (at && at.name !== 'VCALENDAR') yield stray(number, line, `ends a ${at.name} that never began`)
      else if (isOdd) odd = { number, line }
      continue
    }
    if (!isRead(open.name)) {
      if (at?.name === open.name) open.depth += at.isBegin ? 1 : -1
      if (open.depth === 0) open = null
      continue
    }
    if (!isFolded) isWanted = !/^(?:ATTACH|X-ALT-DESC)[;:]/i.test(line)
    if (isOdd) {
      odd = { number, line }
      continue
    }
    if (isWanted) keep(open, line)
    if (at && !at.isBegin && at.name === open.name) {
      yield* closed(open, null)
      open = null
    }
  }
  if (odd) yield stray(odd.number, odd.line, NO_PROPERTY)
  if (open) yield* closed(open, isRead(open.name) ? UNFINISHED : 'never ends')
}

/** Within the bounds of a component; beyond them it is refused when it ends. */
function keep(open: Open | null, line: string): void {
  if (!open) return
  open.length += line.length
  if (open.lines.length < LINES_MAX && open.length <= CHARACTERS_MAX) open.lines.push(line)
}

const stray = (line: number, text: string, refused: string): StrayLine => ({
  kind: 'line',
  line,
  text: text.slice(0, 200),
  refused,
})

/** What is read. Alarms, pictures and what programs note for themselves are not. */
const READ =
  /^(?:BEGIN|END|SUMMARY|DTSTART|DTEND|DUE|COMPLETED|CREATED|DTSTAMP|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|UID|STATUS|TRANSP|PRIORITY|PERCENT-COMPLETE|LOCATION|DESCRIPTION|URL|CATEGORIES|RELATED-TO|FREEBUSY|TZID|TZOFFSETFROM|TZOFFSETTO|X-LIC-LOCATION|ATTENDEE|ORGANIZER|SEQUENCE)(?=[;:])/i
/** A guest whose line a parser takes: others are left out, for no event is refused for one of its guests. */
const GUEST = /^[A-Z]+(?:;[A-Z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*:/i
const GUESTS_MAX = 1000
const OWN = /^X-[A-Z0-9-]{1,100}(?=[;:])/i

/**
 * The lines of a component that are read, unfolded, without the components in it (alarms): what a parser makes of the rest
 * grows with it; of properties that begin with X- only those with the prefix. Answers a sentence for what no event has. RRULE
 * is apart, except a zone's.
 */
export function readableLines(
  { name, text }: RawComponent,
  prefix: string,
): { lines: string; rule: string | null } | { refused: string } {
  const kept: string[] = []
  let rule: string | null = null
  let depth = 0
  let guests = 0
  const isZone = name === 'VTIMEZONE'
  for (const line of text.replace(/\r\n[ \t]/g, '').split('\r\n')) {
    const found = (READ.exec(line) ?? OWN.exec(line))?.[0].toUpperCase()
    if (!found || (found.startsWith('X-') && found !== 'X-LIC-LOCATION' && !found.startsWith(prefix))) continue
    if (found === 'BEGIN') depth += 1
    if (depth <= (isZone ? 2 : 1)) {
      if (found === 'ATTENDEE' || found === 'ORGANIZER') {
        guests += 1
        if (guests <= GUESTS_MAX && GUEST.test(line.slice(0, HEAD_MAX))) kept.push(line)
        continue
      }
      const colon = line.slice(0, HEAD_MAX).indexOf(':')
      if (colon < 0) return { refused: `Its ${found} has more parameters than can be read.` }
      if (
        /^(?:RDATE|EXDATE|RRULE|CATEGORIES|FREEBUSY)$/.test(found) &&
        line.split(',', VALUES_MAX + 2).length > VALUES_MAX
      )
        return { refused: `Its ${found} has more than ${VALUES_MAX.toLocaleString('en')} values.` }
      if (found === 'RRULE' && !isZone) rule ??= line.slice(colon + 1).trim()
      else kept.push(line)
    }
    if (found === 'END') depth -= 1
  }
  return { lines: kept.join('\r\n'), rule }
}
