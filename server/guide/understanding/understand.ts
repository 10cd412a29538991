import { ownLanguage } from '@atrium/contract/catalogue/language-of'
import type { Module } from '@atrium/contract/module'
import type { ThingSaid } from '../../records/things-said.ts'
import { momentOf } from '../calendar/reading.ts'
import type { GuideContext } from '../guide.ts'
import { intents } from '../intents/all.ts'
import { GUIDE_LANGUAGES, type GuideLanguage, type SlotKind } from '../intents/intent.ts'
import { type Kind, type Known, knownIn, TOKENS } from './known.ts'
import { mannersOf } from './manners.ts'
import { createMatcher, type Matched, type Matcher } from './matcher.ts'
import { longest, type Mention, mentionsIn } from './mentions.ts'
import { noneIn } from './none.ts'
import { idleIn } from './small-words.ts'
import { type Judged, judged } from './sureness.ts'
import { weights } from './weights.ts'
import { type Word, wordsOf } from './words.ts'

export interface Understood extends Judged<Matched<Known>> {
  language: GuideLanguage
  mentions: readonly Mention[]
  /** The person's own things whose names are in the sentence. */
  things: readonly ThingSaid[]
}

/** What a value may be read from, the fittest first. */
export const READ_FROM: Readonly<Partial<Record<SlotKind, readonly Mention['kind'][]>>> = {
  number: ['number', 'percent', 'money'],
  percent: ['percent', 'number'],
  money: ['money', 'number'],
  quantity: ['quantity'],
  duration: ['duration'],
  date: ['date'],
  moment: ['date'],
}

const matchers = new WeakMap<readonly Module[], Map<GuideLanguage, Promise<Matcher<Known>>>>()

function matcherIn(modules: readonly Module[], language: GuideLanguage): Promise<Matcher<Known>> {
  const those = matchers.get(modules) ?? new Map<GuideLanguage, Promise<Matcher<Known>>>()
  matchers.set(modules, those)
  const matcher =
    those.get(language) ??
    createMatcher(language, knownIn(modules, intents, language), noneIn(language), mannersOf(language))
  those.set(language, matcher)
  matcher.catch(() => those.delete(language))
  return matcher
}

/** Learns the sentences of a language, unless that is done. */
export async function learn(modules: readonly Module[], language: GuideLanguage): Promise<void> {
  await matcherIn(modules, language)
}

const SCRIPTS: readonly [RegExp, readonly GuideLanguage[]][] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, ['ja']],
  [/\p{Script=Han}/u, ['zh-Hans', 'ja']],
  [/\p{Script=Hangul}/u, ['ko']],
  [/\p{Script=Arabic}/u, ['ar']],
  [/\p{Script=Devanagari}/u, ['hi']],
  [/\p{Script=Cyrillic}/u, ['ru']],
]
const LATIN = GUIDE_LANGUAGES.filter((one) => !SCRIPTS.some(([, those]) => those.includes(one)))

const isOurs = (tag: string): tag is GuideLanguage => (GUIDE_LANGUAGES as readonly string[]).includes(tag)

/** Languages besides the person's own and English that a sentence is read in. */
const OTHERS = 2

/**
 * The languages that a sentence may be in, the person's own and English first: by its letters, and of those that share them the two whose
 * small words it has most of.
 */
export function languagesOf(sentence: string, locale: string): GuideLanguage[] {
  const own = ownLanguage(locale)
  const written = SCRIPTS.find(([script]) => script.test(sentence))?.[1] ?? LATIN
  const words = wordsOf(sentence, 40)
  const small = (language: GuideLanguage) => {
    const { courtesy, joiners } = mannersOf(language)
    return words.filter(({ key }) => courtesy.has(key) || joiners.has(key)).length
  }
  const others = written
    .map((language) => ({ language, count: small(language) }))
    .filter(({ count }) => count > 0 || written.length <= OTHERS)
    .sort((a, b) => b.count - a.count)
    .slice(0, OTHERS)
    .map(({ language }) => language)
  const first = [
    ...(isOurs(own) && written.includes(own) ? [own] : []),
    ...(written.includes('en') ? ['en' as const] : []),
  ]
  return [...new Set([...first, ...others])]
}

