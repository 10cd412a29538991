import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Module } from '@atrium/contract/module'
import { scratch } from '../e2e/server.ts'
import { createFiles } from '../server/files/files.ts'
import { guideModel } from '../server/guide/model.ts'
import { createModelDoor } from '../server/models/door/door.ts'
import { createKeyCipher } from '../server/models/key-cipher.ts'
import { createRegistry } from '../server/models/registry.ts'
import { connect } from '../server/platform/database/connect.ts'
import { startEmbedded } from '../server/platform/database/embedded.ts'
import { migrateDatabase } from '../server/platform/database/migrate.ts'
import { silentLog } from '../server/platform/telemetry.ts'
import type { Actions } from '../server/records/actions.ts'
import { discover } from '../server/records/discover.ts'
import { preparePartitions } from '../server/records/partitions.ts'
import { createRecords } from '../server/records/records.ts'

export interface GuideRig {
  actions: Actions
  modules: readonly Module[]
  stop(): Promise<void>
}

/** The real modules over a database of their own, for the Guide to be asked. */
export async function startGuideRig(): Promise<GuideRig> {
  const home = scratch('bench-guide')
  const cluster = await startEmbedded(join(home, 'pg'))
  const config = cluster.connection('postgres')
  await migrateDatabase(config)
  const db = connect(config, () => undefined)
  const installed = await discover(fileURLToPath(new URL('../modules', import.meta.url)), silentLog)
  const modules = installed.map(({ module }) => module)
  await preparePartitions(db.$client, modules, silentLog)
  const registry = createRegistry({}, guideModel)
  const { actions } = await createRecords({
    db,
    modules: installed,
    files: createFiles({ db, dir: home, log: silentLog }),
    log: silentLog,
    cipher: createKeyCipher('a secret of the bench'),
    linkSecret: 'a secret of the bench',
    model: createModelDoor({ db, registryOf: async () => registry }),
  })
  return {
    actions,
    modules,
    async stop() {
      await db.$client.end()
      await cluster.stop()
    },
  }
}
