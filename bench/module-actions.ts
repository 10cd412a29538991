import type { ModuleServer } from '../contract/module-server.ts'
import { createFiles } from '../server/files/files.ts'
import { guideModel } from '../server/guide/model.ts'
import { createModelDoor } from '../server/models/door/door.ts'
import { createKeyCipher } from '../server/models/key-cipher.ts'
import { createRegistry } from '../server/models/registry.ts'
import type { Database } from '../server/platform/database/connect.ts'
import { silentLog } from '../server/platform/telemetry.ts'
import type { Actions } from '../server/records/actions.ts'
import { installed } from '../server/records/installed.ts'
import { preparePartitions } from '../server/records/partitions.ts'
import { createRecords } from '../server/records/records.ts'

/** The actions of one module on a database, without a door before them. */
export async function actionsOf(server: ModuleServer, db: Database, dir: string): Promise<Actions> {
  await preparePartitions(db.$client, [server.module], silentLog)
  const registry = createRegistry({}, guideModel)
  return createRecords({
    db,
    modules: [installed(server)],
    files: createFiles({ db, dir, log: silentLog }),
    log: silentLog,
    cipher: createKeyCipher('a secret of the bench'),
    linkSecret: 'a secret of the bench',
    model: createModelDoor({ db, registryOf: async () => registry }),
  }).actions
}
