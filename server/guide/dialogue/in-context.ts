import { carriedOut } from '../act.ts'
import { isAsking } from '../actions/asking.ts'
import { meaningOf } from '../actions/meant.ts'
import { momentOf } from '../calendar/reading.ts'
import { bestClaim } from '../claims.ts'
import type { Done, GuideContext, Turn } from '../guide.ts'
import type { GuideLanguage } from '../intents/intent.ts'
import { isLong, plain, unended } from '../phrasing.ts'
import { certainty, type Match } from '../skill.ts'
import { type LanguageManners, mannersOf, spoken } from '../understanding/manners.ts'
import { longest, mentionsIn } from '../understanding/mentions.ts'
import { isFair } from '../understanding/sureness.ts'
import { languagesOf, understand } from '../understanding/understand.ts'
import { wordsOf } from '../understanding/words.ts'
import { type Before, beforeIn } from './before.ts'
import { changeAgain, readAgain } from './carried.ts'
import { figureIn, withFigure } from './figures.ts'
import { type GoingOn, goingOn } from './going-on.ts'
import { referredTo } from './references.ts'
import { spliced } from './spliced.ts'

/** What a sentence means where it stands: what is to be undone, nothing, or what answers it. */
export type InContext =
  | { kind: 'undo'; done: Done | null; language: GuideLanguage }
  | { kind: 'cancel'; done: Done | null; language: GuideLanguage }
  | { kind: 'meant'; match: Match; said: string }

/** A sentence with all that is needed to understand it where it stands. */
interface Situation {
  context: GuideContext
  sentence: string
  before: Before
  going: GoingOn
  language: GuideLanguage
  manners: LanguageManners
}

/**
 * Reads a sentence with what was said before it. It may be a request of its own; it may say what to do with a thing that was shown or made;
 * it may ask the same with another value, or what was done again; it may go on with the number of the last answer.
 */
export async function inContext(context: GuideContext): Promise<InContext> {
  const { question, turns } = context
  const alone = async (): Promise<InContext> => ({ kind: 'meant', match: await bestClaim(context), said: question })
  if (turns.length === 0 || isLong(question) || isAsking(turns.at(-1))) return alone()
  const sentence = plain(question.split('\n', 1)[0] as string)
  const languages = languagesOf(sentence, context.locale)
  for (const language of languages) {
    const manners = mannersOf(language)
    const bare = bareWords(sentence, manners)
    const corrected = bare.split(' ').filter((word) => !manners.correct.has(word))
    if (manners.undo.has(bare) || manners.undo.has(corrected.join(' ')))
      return { kind: 'undo', done: lastChange(turns), language }
    if ([spoken(sentence), bare, ...clauses(sentence)].some((said) => manners.cancel.has(said)))
      return { kind: 'cancel', done: turns.at(-1)?.done?.findLast(({ undo }) => undo !== null) ?? null, language }
  }
  if (sentence !== plain(question) || wordsOf(sentence, MOST_WORDS + 1).length > MOST_WORDS) return alone()
  const before = await beforeIn(context)
  if (!before) return alone()
  const own = await bestClaim(context)
  // A draft knows what changes it, what was said is told from all of it, and small talk is said again in other words.
  if (isClear(own) && (own.skill === 'draft' || own.skill === 'thread' || own.intent?.startsWith('talk.')))
    return { kind: 'meant', match: own, said: question }
  for (const language of languages) {
    const manners = mannersOf(language)
    const going = goingOn(sentence, manners)
    const situation = { context, sentence, before, going, language, manners }
    // In another language than the likeliest only what looks back in it.
    const mayBeShort = !isClear(own) && language === languages[0]
    if (
      isClear(own) &&
      (language !== languages[0] || isWhole(situation, own) || (isOtherThan(before, own) && !looksBack(situation)))
    )
      continue
    if (isNewQuestion(situation) || (!mayBeShort && !(await refersBack(situation)))) continue
    const found = (await goesOn(situation, own)) ?? (isClear(own) ? null : await ofRest(situation))
    if (found) return { kind: 'meant', ...found }
  }
  return { kind: 'meant', match: own, said: question }
}

/** Longer sentences say what they mean. */
const MOST_WORDS = 14

