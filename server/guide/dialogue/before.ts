import { bestClaim } from '../claims.ts'
import type { Done, GuideContext } from '../guide.ts'
import { isLong, plain, unended } from '../phrasing.ts'
import type { Match } from '../skill.ts'

/** What a sentence may go on from: what was said last, what it meant, what came of it. */
export interface Before {
  /** What the person said, one line, written out where it referred to something itself. */
  said: string
  /** The text that it was about, below its first line. */
  block: string | null
  /** What it meant. */
  match: Match
  /** The reply. */
  text: string
  /** What was done with the reply, the last. */
  done: Done | null
  /** Of it, what changed something. */
  change: Done | null
}

/** What was said before this sentence; null at the beginning. */
export async function beforeIn(context: GuideContext): Promise<Before | null> {
  const { turns } = context
  const at = turns.findLastIndex(({ role }) => role === 'user')
  const reply = turns.slice(at + 1).findLast(({ role }) => role === 'assistant')
  const spoken = turns[at]
  if (!spoken || !reply) return null
  const whole = (reply.said ?? spoken.text).trim()
  const end = whole.indexOf('\n')
  const said = unended(plain(end < 0 ? whole : whole.slice(0, end)))
  if (isLong(said)) return null
  const match = await bestClaim({ ...context, question: whole, turns: turns.slice(0, at) })
  return {
    said,
    block: end < 0 ? null : whole.slice(end + 1),
    match,
    text: reply.text,
    done: reply.done?.at(-1) ?? null,
    change: reply.done?.findLast(({ undo }) => undo !== null) ?? null,
  }
}
