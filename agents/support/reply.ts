import { type Found, plainText } from '../kit/passages.ts'
import type { Ticket } from '../kit/tickets.ts'
import type { Triage } from './triage.ts'

export interface Reply {
  ticket: Ticket
  triage: Triage
  /** The passage that answers; null when a person does. */
  source: Found | null
  /** Why a person has to look at it; null when the passage is trusted. */
  handOver: string | null
  subject: string
  text: string
}

/**
 * A passage answers a question when it holds half of its words by their weight, and is clearly before the next one of another
 * heading or holds three quarters of them.
 */
export const COVERED = 0.5
export const SURE = 0.75
const CLEARLY = 1.15

const firstName = (text: string): string => {
  const bare = text.trim()
  return /^[\p{L}\p{M}][\p{L}\p{M}.’' -]{1,40}$/u.test(bare)
    ? (/^\p{L}[\p{L}\p{M}’'-]+$/u.exec(bare.split(' ')[0] ?? '')?.[0] ?? '')
    : ''
}

function doubt(found: readonly Found[]): string | null {
  const [best, next] = found
  if (!best) return 'no article has a word of it'
  if (best.coverage < COVERED) return `the nearest article covers ${Math.round(best.coverage * 100)} % of the question`
  if (
    best.coverage < SURE &&
    next &&
    best.score < next.score * CLEARLY &&
    next.passage.heading !== best.passage.heading
  )
    return `two articles fit alike: “${best.passage.heading || best.passage.document}” and “${next.passage.heading || next.passage.document}”`
  return null
}

/** A reply out of the best passage, or a word that a person will look at it. It never says what no article says. */
export function draftReply(ticket: Ticket, triage: Triage, found: readonly Found[], sender: string): Reply {
  const handOver = triage.handOver ?? doubt(found)
  const source = handOver === null ? (found[0] ?? null) : null
  const name = firstName(ticket.name)
  const subject = `Re: ${ticket.subject || 'your message'}`.replace(/\s+/g, ' ').slice(0, 150)
  const body = source
    ? [
        'Thank you for your message. This should help:',
        plainText(source.passage.text),
        'Does that solve it? If not, answer to this mail with what you see, and somebody will look at it with you.',
      ]
    : ['Thank you for your message. A colleague looks at it in person and answers you.']
  const text = [name ? `Hello ${name},` : 'Hello,', ...body, `Kind regards\n${sender.trim()}`].join('\n\n')
  return { ticket, triage, source, handOver, subject, text }
}
