import { isZone } from '@atrium/domain/dates/wall-clock'
import { emailIn } from '../kit/email-address.ts'
import type { Attendee } from './finding.ts'
import { hoursIn } from './zoned-time.ts'

export interface ReadAttendees {
  people: Omit<Attendee, 'busy' | 'bufferMinutes'>[]
  /** Lines that name nobody or a zone that nobody knows. */
  unread: { line: number; reason: string }[]
  /** Whose zone or hours are assumed. */
  assumed: string[]
}

/** One person a line, parts parted by commas in any order: name, e-mail, zone (`America/New_York`), hours (`9-17`). */
export function readAttendees(text: string, ownZone: string, usual: { from: number; to: number }): ReadAttendees {
  const result: ReadAttendees = { people: [], unread: [], assumed: [] }
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const parts = line
      .split(/[,;\t]/)
      .map((part) => part.trim())
      .filter(Boolean)
    const email = parts.map((part) => emailIn(part)?.address ?? '').find(Boolean) ?? ''
    const zonePart = parts.find((part) => /^[A-Za-z_]+\/[A-Za-z_/+-]+\d*$|^(?:UTC|GMT)$/.test(part))
    const hours = parts
      .map((part) => (/\d/.test(part) && !part.includes('@') && part !== zonePart ? hoursIn(part) : null))
      .find((one) => one !== null)
    const name =
      parts.find((part) => part !== zonePart && !part.includes('@') && hoursIn(part) === null) ??
      email.split('@')[0] ??
      ''
    if (!name || (zonePart && !isZone(zonePart))) {
      result.unread.push({ line: at + 1, reason: name ? `no zone “${(zonePart ?? '').slice(0, 40)}”` : 'no name' })
      continue
    }
    if (!zonePart || !hours)
      result.assumed.push(
        `${name.slice(0, 80)}: ${[zonePart ? '' : `zone ${ownZone}`, hours ? '' : 'hours as yours'].filter(Boolean).join(', ')}`,
      )
    result.people.push({ name: name.slice(0, 80), email, zone: zonePart ?? ownZone, hours: hours ?? usual })
  }
  return result
}