/** From here on it is plain which language a sentence is in. */
const PLAIN = 0.85

type Asking = Pick<GuideContext, 'modules' | 'locale' | 'now' | 'timeZone'> & Partial<Pick<GuideContext, 'things'>>
/** By the context: several skills ask for the same sentence. */
const understood = new WeakMap<Asking, Map<string, Promise<Understood[]>>>()

/** What a sentence can mean, the likeliest first, each once. `hasBlock`: a text that it is about is there besides. */
export function understand(sentence: string, context: Asking, hasBlock = false): Promise<Understood[]> {
  const those = understood.get(context) ?? new Map<string, Promise<Understood[]>>()
  understood.set(context, those)
  const key = `${hasBlock} ${sentence}`
  const known = those.get(key) ?? read(sentence, context, hasBlock)
  those.set(key, known)
  return known
}

async function read(sentence: string, context: Asking, hasBlock: boolean): Promise<Understood[]> {
  const moment = momentOf(context)
  const found: Understood[] = []
  let known = 0
  let things: readonly ThingSaid[] | null = null
  const languages = languagesOf(sentence, context.locale)
  for (const language of languages) {
    const matcher = await matcherIn(context.modules, language)
    if (matcher.size.examples === 0) continue
    // “Put the kettle on” is no French, though “on” is.
    const knows = matcher.knows(sentence)
    if (known > 0 && knows < known + MORE_KNOWN) continue
    known = Math.max(known, knows)
    const mentions = await mentionsIn(sentence, moment, language)
    const matched = matcher.match(
      sentence,
      {
        valueAt: (known, slot, words, at) => endOf(known, slot, words, at, mentions),
        unsaid: (known, slot) => costOf(known.kindOf(slot), hasBlock),
      },
      told(mentions, sentence).map(({ from, to, kind }) => ({ from, to, token: TOKENS[kind] })),
    )
    if (isQuestion(sentence, language))
      for (const one of matched) {
        if (!one.meant.target || one.meant.target.action.effect === 'read' || isTold(one, sentence, language)) continue
        one.aligned -= weights.question
      }
    if (matched.some(({ meant }) => meant.target)) things ??= await saidThings(sentence, languages, context)
    const likeliest = judged(matched, things ?? []).slice(0, 8)
    found.push(...likeliest.map((one) => ({ ...one, language, mentions, things: things ?? [] })))
    if ((likeliest[0]?.sure ?? 0) >= PLAIN) break
  }
  const best = new Map<string, Understood>()
  for (const one of withOneOrMany(found).sort((a, b) => b.sure - a.sure))
    if (!best.has(one.meant.id)) best.set(one.meant.id, one)
  return [...best.values()]
}

/** What was looked up for a reply: written-out sentences ask for much the same. */
const lookedUp = new WeakMap<NonNullable<Asking['things']>, Map<string, Promise<readonly ThingSaid[]>>>()

/** The person's own things whose names are in the sentence, whichever of these languages it is in. */
function saidThings(
  sentence: string,
  languages: readonly GuideLanguage[],
  { things }: Asking,
): Promise<readonly ThingSaid[]> {
  if (!things) return Promise.resolve([])
  const small = new Set(languages.flatMap(idleIn))
  const key = wordsOf(sentence)
    .flatMap((word) => (small.has(word.key) ? [] : [word.key]))
    .sort()
    .join(' ')
  const those = lookedUp.get(things) ?? new Map<string, Promise<readonly ThingSaid[]>>()
  lookedUp.set(things, those)
  const known = those.get(key) ?? Promise.resolve(things({ words: sentence, small }))
  those.set(key, known)
  return known
}

/** Three things or more, each of a few words: “milk, eggs and bread”. */
const LIST =
  /^\s*(?:[^\s,;]+(?:\s[^\s,;]+){0,3}\s*[,;]\s*)+(?:(?:and|or|und|y|e|et|en|i|ve|и|dan)\s+)?[^\s,;]+(?:\s[^\s,;]+){0,4}\s*$/iu

