import { AppError } from '@atrium/contract/errors'
import { fieldsOf, holdsFiles, type NamedField } from '@atrium/contract/field-facts'
import { takesKind } from '@atrium/contract/file-kinds'
import type { HeldFile } from '@atrium/contract/files'
import type { Collection } from '@atrium/contract/module'
import { and, eq, inArray } from 'drizzle-orm'
import { files } from '../files/tables.ts'
import { waitingFor } from '../files/waiting.ts'
import type { Place } from './constraints/place.ts'
import type { Data } from './rows.ts'
import type { Unit } from './unit.ts'

export type FileField = NamedField & { files: NonNullable<NamedField['files']> }

const known = new WeakMap<Collection, readonly FileField[]>()

/** The fields of a collection that hold files. */
export function fileFields(collection: Collection): readonly FileField[] {
  const found = known.get(collection) ?? fieldsOf(collection).filter((one): one is FileField => holdsFiles(one))
  known.set(collection, found)
  return found
}

/** Of the fields, those that the row has: an optional one may be absent. */
const present = (data: Data, fields: readonly FileField[]) => fields.filter(({ name }) => data[name] !== undefined)
const heldIn = (data: Data, { name }: FileField): readonly HeldFile[] => (data[name] as HeldFile[] | undefined) ?? []

/** What the row says of the files that it had already is what was kept of them, whatever is said now. */
export function withKeptFacts(collection: Collection, data: Data, before: Data): Data {
  const fields = fileFields(collection)
  if (fields.length === 0) return data
  const had = new Map(fields.flatMap((field) => heldIn(before, field)).map((file) => [file.id, file]))
  const facts = present(data, fields).map((field) => [
    field.name,
    heldIn(data, field).map((file) => had.get(file.id) ?? file),
  ])
  return { ...data, ...Object.fromEntries(facts) }
}

export const fileGone = () =>
  new AppError('bad_request', 'One of these files is no longer there. Choose it again, please.')
export const kindRefused = (accepts: readonly string[]) =>
  new AppError('unsupported_media_type', 'A file of this kind is not taken here.', { details: { accepts } })
export const fileTooLarge = (largest: number) =>
  new AppError('too_large', 'That file is too large for this field.', { details: { largest } })

/**
 * The row with what the server knows of the files that it did not name before: they are the owner's, were sent for this module, and
 * belong to its records from now on. Throws for a file that is none of those, or that its field does not take.
 */
export async function holdFiles({ module, collection }: Place, unit: Unit, before: Data, after: Data): Promise<Data> {
  const fields = fileFields(collection)
  if (fields.length === 0) return after
  const had = new Set(fields.flatMap((field) => heldIn(before, field)).map(({ id }) => id))
  const ids = new Set(fields.flatMap((field) => heldIn(after, field)).map(({ id }) => id))
  const fresh = [...ids].filter((id) => !had.has(id))
  if (fresh.length === 0) return after
  const on = await unit.locking('')
  const found = await on
    .update(files)
    .set({ module })
    .where(
      and(eq(files.ownerId, unit.scope), inArray(files.id, fresh), inArray(files.module, [module, waitingFor(module)])),
    )
    .returning({ id: files.id, name: files.name, mime: files.mime, size: files.size })
  const facts = new Map(found.map((file): [string, HeldFile] => [file.id, file]))
  const settled = present(after, fields).map((field) => {
    const list = heldIn(after, field).map((file) => {
      if (had.has(file.id)) return file
      const fact = facts.get(file.id)
      if (!fact) throw fileGone()
      if (!takesKind(field.files, fact.mime)) throw kindRefused(field.files.accepts)
      if (fact.size > field.files.largest) throw fileTooLarge(field.files.largest)
      return fact
    })
    return [field.name, list]
  })
  return { ...after, ...Object.fromEntries(settled) }
}
