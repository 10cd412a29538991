import { cutText } from '../platform/cut-text.ts'

/** Characters of JSON that a reply keeps of what one tool answered: it is read again with every look at the conversation. */
const KEPT_MAX = 20_000
/** Characters of one text in an answer that is longer. */
const TEXT_MAX = 2_000
const DEEPEST = 12

/**
 * An answer as it is kept with the reply: whole, or in its shape with the beginnings of its texts and lists, each with "…" at its
 * end. The model has been told more of it.
 */
export function keptAnswer(output: unknown): unknown {
  if (output === undefined || JSON.stringify(output).length <= KEPT_MAX) return output
  let left = KEPT_MAX
  const beginning = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') {
      const most = Math.max(0, Math.min(TEXT_MAX, left))
      left -= Math.min(value.length, most) + 3
      return value.length > most ? `${cutText(value, most)}…` : value
    }
    left -= 8
    if (typeof value !== 'object' || value === null) return value
    if (depth > DEEPEST) return '…'
    if (Array.isArray(value)) {
      const kept: unknown[] = []
      for (const one of value) {
        if (left <= 0) return [...kept, '…']
        kept.push(beginning(one, depth + 1))
      }
      return kept
    }
    const fields: [string, unknown][] = []
    for (const [name, one] of Object.entries(value)) {
      left -= name.length + 3
      if (left <= 0) break
      fields.push([name, beginning(one, depth + 1)])
    }
    return Object.fromEntries(fields)
  }
  // As JSON has it: a date is a text there, and what is left out of JSON is not kept.
  return beginning(JSON.parse(JSON.stringify(output)), 0)
}
