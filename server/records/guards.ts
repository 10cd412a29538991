import type { AppError } from '@atrium/contract/errors'
import type { Collection } from '@atrium/contract/module'
import type pg from 'pg'
import { guardOfBalance } from './constraints/balanced.ts'
import { guardsOfExclusions } from './constraints/exclusive.ts'
import { guardOfImmutable } from './constraints/immutable.ts'
import type { Guards, Refused, Write } from './saving.ts'
import { guardOfKey, uniqueKeys } from './unique-keys.ts'

const known = new WeakMap<Collection, Guards>()

/** What keeps the rows of this collection, by the names that the database gives with its refusals. */
export function guardsOf(module: string, name: string, collection: Collection): Guards {
  let guards = known.get(collection)
  if (!guards) {
    const place = { module, name, collection }
    const all = [
      ...uniqueKeys(module, name, collection).map(guardOfKey),
      ...guardsOfExclusions(place),
      ...guardOfImmutable(place),
      ...guardOfBalance(place),
    ]
    guards = new Map(all.map((guard) => [guard.name, guard]))
    known.set(collection, guards)
  }
  return guards
}

/** What a person is told when the database refused; null when the error is not one of a guard's. */
export async function refusalOf(
  error: unknown,
  written: readonly Write[],
  { scope, on }: Pick<Refused, 'scope' | 'on'>,
): Promise<AppError | null> {
  const { constraint, detail = '' } = error as Partial<pg.DatabaseError>
  if (constraint === undefined) return null
  const writes = written.filter(({ guards }) => guards?.has(constraint))
  const refusal = await writes[0]?.guards?.get(constraint)?.refuse({ detail, writes, scope, on })
  return refusal ? Object.assign(refusal, { cause: error }) : null
}
