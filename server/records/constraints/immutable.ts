import { AppError } from '@atrium/contract/errors'
import pg from 'pg'
import { type Declared, namedBy, partitionOf } from '../declared.ts'
import { type Data, nameOf } from '../rows.ts'
import type { Guard } from '../saving.ts'
import type { Place } from './place.ts'

/** The trigger that keeps what is final; an undo, a revert and a cascade meet it too. */
export function immutables({ module, name, collection }: Place): Declared[] {
  const declared = collection.constraints?.immutable
  if (!declared) return []
  const { once, except = [] } = declared
  const given = [once, ...except].map((field) => pg.escapeLiteral(field)).join(', ')
  const of = `for each row when (old.collection = ${pg.escapeLiteral(name)}) execute function record_immutable(${given})`
  const named = namedBy('im', module, of)
  const sql = `create trigger ${named} before update on ${partitionOf(module)} ${of}`
  return [{ name: named, collection: name, fields: [once, ...except], sql }]
}

export const guardOfImmutable = (place: Place): Guard[] =>
  immutables(place).map(({ name, fields: [once] }) => ({
    name,
    refuse: ({ detail: id, writes }) => {
      const one = writes.find((write) => write.id === id)
      const was = (one?.before?.data ?? {}) as Data
      return new AppError(
        'conflict',
        `${nameOf(place.collection, was)} is final and can be neither changed nor removed.`,
        { details: { final: id, field: once } },
      )
    },
  }))
