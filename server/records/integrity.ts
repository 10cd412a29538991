import type { Collection, Row } from '@atrium/contract/module'
import type { Place } from './constraints/place.ts'
import {
  clearedRows,
  countNaming,
  goneTarget,
  idsIn,
  liveTargets,
  missedRows,
  type Need,
  type Reference,
  type References,
  rowsNaming,
  stillUsed,
  TOO_MANY,
  trashedNaming,
  trashedTargets,
  withId,
  withoutIds,
} from './references.ts'
import { currentData, type Data, nameOf, type Stored } from './rows.ts'
import type { Unit } from './unit.ts'

/** What is needed of the store of those that name a row. */
interface Others {
  updateMany(changes: ReadonlyMap<string, (row: Row<Data>) => Partial<Data>>): Promise<unknown>
  /** Moves rows that are locked already to the trash. */
  trash(rows: readonly Stored[]): Promise<void>
  /** Brings rows that are locked already back from it. */
  bringBack(rows: readonly Stored[]): Promise<void>
}

export interface Integrity {
  /** Throws when a row would name what is not there. What has been seen once in this change stays locked until it ends. */
  lockTargets(rows: readonly { before: Data; after: Data }[]): Promise<void>
  /** Moves locked rows to the trash, with what becomes of the rows that name them. Throws when one of those keeps them. */
  removeRows(rows: readonly Stored[]): Promise<void>
  /** Brings a locked row back from the trash, with what went there with it. Throws when it names what is gone. */
  restoreRow(row: Stored): Promise<void>
}

interface Removal {
  place: Place
  rows: readonly Stored[]
}

const markOf = ({ module, name }: Pick<Place, 'module' | 'name'>, id: string) => `${module}.${name} ${id}`
const idsOf = ({ rows }: Removal) => rows.map(({ id }) => id)

