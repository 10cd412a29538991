import { z } from 'zod'

export type Json = Record<string, unknown>

/** A place in the document, as a reference names it (RFC 6901). */
export const pointer = (...steps: string[]): string =>
  ['#', ...steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')

/** References within a schema count from the root of the document, however deep the schema lies in it. */
const relocated = (value: unknown, place: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => relocated(one, place))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) =>
      key === '$ref' && typeof one === 'string' ? [key, one.replace(/^#/, () => place)] : [key, relocated(one, place)],
    ),
  )
}

type Check = { _zod: { def: { check: string; tx?: (text: string) => string; minimum?: number } } }

/** Whether the schema takes spaces off both ends of a text before it counts its length. */
const trims = (check: Check) => check._zod.def.check === 'overwrite' && check._zod.def.tx?.(' a ') === 'a'

/** As `trim` of ECMAScript: `\s` of other languages leaves the byte order mark out. */
const INK = '[^\\s\\ufeff]'

/** A text whose length is counted without the spaces around it cannot be of spaces alone: a pattern says so. */
function sayWhatIsTrimmed(schema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
  const checks = ((schema._zod.def as { checks?: Check[] }).checks ?? []) as Check[]
  const from = checks.findIndex(trims)
  if (from < 0 || json.pattern !== undefined || json.allOf !== undefined) return
  const shortest = checks.slice(from).find((check) => check._zod.def.check === 'min_length')?._zod.def.minimum ?? 0
  if (shortest === 1) json.pattern = INK
  if (shortest > 1) json.pattern = `${INK}[\\s\\S]{${shortest - 2},}${INK}`
}

/** A tuple of like things is a list of so many: not every reader of OpenAPI 3.1 knows `prefixItems`. */
function sayLikeTuple(json: z.core.JSONSchema.BaseSchema): void {
  const [first, ...others] = json.prefixItems ?? []
  if (first === undefined || json.items !== false) return
  if (others.some((one) => JSON.stringify(one) !== JSON.stringify(first))) return
  delete json.prefixItems
  Object.assign(json, { items: first, minItems: others.length + 1, maxItems: others.length + 1 })
}

/** The schema as JSON Schema 2020-12; what JSON cannot say becomes "anything": the server parses anyway. */
export function asJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'string' && io === 'input') sayWhatIsTrimmed(zodSchema, jsonSchema)
      if (jsonSchema.prefixItems) sayLikeTuple(jsonSchema)
      // Our pattern is what is asked for; a format of that name asks for other things (64 characters before the @).
      if (jsonSchema.format === 'email' && jsonSchema.pattern !== undefined) delete jsonSchema.format
    },
  }) as Json
  return rest
}

/** The same as OpenAPI 3.1 holds it at this place of the document. */
export const schemaAt = (schema: z.ZodType, io: 'input' | 'output', place: string): Json =>
  relocated(asJsonSchema(schema, io), place) as Json
