import { factsOf } from '@atrium/contract/field-facts'
import type { Action } from '@atrium/contract/module'
import { z } from 'zod'
import { folded } from '../understanding/words.ts'
import { codedKind } from './coded.ts'

export type FieldKind =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'choice'
  | 'month'
  | 'currency'
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
  /** What people call the options of a choice, folded, with the option: `urgent` is `A`. */
  said: ReadonlyMap<string, string>
  /** The field of the input that it stands in: of `{ id, change: { title } }` the title stands in `change`. */
  within: string | null
  description: string | null
  /** The longest text that it takes, in characters; null where it is no text or may be of any length. */
  longest: number | null
  /** A day that has been: “monday” is the last one. Its schema says `x-past`. */
  isPast: boolean
  /** It takes the sentence itself, without what other slots take. Its schema says `x-sentence`. */
  isSentence: boolean
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
  pattern: z.string().optional(),
  'x-past': z.boolean().optional(),
  'x-sentence': z.boolean().optional(),
})
type JsonSchema = z.infer<typeof JsonSchema>

const known = new WeakMap<Action, readonly Field[]>()

/** The fields of an action's input; none where the input is no object. */
export function fieldsOf(action: Action): readonly Field[] {
  const cached = known.get(action)
  if (cached) return cached
  // JSON Schema is zod's public description of a schema: stable across zod's inner shapes.
  const schema = JsonSchema.parse(z.toJSONSchema(action.input, { io: 'input', unrepresentable: 'any' }))
  const own = fieldsIn(schema, shapeOf(action.input), null)
  const names = new Set(own.map(({ name }) => name))
  // What is to be changed may stand together in a field of its own: its fields are said like the others.
  const inner = own
    .filter(({ name }) => name === CHANGE)
    .flatMap(({ name }) => fieldsIn(plainly(schema.properties?.[name]), shapeOf(shapeOf(action.input)[name]), name))
    .filter(({ name }) => !names.has(name))
  const fields = [...own, ...inner.map((one) => ({ ...one, required: false }))]
  known.set(action, fields)
  return fields
}

const CHANGE = 'change'

const shapeOf = (schema: unknown): Readonly<Record<string, z.ZodType>> =>
  schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {}

const fieldsIn = (
  schema: JsonSchema,
  shape: Readonly<Record<string, z.ZodType>>,
  within: string | null,
): readonly Field[] => {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).map(([name, property]) =>
    field(name, property, required.has(name), shape[name], within),
  )
}

/** An optional value that may also be null is described as either of two. */
function plainly(property: unknown): JsonSchema {
  const whole = JsonSchema.safeParse(property).data ?? {}
  const choices = (whole.anyOf ?? [])
    .map((entry) => JsonSchema.safeParse(entry).data ?? {})
    .filter((entry) => entry.type !== 'null')
  return choices.length === 1 && choices[0] ? choices[0] : whole
}

function field(
  name: string,
  property: unknown,
  required: boolean,
  shape: z.ZodType | undefined,
  within: string | null,
): Field {
  const schema = plainly(property)
  const { kind, options } = kindOf(schema)
  return {
    name,
    label: labelOf(name),
    kind,
    required,
    options,
    said: kind === 'choice' ? namesOf(options, shape) : new Map(),
    within,
    description: JsonSchema.safeParse(property).data?.description ?? null,
    longest: schema.maxLength ?? null,
    isPast: JsonSchema.safeParse(property).data?.['x-past'] === true,
    isSentence: JsonSchema.safeParse(property).data?.['x-sentence'] === true,
  }
}

/** Words for one and the same, whatever an option of them is called. */
const ALIKE = [
  'high hi urgent top highest important critical asap crucial vital pressing prioritise prioritize hoch dringend haute urgente alta hoog wysoki pilny yüksek acil высокий срочно 高 높음 عالية عاجل उच्च tinggi',
  'medium med normal middle average mittel moyenne media gemiddeld średni orta средний 中 보통 متوسطة मध्यम sedang',
  'low lowest lower unimportant minor niedrig basse baja bassa baixa laag niski düşük низкий 低 낮음 منخفضة निम्न rendah',
  'done finished completed complete ticked',
].map((words) => words.split(' ').map(folded))
/** Words that stand in any sentence are no names of options. */
const TOO_SHORT = new Set(['a', 'i'])

/** What the options are called: their labels and what files call them, and words for the same. */
function namesOf(options: readonly string[], shape: z.ZodType | undefined): ReadonlyMap<string, string> {
  const facts = shape && factsOf(shape)?.options
  const named = facts
    ? facts.map(({ value, label, aliases }) => [value, [value, label, ...aliases]] as const)
    : options.map((value) => [value, [value]] as const)
  const said = new Map<string, string>()
  for (const [value, names] of named)
    for (const name of names) {
      const key = folded(name.replace(/([\p{Ll}])(\p{Lu})/gu, '$1 $2').replaceAll(/[_()\s-]+/gu, ' ')).trim()
      if (!TOO_SHORT.has(key) && !said.has(key)) said.set(key, value)
    }
  for (const group of ALIKE) {
    const value = group.map((word) => said.get(word)).find((one) => one !== undefined)
    if (value !== undefined) for (const word of group) if (!said.has(word)) said.set(word, value)
  }
  return said
}

function kindOf(schema: JsonSchema): { kind: FieldKind; options: readonly string[] } {
  const options = (schema.enum ?? []).filter((option) => typeof option === 'string')
  if (options.length > 0) return { kind: 'choice', options }
  if (typeof schema.const === 'string') return { kind: 'choice', options: [schema.const] }
  const type = Array.isArray(schema.type) ? schema.type.find((entry) => entry !== 'null') : schema.type
  // What takes a number or words is said in words: an amount in minor units, or “12.50”.
  if (schema.anyOf?.some((one) => JsonSchema.safeParse(one).data?.type === 'string'))
    return { kind: 'string', options: [] }
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
  return { kind: codedKind(schema.pattern) ?? 'string', options: [] }
}

const labelOf = (name: string): string =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/gu, ' ')
    .toLowerCase()
