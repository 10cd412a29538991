import type { Moment } from '../calendar/reading.ts'
import type { LanguageManners } from '../understanding/manners.ts'
import { longest, type Mention, mentionsIn } from '../understanding/mentions.ts'
import type { Understood } from '../understanding/understand.ts'
import { durationWords } from '../understanding/unit-words.ts'
import { type Word, wordsOf } from '../understanding/words.ts'
import type { GoingOn } from './going-on.ts'

/** A sentence before, with what goes on in the place of what it is like. */
interface Splicing {
  before: string
  /** What the sentence before was understood as, where examples tell it. */
  understood: Understood | null
  goingOn: GoingOn
  moment: Moment
  language: string
  manners: LanguageManners
  /** It says something by itself, so that it is no mere value. */
  isOwn: boolean
}

/**
 * The sentence before with another value in it, the likeliest first: “and of 400?” after “what is 15 % of 80”, “for december” after “show
 * my budget for november”, “and London?” after “what time is it in Tokyo”. Whether it is one is for whoever understands it to say.
 */
export async function spliced(splicing: Splicing): Promise<string[]> {
  const { rest, words } = splicing.goingOn
  if (rest === '') return [splicing.before]
  if (words.length > 8) return []
  const { pronouns, plural, ordinals } = splicing.manners
  // “Delete the first one” says what is to be done, and no name.
  const isOwn =
    splicing.isOwn ||
    (!splicing.goingOn.isMore && words.some(({ key }) => pronouns.has(key) || plural.has(key) || ordinals.has(key)))
  const isSmall = ({ key }: Word) => splicing.manners.courtesy.has(key) || splicing.manners.joiners.has(key)
  return [
    ...new Set([
      ...(await byValues(splicing, isSmall)),
      ...(await byValueAndText(splicing, isSmall)),
      ...byPivot(splicing),
      ...byUnit(splicing),
      ...byWord(splicing, isSmall),
      ...byHead(splicing),
      ...(isOwn ? [] : [...bySlot(splicing, isSmall), ...byTail(splicing, isSmall)]),
      ...(mayFollow(splicing) ? [`${splicing.before} ${rest}`] : []),
    ]),
  ].filter((one) => one !== splicing.before)
}

/** “For december”, “in euros”, “per city please”: led by a small word, and nothing that stands for a thing. */
function mayFollow({ goingOn: { words, isMore }, manners, isOwn }: Splicing): boolean {
  const { joiners, courtesy, pronouns, plural, ordinals } = manners
  if (words.some(({ key }) => !courtesy.has(key) && (pronouns.has(key) || plural.has(key) || ordinals.has(key))))
    return false
  const first = words[0]?.key ?? ''
  return isMore || joiners.has(first) || LEADING.has(first) || (!isOwn && words.length <= 3)
}
const LEADING = new Set(
  'for in on at by per from since until to with of as only just not without before after instead'.split(' '),
)

/** Values of its kinds: the one that stands behind the same word, or else the last. */
async function byValues(
  { before, goingOn: { rest, words }, moment, language, manners }: Splicing,
  isSmall: (word: Word) => boolean,
): Promise<string[]> {
  const given = valuesOf(await mentionsIn(rest, moment, language))
  const known = new Set(wordsOf(before).map(({ key }) => key))
  const isTold = (word: Word) => isSmall(word) || known.has(word.key) || manners.pronouns.has(word.key)
  const offset = words[0]?.from ?? 0
  const left = words.filter(
    (word) => !isTold(word) && !given.some(({ from, to }) => word.from - offset >= from && word.from - offset < to),
  )
  if (given.length === 0 || left.length > 0) return []
  const all = await mentionsIn(before, moment, language)
  let written = before
  const used: Mention[] = []
  for (const value of given) {
    const old = likeOf(value, all, wordBefore(rest, value.from), before, used)
    if (!old) return []
    used.push(old)
  }
  for (const [at, old] of [...used.entries()].sort(([, a], [, b]) => b.from - a.from)) {
    const value = given[at] as Mention
    written =
      written.slice(0, old.from) + inPlaceOf(old, value, rest.slice(value.from, value.to)) + written.slice(old.to)
  }
  return [written]
}

/** “30 years” is a span of time before it is a day. */
const valuesOf = (all: readonly Mention[]): Mention[] =>
  longest(
    all.filter(
      (day) =>
        day.kind !== 'date' || !all.some(({ kind, from, to }) => kind === 'duration' && from < day.to && day.from < to),
    ),
  )

/** A value and a text, each in the place of its like: “5 for coffee” after “I spent 20 on food”. */
async function byValueAndText(
  { before, understood, goingOn: { rest, words }, moment, language }: Splicing,
  isSmall: (word: Word) => boolean,
): Promise<string[]> {
  const [value, ...more] = valuesOf(await mentionsIn(rest, moment, language))
  const places = Object.entries(understood?.places ?? {})
  const texts = places.filter(([slot]) => understood?.meant.kindOf(slot) === 'text')
  const [, text] = texts.at(-1) ?? []
  if (!value || more.length > 0 || !text) return []
  const offset = words[0]?.from ?? 0
  const others = words.filter(({ from }) => from - offset < value.from || from - offset >= value.to)
  const kept = others.filter((word) => !isSmall(word))
  const [first, last] = [kept[0], kept.at(-1)]
  const old = likeOf(value, await mentionsIn(before, moment, language), '', before, [])
  if (!first || !last || !old || (old.from < text[1] && text[0] < old.to)) return []
  const parts = [
    { from: old.from, to: old.to, said: inPlaceOf(old, value, rest.slice(value.from, value.to)) },
    { from: text[0], to: text[1], said: rest.slice(first.from - offset, last.to - offset) },
  ].sort((a, b) => b.from - a.from)
  return [parts.reduce((whole, { from, to, said }) => whole.slice(0, from) + said + whole.slice(to), before)]
}

