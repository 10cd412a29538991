import type { Collection } from '@atrium/contract/module'

const indexed = new WeakMap<Collection, ReadonlySet<string>>()

/** Whether an index of the collection has this field, so that a comparison by its value is found by it. */
export function isIndexed(collection: Collection, field: string): boolean {
  let fields = indexed.get(collection)
  if (!fields) {
    fields = new Set((collection.indexes ?? []).flat().map((name) => name.replace(/^-/, '')))
    indexed.set(collection, fields)
  }
  return fields.has(field)
}
