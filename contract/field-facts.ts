import { z } from 'zod'
import { addressParts } from './addresses.ts'
import { FileLimits } from './files.ts'

export const fieldKinds = [
  'text',
  'longText',
  'richText',
  'number',
  'money',
  'quantity',
  'percent',
  'date',
  'moment',
  'duration',
  'choice',
  'tags',
  'rating',
  'colour',
  'url',
  'email',
  'phone',
  'address',
  'recurrence',
  'reference',
  'person',
  'checkbox',
  'file',
  'image',
] as const
export type FieldKind = (typeof fieldKinds)[number]

/** What is known of a field beyond its schema. Plain data: the process that reads people's files is told it as JSON. */
export const FieldFacts = z.object({
  kind: z.enum(fieldKinds),
  label: z.string(),
  /** Where its texts stand in a module's (contract/module-words.ts): `wallet:accounts.name`. `defineModule` gives it. */
  key: z.string().optional(),
  isRequired: z.boolean(),
  /** What files call it besides its name and its label. */
  aliases: z.array(z.string()),
  help: z.string().optional(),
  /** Of money: a code of ISO 4217. */
  currency: z.string().optional(),
  /** Of a quantity: `km`. */
  unit: z.string().optional(),
  /** Of a date: a time on the person's own clock may stand behind the day. */
  mayHaveTime: z.boolean().optional(),
  /** Of a rating: the best. */
  most: z.number().optional(),
  /** Of a choice; `aliases` are what files call it. */
  options: z.array(z.object({ value: z.string(), label: z.string(), aliases: z.array(z.string()) })).optional(),
  /** Of a reference: the collection. */
  to: z.string().optional(),
  /** Of a rich text: the field of pictures of which it shows some. */
  pictures: z.string().optional(),
  /** Of an address in a table: which part of it this column has. */
  part: z.enum(addressParts).optional(),
  /** Of files and pictures: how many, how large, of which kinds. */
  files: FileLimits.optional(),
})
export type FieldFacts = z.infer<typeof FieldFacts>

/** What it holds is an id of a row or an account: nothing that a stranger is shown or asked for. */
export const holdsId = ({ kind }: Pick<FieldFacts, 'kind'>): boolean => kind === 'reference' || kind === 'person'

export const NamedField = FieldFacts.extend({ name: z.string() })
/** A field of a collection, with its name. */
export type NamedField = z.infer<typeof NamedField>

/** The registry gives copies; where a field stands is known once its module is declared, and of all copies alike. */
interface Registered extends FieldFacts {
  place: { key?: string }
}
const registry = z.registry<Registered>()

interface Definition {
  innerType?: z.ZodType
  in?: z.ZodType
}
const definitionOf = (schema: z.ZodType) => schema.def as Definition

/** Makes a schema a field. What it is stands in its JSON Schema too, as `title` and `x-field`, for whoever reads only that. */
export function asField<S extends z.ZodType>(schema: S, facts: FieldFacts): S {
  const { kind, label, help, currency, unit, to, files, pictures, mayHaveTime } = facts
  const field = JSON.parse(JSON.stringify({ kind, currency, unit, to, files, pictures, mayHaveTime })) as object // absent ones are not there
  const said = schema.meta({ title: label, ...(help && { description: help }), 'x-field': field }) as S
  registry.add(said, { ...facts, place: {} })
  return said
}

/** What a field is, below `optional`, `nullable` and `default`; undefined where the schema is no field. */
export function factsOf(schema: z.ZodType): FieldFacts | undefined {
  const known = registeredOf(schema)
  if (!known) return undefined
  const { place, ...facts } = known
  return { ...facts, ...place }
}

function registeredOf(schema: z.ZodType): Registered | undefined {
  const { innerType } = definitionOf(schema)
  return registry.get(schema) ?? (innerType && registeredOf(innerType))
}

/** Says where the texts of these fields stand, unless they have a place already: `wallet:accounts` and their names. */
export function placeFields(place: string, shape: Readonly<Record<string, z.ZodType>>): void {
  for (const [name, schema] of Object.entries(shape)) {
    const known = registeredOf(schema)
    if (known) known.place.key ??= `${place}.${name}`
  }
}

/** The fields of a record in their order; what its schema has besides is the module's own affair. */
export function fieldsOf({ schema }: { schema: z.ZodObject }): NamedField[] {
  return Object.entries(schema.shape).flatMap(([name, one]) => {
    const facts = factsOf(one as z.ZodType)
    return facts ? [{ name, ...facts }] : []
  })
}

/** Fields that hold files are read by people, and sent by doors of their own: no table of somebody's fills them. */
export const holdsFiles = ({ kind }: Pick<FieldFacts, 'kind'>): boolean => kind === 'file' || kind === 'image'

/** The schema without the value that stands where none is given: a change leaves alone what it does not name. */
export function withoutDefault(schema: z.ZodType): z.ZodType {
  const { innerType } = definitionOf(schema)
  return innerType && schema instanceof z.ZodDefault ? withoutDefault(innerType) : schema
}