/** What leads to the second slot and those after it: “mesa means table” after “add a card to spanish: perro = dog”. */
function byHead({ before, understood, goingOn: { rest, words } }: Splicing): string[] {
  const places = Object.values(understood?.places ?? {}).toSorted((a, b) => a[0] - b[0])
  return words.length < 3 ? [] : places.slice(1).map(([from]) => before.slice(0, from) + rest)
}

const wordBefore = (text: string, at: number): string => wordsOf(text.slice(0, at)).at(-1)?.key ?? ''

function likeOf(
  value: Mention,
  all: readonly Mention[],
  word: string,
  before: string,
  used: readonly Mention[],
): Mention | undefined {
  const free = all.filter((one) => !used.some((other) => one.from < other.to && other.from < one.to))
  const whole = valuesOf(free)
  const same = whole.filter(({ kind }) => kind === value.kind)
  const behind = same.findLast(({ from }) => word !== '' && wordBefore(before, from) === word)
  if (behind ?? same.at(-1)) return behind ?? same.at(-1)
  if (value.kind === 'money') return whole.findLast(({ kind }) => kind === 'number')
  if (value.kind !== 'number') return undefined
  // “No, 20” after “15 dollars” means dollars: the number within the amount.
  const amount = whole.findLast(({ kind }) => ['money', 'percent', 'quantity', 'duration'].includes(kind))
  if (!amount) return undefined
  const figure = /\p{N}+(?:[.,]\p{N}+)*/u.exec(before.slice(amount.from, amount.to))
  return figure
    ? ({ ...value, from: amount.from + figure.index, to: amount.from + figure.index + figure[0].length } as Mention)
    : undefined
}

/** A time of day alone. */
const TIME = /^\D{0,4}\d{1,2}(?:[:.h]\d{2})?\s?(?:am|pm|uhr|h|Uhr)?$/iu

/** Another day keeps the time of the one before, another time its day. */
export function inPlaceOf(old: Mention, value: Mention, said: string): string {
  if (old.kind !== 'date' || value.kind !== 'date') return said
  if (value.time && TIME.test(said)) return `${old.value} ${said}`
  return old.time && !value.time ? `${said} ${old.time}` : said
}

/** Another unit of time: “in weeks” after “how many days until June”. */
function byUnit({ before, goingOn: { rest, words }, language }: Splicing): string[] {
  const units = new Map([...durationWords('en'), ...durationWords(language)])
  const last = words.at(-1)
  const old = wordsOf(before).find(({ key }) => units.has(key))
  if (!last || !old || !units.has(last.key)) return []
  return [before.slice(0, old.from) + rest.slice(last.from - (words[0]?.from ?? 0)) + before.slice(old.to)]
}

/** What stands on both sides of a word that stands between two slots: `gato = cat` for `perro = dog`. */
function byPivot({ before, understood, goingOn: { rest, words } }: Splicing): string[] {
  const places = Object.values(understood?.places ?? {})
  const old = wordsOf(before)
  return words.slice(1, -1).flatMap(({ key }) => {
    const pivot = old.findLast((word) => word.key === key)
    if (!pivot) return []
    const left = places.filter(([, to]) => to <= pivot.from).toSorted((a, b) => b[1] - a[1])[0]
    const right = places.filter(([from]) => from >= pivot.to).toSorted((a, b) => a[0] - b[0])[0]
    return left && right && pivot.from - left[1] < 3 && right[0] - pivot.to < 3
      ? [before.slice(0, left[0]) + rest + before.slice(right[1])]
      : []
  })
}

/** What stands behind the same word: “per year” for “per month”. */
function byWord({ before, goingOn: { rest, words } }: Splicing, isSmall: (word: Word) => boolean): string[] {
  const old = wordsOf(before)
  const at = old.findLastIndex(({ key }, index) => index > 0 && key === words[0]?.key)
  if (at < 0) return []
  const next = old.findIndex((word, index) => index > at + 1 && isSmall(word) && !isSmall(old[index - 1] as Word))
  const [begin, end] = [old[at]?.from as number, next < 0 ? before.length : (old[next]?.from as number)]
  const whole = `${before.slice(0, begin)}${rest}`
  return next < 0 ? [whole] : [`${whole} ${before.slice(end)}`, whole]
}

/** What a slot of free text took. */
function bySlot(
  { before, understood, goingOn: { rest, words } }: Splicing,
  isSmall: (word: Word) => boolean,
): string[] {
  const first = words.find((word) => !isSmall(word))
  const bare = first ? rest.slice(first.from - (words[0]?.from ?? 0)) : rest
  return Object.entries(understood?.places ?? {})
    .filter(([slot]) => ['text', 'word', 'choice', 'date'].includes(understood?.meant.kindOf(slot) ?? ''))
    .toReversed()
    .map(([, [from, to]]) => before.slice(0, from) + bare + before.slice(to))
}

/** What stands behind the last small word. */
function byTail({ before, goingOn: { rest, words } }: Splicing, isSmall: (word: Word) => boolean): string[] {
  const old = wordsOf(before)
  const at = old.findLastIndex((word, index) => isSmall(word) && index > 0 && index < old.length - 1)
  const first = words.find((word) => !isSmall(word))
  if (at < 0 || !first) return []
  return [`${before.slice(0, old[at]?.to)} ${rest.slice(first.from - (words[0]?.from ?? 0))}`]
}
