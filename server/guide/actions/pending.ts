import { momentOf } from '../calendar/reading.ts'
import type { GuideContext } from '../guide.ts'
import { plain } from '../phrasing.ts'
import { mannersOf, spoken } from '../understanding/manners.ts'
import { mentionsIn } from '../understanding/mentions.ts'
import { isSure } from '../understanding/sureness.ts'
import { languagesOf, understand } from '../understanding/understand.ts'
import { isAsking } from './asking.ts'
import { commandIn, readCommand } from './commands.ts'
import { meaningOf } from './meant.ts'
import { fill, questionFor, type Reading } from './reading.ts'

export type Pending = { kind: 'cancelled'; certain: true } | { kind: 'filled'; reading: Reading; certain: boolean }

/** A chain of questions and answers is followed back this many turns. */
const CHAIN_MAX = 8

/** “Never mind”, and “undo” where nothing is done yet, in the languages that it may be in. */
const isCancelled = (answer: string, locale: string): boolean =>
  languagesOf(answer, locale).some((language) => {
    const { cancel, undo, courtesy, correct } = mannersOf(language)
    const words = spoken(answer).split(' ')
    const bare = words.filter((word) => !courtesy.has(word) && !correct.has(word)).join(' ')
    return [spoken(answer), bare].some((said) => cancel.has(said) || undo.has(said))
  })

type Asking = Extract<Reading, { state: 'asking' }>

/**
 * The action that waits for this turn's answer. Nothing is kept between turns: the thread itself is read again, from the sentence
 * that began the action over each question of the Guide to the answer that is due now.
 */
export async function pendingReading(context: GuideContext): Promise<Pending | null> {
  const { turns } = context
  if (!isAsking(turns.at(-1))) return null
  const first = Math.max(0, turns.length - CHAIN_MAX * 2)
  for (let start = turns.length - 2; start >= first; start -= 2) {
    if (turns[start]?.role !== 'user' || !isAsking(turns[start + 1])) return null
    const asking = await replay(start, context)
    if (!asking) continue
    if (isCancelled(plain(context.question), context.locale)) return { kind: 'cancelled', certain: true }
    const reading = await fill(asking, plain(context.question), momentOf(context))
    const typed = asking.field.kind !== 'string'
    const accepted = !(reading.state === 'asking' && reading.field.name === asking.field.name)
    return { kind: 'filled', reading, certain: accepted && (typed || (await isOneDay(context))) }
  }
  return null
}

/** “Friday at 3pm” asks nothing: it is what was asked for. */
async function isOneDay(context: GuideContext): Promise<boolean> {
  const said = plain(context.question)
  const [language = 'en'] = languagesOf(said, context.locale)
  const days = (await mentionsIn(said, momentOf(context), language)).filter(({ kind }) => kind === 'date')
  return days.some(({ from, to }) => to - from >= said.length - 1)
}

/** The open question after the turns from `start` on, if each of the Guide's turns asked exactly what this reading asks. */
async function replay(start: number, context: GuideContext): Promise<Asking | null> {
  const { turns } = context
  let reading = await begin(turns[start]?.text ?? '', context)
  for (let at = start + 1; at < turns.length; at += 2) {
    if (reading?.state !== 'asking' || !turns[at]?.text.includes(questionFor(reading.field))) return null
    const answer = turns[at + 1]
    if (!answer) return reading
    reading = await fill(reading, plain(answer.text), momentOf(context))
  }
  return null
}

async function begin(text: string, context: GuideContext): Promise<Reading | null> {
  const command = commandIn(text)
  if (command) {
    const commanded = await readCommand(command, context)
    return commanded.kind === 'reading' ? commanded.reading : null
  }
  const there = { ...context, question: text }
  const [best] = await understand(plain(text), there)
  return best && isSure(best) ? ((await meaningOf(best, there))?.reading ?? null) : null
}
