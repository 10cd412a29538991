/** What is read of an action's JSON Schema. */
export interface InputSchema {
  type?: string | readonly string[]
  title?: string
  description?: string
  properties?: Readonly<Record<string, InputSchema>>
  required?: readonly string[]
  items?: InputSchema
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  anyOf?: readonly InputSchema[]
  oneOf?: readonly InputSchema[]
  allOf?: readonly InputSchema[]
  $ref?: string
  $defs?: Readonly<Record<string, InputSchema>>
}

/** Which control a value gets. */
export type Shape =
  | { kind: 'switch' | 'day' | 'lines' | 'json' }
  | { kind: 'number'; isWhole: boolean; min: number | undefined; max: number | undefined }
  | { kind: 'choice'; choices: readonly (string | number)[] }
  | { kind: 'text'; isLong: boolean; max: number | undefined }
  | { kind: 'group'; schema: InputSchema | undefined }
  | { kind: 'list'; items: InputSchema | undefined }

/** Characters from which a text gets several lines. */
const LONG = 80
/** A text that may be longer than this is written on several lines. */
const LONG_LIMIT = 2_000
/** References that lead to each other end somewhere. */
const STEPS_MAX = 10

export type Group = Record<string, unknown>
export const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Unreadable)

/** What was typed where JSON is taken and is none (yet). */
export class Unreadable {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Whether something in it cannot be sent: a number that was taken away, JSON that is none. */
export const isUnready = (value: unknown): boolean =>
  value instanceof Unreadable ||
  (typeof value === 'object' && value !== null ? Object.values(value).some(isUnready) : Number.isNaN(value))

/** The schema behind references, and that of what may be null. */
export function resolved(schema: InputSchema | undefined, root: InputSchema | undefined): InputSchema | undefined {
  let found = schema
  for (let step = 0; found && step < STEPS_MAX; step++) {
    const { $ref, anyOf, oneOf, allOf, ...own } = found
    if ($ref) {
      const name = /^#\/\$defs\/([^/]+)$/.exec($ref)?.[1]
      const meant: InputSchema | undefined = name === undefined ? undefined : root?.$defs?.[name]
      found = meant && { ...meant, ...own }
      continue
    }
    const others = (anyOf ?? oneOf)?.filter(({ type }) => type !== 'null') ?? allOf
    const [only] = others ?? []
    if (!only || others?.length !== 1) return found
    found = { ...only, ...own }
  }
  return found
}

const typeOf = ({ type }: InputSchema): string | undefined =>
  typeof type === 'string'
    ? type
    : type?.filter((one) => one !== 'null').length === 1
      ? type.find((one) => one !== 'null')
      : undefined

const isSimple = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'
/** zod writes the limits of safe integers where a schema has none of its own. */
const limit = (value: number | undefined) =>
  value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value

/** By the value alone, where no schema says more. */
function shapeOfValue(value: unknown): Shape {
  if (typeof value === 'boolean') return { kind: 'switch' }
  if (typeof value === 'number') return { kind: 'number', isWhole: false, min: undefined, max: undefined }
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? { kind: 'lines' } : { kind: 'list', items: undefined }
  if (isGroup(value)) return { kind: 'group', schema: undefined }
  if (value instanceof Unreadable) return { kind: 'json' }
  const text = String(value ?? '')
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return { kind: 'day' }
  return { kind: 'text', isLong: text.length > LONG || text.includes('\n'), max: undefined }
}

/** Which control a value gets, by its schema; what no control can show is written as JSON. */
export function shapeOf(schema: InputSchema | undefined, value: unknown): Shape {
  if (!schema) return shapeOfValue(value)
  const choices = schema.enum ?? ('const' in schema ? [schema.const] : undefined)
  if (choices?.every(isSimple)) return { kind: 'choice', choices }
  switch (typeOf(schema)) {
    case 'boolean':
      return { kind: 'switch' }
    case 'integer':
    case 'number':
      return {
        kind: 'number',
        isWhole: schema.type === 'integer',
        min: limit(schema.minimum),
        max: limit(schema.maximum),
      }
    case 'string': {
      if (value !== undefined && value !== null && typeof value !== 'string') return { kind: 'json' }
      const text = String(value ?? '')
      if (schema.format === 'date' && /^(\d{4}-\d{2}-\d{2})?$/.test(text)) return { kind: 'day' }
      const isLong = text.length > LONG || text.includes('\n') || (schema.maxLength ?? 0) > LONG_LIMIT
      return { kind: 'text', isLong, max: schema.maxLength }
    }
    case 'object':
      if (!schema.properties || (value !== undefined && value !== null && !isGroup(value))) return { kind: 'json' }
      return { kind: 'group', schema }
    case 'array': {
      if (value !== undefined && value !== null && !Array.isArray(value)) return { kind: 'json' }
      const isOfTexts = !schema.items || (typeOf(schema.items) === 'string' && !schema.items.enum)
      const entries: readonly unknown[] = Array.isArray(value) ? value : []
      if (isOfTexts && entries.every((one) => typeof one === 'string')) return { kind: 'lines' }
      return { kind: 'list', items: schema.items }
    }
    default: {
      // One of several kinds: the control of the one that it is, where that is a simple one.
      const own = value === undefined || value === null ? undefined : shapeOfValue(value)
      return own && own.kind !== 'group' && own.kind !== 'list' ? own : { kind: 'json' }
    }
  }
}

/** What is refused, by its place in the input: `tasks.0.title`. */
export type Refusals = Readonly<Record<string, string>>

/** What was refused at a place; of what is one control also what was refused within it. */
export function refusalAt(refusals: Refusals, path: string, isWhole: boolean): string | undefined {
  if (refusals[path] !== undefined || !isWhole) return refusals[path]
  const within = Object.keys(refusals).find((one) => one.startsWith(`${path}.`))
  return within === undefined ? undefined : refusals[within]
}

/** What is being changed is no longer what was refused. */
export const stillRefused = (refusals: Refusals, before: Group, now: Group): Refusals =>
  Object.fromEntries(
    Object.entries(refusals).filter(([path]) => {
      const [name = ''] = path.split('.')
      return now[name] === before[name]
    }),
  )
