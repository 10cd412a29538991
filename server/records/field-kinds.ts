import { AppError } from '@atrium/contract/errors'
import type { Collection } from '@atrium/contract/module'
import pg from 'pg'

/** How the values of a field compare. */
export type Kind = 'text' | 'number' | 'boolean' | 'moment' | 'list' | 'other'

/** What zod knows of a schema, as far as it is asked here. */
export interface Definition {
  type: string
  format?: string
  innerType?: { def: Definition }
  in?: { def: Definition }
  options?: { def: Definition }[]
  values?: unknown[]
  element?: { def: Definition }
  shape?: Record<string, { def: Definition }>
}

const WRAPPERS = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch', 'nonoptional'])

/** Without what only says whether a value may be absent, and which then stands. */
export function unwrapped(definition: Definition): Definition {
  if (WRAPPERS.has(definition.type) && definition.innerType) return unwrapped(definition.innerType.def)
  return definition.type === 'pipe' && definition.in ? unwrapped(definition.in.def) : definition
}

export function kindOf(wrapped: Definition): Kind {
  const { type, format, values, options } = unwrapped(wrapped)
  if (type === 'string') return format === 'datetime' ? 'moment' : 'text'
  if (type === 'enum' || type === 'template_literal') return 'text'
  if (type === 'number' || type === 'int') return 'number'
  if (type === 'boolean') return 'boolean'
  if (type === 'array') return 'list'
  if (type === 'literal') return typeof values?.[0] === 'number' ? 'number' : 'text'
  if (type === 'union') {
    const kinds = new Set(options?.map((option) => kindOf(option.def)))
    if (kinds.size === 1) return [...kinds][0] as Kind
    // dates and moments side by side: their ISO texts compare
    return [...kinds].every((kind) => kind === 'text' || kind === 'moment') ? 'text' : 'other'
  }
  return 'other'
}

/** Throws `bad_request` for a field that the collection does not have. */
export function definitionOf(collection: Collection, field: string): Definition {
  const schema = Object.hasOwn(collection.schema.shape, field) ? collection.schema.shape[field] : undefined
  if (!schema) throw new AppError('bad_request', `There is no field “${field}” here.`)
  return schema.def as unknown as Definition
}

export const fieldKind = (collection: Collection, field: string): Kind => kindOf(definitionOf(collection, field))

/**
 * The field's value as something that orders, in SQL, out of a jsonb object: the same text wherever it stands, so that an index over
 * it is found. A value of the wrong type (old data) is null, never an error.
 */
export function comparableText(kind: Kind, field: string, data: string): string {
  const name = pg.escapeLiteral(field)
  if (kind === 'number')
    return `(case when jsonb_typeof(${data}->${name}) = 'number' then (${data}->>${name})::numeric end)`
  if (kind === 'moment') return `record_moment(${data}->>${name})`
  // byte order, so that ISO dates compare the same under every locale
  return `((${data}->>${name}) collate "C")`
}

/** Whether nothing is in a list, in SQL: the same text wherever it stands, so that an index of those with something is found. */
export const emptyText = (field: string, data: string): string =>
  `coalesce(${data}->${pg.escapeLiteral(field)}, '[]'::jsonb) in ('[]'::jsonb, 'null'::jsonb)`
