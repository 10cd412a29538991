import { z } from 'zod'
import { addressSchema } from './addresses.ts'
import { asField, type FieldFacts, type FieldKind } from './field-facts.ts'
import { PICTURES } from './file-kinds.ts'
import { FILE_MAX_BYTES, HeldFile } from './files.ts'

// The fields of a record. Each is its zod schema, with sentences for people, and says what it is (field-facts.ts): from that
// come its place in forms, tables, filters, imports and exports.

interface Said<R extends boolean> {
  /** What people call it: `Title`. */
  label: string
  required?: R
  /** What files call it besides its name and its label, in whatever language: `['Titel', 'Überschrift']`. */
  aliases?: readonly string[]
  /** A sentence below its control, and for the assistant. */
  help?: string
  /** The sentence where a required one is missing: `A title is needed.` when absent. */
  needed?: string
}

/** What need not be given is null where it is empty. */
type Kept<S extends z.ZodType, R extends boolean> = R extends true ? S : z.ZodDefault<z.ZodNullable<S>>
/** Texts and lists have empty values of their own. */
type Blank<S extends z.ZodType, R extends boolean> = R extends true ? S : z.ZodDefault<S>

/** `title`, but `URL`: a word of capitals stays one. */
const lowered = (label: string) =>
  /^\p{Lu}(?!\p{Lu})/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
const withArticle = (label: string) => `${/^(?:[aeio]|u(?!rl|ni|s[ei]))/i.test(label) ? 'An' : 'A'} ${lowered(label)}`

const isNothing = (value: unknown) => value === undefined || value === null || value === ''

/** What is said of a value that is missing, and of one that does not fit. */
const sentences = ({ label, needed = `${withArticle(label)} is needed.` }: Said<boolean>, wrong: string) => ({
  needed,
  error: ({ input }: { input?: unknown }) => (isNothing(input) ? needed : `${label}: ${wrong}`),
})

function factsOf(kind: FieldKind, { label, required = false, aliases = [], help }: Said<boolean>): FieldFacts {
  return { kind, label, isRequired: required, aliases: [...aliases], ...(help && { help }) }
}

function kept<S extends z.ZodType, R extends boolean>(
  schema: S,
  kind: FieldKind,
  said: Said<R>,
  more: Partial<FieldFacts> = {},
): Kept<S, R> {
  const field = asField(schema, { ...factsOf(kind, said), ...more })
  return (said.required ? field : field.nullable().default(null as never)) as Kept<S, R>
}

function blank<S extends z.ZodType, R extends boolean>(
  schema: S,
  kind: FieldKind,
  said: Said<R>,
  empty: z.output<S>,
  more: Partial<FieldFacts> = {},
): Blank<S, R> {
  const field = asField(schema, { ...factsOf(kind, said), ...more })
  return (said.required ? field : field.default(empty as never)) as Blank<S, R>
}

type Texts<R extends boolean> = Said<R> & {
  /** characters */
  max?: number
}

function text<R extends boolean = false>(said: Texts<R>): Blank<z.ZodString, R> {
  const { max = 200 } = said
  const { error, needed } = sentences(said, 'this is a text.')
  const schema = z
    .string({ error })
    .overwrite((given) => given.replace(/\s+/g, ' ').trim())
    .min(said.required ? 1 : 0, needed)
    .max(max, `${said.label}: at most ${max.toLocaleString('en')} characters.`)
  return blank(schema, 'text', said, '')
}

/** A text of any number of lines. */
function written(said: Texts<boolean> & { max: number }): z.ZodString {
  const { error, needed } = sentences(said, 'this is a text.')
  return z
    .string({ error })
    .min(said.required ? 1 : 0, needed)
    .max(said.max, `${said.label}: at most ${said.max.toLocaleString('en')} characters.`)
}

const longText = <R extends boolean = false>(said: Texts<R>): Blank<z.ZodString, R> =>
  blank(written({ ...said, max: said.max ?? 20_000 }), 'longText', said, '')

/**
 * A text with headings, lists, tables and links, as Markdown (GFM). `pictures` names the field of pictures of the same record from
 * which it shows some: `![A boat](file:<id>)`.
 */
function richText<R extends boolean = false>(said: Texts<R> & { pictures?: string }): Blank<z.ZodString, R> {
  const { max = 100_000, pictures } = said
  return blank(written({ ...said, max }), 'richText', said, '', pictures === undefined ? {} : { pictures })
}

type Numbers<R extends boolean> = Said<R> & { min?: number; max?: number; isWhole?: boolean }

/** Many of them still add up exactly. */
const MOST = 900_000_000_000

function numeric(said: Numbers<boolean>): z.ZodNumber {
  const { label, min = -MOST, max = MOST, isWhole } = said
  const schema = z
    .number({ error: sentences(said, 'this is no number.').error })
    .min(min, `${label}: ${min.toLocaleString('en')} or more.`)
    .max(max, `${label}: ${max.toLocaleString('en')} or less.`)
  return isWhole ? schema.int(`${label}: a whole number.`) : schema
}

