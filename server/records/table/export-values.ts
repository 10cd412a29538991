import { fieldsOf, type NamedField } from '@atrium/contract/field-facts'
import type { Collection } from '@atrium/contract/module'
import type { Person } from '@atrium/contract/people'
import { writeDuration } from '@atrium/contract/written-duration'
import { plainAmount } from '@atrium/domain/money/minor-units'
import type { Data } from '../rows.ts'

/** A field's value as people and spreadsheets read it, and an import reads it again: `1234.56`, `1:30`. */
function exported({ kind, currency = 'EUR' }: NamedField, value: unknown): unknown {
  if (typeof value !== 'number') return value
  if (kind === 'money') return plainAmount(value, currency)
  return kind === 'duration' ? writeDuration(value) : value
}

const EXPORTED = new Set<NamedField['kind']>(['money', 'duration', 'person'])

/**
 * The row of a file: what its collection says of its fields decides, people are called by their username or their name; other values
 * are as they are stored.
 */
export function exportedRow(collection: Collection, people: readonly Person[]): <R extends Data>(row: R) => R {
  const fields = fieldsOf(collection).filter(({ kind }) => EXPORTED.has(kind))
  const names = new Map(people.map(({ id, username, name }) => [id, username ?? name]))
  if (fields.length === 0) return (row) => row
  return (row) => ({
    ...row,
    ...Object.fromEntries(
      fields.map((field) => [
        field.name,
        field.kind === 'person'
          ? (names.get(String(row[field.name])) ?? row[field.name])
          : exported(field, row[field.name]),
      ]),
    ),
  })
}
