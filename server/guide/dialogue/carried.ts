import type { Module } from '@atrium/contract/module'
import { type Field, fieldsOf } from '../actions/fields.ts'
import { complete, type Reading } from '../actions/reading.ts'
import { type Target, targetsOf } from '../actions/targets.ts'
import { coerce } from '../actions/values.ts'
import { momentOf } from '../calendar/reading.ts'
import type { Done, GuideContext } from '../guide.ts'
import { kindOf } from '../understanding/known.ts'
import type { LanguageManners } from '../understanding/manners.ts'
import { longest, type Mention, mentionsIn } from '../understanding/mentions.ts'
import { folded, type Word, wordsOf } from '../understanding/words.ts'
import type { GoingOn } from './going-on.ts'
import { singleIn } from './rows.ts'
import { inPlaceOf } from './spliced.ts'

/** A value that was said for a field. */
interface Given {
  field: Field
  value: unknown
}

const targetOf = (modules: readonly Module[], action: string): Target | undefined =>
  targetsOf(modules).find(({ id }) => id === action)

const inputOf = ({ input }: Done): Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}

/** A read that was made, with another value or one more: “only high priority”, “for december”, “the ones in project home”. */
export async function readAgain(
  done: Done,
  { rest, words, isMore, isQuestion }: GoingOn,
  context: GuideContext,
  language: string,
  manners: LanguageManners,
): Promise<Reading | null> {
  const target = targetOf(context.modules, done.action)
  if (target?.action.effect !== 'read') return null
  const given = await givenFor(target, inputOf(done), rest, words, context, language, manners, isMore || isQuestion)
  if (!given) return null
  const reading = complete(target, { ...inputOf(done), [given.field.name]: given.value })
  return reading.state === 'ready' ? reading : null
}

/** Another value for what was changed last: by an action that changes just that, or else by doing it again instead. */
export async function changeAgain(
  done: Done,
  { rest, words }: GoingOn,
  context: GuideContext,
  language: string,
  manners: LanguageManners,
  isMore: boolean,
): Promise<{ reading: Reading; isInstead: boolean } | null> {
  const target = targetOf(context.modules, done.action)
  if (!target) return null
  const date = isMore ? null : await dateIn(rest, words, inputOf(done), context, language, manners)
  const row = singleIn(done.output) ?? singleIn(done.input)
  if (date) {
    const move = row && moving(target, context.modules)
    if (move) {
      const about = referring(move.target, row)
      return { reading: dated(move.target, about, move.field, date), isInstead: false }
    }
    const field = dateFieldOf(target)
    const reading = field && dated(target, inputOf(done), field, date)
    return reading?.state === 'ready' ? { reading, isInstead: true } : null
  }
  const choice = choiceIn(rest, words, target, manners)
  if (choice) return changedIn(target, row, choice, context) ?? insteadOf(target, done, choice.field, choice.value)
  if (isMore) return null
  const amount = await amountIn(rest, words, target, inputOf(done), context, language, manners)
  return amount && (changedIn(target, row, amount, context) ?? insteadOf(target, done, amount.field, amount.value))
}

/** What was made, with another value in it, where the module has an action for that and the thing has an id. */
function changedIn(
  target: Target,
  row: Readonly<Record<string, unknown>> | null | undefined,
  { field, value }: Given,
  context: GuideContext,
): { reading: Reading; isInstead: false } | null {
  const change = typeof row?.id === 'string' ? changing(target, field.name, context.modules) : undefined
  if (!row || !change) return null
  const reading = complete(change, { ...referring(change, row), [field.name]: value })
  return reading.state === 'ready' ? { reading, isInstead: false } : null
}

/** In words where the action reads them itself, as a local time else. */
function dated(target: Target, about: Record<string, unknown>, field: Field, ways: readonly string[]): Reading {
  const readings = ways.map((date) => complete(target, { ...about, [field.name]: date }))
  return readings.find(({ state }) => state === 'ready') ?? (readings[0] as Reading)
}

const insteadOf = (target: Target, done: Done, field: Field | undefined, value: unknown) => {
  if (!field) return null
  const reading = complete(target, { ...inputOf(done), [field.name]: value })
  return reading.state === 'ready' ? { reading, isInstead: true } : null
}

const isReference = ({ name }: Field) => name === 'id' || name === 'ids' || name === 'title'
/** What tells a thing that is there: a title that has to be given is a new one. */
const isId = ({ name, required }: Field) => name !== 'title' || !required
/** A month or a week is told by a day in it. */
const PERIOD = /^(?:month|week|period)$/u
const isDate = (field: Field) =>
  kindOf(field) === 'date' || PERIOD.test(field.name) || ['date', 'datetime'].includes(field.kind)
