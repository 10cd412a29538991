import type { Ticket } from '../kit/tickets.ts'
import { askedIn } from '../kit/tickets.ts'
import { bareAnswer, redact } from './private-data.ts'

export interface Article {
  title: string
  /** Of the file it would be kept as. */
  fileName: string
  markdown: string
  tickets: Ticket[]
  /** What was taken out of it, by kind. */
  redacted: Record<string, number>
  /** The answers of its requests differ much: somebody has to decide which is right. */
  differs: boolean
}

/** A subject is a title when it says something; else the first sentence of the message. */
function titleOf(ticket: Ticket): string {
  const subject = ticket.subject.replace(/^(?:(?:re|fwd?|aw|wg):\s*)+/i, '').trim()
  const sentence = /^.{10,120}?[.?!](?=\s|$)/s.exec(ticket.message.replace(/\s+/g, ' '))?.[0] ?? ''
  const said = subject.split(/\s+/).length >= 2 ? subject : sentence || subject || ticket.message.slice(0, 80)
  const bare = said
    .replace(/[#*_`[\]<>|]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}

/** Sentences with a step in each become a numbered list; what is a list stays one. */
export function steps(answer: string): string {
  if (/^\s*(?:\d+[.)]|[-*•]) /m.test(answer)) return answer
  const parts = answer
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!])\s+(?=\p{Lu})/u)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1).trim())
    .filter(Boolean)
  const commands =
    /^(?:then |now |next,? |after that,? |please )?(?:go|open|choose|click|select|enter|type|press|tap|scroll|check|uncheck|turn|set|log|sign|restart|download|upload|install|copy|paste|save|delete|remove|add|wait|confirm|close)\b/i
  const isSteps = parts.length >= 2 && parts.filter((part) => commands.test(part)).length >= parts.length / 2
  return isSteps ? parts.map((part, at) => `${at + 1}. ${part}`).join('\n') : parts.join(' ')
}

/**
 * An article of several solved requests in the parts of Knowledge-Centered Service (KCS v6): issue, environment, resolution. The
 * resolution is the answer of the most typical request; the others are named below it. Null when no request has an answer.
 *
 * @param tickets those of one question, the most typical first
 */
export function articleOf(tickets: readonly Ticket[], today: string, differs: boolean): Article | null {
  const answered = tickets.filter(({ answer }) => bareAnswer(answer).length >= 15)
  const [best] = answered
  if (!best) return null
  const names = tickets.flatMap(({ name, agent }) => [name, agent]).filter(Boolean)
  const counts: Record<string, number> = {}
  const clean = (text: string) => {
    const { text: out, counts: found } = redact(text, names)
    for (const [kind, count] of Object.entries(found)) counts[kind] = (counts[kind] ?? 0) + count
    return out
  }
  const title = clean(titleOf(best))
  const asked = [...new Set(tickets.map((ticket) => clean(titleOf(ticket))))].filter((one) => one !== title).slice(0, 5)
  const categories = [...new Set(tickets.map(({ category }) => category).filter(Boolean))]
  const others = answered.slice(1).map(({ answer }) => clean(steps(bareAnswer(answer))))
  const markdown = [
    `# ${title}`,
    '## Issue',
    clean(
      askedIn({ subject: '', message: best.message || best.subject })
        .replace(/\s+/g, ' ')
        .slice(0, 600),
    ),
    ...(asked.length > 0 ? [`Also asked as:\n\n${asked.map((one) => `- ${one}`).join('\n')}`] : []),
    ...(categories.length > 0 ? ['## Environment', categories.join(', ')] : []),
    '## Resolution',
    clean(steps(bareAnswer(best.answer))),
    ...(differs && others.length > 0
      ? ['## Other answers that were given', ...others.slice(0, 3).map((one) => one.replace(/^/gm, '> '))]
      : []),
    `---\n\nDraft of ${today}, out of ${tickets
      .map(({ id }) => id)
      .slice(0, 20)
      .join(', ')}. Not checked yet.`,
  ].join('\n\n')
  const slug = title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return { title, fileName: `${slug || 'article'}.md`, markdown, tickets: [...tickets], redacted: counts, differs }
}
