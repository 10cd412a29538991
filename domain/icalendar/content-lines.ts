// Content lines of iCalendar (RFC 5545, 3.1), to be written. They are read by ical.js.

const OCTETS = 75

const octetsOf = (character: string): number => {
  const code = character.codePointAt(0) as number
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Lines of more than 75 octets go on in the next line after a space (3.1); a character is never cut. */
export function foldLine(line: string): string {
  if (line.length * 3 <= OCTETS) return line // a UTF-16 unit is at most three octets
  const parts: string[] = []
  let begin = 0
  let at = 0
  let size = 0
  for (const character of line) {
    const octets = octetsOf(character)
    if (size + octets > OCTETS) {
      parts.push(line.slice(begin, at))
      begin = at
      size = 1 // the space before it
    }
    at += character.length
    size += octets
  }
  return [...parts, line.slice(begin)].join('\r\n ')
}

/** Lines as a file has them: folded, each with its end. */
export const contentLines = (lines: readonly string[]): string => lines.map((line) => `${foldLine(line)}\r\n`).join('')

/** 3.3.11: TEXT. */
export const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n|\n|\r/g, '\\n')
export const unescapeText = (text: string): string =>
  text.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character))

/** A parameter's value (3.2), quoted where it has to be. What it cannot hold, quotes and control characters, is left out. */
export function parameterValue(text: string): string {
  const plain = text.replace(/["\p{Cc}]/gu, '')
  return /[,;:]/.test(plain) ? `"${plain}"` : plain
}

/** `20261005`, or `20261005T150000` of `2026-10-05T15:00` on a clock without a zone. */
export const basicTime = (local: string): string => local.replace(/[-:]/g, '') + (local.length === 16 ? '00' : '')
/** `20261005T130000Z` */
export const utcTime = (instant: Date | string | number): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** `DTSTART;TZID=Europe/Berlin:20261005T150000`, of a day or of a time on a zone's clock (3.3.4, 3.3.5). */
export const dateLine = (name: string, local: string, zone: string): string =>
  local.length === 10
    ? `${name};VALUE=DATE:${basicTime(local)}`
    : zone === 'UTC'
      ? `${name}:${basicTime(local)}Z`
      : `${name};TZID=${parameterValue(zone)}:${basicTime(local)}`
