import type { Action } from '@atrium/contract/module'
import { z } from 'zod'

export type FieldKind =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'choice'
  | 'list'
  | 'other'

/** One field of an action's input, as a sentence can fill it. */
export interface Field {
  name: string
  /** In words: `dueAt` is "due at". */
  label: string
  kind: FieldKind
  required: boolean
  /** Allowed values of a choice, or of a list's items. */
  options: readonly string[]
  description: string | null
  /** The longest text that it takes, in characters; null where it is no text or may be of any length. */
  longest: number | null
}

const JsonSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  description: z.string().optional(),
  maxLength: z.number().optional(),
})
type JsonSchema = z.infer<typeof JsonSchema>

const known = new WeakMap<Action, readonly Field[]>()

/** The fields of an action's input; none where the input is no object. */
export function fieldsOf(action: Action): readonly Field[] {
  const cached = known.get(action)
  if (cached) return cached
  // JSON Schema is zod's public description of a schema: stable across zod's inner shapes.
  const schema = JsonSchema.parse(z.toJSONSchema(action.input, { io: 'input', unrepresentable: 'any' }))
  const required = new Set(schema.required ?? [])
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    field(name, property, required.has(name)),
  )
  known.set(action, fields)
  return fields
}

function field(name: string, property: unknown, required: boolean): Field {
  const parsed = JsonSchema.safeParse(property)
  const whole = parsed.success ? parsed.data : {}
  // An optional value that may also be null is described as either of two.
  const choices = (whole.anyOf ?? [])
    .map((entry) => JsonSchema.safeParse(entry).data ?? {})
    .filter((entry) => entry.type !== 'null')
  const schema = choices.length === 1 && choices[0] ? choices[0] : whole
  const { kind, options } = kindOf(schema)
  return {
    name,
    label: labelOf(name),
    kind,
    required,
    options,
    description: whole.description ?? null,
    longest: schema.maxLength ?? null,
  }
}

function kindOf(schema: JsonSchema): { kind: FieldKind; options: readonly string[] } {
  const options = (schema.enum ?? []).filter((option) => typeof option === 'string')
  if (options.length > 0) return { kind: 'choice', options }
  if (typeof schema.const === 'string') return { kind: 'choice', options: [schema.const] }
  const type = Array.isArray(schema.type) ? schema.type.find((entry) => entry !== 'null') : schema.type
  if (type === 'number' || type === 'boolean') return { kind: type, options: [] }
  if (type === 'integer') return { kind: 'integer', options: [] }
  if (type === 'array') {
    const items = JsonSchema.safeParse(schema.items).data
    const inner = items ? kindOf(items) : null
    return inner && (inner.kind === 'string' || inner.kind === 'choice')
      ? { kind: 'list', options: inner.options }
      : { kind: 'other', options: [] }
  }
  if (type !== 'string') return { kind: 'other', options: [] }
  if (schema.format === 'date-time') return { kind: 'datetime', options: [] }
  if (schema.format === 'date') return { kind: 'date', options: [] }
  if (schema.format === 'time') return { kind: 'time', options: [] }
  return { kind: 'string', options: [] }
}

const labelOf = (name: string): string =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/gu, ' ')
    .toLowerCase()
