/** A JSON Schema of draft 2020-12, as far as zod writes it. */
export interface Shape {
  $ref?: string
  $defs?: Record<string, Shape>
  type?: string
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: Shape | boolean
  propertyNames?: Shape
  items?: Shape
  prefixItems?: Shape[]
  minItems?: number
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  default?: unknown
  examples?: unknown[]
}

type Step = { key: string } | { branch: number } | 'item' | 'entry' | 'name'

/** A place of an input that takes any text, at whatever depth; the names of a record's entries are such places too. */
export interface Leaf {
  /** `splits.[].category`, `variants.{name}` */
  name: string
  steps: Step[]
  schema: Shape
}

const branches = (schema: Shape) => [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
const resolved = (schema: Shape, root: Shape): Shape =>
  schema.$ref ? (root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
const isAny = ({ type, $ref, enum: options, const: only, ...rest }: Shape) =>
  !type && !$ref && !options && only === undefined && branches(rest).length === 0

/** Every place of an input that takes a text, or anything. */
export function leavesOf(root: Shape): Leaf[] {
  const found = new Map<string, Leaf>()
  function walk(given: Shape, steps: Step[], name: string[], depth: number): void {
    if (depth > 12) return
    const schema = resolved(given, root)
    for (const [at, branch] of branches(schema).entries()) walk(branch, [...steps, { branch: at }], name, depth + 1)
    for (const [key, value] of Object.entries(schema.properties ?? {}))
      walk(value, [...steps, { key }], [...name, key], depth + 1)
    const items = schema.items ?? schema.prefixItems?.[0]
    if (items) walk(items, [...steps, 'item'], [...name, '[]'], depth + 1)
    const { additionalProperties: entries } = schema
    if (typeof entries === 'object') walk(entries, [...steps, 'entry'], [...name, '{}'], depth + 1)
    if (schema.propertyNames) walk(schema.propertyNames, [...steps, 'name'], [...name, '{name}'], depth + 1)
    const isText = schema.type === 'string' && !schema.enum && schema.const === undefined
    if ((isText || isAny(schema)) && name.length > 0) {
      // Several branches may have a place of the same name: each is tried.
      const key = `${name.join('.')} ${schema.pattern ?? ''} ${schema.format ?? ''} ${schema.maxLength ?? ''}`
      if (!found.has(key)) found.set(key, { name: name.join('.'), steps, schema })
    }
  }
  walk(root, [], [], 0)
  return [...found.values()]
}

/** Some value of this shape: an example of its declaration, or the plainest. “tomorrow” is a text, a title and a date. */
export function plainest(given: Shape, root: Shape): unknown {
  const schema = resolved(given, root)
  const said = schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0]
  if (said !== undefined) return said
  const [branch] = branches(schema)
  if (branch) return plainest(branch, root)
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, plainest(schema.properties?.[name] ?? {}, root)]),
    )
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => plainest(schema.items ?? {}, root))
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return false
  if (schema.type !== 'string') return null
  if (schema.format === 'email') return 'somebody@example.org'
  if (schema.format === 'date') return '2030-01-31'
  return schema.format === 'date-time' ? '2030-01-31T12:00:00Z' : 'tomorrow'
}

/** `base` with `value` in the place of the leaf, and around it what must be there. */
export function inputWith(root: Shape, { steps }: Leaf, value: unknown, base: unknown): unknown {
  function put(given: Shape, [step, ...rest]: Step[], present: unknown): unknown {
    const schema = resolved(given, root)
    if (step === undefined) return value
    if (step === 'item') {
      const [first, ...others] = Array.isArray(present) ? (present as unknown[]) : []
      return [put(schema.items ?? schema.prefixItems?.[0] ?? {}, rest, first), ...others]
    }
    if (step === 'name') return { [String(value)]: plainest(schema.additionalProperties as Shape, root) }
    if (step === 'entry') return { any: put(schema.additionalProperties as Shape, rest, undefined) }
    if ('branch' in step) return put(branches(schema)[step.branch] ?? {}, rest, undefined)
    const around = { ...(plainest({ ...schema, default: undefined }, root) as object), ...(present as object) }
    const inner = (present as Record<string, unknown> | undefined)?.[step.key]
    return { ...around, [step.key]: put(schema.properties?.[step.key] ?? {}, rest, inner) }
  }
  return put(root, steps, base)
}

/** An id as this place takes it, bare or in an address; null where none fits: a date, an e-mail address, a short word. */
export function formOf({ schema }: Leaf, id: string): string | null {
  const fits = (text: string) =>
    text.length <= (schema.maxLength ?? Number.POSITIVE_INFINITY) &&
    (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text)) &&
    !['date', 'date-time', 'email'].includes(schema.format ?? '')
  return [id, `/api/files/${id}`].find(fits) ?? null
}
