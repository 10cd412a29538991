import type { ThingSaid } from '../../records/things-said.ts'
import { mannersOf } from '../understanding/manners.ts'
import { longest } from '../understanding/mentions.ts'
import type { Understood } from '../understanding/understand.ts'
import { folded, type Word, wordsOf } from '../understanding/words.ts'
import { type Field, fieldsOf } from './fields.ts'

type Values = Record<string, string>
type Place = readonly [number, number]

const keysOf = (text: string): string[] => wordsOf(text).map(({ key }) => key)

/** Words that ask and say nothing of what is looked for: “is” of “when is the photo shoot”. */
const ASKING = new Set(
  'is are was were am be been did do does has have had the a an my our your that this it again i we you there any some about with on'.split(
    ' ',
  ),
)

/** What is looked for, without what only asks for it: “is the photo shoot again” is “photo shoot”. English alone has such words. */
function sought(text: string, language: string): string {
  const { courtesy, questions } = mannersOf(language)
  const words = wordsOf(text)
  const isIdle = ({ key }: Word) => courtesy.has(key) || questions.has(key) || (language === 'en' && ASKING.has(key))
  const first = words.findIndex((word) => !isIdle(word))
  const last = words.findLastIndex((word) => !isIdle(word))
  if (first < 0) return text
  const [from, to] = [words[first]?.from ?? 0, words[last]?.to ?? text.length]
  return text.slice(from, to)
}
const SEEKING = new Set(['words', 'query'])
const FOLDERS = new Set(['to', 'path', 'folder'])
const REPEATS = new Set(['rrule', 'recurrence'])

/** Digits, perhaps with a currency: the person's own way of writing it. */
const WRITTEN = /^\p{Sc}?\s?\d[\d.,\s]*(?:\p{Sc}|[A-Za-z]{3}|euros?|dollars?|pounds?)?$/u
/** Which currency is meant is said: “bucks” may be anybody's. */
const OF_A_CURRENCY = /\p{Sc}|\b[A-Z]{3}\b|\b(?:euros?|dollars?|pounds?|quid|francs?|yen|rupees?)\b/iu

/** An amount in figures, with its currency where one is said beside it: “forty euros” is 40 EUR. Null where it is written so already. */
function inFigures(text: string, place: Place | undefined, { mentions }: Understood, sentence: string): string | null {
  const within = (kind: 'money' | 'number') =>
    place && mentions.find((one) => one.kind === kind && one.from < place[1] && one.to > place[0])
  const one = within('money') ?? within('number')
  if (one?.kind !== 'money' && one?.kind !== 'number') return null
  const isCode = OF_A_CURRENCY.test(sentence.slice(one.from, one.to))
  const currency = one.kind === 'money' && isCode ? one.value.currency : null
  const isMarked = /\p{Sc}|\p{L}/u.test(text)
  if (WRITTEN.test(text)) return currency && !isMarked ? `${text} ${currency}` : null
  const amount = one.kind === 'money' ? one.value.amount : one.value
  return `${amount.toString()}${currency ? ` ${currency}` : ''}`
}

const singular = (collection: string): string => collection.replace(/ies$/u, 'y').replace(/s$/u, '')

/** The collection whose things a field is filled with: `category` with a category, `from` with an account where it says so. */
function collectionFor({ name, description }: Field, collections: readonly string[]): string | undefined {
  const named = collections.find((one) => singular(one) === name || one === name)
  if (named) return named
  const words = keysOf(description ?? '')
  return collections.find((one) => words.includes(singular(one)) || words.includes(one))
}

const LED = /(?:^|\s)(?:from|on|in|into|with|to|under|at|via|by|of|for)\s+(?:the\s+|my\s+|our\s+)?$/iu

/** Where a thing's name stands in the sentence, its words beside each other. */
function placeOf(title: string, sentence: string): readonly [number, number] | null {
  const [own, all] = [keysOf(title), wordsOf(sentence)]
  const at = all.findIndex((_, index) => own.every((key, next) => all[index + next]?.key === key))
  return at < 0 || own.length === 0 ? null : [all[at]?.from ?? 0, all[at + own.length - 1]?.to ?? 0]
}

const areSame = (a: string, b: string): boolean => folded(a) === folded(b)

/**
 * The name of what is there, for words that hold it and more: “the current balance of my everyday account” is “Everyday account”. Where
 * something is changed nothing else may be said: “Spanish verbs” is no “Spanish”.
 */
function namedIn(value: string, rows: readonly ThingSaid[], collection: string, isRead: boolean): string | null {
  if (rows.some(({ title }) => areSame(title, value))) return null
  const said = keysOf(value)
  const idle = new Set([...ASKING, ...LEADS, singular(collection)])
  const whole = rows.filter(({ title, part }) => {
    const own = keysOf(title)
    const others = said.filter((key) => !own.includes(key))
    return part === 1 && others.length < said.length && (isRead || others.every((key) => idle.has(key)))
  })
  const [best, next] = whole.toSorted((a, b) => b.count - a.count)
  return best && (!next || next.count < best.count || areSame(next.title, best.title)) ? best.title : null
}
const LEADS = ['from', 'in', 'into', 'to', 'onto', 'under', 'at', 'for', 'of']

