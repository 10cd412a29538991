import type { Collection } from '@atrium/contract/module'
import { fieldKind } from './field-kinds.ts'

const indexed = new WeakMap<Collection, ReadonlySet<string>>()

/** What indexes the rows have: those that are declared, and by what names a row, so that its removal finds them. */
export function indexedFields(collection: Collection): (readonly string[])[] {
  const { indexes = [], references = {}, constraints } = collection
  const named = Object.keys(references).filter((field) => fieldKind(collection, field) !== 'list')
  const parent = constraints?.balanced?.parent
  const wanted = new Set(parent === undefined ? named : [...named, parent])
  const begun = new Set(indexes.map(([first]) => first))
  return [...indexes, ...[...wanted].filter((field) => !begun.has(field)).map((field) => [field])]
}

/** Whether an index of the collection has this field, so that a comparison by its value is found by it. */
export function isIndexed(collection: Collection, field: string): boolean {
  let fields = indexed.get(collection)
  if (!fields) {
    fields = new Set(
      indexedFields(collection)
        .flat()
        .map((name) => name.replace(/^-/, ''))
        .filter((name) => fieldKind(collection, name) !== 'list'),
    )
    indexed.set(collection, fields)
  }
  return fields.has(field)
}