const dateFieldOf = ({ action }: Target): Field | undefined => fieldsOf(action).find(isDate)

const siblings = (target: Target, modules: readonly Module[]): Target[] =>
  targetsOf(modules).filter(({ module, action }) => module === target.module && action.effect === 'write')

/** The action of the module that gives a thing another time and needs nothing else: to put off, to move. */
function moving(target: Target, modules: readonly Module[]): { target: Target; field: Field } | null {
  for (const one of siblings(target, modules)) {
    const fields = fieldsOf(one.action)
    const needed = fields.filter((field) => field.required && !isReference(field))
    const [field] = needed
    if (field && needed.length === 1 && isDate(field) && fields.some((one) => isReference(one) && isId(one)))
      return { target: one, field }
  }
  return null
}

/** The action of the module that changes this field of a thing and needs nothing else. */
const changing = (target: Target, name: string, modules: readonly Module[]): Target | undefined =>
  siblings(target, modules).find(({ action }) => {
    const fields = fieldsOf(action)
    return (
      fields.some((field) => field.name === 'id') &&
      fields.some((field) => field.name === name) &&
      fields.every((field) => !field.required || isReference(field) || field.kind === 'other')
    )
  })

/** By its id where the row has one, by its name else. */
function referring({ action }: Target, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = fieldsOf(action).map(({ name }) => name)
  if (names.includes('id') && typeof row.id === 'string') return { id: row.id }
  if (names.includes('ids') && typeof row.id === 'string') return { ids: [row.id] }
  return { title: row.title ?? row.name }
}

/** Words that are neither small nor part of a value, besides those that name the thing or lead to a field. */
function others(
  words: readonly Word[],
  values: readonly Mention[],
  manners: LanguageManners,
  known: ReadonlySet<string>,
) {
  const offset = words[0]?.from ?? 0
  const { courtesy, joiners, pronouns, again, correct, items } = manners
  return words.filter(
    ({ key, from }) =>
      ![courtesy, joiners, pronouns, again, correct, items].some((some) => some.has(key)) &&
      !known.has(key) &&
      !values.some((one) => from - offset >= one.from && from - offset < one.to),
  )
}

/** Words that a correction may have besides a value and what it names: “they moved the dentist”. */
const FEW = 2

/** Another day or time; of a time alone the day stays, of a day alone the time. */
async function dateIn(
  rest: string,
  words: readonly Word[],
  input: Readonly<Record<string, unknown>>,
  context: GuideContext,
  language: string,
  manners: LanguageManners,
): Promise<string[] | null> {
  const moment = momentOf(context)
  const values = longest(await mentionsIn(rest, moment, language))
  const before = Object.values(input).filter((value) => typeof value === 'string')
  const named = new Set(before.flatMap((text) => wordsOf(text, 40).map(({ key }) => key)))
  const left = others(words, values, manners, named)
  const isNamed = words.some(({ key }) => named.has(key) && key.length > 3)
  const isSpokenOf = words.some(({ key }) => manners.pronouns.has(key))
  if (left.length > (isNamed || isSpokenOf ? FEW : 0)) return null
  const old = await oldDate(before, context, language)
  const days = values.filter(({ kind }) => kind === 'date')
  const [day] = days
  if (day?.kind === 'date' && days.length === 1) {
    const said = rest.slice(day.from, day.to)
    const isTime = day.time !== null && old?.kind === 'date' && !/\p{L}{3}/u.test(said)
    const [on, at] = [isTime ? old.value : day.value, day.time ?? (old?.kind === 'date' ? old.time : null)]
    return [old ? inPlaceOf(old, day, said) : said, at ? `${on}T${at}` : on, on]
  }
  const [number] = values
  if (values.length !== 1 || number?.kind !== 'number' || old?.kind !== 'date' || !old.time) return null
  const hour = number.value.toNumber()
  if (!Number.isInteger(hour) || hour < 0 || hour > 24) return null
  const time = `${String(nearest(hour, Number(old.time.slice(0, 2)))).padStart(2, '0')}:00`
  return [`${old.value} ${time}`, `${old.value}T${time}`]
}

/** “It's 4 now” after three in the afternoon is four in the afternoon. */
const nearest = (hour: number, old: number): number =>
  hour <= 12 && Math.abs((hour % 12) + 12 - old) < Math.abs(hour - old) ? (hour % 12) + 12 : hour % 24

async function oldDate(
  before: readonly string[],
  context: GuideContext,
  language: string,
): Promise<Mention | undefined> {
  for (const text of before) {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(text)) {
      const { localAt } = await import('@atrium/domain/dates/local-time')
      const local = localAt(new Date(text), momentOf(context).zone)
      return { kind: 'date', from: 0, to: text.length, value: local.slice(0, 10), time: local.slice(11, 16) } as Mention
    }
    const found = longest(await mentionsIn(text, momentOf(context), language)).find(({ kind }) => kind === 'date')
    if (found && found.to - found.from >= text.trim().length - 3) return found
  }
  return undefined
}

