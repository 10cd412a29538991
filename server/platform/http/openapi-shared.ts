import type { Json } from './openapi-schema.ts'

/** characters; what is shorter is as well said where it stands */
const WORTH_SHARING = 160

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords of JSON Schema that hold a schema, a list of them, or schemas by name (2020-12, core 10 and 8). */
const ONE = new Set(['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'])
const LIST = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const NAMED = new Set(['properties', 'patternProperties'])

type Visit = (schema: unknown, name: string) => unknown

/** The schema with the schemas in it put through `visit`. Values that only look like schemas (`default`, `enum`) stay. */
function within(schema: Json, name: string, visit: Visit): Json {
  const entries = Object.entries(schema).map(([key, value]) => {
    if (ONE.has(key) && isObject(value)) return [key, visit(value, key === 'items' ? `${name} item` : name)]
    if (LIST.has(key) && Array.isArray(value)) return [key, value.map((one) => visit(one, name))]
    if (NAMED.has(key) && isObject(value))
      return [key, Object.fromEntries(Object.entries(value).map(([field, one]) => [field, visit(one, field)]))]
    return [key, value]
  })
  return Object.fromEntries(entries)
}

/** Every schema that stands in a body, an answer or a parameter, put through `visit`. Those with references of their own stay. */
function everywhere(paths: Json, visit: Visit): Json {
  const through = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => through(one, name))
    if (!isObject(value)) return value
    const called = typeof value.operationId === 'string' ? value.operationId : name
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        if (key !== 'schema') return [key, through(one, called)]
        return [key, isObject(one) && !JSON.stringify(one).includes('"$ref"') ? visit(one, `${called} value`) : one]
      }),
    )
  }
  return through(paths, '') as Json
}

/** `task item` → `TaskItem` */
const titled = (name: string): string =>
  name
    .replace(
      /[^a-zA-Z0-9]*([a-zA-Z0-9])([a-zA-Z0-9]*)/g,
      (_, first: string, rest: string) => first.toUpperCase() + rest,
    )
    .replace(/[^a-zA-Z0-9]/g, '')

/**
 * The document with every schema once that stands in it more than once: under `components.schemas`, by the name of the
 * field or call where it is met first.
 */
export function sharing(document: Json): Json {
  const { components, paths } = document as { components: { schemas: Json }; paths: Json }
  /** How often each is named, where what holds it counts once. */
  const uses = new Map<string, number>()
  const count: Visit = (schema, name) => {
    const text = JSON.stringify(schema)
    const known = uses.get(text)
    uses.set(text, (known ?? 0) + 1)
    if (known === undefined && isObject(schema)) within(schema, name, count)
    return schema
  }
  everywhere(paths, count)

  const schemas: Json = { ...components.schemas }
  const names = new Map<string, string>()
  const freeName = (wanted: string) => {
    for (let at = 1; ; at++) {
      const name = at === 1 ? wanted : `${wanted}${at}`
      if (!Object.hasOwn(schemas, name)) return name
    }
  }
  const share: Visit = (schema, name) => {
    if (!isObject(schema)) return schema
    const text = JSON.stringify(schema)
    if (text.length < WORTH_SHARING || (uses.get(text) ?? 0) < 2) return within(schema, name, share)
    const known = names.get(text)
    if (known) return { $ref: `#/components/schemas/${known}` }
    const own = freeName(titled(name) || 'Value')
    names.set(text, own)
    schemas[own] = {} // its place, before those that it holds
    schemas[own] = within(schema, name, share)
    return { $ref: `#/components/schemas/${own}` }
  }
  return { ...document, paths: everywhere(paths, share), components: { ...components, schemas } }
}