/**
 * To add one task and to add several do not speak against each other: together they are as sure as both, and how many are named tells
 * which it is.
 */
function withOneOrMany(found: readonly Understood[]): Understood[] {
  const sures = new Map<Understood, number>()
  for (const many of found) {
    if (!many.meant.id.endsWith('Many')) continue
    const one = found.find(({ meant, language }) => `${meant.id}Many` === many.meant.id && language === many.language)
    if (!one) continue
    const named = one.captured.title ?? one.captured.id
    const isList = named !== undefined && LIST.test(named) && named === (many.captured.lines ?? many.captured.ids)
    const likelier = isList ? many : one
    sures.set(likelier, Math.min(TOGETHER, one.sure + many.sure))
    sures.set(likelier === one ? many : one, Math.min(one.sure, many.sure) / 2)
  }
  return found.map((one) => ({ ...one, sure: sures.get(one) ?? one.sure }))
}
const TOGETHER = 0.95

/** How much more of a sentence another language has to know than the likeliest for it to be read in that. */
const MORE_KNOWN = 0.1

/** Words before a span of time that make a day of it: “in two hours”, where “for 30 years” is a span. */
const AHEAD = /^(?:in|within|dans|en|tra|fra|em|daqui|za|через|dalam|over)(?![\p{L}])/iu

/** The values that stand for themselves where sentences are compared as a whole. */
const told = (mentions: readonly Mention[], sentence: string): Mention[] =>
  longest(
    mentions.filter(
      (day) =>
        day.kind !== 'date' ||
        AHEAD.test(sentence.slice(day.from)) ||
        !mentions.some((span) => span.kind === 'duration' && span.from >= day.from && span.to <= day.to),
    ),
  )

/** “Homework due Thursday?” asks; “can you add a task?” does not. */
function isQuestion(sentence: string, language: GuideLanguage): boolean {
  const [first] = wordsOf(sentence, 1)
  return /[?？؟]\s*$/u.test(sentence) && first !== undefined && !mannersOf(language).courtesy.has(first.key)
}

/** “Add a task: is it done?” begins as its example does, which tells and asks nothing. */
function isTold({ example }: Matched<Known>, sentence: string, language: GuideLanguage): boolean {
  const { courtesy, questions } = mannersOf(language)
  const first = wordsOf(sentence).find(({ key }) => !courtesy.has(key))?.key
  const piece = example.pieces.find((one) => 'slot' in one || !courtesy.has(one.word))
  return first !== undefined && !questions.has(first) && piece !== undefined && 'word' in piece && piece.word === first
}

/** What it costs that nothing was said for a slot. */
function costOf(kind: Kind, hasBlock: boolean): number {
  if (kind === 'block') return hasBlock ? 0 : weights.noText
  if (kind === 'choice') return weights.noChoice
  return kind === 'text' ? weights.noText : weights.noValue
}

/** Where a value for this slot ends. */
function endOf(
  { kindOf, optionsOf }: Known,
  slot: string,
  words: readonly Word[],
  at: number,
  mentions: readonly Mention[],
): number | null | 'text' {
  const kind = kindOf(slot)
  if (kind === 'text' || kind === 'block') return 'text'
  if (kind === 'word') return at + 1
  const from = words[at]?.from as number
  if (kind === 'choice') {
    const options = optionsOf(slot)
    for (const length of [3, 2, 1]) {
      const said = words.slice(at, at + length).map(({ key }) => key)
      if (
        said.length === length &&
        options.some((option) => option.toLowerCase().replaceAll(/[_-]/g, ' ') === said.join(' '))
      )
        return at + length
    }
    return null
  }
  const kinds = READ_FROM[kind === 'numbers' ? 'number' : kind] ?? []
  const mention = kinds.flatMap((one) =>
    mentions.filter(
      (other) =>
        other.kind === one &&
        other.from <= from &&
        other.to > from &&
        (other.from === from || words[at - 1] === undefined || (words[at - 1] as Word).to <= other.from),
    ),
  )[0]
  if (!mention) return null
  const next = words.findIndex((word) => word.from >= mention.to)
  return next < 0 ? words.length : next
}
