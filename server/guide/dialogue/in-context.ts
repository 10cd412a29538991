import { isAsking } from '../actions/pending.ts'
import { momentOf } from '../calendar/reading.ts'
import type { Done, GuideContext, Turn } from '../guide.ts'
import type { GuideLanguage } from '../intents/intent.ts'
import { isLong, plain, unended } from '../phrasing.ts'
import { type LanguageManners, mannersOf, spoken } from '../understanding/manners.ts'
import { longest, type Mention, mentionsIn } from '../understanding/mentions.ts'
import { languagesOf } from '../understanding/understand.ts'
import { wordsOf } from '../understanding/words.ts'
import { referredIn } from './references.ts'

/** What a sentence means where it stands: what is to be undone, nothing, or a sentence that needs none of those before it. */
export type InContext =
  | { kind: 'undo'; done: Done | null; language: GuideLanguage }
  | { kind: 'cancel'; done: Done | null; language: GuideLanguage }
  | { kind: 'asked'; question: string; takesBack: Done | null }

const asked = (question: string, takesBack: Done | null = null): InContext => ({ kind: 'asked', question, takesBack })

/**
 * Reads a sentence with what was said before it: “undo”, “never mind”, “no, Friday”, “and tomorrow?”, “the second one”. What refers to
 * something before is written out, so that whatever understands it needs nothing else.
 */
export async function inContext(context: GuideContext): Promise<InContext> {
  const { question, turns } = context
  if (turns.length === 0 || isLong(question) || isAsking(turns.at(-1))) return asked(question)
  const sentence = unended(plain(question))
  for (const language of languagesOf(sentence, context.locale)) {
    const manners = mannersOf(language)
    const bare = bareWords(sentence, manners)
    if (manners.undo.has(bare)) return { kind: 'undo', done: lastChange(turns), language }
    if (manners.cancel.has(spoken(sentence)) || manners.cancel.has(bare))
      return { kind: 'cancel', done: turns.at(-1)?.done?.findLast(({ undo }) => undo !== null) ?? null, language }
    const again = await sameAgain(sentence, context, language, manners)
    if (again) return again
    const referred = referredIn(sentence, turns, manners)
    if (referred) return asked(referred)
  }
  return asked(question)
}

/** The words that are neither courtesy nor stand for something. */
const bareWords = (sentence: string, { courtesy, pronouns }: LanguageManners): string =>
  wordsOf(sentence)
    .map(({ key }) => key)
    .filter((word) => !courtesy.has(word) && !pronouns.has(word))
    .join(' ')

const lastChange = (turns: readonly Turn[]): Done | null =>
  turns.flatMap(({ done }) => done ?? []).findLast(({ undo }) => undo !== null) ?? null

/** Words of an answer that stands for a whole sentence: “no, friday”. */
const MOST_WORDS = 7

/** “No, Friday”, “make it 20”, “and tomorrow?”: the sentence before, with another value in it. */
async function sameAgain(
  sentence: string,
  context: GuideContext,
  language: GuideLanguage,
  manners: LanguageManners,
): Promise<InContext | null> {
  const words = wordsOf(sentence)
  const [first] = words
  if (!first || words.length > MOST_WORDS) return null
  const isCorrection = manners.correct.has(first.key)
  const isMore = manners.again.has(first.key)
  if (!isCorrection && !isMore) return null
  const before = context.turns.findLast(({ role }) => role === 'user')
  if (!before || isLong(before.text)) return null
  const moment = momentOf(context)
  const given = longest(await mentionsIn(sentence, moment, language))
  const idle = (key: string) =>
    manners.correct.has(key) ||
    manners.again.has(key) ||
    manners.courtesy.has(key) ||
    manners.joiners.has(key) ||
    manners.pronouns.has(key)
  const left = words.filter(({ key, from }) => !idle(key) && !given.some((one) => from >= one.from && from < one.to))
  const [value] = given
  if (!value || given.length > 1 || left.length > 0) return null
  const said = sentence.slice(value.from, value.to)
  const old = await valueLike(value, before.text, context, language)
  const question = old
    ? before.text.slice(0, old.from) + said + before.text.slice(old.to)
    : `${unended(before.text)} ${said}`
  const change = context.turns.at(-1)?.done?.findLast(({ undo }) => undo !== null) ?? null
  // “And tomorrow?” after a change asks for another one; “no, tomorrow” for this one to be otherwise.
  return asked(question, isCorrection ? change : null)
}

async function valueLike(
  value: Mention,
  text: string,
  context: GuideContext,
  language: GuideLanguage,
): Promise<Mention | undefined> {
  const there = longest(await mentionsIn(text, momentOf(context), language))
  const same = there.findLast(({ kind }) => kind === value.kind)
  if (same || value.kind !== 'number') return same
  return there.findLast(({ kind }) => kind === 'money' || kind === 'percent' || kind === 'quantity')
}
