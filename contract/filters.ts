import { z } from 'zod'
import { type FieldKind, fieldsOf, type NamedField } from './field-facts.ts'

// What a list of records may be asked by: from its fields, for the action's input and for the address of a page.

export type FilterKind = 'contains' | 'range' | 'oneOf' | 'has' | 'is' | 'same' | 'filled'

const KINDS: Readonly<Record<FieldKind, FilterKind>> = {
  text: 'contains',
  longText: 'contains',
  richText: 'contains',
  url: 'contains',
  email: 'contains',
  phone: 'contains',
  address: 'contains',
  recurrence: 'contains',
  colour: 'contains',
  number: 'range',
  money: 'range',
  quantity: 'range',
  percent: 'range',
  rating: 'range',
  duration: 'range',
  date: 'range',
  moment: 'range',
  choice: 'oneOf',
  tags: 'has',
  checkbox: 'is',
  reference: 'same',
  person: 'same',
  file: 'filled',
  image: 'filled',
}
export const filterKind = (kind: FieldKind): FilterKind => KINDS[kind]

/** The fields that hold numbers; other ranges are of dates and moments, which compare as text. */
const isText = (kind: FieldKind) => kind === 'date' || kind === 'moment'

/** Values that a filter asks for; null for those without one. */
export type Filter<T> =
  NonNullable<T> extends boolean
    ? boolean
    : NonNullable<T> extends readonly unknown[]
      ? { has: string } | { isEmpty: boolean }
      : NonNullable<T> extends number
        ? { gte?: number | undefined; lte?: number | undefined } | null
        : NonNullable<T> extends object
          ? { contains: string } | null
          :
              | { contains: string }
              | { gte?: string | undefined; lte?: string | undefined }
              | { in: NonNullable<T>[] }
              | NonNullable<T>
              | null

export type Filters<S extends z.ZodObject> = { [K in keyof z.output<S> & string]?: Filter<z.output<S>[K]> }

const SAID = 'Ask for some of its values.'
const words = z.string(SAID).min(1, SAID).max(200, 'A filter has at most 200 characters.')

/** What has a time stands behind its day: until a day means until its last minute. */
const untilDay = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d(?:T23:59)?$/, 'A day is written like 2026-12-31.')
  .overwrite((day) => `${day.slice(0, 10)}T23:59`)

function filterOf({ kind, options = [], mayHaveTime }: NamedField): z.ZodType {
  const values = options.map(({ value }) => value)
  const filter = filterKind(kind)
  if (filter === 'is') return z.boolean('Ask for true or false.')
  if (filter === 'filled') return z.strictObject({ isEmpty: z.boolean('Ask for true or false.') })
  if (filter === 'has') return z.strictObject({ has: words })
  if (filter === 'contains') return z.union([z.strictObject({ contains: words }), z.null()])
  if (filter === 'same') return z.union([words, z.null()])
  if (filter === 'oneOf') {
    const one = z.enum(values as [string, ...string[]], SAID)
    return z.union([z.strictObject({ in: z.array(one).min(1, SAID).max(100) }), z.null()])
  }
  const end =
    kind === 'date'
      ? z.iso.date('A day is written like 2026-12-31.')
      : isText(kind)
        ? z.iso.datetime({ offset: true })
        : z.number()
  const last = mayHaveTime ? untilDay : end
  return z.union([z.strictObject({ gte: end.optional(), lte: last.optional() }), z.null()])
}

/** The schema of what a list of these records may be asked by. */
export function filtersOf<S extends z.ZodObject>(collection: { schema: S }): z.ZodType<Filters<S>, Filters<S>> {
  const shape = Object.fromEntries(fieldsOf(collection).map((field) => [field.name, filterOf(field).optional()]))
  return z.strictObject(shape) as unknown as z.ZodType<Filters<S>, Filters<S>>
}

/** Of people only their ids are known to the database, and nobody looks for an order of those. */
const UNORDERED = new Set<FieldKind>(['tags', 'file', 'image', 'person', 'address', 'richText'])

export const isOrdered = ({ kind }: { kind: FieldKind }): boolean => !UNORDERED.has(kind)

/** The fields that a list can be ordered by. */
export const orderable = (collection: { schema: z.ZodObject }): string[] =>
  fieldsOf(collection)
    .filter(isOrdered)
    .map(({ name }) => name)
