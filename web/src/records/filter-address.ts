import { type FieldFacts, fieldsOf, type NamedField } from '@atrium/contract/field-facts'
import { filterKind, filtersOf } from '@atrium/contract/filters'
import { z } from 'zod'
import type { RecordPlace } from './record-actions.ts'

// Filters of a list as they stand in its address: `?due=2026-01-01..&status=wish,done&notes=~dune`.

export type FilterValue =
  | boolean
  | string
  | null
  | { gte?: unknown; lte?: unknown }
  | { in: string[] }
  | { has: string }
  | { isEmpty: boolean }
  | { contains: string }

const NONE = '-'

export function writeFilter({ kind }: FieldFacts, value: FilterValue): string {
  if (value === null) return NONE
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  if ('in' in value) return value.in.join(',')
  if ('has' in value) return value.has
  if ('isEmpty' in value) return value.isEmpty ? 'no' : 'yes'
  if ('contains' in value) return value.contains
  return filterKind(kind) === 'range' ? `${value.gte ?? ''}..${value.lte ?? ''}` : ''
}

export function readFilter({ kind }: FieldFacts, text: string): FilterValue | undefined {
  const filter = filterKind(kind)
  if (filter === 'is') return text === 'yes' ? true : text === 'no' ? false : undefined
  if (filter === 'filled') return text === 'yes' || text === 'no' ? { isEmpty: text === 'no' } : undefined
  if (filter === 'has') return { has: text }
  if (text === NONE) return null
  if (filter === 'contains') return { contains: text }
  if (filter === 'same') return text
  if (filter === 'oneOf') return { in: text.split(',') }
  const [from = '', to = ''] = text.split('..')
  const end = (said: string) => (said === '' ? undefined : kind === 'date' || kind === 'moment' ? said : Number(said))
  const range = { ...(from && { gte: end(from) }), ...(to && { lte: end(to) }) }
  return from || to ? range : undefined
}

/** What the address of a list may say: words, order, the record that is open, and a filter for each field. */
export function addressOf({ collection }: Pick<RecordPlace, 'collection'>) {
  const text = z.string().max(500).optional()
  const filters = fieldsOf(collection).map(({ name }) => [`f.${name}`, text] as const)
  return z.object({
    q: z.string().max(200).optional(),
    sort: text,
    item: z.string().max(64).optional(),
    ...Object.fromEntries(filters),
  })
}

export interface SetFilter {
  field: NamedField
  value: FilterValue
}

/** The filters that an address asks for; what its field cannot be asked by is left out. */
export function filtersIn(
  { collection }: Pick<RecordPlace, 'collection'>,
  said: Readonly<Record<string, unknown>>,
): SetFilter[] {
  const schema = filtersOf(collection)
  return fieldsOf(collection).flatMap((field) => {
    const text = said[`f.${field.name}`]
    const value = typeof text === 'string' && text !== '' ? readFilter(field, text) : undefined
    return value !== undefined && schema.safeParse({ [field.name]: value }).success ? [{ field, value }] : []
  })
}