/** Whether a sentence is understood by itself. */
const isClear = ({ confidence, how }: Match): boolean => how === undefined && confidence >= certainty.answer

/** “Then remind me at 6 to study”: an action with words enough of its own, and nothing that stands for something else. */
function isWhole({ going, manners }: Situation, { skill, values }: Match): boolean {
  const { pronouns, plural, ordinals } = manners
  if (skill !== 'act' || values === undefined || going.isCorrection || going.words.length < 4) return false
  return !going.words.some(({ key }) => pronouns.has(key) || plural.has(key) || ordinals.has(key))
}

/** “How do I change my password”: a whole question, of which nothing stands for something else. */
function isNewQuestion({ sentence, manners }: Situation): boolean {
  const { questions, pronouns, plural, ordinals, courtesy } = manners
  const words = wordsOf(sentence)
  const [first, second] = words
  if (!first || !questions.has(first.key) || second?.key === 'about' || words.length < WHOLE_QUESTION) return false
  return !words.some(({ key }) => !courtesy.has(key) && (pronouns.has(key) || plural.has(key) || ordinals.has(key)))
}
const WHOLE_QUESTION = 6

const isOtherThan = ({ match }: Before, { skill, intent }: Match): boolean =>
  skill !== match.skill || intent !== match.intent

/** Whether a request that is clear by itself is about what was before all the same: “no, …”, “the second one”, “that”. */
function looksBack({ sentence, going, manners }: Situation): boolean {
  const { pronouns, plural, ordinals, courtesy, figures, questions, correct, alike } = manners
  const [first, second] = wordsOf(sentence, 2)
  if (first && figures.has(first.key) && !questions.has(first.key)) return true
  // “Make a folder” begins as “make it Sunday” does.
  const lead = wordsOf(sentence).find(({ key }) => !courtesy.has(key) || correct.has(key))
  if (going.isCorrection && !(lead && alike.has(lead.key))) return true
  // “What is 12 × 12” begins as “what about 400” does.
  if (going.isMore && !(first && questions.has(first.key) && second?.key !== 'about')) return true
  return wordsOf(sentence).some(
    ({ key }) => !courtesy.has(key) && (pronouns.has(key) || plural.has(key) || ordinals.has(key)),
  )
}

/** Whether a sentence looks back: it goes on, has “it” or “the second one” in it, or is nothing but a value. */
async function refersBack({ sentence, going, manners, context, language }: Situation): Promise<boolean> {
  if (going.isCorrection || going.isMore) return true
  const words = wordsOf(sentence)
  const { pronouns, plural, ordinals, courtesy, figures } = manners
  if (words.some(({ key }) => !courtesy.has(key) && (pronouns.has(key) || plural.has(key) || ordinals.has(key))))
    return true
  if (figures.has(words[0]?.key ?? '')) return true
  const values = longest(await mentionsIn(sentence, momentOf(context), language))
  return (
    values.length > 0 &&
    words.every(({ key, from }) => courtesy.has(key) || values.some((one) => from >= one.from && from < one.to))
  )
}

type Found = { match: Match; said: string } | null

/** The readings of a sentence that goes on, the likeliest first. */
async function goesOn(situation: Situation, own: Match): Promise<Found> {
  const { before, going, manners } = situation
  // Its words can be counted like those of any text.
  if (before.match.skill === 'draft') return ofText(situation)
  // “Now in upper case” after “sort these: pear, apple” is done with the text, and no part of it.
  if (
    before.match.intent?.startsWith('text.') &&
    isClear(own) &&
    own.intent?.startsWith('text.') &&
    own.intent !== before.match.intent
  ) {
    const found = await ofText(situation)
    if (found) return found
  }
  const last = wordsOf(situation.sentence).findLast(
    ({ key }) => !manners.courtesy.has(key) || manners.pronouns.has(key),
  )
  const isFigure =
    COUNTING.has(before.match.skill) &&
    (going.words.some(({ key }) => manners.figures.has(key)) ||
      (last !== undefined && manners.pronouns.has(last.key) && going.words.length > 1))
  const ways = before.change
    ? [ofThing, ofChange, onceMore, ofFigure]
    : isFigure
      ? [ofFigure, sameOf, ofText]
      : [ofThing, sameOf, ofRead, ofText, ofFigure]
  for (const way of ways) {
    const found = await way(situation)
    if (found) return found
  }
  return null
}