const number = <R extends boolean = false>(said: Numbers<R>): Kept<z.ZodNumber, R> =>
  kept(numeric(said), 'number', said)

/** In the currency's minor unit, a whole number: 123456 is €1,234.56. */
function money<R extends boolean = false>(said: Said<R> & { currency: string; min?: number }): Kept<z.ZodNumber, R> {
  const schema = numeric({ ...said, isWhole: true })
  return kept(schema, 'money', said, { currency: said.currency })
}

const quantity = <R extends boolean = false>(said: Numbers<R> & { unit: string }): Kept<z.ZodNumber, R> =>
  kept(numeric(said), 'quantity', said, { unit: said.unit })

/** In percent: 12.5 is 12.5 %. */
const percent = <R extends boolean = false>(said: Numbers<R>): Kept<z.ZodNumber, R> =>
  kept(numeric(said), 'percent', said)

/** A day of the calendar: `2026-12-31`. */
const date = <R extends boolean = false>(said: Said<R>): Kept<z.ZodISODate, R> =>
  kept(z.iso.date({ error: sentences(said, 'a day is written like 2026-12-31.').error }), 'date', said)

const LOCAL_TIME = /^\d{4}-\d\d-\d\d(?:T(?:[01]\d|2[0-3]):[0-5]\d)?$/

/** A day, or a day and a time on the person's own clock: `2026-12-31`, `2026-12-31T18:00`. Far beyond, clocks of zones go astray. */
function localTime<R extends boolean = false>(said: Said<R>): Kept<z.ZodString, R> {
  const { error } = sentences(said, 'a day is written like 2026-12-31, and with a time 2026-12-31T18:00.')
  const schema = z
    .string({ error })
    .regex(LOCAL_TIME, { error, abort: true })
    .refine((text) => z.iso.date().safeParse(text.slice(0, 10)).success, 'That is no day of the calendar.')
    .refine((text) => text >= '1900' && text < '9990', `${said.label}: a day from 1900 to 9989.`)
  return kept(schema, 'date', said, { mayHaveTime: true })
}

/** A moment: `2026-12-31T18:00:00Z`, or with another offset from UTC. */
const moment = <R extends boolean = false>(said: Said<R>): Kept<z.ZodISODateTime, R> => {
  const { error } = sentences(said, 'a moment is written like 2026-12-31T18:00:00Z.')
  return kept(z.iso.datetime({ offset: true, error }), 'moment', said)
}

const CENTURY = 3_155_760_000 // seconds

/** In whole seconds. */
const duration = <R extends boolean = false>(said: Said<R>): Kept<z.ZodNumber, R> =>
  kept(numeric({ ...said, min: 0, max: CENTURY, isWhole: true }), 'duration', said)

/** What stands for each value: its label, or its label and what files call it besides. */
type Options = Readonly<Record<string, string | readonly [label: string, ...aliases: string[]]>>
type Enum<O extends Options> = z.ZodEnum<{ [K in keyof O & string]: K }>
type Chosen<O extends Options, R extends boolean, I> = [I] extends [keyof O] ? z.ZodDefault<Enum<O>> : Kept<Enum<O>, R>

/** One of some values. With `initial`, that where none is given, and it is never empty. */
function choice<const O extends Options, R extends boolean = false, const I extends keyof O | undefined = undefined>(
  said: Said<R> & { options: O; initial?: I },
): Chosen<O, R, I> {
  const options = Object.entries(said.options).map(([value, given]) => {
    const [label = value, ...aliases] = typeof given === 'string' ? [given] : given
    return { value, label, aliases }
  })
  const values = options.map(({ value }) => value)
  const { error } = sentences(said, `one of ${options.map(({ label }) => label).join(', ')}.`)
  const schema = z.enum(values, { error })
  if (said.initial === undefined) return kept(schema, 'choice', said, { options }) as unknown as Chosen<O, R, I>
  const field = asField(schema, { ...factsOf('choice', { ...said, required: true }), options })
  return field.default(said.initial as string) as unknown as Chosen<O, R, I>
}

const TAG_MAX = 60 // characters
const TAGS_MAX = 50