/** Keeps what a collection's rows name, and what names them, in the transaction of the change. */
export function createIntegrity(
  place: Place,
  references: References,
  unit: Unit,
  storeOf: (place: Place) => Others,
  /** Throws where rows that would go or come back along with others are none of the caller's. */
  refuseTied: (place: Place, ids: readonly string[]) => Promise<void> = async () => undefined,
): Integrity {
  const refuseOthers = async (along: readonly Removal[]) => {
    for (const removal of along) await refuseTied(removal.place, idsOf(removal))
  }

  /** Those that name the rows of one removal in this field. What waits is written first. */
  const reading = async ({ module, name }: Pick<Reference, 'module' | 'name'>) => {
    await unit.reading(module, name)
    return unit.locking('')
  }

  /** The rows and all that go along, level by level: a question for each field that names them, however many rows they are. */
  async function withCascades(first: Removal): Promise<Removal[]> {
    const all: Removal[] = []
    const leaving = new Set(idsOf(first))
    for (let level = [first]; level.length > 0; ) {
      all.push(...level)
      const next: Removal[] = []
      for (const removal of level)
        for (const pointer of references.to(removal.place)) {
          if (pointer.onRemove !== 'cascade') continue
          const found = await rowsNaming(await reading(pointer), unit.scope, pointer, idsOf(removal))
          const rows = found.filter(({ id }) => !leaving.has(id))
          for (const { id } of rows) leaving.add(id)
          if (leaving.size > TOO_MANY) throw stillUsed('This', leaving.size, pointer.name)
          if (rows.length > 0) next.push({ place: pointer, rows })
        }
      level = next
    }
    return all
  }

  /** Which of the rows are named by others than those that leave. */
  async function namedIds(pointer: Reference, removal: Removal, leaving: readonly string[]): Promise<string[]> {
    const found = await rowsNaming(await reading(pointer), unit.scope, pointer, idsOf(removal))
    const others = found.filter(({ id }) => !leaving.includes(id))
    return others.flatMap((row) => idsIn(pointer, row.data as Data))
  }

  async function refuseUsed(removals: readonly Removal[]): Promise<void> {
    const leaving = removals.flatMap(idsOf)
    for (const removal of removals)
      for (const pointer of references.to(removal.place)) {
        if (pointer.onRemove !== 'restrict') continue
        const count = await countNaming(await reading(pointer), unit.scope, pointer, idsOf(removal), leaving)
        if (count === 0) continue
        const named = new Set(await namedIds(pointer, removal, leaving))
        const kept = removal.rows.find(({ id }) => named.has(id)) as Stored
        const { collection } = removal.place
        throw stillUsed(nameOf(collection, currentData(collection, kept)), count, pointer.name)
      }
  }

  async function clearNames(removals: readonly Removal[]): Promise<void> {
    const leaving = new Set(removals.flatMap(idsOf))
    for (const removal of removals)
      for (const pointer of references.to(removal.place)) {
        if (pointer.onRemove !== 'clear') continue
        const ids = idsOf(removal)
        const found = await rowsNaming(await reading(pointer), unit.scope, pointer, ids)
        const staying = found.filter(({ id }) => !leaving.has(id))
        if (staying.length > TOO_MANY) throw stillUsed('This', staying.length, pointer.name)
        const gone = new Set(ids)
        const change = (row: Row<Data>) => withoutIds(pointer, row, gone)
        await storeOf(pointer).updateMany(new Map(staying.map(({ id }) => [id, change])))
      }
  }

  async function lockTargetsOf(own: Place, rows: readonly { before: Data; after: Data }[]): Promise<void> {
    for (const pointer of references.from(own)) {
      const { target } = pointer
      const wanted = new Set(
        rows.flatMap(({ before, after }) => {
          const had = new Set(idsIn(pointer, before))
          return idsIn(pointer, after).filter((id) => !had.has(id) && !unit.lockedTargets.has(markOf(target, id)))
        }),
      )
      const [first] = wanted
      if (first === undefined) continue
      await unit.reading(target.module, target.name) // what waits is written first
      const live = await liveTargets(await unit.locking(first), unit.scope, target, [...wanted])
      if (live.size < wanted.size) throw goneTarget(pointer.field)
      for (const id of live) unit.lockedTargets.add(markOf(target, id))
    }
  }

  /** What went to the trash in the same moment: what would be missing without it, and what went along because of it. */
  async function wentWith(row: Stored): Promise<Removal[]> {
    const at = row.deletedAt as Date
    const known = new Set([row.id])
    const fresh = (rows: readonly Stored[]) => rows.filter(({ id }) => !known.has(id) && known.add(id))
    const all: Removal[] = []
    for (let level: Removal[] = [{ place, rows: [row] }]; level.length > 0; ) {
      all.push(...level)
      const next: Removal[] = []
      for (const removal of level)
        for (const pointer of references.to(removal.place)) {
          if (pointer.onRemove !== 'cascade') continue
          const rows = fresh(await trashedNaming(await reading(pointer), unit.scope, pointer, idsOf(removal), at))
          if (rows.length > 0) next.push({ place: pointer, rows })
        }
      level = next
    }
    for (let level = all.slice(); level.length > 0; ) {
      const next: Removal[] = []
      for (const { place: own, rows: naming } of level)
        for (const pointer of references.from(own)) {
          const ids = naming.flatMap((one) => idsIn(pointer, one.data as Data)).filter((id) => !known.has(id))
          if (ids.length === 0) continue
          const rows = fresh(await trashedTargets(await reading(pointer), unit.scope, pointer.target, ids, at))
          if (rows.length > 0) next.push({ place: placeOfTarget(pointer), rows })
        }
      for (const { place: own, rows: naming } of level)
        for (const need of references.needsOf(own)) {
          const target = placeOfTarget(need)
          const values = new Set(naming.map((one) => String((one.data as Data)[need.field] ?? '')))
          const rows = fresh(await missedRows(await reading(target), unit.scope, need, [...values]))
          if (rows.length > 0) next.push({ place: target, rows })
        }
      all.push(...next)
      level = next
    }
    return all
  }

  /** What is pointed at is installed: else it is not looked after. */
  const placeOfTarget = ({ target }: Pick<Reference | Need, 'target'>): Place => ({
    ...target,
    collection: references.collectionOf(target) as Collection,
  })

  /** Rows that its removal made name nothing name it again, where they have been given nothing else since. */
  async function nameAgain(removal: Removal): Promise<void> {
    for (const pointer of references.to(removal.place)) {
      if (pointer.onRemove !== 'clear') continue
      const on = await reading(pointer)
      for (const { id, version } of removal.rows) {
        const ids = await clearedRows(on, unit.scope, pointer, { id, module: removal.place.module, version })
        const change = (row: Row<Data>) => withId(pointer, row, id)
        await storeOf(pointer).updateMany(new Map(ids.map((one) => [one, change])))
      }
    }
  }

  return {
    lockTargets: (rows) => lockTargetsOf(place, rows),
    async removeRows(rows) {
      if (rows.length === 0) return
      const first = { place, rows }
      // Cascades before what is restricted: rows that go together are no reason to refuse.
      const removals = await withCascades(first)
      await refuseOthers(removals.slice(1))
      await refuseUsed(removals)
      await clearNames(removals)
      for (const removal of removals) {
        await storeOf(removal.place).trash(removal.rows)
        for (const id of idsOf(removal)) unit.lockedTargets.delete(markOf(removal.place, id))
      }
    },
    async restoreRow(row) {
      const removals = await wentWith(row)
      await refuseOthers(removals.slice(1))
      for (const removal of removals) await storeOf(removal.place).bringBack(removal.rows)
      // Once all are there: some name one another.
      for (const { place: own, rows } of removals)
        await lockTargetsOf(
          own,
          rows.map((one) => ({ before: {}, after: currentData(own.collection, one) })),
        )
      for (const removal of removals) await nameAgain(removal)
    },
  }
}
