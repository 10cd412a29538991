/** A file's components one by one, so that one that cannot be read does not take the others with it. */
export interface Block {
  name: string
  line: number
  /** As it stands in the file. */
  text: string
  /** Why it cannot be read; null when it can. */
  refused: string | null
}

/** Of one component; a meeting with a hundred guests has about three hundred lines. */
const LINES_MAX = 20_000
const CHARACTERS_MAX = 2_000_000
/** Of a line's name and parameters. */
const HEAD_MAX = 4_000
/** Dates of a RDATE or EXDATE, values of a list. */
const VALUES_MAX = 5_000

/** The top components of a calendar, as they stand there, with their lines. Throws nothing: what is no component is left out. */
export async function* blocksOf(lines: AsyncIterable<string>): AsyncGenerator<Block> {
  let number = 0
  let open: { name: string; line: number; lines: string[]; length: number } | null = null
  for await (const line of lines) {
    number += 1
    const begin = /^BEGIN:([A-Z-]{1,40})\s*$/i.exec(line.slice(0, 60))?.[1]?.toUpperCase()
    if (begin && begin !== 'VCALENDAR' && !open) open = { name: begin, line: number, lines: [], length: 0 }
    if (!open) continue
    const isWanted = !/^(?:ATTACH|X-ALT-DESC)[;:]/i.test(line)
    open.length += isWanted ? line.length : 0
    const isLong = open.lines.length >= LINES_MAX || open.length > CHARACTERS_MAX
    if (!isLong) open.lines.push(line)
    if (line.length < 60 && line.trimEnd().toUpperCase() === `END:${open.name}`) {
      yield {
        name: open.name,
        line: open.line,
        text: isLong ? '' : open.lines.join('\r\n'),
        refused: isLong ? 'It is too long for an event.' : null,
      }
      open = null
    }
  }
  if (open) yield { name: open.name, line: open.line, text: '', refused: 'It is not finished: its END is missing.' }
}

/** What is read of an event and of a zone. Guests, alarms, pictures and what programs note for themselves are not. */
const READ =
  /^(?:BEGIN|END|SUMMARY|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|UID|STATUS|LOCATION|DESCRIPTION|URL|CATEGORIES|TZID|TZOFFSETFROM|TZOFFSETTO|X-LIC-LOCATION|X-ATRIUM-[A-Z-]+)(?=[;:])/i

/**
 * The lines of a block that are read, unfolded, without the components in its components: what a parser makes of the rest
 * grows with it. Answers a sentence for what no event has.
 */
export function readable({ name, text }: Block): { lines: string } | { refused: string } {
  const kept: string[] = []
  let depth = 0
  const deepest = name === 'VTIMEZONE' ? 2 : 1
  for (const line of text.replace(/\r\n[ \t]/g, '').split('\r\n')) {
    const found = READ.exec(line)?.[0].toUpperCase()
    if (!found) continue
    if (found === 'BEGIN') depth += 1
    if (depth <= deepest) {
      const head = line.slice(0, HEAD_MAX)
      if (!head.includes(':')) return { refused: `Its ${found} has more parameters than can be read.` }
      if (/^(?:RDATE|EXDATE|RRULE|CATEGORIES)$/.test(found) && line.split(',', VALUES_MAX + 2).length > VALUES_MAX)
        return { refused: `Its ${found} has more than ${VALUES_MAX.toLocaleString('en')} values.` }
      kept.push(line)
    }
    if (found === 'END') depth -= 1
  }
  return { lines: kept.join('\r\n') }
}
