import { AppError } from '@atrium/contract/errors'
import { takesKind } from '@atrium/contract/file-kinds'
import type { Module } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import { requirePlan } from '../accounts/plan.ts'
import type { Waiting } from '../files/files.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Actions } from './actions.ts'
import { type FileField, fileFields, fileTooLarge, kindRefused } from './held-fields.ts'

export function installedModule(actions: Actions, id: string): Module {
  const server = actions.servers.get(id)
  if (!server) throw new AppError('not_found', 'There is no such module here.')
  return server.module
}

/** The field that files are sent for. Throws `not_found`. */
export function fieldAt({ collections }: Module, collection: string, name: string): FileField {
  const found = Object.hasOwn(collections, collection) ? collections[collection] : undefined
  const field = found && fileFields(found).find((one) => one.name === name)
  if (!field) throw new AppError('not_found', 'There is no such field for files here.')
  return field
}

/** The same, for somebody who is to have the module's plan. */
export async function openField(
  db: Database,
  principal: Principal,
  module: Module,
  collection: string,
  name: string,
): Promise<FileField> {
  const field = fieldAt(module, collection, name)
  await requirePlan(db, principal, { tier: module.tier }, module.title)
  return field
}

/** What such a field takes, in its sentences. */
export function takenBy({ id }: Module, { files }: FileField): Waiting {
  const { largest, accepts } = files
  return {
    module: id,
    most: { bytes: largest, refusal: () => fileTooLarge(largest) },
    judge: (kind) => {
      if (!takesKind(files, kind)) throw kindRefused(accepts)
    },
  }
}