/** Words for paying, earning and writing it down: no part of what was paid for. */
const PAYING = new Set(
  `spent spend paid payed pay bought buy buying cost costs costing expense expenses purchase purchased payment charged charge dropped blew
  forked coughed handed gave give got get getting took take had have log logged record recorded note noted down add added put enter entered
  jot write track booked book went gone going came come comes in out up off just again today yesterday received receive arrived income
  earned made back please pls cash total so far and for at from to of into onto under by which who they me us he she lol ugh`.split(
    /\s+/,
  ),
)

/** What an amount was for, where no slot took it: “coffee” of “coffee 3.80”. */
function unsaidFor({ mentions, language }: Understood, sentence: string): string | null {
  if (language !== 'en') return null
  const { courtesy, joiners, pronouns, questions } = mannersOf(language)
  const values = longest(mentions)
  const idle = [courtesy, joiners, pronouns, questions, ASKING]
  const kept = wordsOf(sentence).filter(
    ({ key, from, to }) =>
      !values.some((one) => one.from < to && from < one.to) &&
      !idle.some((some) => some.has(key)) &&
      /\p{L}/u.test(key) &&
      !PAYING.has(key),
  )
  const [first, last] = [kept[0], kept.at(-1)]
  if (!first || !last || kept.length > 5) return null
  const whole = sentence.slice(first.from, last.to)
  const isTogether = !values.some((one) => one.from < last.to && one.to > first.from)
  return isTogether ? whole : kept.map(({ from, to }) => sentence.slice(from, to)).join(' ')
}

/** Fields that say what a thing is called or is to be called, and none that it belongs to. */
const NAMES = new Set(['id', 'ids', 'title', 'name', 'text'])

/**
 * What was read of a sentence, put right by what its words are: what is looked for without what asks for it, amounts in figures, things
 * by the names that they have, and what an amount was for.
 */
export function refined(understood: Understood, captured: Readonly<Values>, sentence: string): Values {
  const { meant, places, language, things } = understood
  const { target } = meant
  const values: Values = { ...captured }
  if (!target) return values
  const isRead = target.action.effect === 'read'
  const fields = fieldsOf(target.action)
  const collections = Object.entries(target.module.collections).flatMap(([name, { search }]) =>
    search[0] === 'name' || search[0] === 'title' ? [name] : [],
  )
  const spans = understood.mentions.filter(({ kind }) => kind === 'duration')
  for (const [name, value] of Object.entries(captured)) {
    if (isRead && SEEKING.has(name)) values[name] = sought(value, language)
    if (FOLDERS.has(name)) values[name] = value.replace(/^(?:the|my|our) /iu, '').replace(/ folder$/iu, '')
    const span = spans.find(({ from, to }) => (places[name]?.[0] ?? 0) < to && from < (places[name]?.[1] ?? 0))
    // “Make it 2 hours” says how long, not how often.
    if (span && REPEATS.has(name) && !/\b(?:every|each|daily|weekly|monthly|yearly)\b/iu.test(value))
      delete values[name]
    if (meant.kindOf(name) === 'money') values[name] = inFigures(value, places[name], understood, sentence) ?? value
  }
  const taken = Object.entries(places).filter(([name]) => captured[name] !== undefined)
  for (const field of fields) {
    if (field.kind !== 'string' || NAMES.has(field.name)) continue
    const collection = collectionFor(field, collections)
    const rows = things.filter((row) => row.module === target.module.id && row.collection === collection)
    if (collection === undefined || rows.length === 0) continue
    const value = captured[field.name]
    if (value !== undefined) {
      values[field.name] = namedIn(value, rows, collection, isRead) ?? value
      continue
    }
    if (field.name !== singular(collection)) continue
    const free = rows.flatMap(({ title, part }) => {
      const place = part === 1 ? placeOf(title, sentence) : null
      const isFree = place && !taken.some(([, [from, to]]) => from < place[1] && place[0] < to)
      return isFree && (isRead || LED.test(sentence.slice(0, place[0]))) ? [title] : []
    })
    const [only] = new Set(free)
    if (only !== undefined && new Set(free).size === 1) values[field.name] = only
  }
  const isText = ({ name }: Field) => meant.kindOf(name) === 'text'
  const owed = fields.find(({ name, required }) => required && meant.kindOf(name) === 'money')
  if (owed && !isRead && values[owed.name] === undefined) {
    const free = longest(understood.mentions).filter(
      ({ kind, from, to }) =>
        (kind === 'money' || kind === 'number') && !taken.some(([, [start, end]]) => start < to && from < end),
    )
    const [only, ...others] = free
    if (only && others.length === 0) {
      const text = sentence.slice(only.from, only.to)
      values[owed.name] = inFigures(text, [only.from, only.to], understood, sentence) ?? text
    }
  }
  const memo = fields.find(({ name }) => name === 'memo')
  if (memo && owed && !isRead && !fields.some((field) => isText(field) && values[field.name] !== undefined)) {
    const said = unsaidFor(understood, sentence)
    if (said !== null) values[memo.name] = said
  }
  return values
}
