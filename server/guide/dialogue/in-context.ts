import { isAsking } from '../actions/pending.ts'
import { momentOf } from '../calendar/reading.ts'
import type { Done, GuideContext, Turn } from '../guide.ts'
import type { GuideLanguage } from '../intents/intent.ts'
import { isLong, plain, unended } from '../phrasing.ts'
import { type LanguageManners, mannersOf, spoken } from '../understanding/manners.ts'
import { longest, type Mention, mentionsIn } from '../understanding/mentions.ts'
import { isSure } from '../understanding/sureness.ts'
import { languagesOf, understand } from '../understanding/understand.ts'
import { wordsOf } from '../understanding/words.ts'
import { type Referred, referredIn } from './references.ts'

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
    if (referred && (await isMeant(referred, context))) return asked(referred.sentence)
  }
  return asked(question)
}

/** Whether the sentence says what to do with the thing that was put into it, and with nothing more: else nothing was meant by “it”. */
async function isMeant({ sentence, name }: Referred, context: GuideContext): Promise<boolean> {
  const [best] = await understand(sentence, context)
  return best?.meant.target != null && isSure(best) && Object.values(best.captured).includes(name)
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
  if (!isCorrection && !manners.again.has(first.key)) return null
  const change = context.turns.at(-1)?.done?.findLast(({ undo }) => undo !== null) ?? null
  // A question after a change asks for something; it does not do the same once more.
  if (change && !isCorrection) return null
  const before = lastSaid(context.turns, manners)
  if (!before || isLong(before)) return null
  const given = longest(await mentionsIn(sentence, momentOf(context), language))
  const idle = (key: string) =>
    [manners.correct, manners.again, manners.courtesy, manners.joiners, manners.pronouns].some((some) => some.has(key))
  const left = words.filter(({ key, from }) => !idle(key) && !given.some((one) => from >= one.from && from < one.to))
  const [value] = given
  if (!value || given.length > 1 || left.length > 0) return null
  const said = sentence.slice(value.from, value.to)
  const old = await valueLike(value, before, context, language)
  if (!old && change) return null
  const question = old
    ? before.slice(0, old.from) + inPlaceOf(old, value, said) + before.slice(old.to)
    : `${unended(before)} ${said}`
  return asked(question, isCorrection ? change : null)
}

/** The last sentence that was none of these. */
const lastSaid = (turns: readonly Turn[], { correct, again }: LanguageManners): string | undefined =>
  turns.findLast(({ role, text }) => {
    const words = wordsOf(text, MOST_WORDS + 1)
    const first = words[0]?.key ?? ''
    return role === 'user' && !(words.length <= MOST_WORDS && (correct.has(first) || again.has(first)))
  })?.text

/** A time of day alone. */
const TIME = /^\D{0,4}\d{1,2}(?:[:.h]\d{2})?\s?(?:am|pm|uhr|h|Uhr)?$/iu

/** Another day keeps the time of the one before, another time its day. */
function inPlaceOf(old: Mention, value: Mention, said: string): string {
  if (old.kind !== 'date' || value.kind !== 'date') return said
  if (value.time && TIME.test(said)) return `${old.value} ${said}`
  return old.time && !value.time ? `${said} ${old.time}` : said
}

async function valueLike(
  value: Mention,
  text: string,
  context: GuideContext,
  language: GuideLanguage,
): Promise<Mention | undefined> {
  const all = await mentionsIn(text, momentOf(context), language)
  const same = longest(all).findLast(({ kind }) => kind === value.kind)
  if (same || value.kind !== 'number') return same
  // “No, 20” after “15 dollars” means dollars: the number within the amount.
  const amount = longest(all).findLast(({ kind }) => kind === 'money' || kind === 'percent' || kind === 'quantity')
  return amount && all.find((one) => one.kind === 'number' && one.from >= amount.from && one.to <= amount.to)
}
