import type { NamedField } from '@atrium/contract/field-facts'
import type { Collection, Module } from '@atrium/contract/module'

/** A collection whose actions are those of `crud`. */
export interface RecordPlace {
  module: Pick<Module, 'id'>
  /** The collection's name in its module, and itself. */
  name: string
  collection: Collection
  /** That of `crud`, where it has one: `Author`. */
  as?: string
}

/** A row whose module is not known here. */
export type RecordRow = { id: string; version: number } & Record<string, unknown>

/** Values of references by field: the rows that can be chosen, in the order in which they stand. */
export type References = Readonly<Record<string, readonly { value: string; label: string }[]>>

export const namesOf = (references: References | undefined, { name }: NamedField) =>
  references?.[name] && new Map(references[name].map(({ value, label }) => [value, label]))

/** What a row is called: its collection's first search field. */
export const titleOfRow = ({ collection }: Pick<RecordPlace, 'collection'>, row: Record<string, unknown>): string => {
  const [first] = collection.search
  return first === undefined ? '' : String(row[first] ?? '')
}