/** An option of a field that is said by its name: “high priority”. */
function choiceIn(rest: string, words: readonly Word[], { action }: Target, manners: LanguageManners): Given | null {
  const said = folded(rest)
  for (const field of fieldsOf(action)) {
    if (field.kind !== 'choice') continue
    const labels = new Set(wordsOf(`${field.name} ${field.label}`).map(({ key }) => key))
    for (const [name, value] of field.said) {
      const named = wordsOf(name).map(({ key }) => key)
      const isSaid = ` ${said} `.includes(` ${name} `)
      if (isSaid && others(words, [], manners, new Set([...labels, ...named])).length === 0) return { field, value }
    }
  }
  return null
}

/** Another amount or number for one that was given. */
async function amountIn(
  rest: string,
  words: readonly Word[],
  { action }: Target,
  input: Readonly<Record<string, unknown>>,
  context: GuideContext,
  language: string,
  manners: LanguageManners,
): Promise<Given | null> {
  const values = longest(await mentionsIn(rest, momentOf(context), language))
  const [value] = values
  if (!value || values.length > 1 || (value.kind !== 'number' && value.kind !== 'money' && value.kind !== 'quantity'))
    return null
  if (others(words, values, manners, new Set()).length > 0) return null
  const fields = fieldsOf(action).filter((field) => field.name in input && ['money', 'number'].includes(kindOf(field)))
  const [field] = fields
  if (!field || fields.length > 1) return null
  const coerced = await coerce(field, rest.slice(value.from, value.to), momentOf(context))
  return 'value' in coerced ? { field, value: coerced.value } : null
}

/** The field that a value stands for, by its kind, by its name, or by what exists. */
async function givenFor(
  target: Target,
  input: Readonly<Record<string, unknown>>,
  rest: string,
  words: readonly Word[],
  context: GuideContext,
  language: string,
  manners: LanguageManners,
  mayBeName: boolean,
): Promise<Given | null> {
  const choice = choiceIn(rest, words, target, manners)
  if (choice) return choice
  const fields = fieldsOf(target.action).filter(({ kind, name }) => kind !== 'other' && name !== 'id' && name !== 'ids')
  const moment = momentOf(context)
  const values = longest(await mentionsIn(rest, moment, language))
  const [value] = values
  const last = new Set(manners.ordinals.keys())
  if (value && values.length === 1 && others(words, values, manners, last).length === 0) {
    const wanted = value.kind === 'date' ? isDate : (field: Field) => ['number', 'money'].includes(kindOf(field))
    const field = fields.find((one) => wanted(one) && one.name in input) ?? fields.find(wanted)
    const coerced = field && (await coerce(field, rest.slice(value.from, value.to), moment))
    if (field && coerced && 'value' in coerced) return { field, value: coerced.value }
    return null
  }
  return byName(target, input, fields, words, rest, context, manners, mayBeName)
}

/** Words for a field of text: the field is said, or the one that was filled before, or the one whose things are called so. */
async function byName(
  { module }: Target,
  input: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
  words: readonly Word[],
  rest: string,
  context: GuideContext,
  manners: LanguageManners,
  mayBeName: boolean,
): Promise<Given | null> {
  const { courtesy, joiners, items, pronouns } = manners
  const isSmall = ({ key }: Word) => [courtesy, joiners, items, pronouns].some((some) => some.has(key))
  const texts = fields.filter((field) => field.kind === 'string' && kindOf(field) === 'text')
  const fieldNamed = (key: string) => texts.find(({ name }) => name === key || `${name}s` === key)
  const led = words.map(({ key }) => fieldNamed(key)).find((field) => field !== undefined)
  const kept = words.filter((word) => !isSmall(word) && fieldNamed(word.key) === undefined)
  if (kept.length === 0 || kept.length > 4) return null
  const offset = words[0]?.from ?? 0
  const said = rest.slice((kept[0] as Word).from - offset, (kept.at(-1) as Word).to - offset)
  if (led) return { field: led, value: said }
  for (const collection of Object.keys(module.collections)) {
    const one = collection.replace(/ies$/u, 'y').replace(/s$/u, '')
    const field = texts.find(({ name }) => name === one)
    if (field && (await context.named(module.id, { collection, words: said })).length > 0) return { field, value: said }
  }
  if (!mayBeName) return null
  const before = texts.filter(({ name }) => typeof input[name] === 'string')
  return before.length === 1 ? { field: before[0] as Field, value: said } : null
}
