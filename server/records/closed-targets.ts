import { AppError } from '@atrium/contract/errors'
import type { Collection } from '@atrium/contract/module'
import type { Referred } from '@atrium/contract/referred'
import type { Queryable } from '../platform/database/connect.ts'
import { idsIn, type Reference, type References, rowsById, rowsNaming } from './references.ts'
import { currentData, type Data, nameOf, type Stored } from './rows.ts'

/** A row as an undo leaves it. */
export interface Left {
  row: Stored
  data: Data
}

const closedBy = ({ collection, field }: Reference): string | undefined =>
  (collection.references as Record<string, Referred<string>> | undefined)?.[field]?.closedBy

const within = (collection: Collection, open: Data, closed: Data) =>
  new AppError(
    'conflict',
    `${nameOf(collection, open)} would be open within ${nameOf(collection, closed)}, which is not. Open that first, please.`,
  )

/** What is open names nothing that is closed (`closedBy`): neither what an undo leaves, nor what names it. Throws `conflict`. */
export async function refuseClosedTargets(
  on: Queryable,
  scope: string,
  left: readonly Left[],
  references: References,
): Promise<void> {
  const known = new Map(left.map(({ row, data }) => [row.id, data]))
  const places = Map.groupBy(left, ({ row }) => `${row.module} ${row.collection}`)
  for (const rows of places.values()) {
    const [{ row: first }] = rows as [Left]
    // A row is closed by the field of its own collection: both sides of such a reference are of one.
    const own = references.from({ module: first.module, name: first.collection })
    for (const reference of own) {
      const by = closedBy(reference)
      if (by === undefined) continue
      const open = rows.filter(({ data }) => data[by] !== true)
      const wanted = open.flatMap(({ data }) => idsIn(reference, data)).filter((id) => !known.has(id))
      const dataOf = (row: Stored) => currentData(reference.collection, row)
      const others = await rowsById(on, scope, reference.target, wanted)
      const targets = new Map([...known, ...others.map((row) => [row.id, dataOf(row)] as const)])
      for (const { data } of open)
        for (const id of idsIn(reference, data)) {
          const target = targets.get(id)
          if (target?.[by] === true) throw within(reference.collection, data, target)
        }
      const closed = rows.filter(({ data }) => data[by] === true)
      const ids = closed.map(({ row }) => row.id)
      for (const row of ids.length > 0 ? await rowsNaming(on, scope, reference, ids) : []) {
        const data = dataOf(row)
        const [named = ''] = idsIn(reference, data)
        if (!known.has(row.id) && data[by] !== true) throw within(reference.collection, data, known.get(named) ?? {})
      }
    }
  }
}