/** “And add eggs too”, “great, what is 12 × 12”: a request of its own behind words that only lead to it. */
async function ofRest({ sentence, going, context }: Situation): Promise<Found> {
  const behind = /^[^,;:.!]{1,20}[,;:.!]\s+(.{4,})$/u.exec(sentence)?.[1]
  for (const said of new Set([going.rest, behind ?? ''])) {
    if (said === '' || said === sentence) continue
    const match = await bestClaim({ ...context, question: said })
    if (isClear(match) && match.skill !== 'find') return { match, said }
  }
  return null
}

/** “Delete it”, “give the second one top priority”, “suspend those”. */
async function ofThing({ sentence, before, going, context, manners }: Situation): Promise<Found> {
  const mayBeUnsaid = before.change !== null && !going.isMore && !going.isCorrection && !going.isQuestion
  const reading = await referredTo(unended(sentence), context, manners, mayBeUnsaid)
  return reading && { match: carriedOut(reading, certainty.pattern, context), said: sentence }
}

/** “No, Friday”, “make it 20”, “and high priority”, “it's 4 now”. */
async function ofChange({ sentence, before, going, context, language, manners }: Situation): Promise<Found> {
  const { change } = before
  if (!change || going.isQuestion) return null
  const isMore = going.isMore && !going.isCorrection
  const again = await changeAgain(change, going, context, language, manners, isMore)
  if (!again) return null
  const there = again.isInstead ? { ...context, act: replacing(change, context) } : context
  return { match: carriedOut(again.reading, certainty.pattern, there), said: sentence }
}

/** “Again for Monday”, “and 5 for coffee”: the same with another value, besides what was done. */
async function onceMore(situation: Situation): Promise<Found> {
  const { going, before } = situation
  if (!going.isMore || going.isQuestion || going.rest === '' || before.match.skill !== 'act') return null
  return like(situation, (match) => match.values !== undefined && isOther(match, before.match))
}

const isOther = (one: Match, other: Match): boolean => JSON.stringify(one.values) !== JSON.stringify(other.values)

/** “And of 400?”, “for december”, “and in London?”: what was asked, of something else. */
async function sameOf(situation: Situation): Promise<Found> {
  const { before } = situation
  if (before.match.how !== undefined || before.match.confidence < certainty.answer) return null
  return like(situation, (match) => before.match.values === undefined || isOther(match, before.match))
}

async function like(situation: Situation, isMeant: (match: Match) => boolean): Promise<Found> {
  const { before, going, context, language, manners } = situation
  const understood = (await understand(before.said, context, before.block !== null)).find(
    ({ meant }) => meant.id === before.match.intent,
  )
  // “Add eggs too” is an action of its own, not a value.
  const [own] = going.words.length > 1 ? await understand(going.rest, context) : []
  const isOwn = own !== undefined && isFair(own) && own.meant.id !== before.match.intent
  const some = await spliced({
    ...{ before: before.said, understood: understood ?? null, goingOn: going },
    ...{ moment: momentOf(context), language, manners, isOwn },
  })
  for (const said of some.slice(0, MOST_TRIED)) {
    if (before.match.skill === 'act') {
      const action = await asBefore(said, situation)
      if (action && isMeant(action)) return { match: action, said }
      // What changes something has to fit; what is only looked up may be told by its words.
      if (before.change) continue
    }
    const question = before.block === null ? said : `${said}\n${before.block}`
    const match = await bestClaim({ ...context, question, turns: [] })
    const { skill, intent, how, confidence } = match
    const isSame = skill === before.match.skill && (intent ?? null) === (before.match.intent ?? null)
    if (isSame && how === undefined && confidence >= certainty.answer && isMeant(match))
      return { match, said: question }
  }
  return null
}

