import { fieldsOf, type NamedField } from '@atrium/contract/field-facts'
import type { ActionContext, Collection, Module } from '@atrium/contract/module'
import { writeDuration } from '@atrium/contract/written-duration'
import { plainAmount } from '@atrium/domain/money/minor-units'
import type { Data } from '../rows.ts'
import { type RowNames, rowNamesOf } from './row-names.ts'

/** A field's value as people and spreadsheets read it, and an import reads it again: `1234.56`, `1:30`. */
function exported({ kind, currency = 'EUR' }: NamedField, value: unknown): unknown {
  if (typeof value !== 'number') return value
  if (kind === 'money') return plainAmount(value, currency)
  return kind === 'duration' ? writeDuration(value) : value
}

const EXPORTED = new Set<NamedField['kind']>(['money', 'duration', 'person', 'reference'])

/**
 * The row of a file: what its collection says of its fields decides, people are called by their username or their name, rows of other
 * collections as lists call them, where an import finds them by that; other values are as they are stored.
 */
export async function exportedRow(
  module: Module,
  collection: Collection,
  { store, people }: Pick<ActionContext<Module>, 'store' | 'people'>,
): Promise<<R extends Data>(row: R) => R> {
  const fields = fieldsOf(collection).filter(({ kind }) => EXPORTED.has(kind))
  if (fields.length === 0) return (row) => row
  const persons = fields.some(({ kind }) => kind === 'person') ? await people() : []
  const names = new Map(persons.map(({ id, username, name }) => [id, username ?? name]))
  const namesOf = rowNamesOf(module, store)
  const referred = new Map<string, RowNames>()
  for (const { name, kind, to = '' } of fields) if (kind === 'reference') referred.set(name, await namesOf(to))
  const written = (field: NamedField, value: unknown): unknown => {
    if (typeof value !== 'string') return exported(field, value)
    return field.kind === 'person' ? (names.get(value) ?? value) : (referred.get(field.name)?.nameOf(value) ?? value)
  }
  return (row) => ({
    ...row,
    ...Object.fromEntries(fields.map((field) => [field.name, written(field, row[field.name])])),
  })
}
