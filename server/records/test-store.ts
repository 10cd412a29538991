import type { Module } from '@atrium/contract/module'
import type { Database } from '../platform/database/connect.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { silentLog } from '../platform/telemetry.ts'
import type { BulkStore } from './bulk-store.ts'
import { preparePartitions } from './partitions.ts'
import type { Reach } from './reach.ts'
import { createReferences, type References } from './references.ts'
import { createStore } from './store.ts'
import { undoChange } from './undo.ts'
import { createUnit, type Unit } from './unit.ts'

type Declared = Pick<Module, 'id' | 'collections'>

export interface TestStores {
  db: Database
  references: References
  /** Works as one change, as an action does: all of it is kept, or nothing. `place` is `pets.vets`. */
  work<T>(
    who: string,
    does: (store: (place: string) => BulkStore, unit: Unit) => Promise<T>,
    options?: { readOnly?: boolean; now?: Date; reach?: Reach },
  ): Promise<{ output: T; change: string | null }>
  undo(who: string, change: string | null): Promise<string[]>
}

/** The stores of some collections on a database of this test file, without a server: for tests of `server/records` itself. */
export async function testStores(...modules: Declared[]): Promise<TestStores> {
  const { db } = await testDatabase()
  await preparePartitions(db.$client, modules, silentLog)
  const references = createReferences(modules)
  const servers = new Map(modules.map((module) => [module.id, { module: module as Module }]))
  return {
    db,
    references,
    async work(who, does, { readOnly = false, now = new Date(), reach } = {}) {
      const unit = createUnit(db, who, { action: 'test.work', via: 'http', input: {}, actor: who }, now)
      const store = (place: string) => {
        const [module = '', name = ''] = place.split('.')
        const collection = references.collectionOf({ module, name })
        if (!collection) throw new Error(`There is no ${place}`)
        return createStore({ module, name, collection, readOnly, references, reach }, unit)
      }
      try {
        return { output: await does(store, unit), change: await unit.commit() }
      } catch (error) {
        await unit.rollback()
        throw error
      }
    },
    undo: (who, change) => undoChange(db, servers, { owner: who, userId: who }, change ?? '', references),
  }
}
