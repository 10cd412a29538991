import type { Collection, Row } from '@atrium/contract/module'
import {
  goneTarget,
  idsIn,
  liveTargets,
  pointingAt,
  type Reference,
  type References,
  stillUsed,
  TOO_MANY,
} from './references.ts'
import { currentData, type Data, nameOf, type Stored } from './rows.ts'
import type { Unit } from './unit.ts'

interface Place {
  module: string
  name: string
  collection: Collection
}

/** What is needed of the store of those that name a row. */
interface Others {
  updateMany(changes: ReadonlyMap<string, (row: Row<Data>) => Partial<Data>>): Promise<unknown>
  removeMany(ids: readonly string[]): Promise<void>
}

export interface Integrity {
  /** Throws when a row would name what is not there. What has been seen once in this change is held until it ends. */
  hold(rows: readonly { before: Data; after: Data }[]): Promise<void>
  /** What becomes of the rows that name this one, before it goes. Throws when one of them keeps it. */
  letGo(was: Stored): Promise<void>
}

/** The row's field without this id. */
const without = ({ field, isList }: Reference, row: Data, gone: string): Data => ({
  [field]: isList ? (row[field] as unknown[]).filter((id) => id !== gone) : null,
})

/** Keeps what a collection's rows name, and what names them, in the transaction of the change. */
export function createIntegrity(
  { module, name, collection }: Place,
  references: References,
  unit: Unit,
  storeOf: (place: Place) => Others,
): Integrity {
  const pointers = references.from({ module, name })
  const inbound = references.to({ module, name })

  return {
    async hold(rows) {
      for (const pointer of pointers) {
        const { target } = pointer
        const markOf = (id: string) => `${target.module}.${target.name} ${id}`
        const wanted = new Set(
          rows.flatMap(({ before, after }) => {
            const had = new Set(idsIn(pointer, before))
            return idsIn(pointer, after).filter((id) => !had.has(id) && !unit.held.has(markOf(id)))
          }),
        )
        const [first] = wanted
        if (first === undefined) continue
        await unit.reading(target.module, target.name) // what waits is written first
        const live = await liveTargets(await unit.locking(first), unit.scope, target, [...wanted])
        if (live.size < wanted.size) throw goneTarget(pointer.field)
        for (const id of live) unit.held.add(markOf(id))
      }
    },
    async letGo(was) {
      unit.going.add(was.id)
      for (const pointer of inbound) {
        await unit.reading(pointer.module, pointer.name)
        const on = await unit.locking(was.id)
        const found = (await pointingAt(on, unit.scope, pointer, [was.id])).filter(({ id }) => !unit.going.has(id))
        if (found.length === 0) continue
        if (pointer.onRemove === 'restrict')
          throw stillUsed(nameOf(collection, currentData(collection, was)), found.length, pointer.name)
        if (found.length > TOO_MANY) throw stillUsed('This', found.length, pointer.name)
        const store = storeOf(pointer)
        if (pointer.onRemove === 'cascade') await store.removeMany(found.map(({ id }) => id))
        else await store.updateMany(new Map(found.map(({ id }) => [id, (row) => without(pointer, row, was.id)])))
      }
      for (const pointer of inbound) unit.held.delete(`${pointer.target.module}.${pointer.target.name} ${was.id}`)
    },
  }
}