function tags(said: Said<false>): z.ZodDefault<z.ZodArray<z.ZodString>> {
  const { error } = sentences(said, 'this is a list of words.')
  const tag = z
    .string({ error })
    .overwrite((word) => word.trim().replace(/^#+/, '').replace(/\s+/g, ' '))
    .min(1, `${said.label}: one of them is empty.`)
    .max(TAG_MAX, `${said.label}: at most ${TAG_MAX} characters each.`)
  return blank(z.array(tag, { error }).max(TAGS_MAX, `${said.label}: at most ${TAGS_MAX}.`), 'tags', said, [])
}

/** From 1 to `most`, which is 5 when absent. */
function rating<R extends boolean = false>(said: Said<R> & { most?: number }): Kept<z.ZodNumber, R> {
  const { most = 5 } = said
  return kept(numeric({ ...said, min: 1, max: most, isWhole: true }), 'rating', said, { most })
}

/** `#1e90ff` */
function colour<R extends boolean = false>(said: Said<R>): Kept<z.ZodString, R> {
  const { error } = sentences(said, 'a colour is written like #1e90ff.')
  const schema = z
    .string({ error })
    .toLowerCase()
    .regex(/^#[\da-f]{6}$/, { error })
  return kept(schema, 'colour', said)
}

const isAddress = (text: string) => {
  const url = /^https?:\/\/\S+$/i.test(text) ? URL.parse(text) : null
  return url !== null && /[^.]/.test(url.hostname)
}

function url<R extends boolean = false>(said: Said<R>): Kept<z.ZodString, R> {
  const { error } = sentences(said, 'an address begins with https:// or http://.')
  return kept(
    z.string({ error }).trim().max(2000, `${said.label}: at most 2,000 characters.`).refine(isAddress, { error }),
    'url',
    said,
  )
}

function email<R extends boolean = false>(said: Said<R>): Kept<z.ZodString, R> {
  const { error } = sentences(said, 'an address is written like ada@example.org.')
  const schema = z
    .string({ error })
    .trim()
    .max(254, { error })
    .regex(/^[^\s@<>()",;:]{1,64}@[^\s@<>()",;:.]{1,63}(?:\.[^\s@<>()",;:.]{1,63})+$/, { error })
  return kept(schema, 'email', said)
}

function phone<R extends boolean = false>(said: Said<R>): Kept<z.ZodString, R> {
  const { error } = sentences(said, 'a number is written like +49 30 123456.')
  const schema = z
    .string({ error })
    .trim()
    .regex(/^\+?[\d ()./-]{3,40}$/, { error })
    .refine((text) => text.replace(/\D/g, '').length >= 3, { error })
  return kept(schema, 'phone', said)
}

/** A postal address in its parts, the country by its two letters. */
function address<R extends boolean = false>(said: Said<R>): Kept<ReturnType<typeof addressSchema>, R> {
  const { error } = sentences(said, 'this is an address in its parts: street, locality, region, postcode, country.')
  return kept(
    addressSchema((what) => `${said.label}: ${what}`, error),
    'address',
    said,
  )
}

const RULE = /^FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;[A-Z]{2,10}=[A-Z0-9,+:-]{1,100}){0,10}$/

/** A rule of RFC 5545: `FREQ=WEEKLY;BYDAY=MO`. */
function recurrence<R extends boolean = false>(said: Said<R>): Kept<z.ZodString, R> {
  const { error } = sentences(said, 'a rule is written like FREQ=WEEKLY;BYDAY=MO.')
  return kept(z.string({ error }).regex(RULE, { error }), 'recurrence', said)
}

/** The id of a row of another collection of the module. Say in the collection's `references` what becomes of it when that goes. */
function reference<R extends boolean = false>(to: string, said: Said<R>): Kept<z.ZodString, R> {
  const { error } = sentences(said, 'choose one that is there.')
  return kept(z.string({ error }).min(1, { error }).max(64, { error }), 'reference', said, { to })
}

/** Somebody of the team whose record it is, by the id of their account; in one's own things oneself. The core looks that they are there. */
function person<R extends boolean = false>(said: Said<R>): Kept<z.ZodString, R> {
  const { error } = sentences(said, 'choose somebody who is there.')
  return kept(z.string({ error }).min(1, { error }).max(64, { error }), 'person', said)
}

function checkbox(said: Omit<Said<false>, 'required' | 'needed'>): z.ZodDefault<z.ZodBoolean> {
  return blank(z.boolean({ error: sentences(said, 'yes or no.').error }), 'checkbox', said as Said<false>, false)
}

type Files<R extends boolean> = Said<R> & {
  /** Files of one record: 20 when absent. */
  most?: number
  /** bytes of one file: as large as the core takes when absent */
  largest?: number
  /** Kinds, as `image/*` or `application/pdf`; any when absent. */
  accepts?: readonly string[]
}

function held<R extends boolean>(
  said: Files<R>,
  kind: 'file' | 'image',
  usual: readonly string[],
): Blank<z.ZodArray<typeof HeldFile>, R> {
  const { label, most = 20, largest = FILE_MAX_BYTES, accepts = usual } = said
  const { needed, error } = sentences(said, 'this is a list of files.')
  const schema = z
    .array(HeldFile, { error })
    .overwrite((files) => [...new Map(files.map((file) => [file.id, file])).values()])
    .min(said.required ? 1 : 0, needed)
    .max(most, `${label}: at most ${most} ${most === 1 ? 'file' : 'files'}.`)
  return blank(schema, kind, said, [], { files: { most, largest, accepts: [...accepts] } })
}

/** Files that the core keeps with the record: a list, of one where `most` is 1. */
const file = <R extends boolean = false>(said: Files<R>) => held(said, 'file', [])

/** Pictures, the same way. */
const image = <R extends boolean = false>(said: Files<R>) => held(said, 'image', PICTURES)

export const field = {
  text,
  longText,
  richText,
  number,
  money,
  quantity,
  percent,
  date,
  localTime,
  moment,
  duration,
  choice,
  tags,
  rating,
  colour,
  url,
  email,
  phone,
  address,
  recurrence,
  reference,
  person,
  checkbox,
  file,
  image,
}