/** What was done before, done with what this sentence says: that it is meant once more speaks for it. */
async function asBefore(said: string, { before, context }: Situation): Promise<Match | null> {
  const there = { ...context, question: said }
  const one = (await understand(said, there)).find(({ meant }) => meant.id === before.match.intent)
  const reading = one && one.aligned >= FITS ? (await meaningOf(one, there))?.reading : undefined
  return reading?.state === 'ready' ? carriedOut(reading, certainty.pattern, there) : null
}

/** How well a sentence has to fit the action that is meant once more. */
const FITS = 0.8

/** Written-out sentences that are looked at. */
const MOST_TRIED = 6

/** “Only high priority”, “the ones in project home”. */
async function ofRead({ sentence, before, going, context, language, manners }: Situation): Promise<Found> {
  if (!before.done || before.change) return null
  const reading = await readAgain(before.done, going, context, language, manners)
  return reading && { match: carriedOut(reading, certainty.pattern, context), said: sentence }
}

/** “How many words is that”, “now in capitals”: of the text that was given, or of the reply. */
async function ofText({ sentence, before, context }: Situation): Promise<Found> {
  const fenced = /```\w*\n([\s\S]*?)\n```/u.exec(before.text)?.[1]
  const drafted = /\n---\n\n([\s\S]*?)\n\n---\n/u.exec(before.text)?.[1]
  const text = fenced ?? drafted ?? before.block
  if (!text) return null
  const question = `${sentence}\n${text}`
  const match = await bestClaim({ ...context, question, turns: [] })
  return match.intent?.startsWith('text.') && isClear(match) ? { match, said: question } : null
}

/** “In pounds”. */
const INTO = new Set(['in', 'into', 'as', 'to'])
const COUNTING = new Set(['arithmetic', 'units', 'own'])

/** “Half of it”, “plus 10”, “and in pounds”: with the number of the last answer. */
async function ofFigure({ sentence, before, going, context, language, manners }: Situation): Promise<Found> {
  const isOfFigure = going.words.some(({ key }) => manners.figures.has(key))
  if (!COUNTING.has(before.match.skill) && !isOfFigure) return null
  const moment = momentOf(context)
  // “Write a poem” says nothing of a figure.
  const leads = going.words.slice(0, 1).some(({ key }) => manners.joiners.has(key) || INTO.has(key))
  const isBack =
    going.isMore || going.isCorrection || leads || wordsOf(sentence).some(({ key }) => manners.pronouns.has(key))
  if (!isOfFigure && !isBack && (await mentionsIn(sentence, moment, language)).length === 0) return null
  const figure = await figureIn(before.text, moment, language)
  if (!figure) return null
  const some = await withFigure(unended(sentence), going, figure, moment, language, manners)
  for (const said of some.slice(0, MOST_TRIED)) {
    const match = await bestClaim({ ...context, question: said, turns: [] })
    if (COUNTING.has(match.skill) && match.how === undefined && match.confidence >= certainty.pattern)
      return { match, said }
  }
  return null
}

/** The first change that is made takes the place of an earlier one, which goes once the new one is there. */
function replacing(done: Done, context: GuideContext): GuideContext['act'] {
  let isBack = false
  return async (action, input) => {
    const outcome = await context.act(action, input)
    if (!isBack && done.undo && action === done.action) {
      isBack = true
      try {
        await context.undo(done.undo)
      } catch (error) {
        // Both would stand: the new one goes again, and it is told that nothing was done.
        if (outcome.undo) await context.undo(outcome.undo)
        throw error
      }
    }
    return outcome
  }
}

/** The words that are neither courtesy nor stand for something. */
const bareWords = (sentence: string, { courtesy, pronouns }: LanguageManners): string =>
  wordsOf(sentence)
    .map(({ key }) => key)
    .filter((word) => !courtesy.has(word) && !pronouns.has(word))
    .join(' ')

/** “Never mind, forget it” is left twice. */
const clauses = (sentence: string): string[] => {
  const parts = sentence.split(/[,;.!]\s+/u).map(spoken)
  return parts.length > 1 && parts.every((part) => part.split(' ').length <= 3) ? parts.slice(0, 1) : []
}

const lastChange = (turns: readonly Turn[]): Done | null =>
  turns.flatMap(({ done }) => done ?? []).findLast(({ undo }) => undo !== null) ?? null
