import type { ModuleInfo } from '@atrium/contract/module-shown'
import { isList, isReference, type JsonSchema } from './test-cast.ts'

/** A field of an action's input that can name a record. */
export interface Place {
  module: string
  action: string
  effect: string
  field: string
  input: JsonSchema
}

export const placesOf = ({ id, actions }: ModuleInfo): Place[] =>
  Object.entries(actions).flatMap(([action, { effect, input }]) =>
    Object.entries((input as JsonSchema).properties ?? {})
      .filter(([field, schema]) => isReference(field, schema))
      .map(([field]) => ({ module: id, action, effect, field, input: input as JsonSchema })),
  )

/** Some value of this shape: an example of its declaration, or the plainest. “tomorrow” is a text, a title and a date. */
function plainest(schema: JsonSchema): unknown {
  const given = schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0]
  if (given !== undefined) return given
  if (schema.anyOf) return plainest(schema.anyOf[0] ?? {})
  if (schema.type === 'object')
    return Object.fromEntries((schema.required ?? []).map((name) => [name, plainest(schema.properties?.[name] ?? {})]))
  if (schema.type === 'array') return []
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return false
  if (schema.type === 'string')
    return schema.format === 'date' ? '2030-01-31' : schema.format === 'date-time' ? '2030-01-31T12:00:00Z' : 'tomorrow'
  return null
}

/** The input with `value` in the field, what else it must have, and for each other record that it must name one of `own`. */
export async function inputOf({ input, field }: Place, value: string, own: () => Promise<string>) {
  const filled: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(input.properties ?? {})) {
    const put = (id: string) => (isList(schema) ? [id] : id)
    if (name === field) filled[name] = put(value)
    else if (input.required?.includes(name))
      filled[name] = isReference(name, schema) ? put(await own()) : plainest(schema)
  }
  return filled
}
