import type { ThingSaid } from '../../records/things-said.ts'
import { mannersOf } from '../understanding/manners.ts'
import { longest } from '../understanding/mentions.ts'
import type { Understood } from '../understanding/understand.ts'
import { folded, type Word, wordsOf } from '../understanding/words.ts'
import { type Field, fieldsOf } from './fields.ts'

type Values = Record<string, string>

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

/** An amount as it is written: “forty bucks” is 40. Null where it is written so already, or is none. */
function inFigures(
  text: string,
  place: readonly [number, number] | undefined,
  { mentions }: Understood,
): string | null {
  if (/^[^\p{L}]*\d/u.test(text) && !/[()]/u.test(text)) return null
  const money = place && mentions.find(({ kind, from, to }) => kind === 'money' && from < place[1] && to > place[0])
  const number = place && mentions.find(({ kind, from, to }) => kind === 'number' && from < place[1] && to > place[0])
  if (money?.kind === 'money')
    return `${money.value.amount.toString()}${money.value.currency && /\p{Sc}|[A-Z]{3}|euro|pound/iu.test(text) ? ` ${money.value.currency}` : ''}`
  return number?.kind === 'number' ? number.value.toString() : null
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

/** The name of what is there, for words that hold it and more: “the current balance of my everyday account” is “Everyday account”. */
function namedIn(value: string, rows: readonly ThingSaid[]): string | null {
  if (rows.some(({ title }) => areSame(title, value))) return null
  const said = new Set(keysOf(value))
  const whole = rows.filter(({ title, part }) => part === 1 && keysOf(title).some((key) => said.has(key)))
  const [best, next] = whole.toSorted((a, b) => b.count - a.count)
  return best && (!next || next.count < best.count || areSame(next.title, best.title)) ? best.title : null
}

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
  const collections = Object.keys(target.module.collections)
  for (const [name, value] of Object.entries(captured)) {
    if (isRead && SEEKING.has(name)) values[name] = sought(value, language)
    if (meant.kindOf(name) === 'money') values[name] = inFigures(value, places[name], understood) ?? value
  }
  const taken = Object.entries(places).filter(([name]) => captured[name] !== undefined)
  for (const field of fields) {
    if (field.kind !== 'string' || field.name === 'id' || field.name === 'ids' || field.name === 'title') continue
    const collection = collectionFor(field, collections)
    const rows = things.filter((row) => row.module === target.module.id && row.collection === collection)
    if (rows.length === 0) continue
    const value = captured[field.name]
    if (value !== undefined) {
      values[field.name] = namedIn(value, rows) ?? value
      continue
    }
    if (field.name !== singular(collection ?? '')) continue
    const free = rows.flatMap(({ title, part }) => {
      const place = part === 1 ? placeOf(title, sentence) : null
      const isFree = place && !taken.some(([, [from, to]]) => from < place[1] && place[0] < to)
      return isFree && (isRead || LED.test(sentence.slice(0, place[0]))) ? [title] : []
    })
    const [only] = new Set(free)
    if (only !== undefined && new Set(free).size === 1) values[field.name] = only
  }
  const isText = ({ name }: Field) => meant.kindOf(name) === 'text'
  const memo = fields.find(({ name }) => name === 'memo')
  const isPaid = fields.some(({ name, required }) => required && meant.kindOf(name) === 'money')
  if (memo && isPaid && !isRead && !fields.some((field) => isText(field) && values[field.name] !== undefined)) {
    const said = unsaidFor(understood, sentence)
    if (said !== null) values[memo.name] = said
  }
  return values
}
