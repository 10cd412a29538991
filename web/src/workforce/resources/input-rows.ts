/** A JSON Schema, as far as what goes in is described by one. */
interface Schema {
  type?: string | readonly string[]
  title?: string
  description?: string
  default?: unknown
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  widget?: string
  accept?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  prefixItems?: readonly Schema[]
  additionalProperties?: boolean | Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  $ref?: string
  $defs?: Record<string, Schema>
}

type Plain =
  | 'text'
  | 'longText'
  | 'day'
  | 'moment'
  | 'address'
  | 'email'
  | 'file'
  | 'number'
  | 'whole'
  | 'switch'
  | 'choice'
  | 'fixed'
  | 'list'
  | 'group'
  | 'nothing'
  | 'any'
/** What kind of value it is: in words only where it is shown. */
export type InputType =
  | { kind: Plain }
  | { kind: 'listOf' | 'orNothing'; of: InputType }
  | { kind: 'either'; of: readonly InputType[] }

export type Fact =
  | { kind: 'choices' | 'accepts'; list: readonly string[] }
  | { kind: 'standard'; value: string }
  | { kind: 'atLeast' | 'atMost'; number: number }
  | { kind: 'longest' | 'most'; count: number }

export interface InputRow {
  /** `title`, `lines[].amount` for what is in each of a list */
  path: string
  type: InputType
  isRequired: boolean
  /** What the schema says of it; may be empty. */
  about: string
  facts: readonly Fact[]
}

/** Groups in groups beyond this are not taken apart; a schema that names itself would never end. */
const DEPTH_MAX = 5

/** What goes into an action or a playbook, a row a field, in the order in which it is declared. */
export function inputRows(schema: Record<string, unknown>): readonly InputRow[] {
  const root = schema as Schema
  return rowsOf(root, root, '', 0)
}

function rowsOf(given: Schema, root: Schema, before: string, depth: number): InputRow[] {
  const schema = resolved(given, root)
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).flatMap(([name, raw]) => {
    const property = { ...resolved(raw, root), ...definite(raw) }
    const path = before + name
    const row: InputRow = {
      path,
      type: typeOf(property, root, 0),
      isRequired: required.has(name) && property.default === undefined,
      about: property.description ?? property.title ?? '',
      facts: factsOf(property, root),
    }
    if (depth >= DEPTH_MAX) return [row]
    const inner = inside(property, root)
    return [row, ...(inner ? rowsOf(inner.schema, root, path + inner.mark, depth + 1) : [])]
  })
}

/** What stands beside a reference. */
const definite = ({ $ref: _, ...rest }: Schema): Schema => rest

function resolved(schema: Schema, root: Schema): Schema {
  let found = schema
  for (let step = 0; found.$ref && step < DEPTH_MAX; step += 1) {
    const name = /^#\/\$defs\/(.+)$/.exec(found.$ref)?.[1]
    found = (name ? root.$defs?.[name] : root) ?? {}
  }
  return found
}

const options = ({ anyOf, oneOf }: Schema): readonly Schema[] => anyOf ?? oneOf ?? []
/** Several types in one are written as a list of them, too. */
const alternatives = (schema: Schema): readonly Schema[] =>
  typeof schema.type === 'object' ? schema.type.map((type) => ({ type })) : options(schema)
const isNull = ({ type, const: fixed }: Schema): boolean => type === 'null' || fixed === null

/** The one thing that it is when it is there at all. */
function core(schema: Schema, root: Schema): Schema {
  const real = options(schema)
    .map((one) => resolved(one, root))
    .filter((one) => !isNull(one))
  return real.length === 1 && real[0] ? real[0] : schema
}

/** Where fields of its own begin: in it, or in each of it. */
function inside(property: Schema, root: Schema): { schema: Schema; mark: string } | null {
  const one = core(property, root)
  if (one.properties) return { schema: one, mark: '.' }
  const item = one.items && core(resolved(one.items, root), root)
  return item?.properties ? { schema: item, mark: '[].' } : null
}

function typeOf(given: Schema, root: Schema, depth: number): InputType {
  const schema = resolved(given, root)
  if (depth > DEPTH_MAX) return { kind: 'any' }
  const several = alternatives(schema).map((one) => resolved(one, root))
  if (several.length > 0) {
    const kinds = several
      .filter((one) => !isNull(one))
      .map((one) => typeOf({ ...definite(schema), anyOf: undefined, oneOf: undefined, ...one }, root, depth + 1))
    const differing = kinds.filter((one, at) => kinds.findIndex((other) => same(one, other)) === at)
    const of: InputType = differing.length === 1 && differing[0] ? differing[0] : { kind: 'either', of: differing }
    return several.some(isNull) ? { kind: 'orNothing', of } : of
  }
  if (schema.widget === 'file') return { kind: 'file' }
  if (schema.enum) return { kind: 'choice' }
  if (isNull(schema)) return { kind: 'nothing' }
  if (schema.const !== undefined) return { kind: 'fixed' }
  const kind = plain(schema)
  const item = schema.items ?? (kind === 'list' ? schema.prefixItems?.[0] : undefined)
  return kind === 'list' && item ? { kind: 'listOf', of: typeOf(item, root, depth + 1) } : { kind }
}

const same = (a: InputType, b: InputType): boolean => JSON.stringify(a) === JSON.stringify(b)

function plain({ type, widget, format, properties, items }: Schema): Plain {
  switch (type) {
    case 'string':
      if (format === 'date') return 'day'
      if (format === 'date-time') return 'moment'
      if (format === 'uri') return 'address'
      if (format === 'email') return 'email'
      return widget === 'text' ? 'longText' : 'text'
    case 'integer':
      return 'whole'
    case 'number':
      return 'number'
    case 'boolean':
      return 'switch'
    case 'array':
      return 'list'
    case 'object':
      return 'group'
    default:
      return properties ? 'group' : items ? 'list' : 'any'
  }
}

/** zod writes the limits of safe integers where a schema has none of its own. */
const isLimit = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const isShown = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(typeof value === 'object' && Object.keys(value).length === 0)

function factsOf(property: Schema, root: Schema): Fact[] {
  const one = { ...core(property, root), ...(isShown(property.default) && { default: property.default }) }
  const choices = one.enum ?? (one.const === undefined ? one.items && resolved(one.items, root).enum : [one.const])
  const accepts = (one.accept ?? '')
    .split(',')
    .map((end) => end.trim())
    .filter(Boolean)
  return [
    ...(choices ? [{ kind: 'choices' as const, list: choices.map(written) }] : []),
    ...(accepts.length > 0 ? [{ kind: 'accepts' as const, list: accepts }] : []),
    ...(isLimit(one.minimum) ? [{ kind: 'atLeast' as const, number: one.minimum }] : []),
    ...(isLimit(one.maximum) ? [{ kind: 'atMost' as const, number: one.maximum }] : []),
    ...(isLimit(one.maxLength) && one.widget !== 'file' ? [{ kind: 'longest' as const, count: one.maxLength }] : []),
    ...(isLimit(one.maxItems) ? [{ kind: 'most' as const, count: one.maxItems }] : []),
    ...(isShown(one.default) ? [{ kind: 'standard' as const, value: written(one.default) }] : []),
  ]
}
