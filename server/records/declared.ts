import { createHash } from 'node:crypto'
import type { Collection } from '@atrium/contract/module'
import { comparableText, fieldKind } from './field-kinds.ts'

/** Something that a module declares and the database keeps on its partition: an index, a constraint, a trigger. */
export interface Declared {
  /** The same for as long as its definition is: `ix_library_<hash>`. */
  name: string
  collection: string
  /** For the log. */
  fields: readonly string[]
  /** The statement that makes it. */
  sql: string
}

/** The table of a module's rows, and of their history. */
export const partitionOf = (module: string): string => `records_of_${module.replaceAll('-', '_')}`
export const historyPartitionOf = (module: string): string => `record_versions_of_${module.replaceAll('-', '_')}`

/** `ix` an index, `uq` a unique key, `ex` an exclusion, `nr` numbers, `im` and `bl` triggers, `sm` kept totals, `hx` an index of the history. */
export type Prefix = 'ix' | 'uq' | 'ex' | 'nr' | 'im' | 'bl' | 'sm' | 'hx'

export const namedBy = (prefix: Prefix, module: string, definition: string): string =>
  `${prefix}_${module.replaceAll('-', '_')}_${createHash('sha256').update(definition).digest('hex').slice(0, 12)}`

/** The statement that takes it away again. */
export function dropOf(name: string, module: string): string {
  if (name.startsWith('ex_')) return `alter table ${partitionOf(module)} drop constraint ${name}`
  if (/^(im|bl)_/.test(name)) return `drop trigger ${name} on ${partitionOf(module)}`
  return `drop index ${name}`
}

/** The field as something that orders, in SQL, out of this jsonb. Throws for kinds that have no order: that is the module's fault. */
export function expressionOf(collection: Collection, field: string, data = 'data'): string {
  const kind = fieldKind(collection, field)
  if (kind === 'list' || kind === 'other') throw new Error(`“${field}” has no order, so no index can have it`)
  return comparableText(kind, field, data)
}
