import { eq } from 'drizzle-orm'
import type { KeyCipher } from '../models/key-cipher.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Log } from '../platform/telemetry.ts'
import { pushKeys, pushSubscriptions } from './tables.ts'

export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** The one pair of this installation, and what its private key is sealed for. */
const ONLY = 'vapid'

/** web-push is loaded with the first person who asks about pushes. */
export const webPush = async () => (await import('web-push')).default

/**
 * The pair by which push services know this server: made once, whichever instance is first. Under another session secret the
 * private key is lost and another pair is made; browsers that subscribed by the old one subscribe anew.
 */
async function readKeys(db: Database, cipher: KeyCipher, log: Log): Promise<PushKeys> {
  const made = (await webPush()).generateVAPIDKeys()
  return db.transaction(async (tx) => {
    const fresh = { publicKey: made.publicKey, privateKey: cipher.seal(made.privateKey, ONLY) }
    await tx
      .insert(pushKeys)
      .values({ id: ONLY, ...fresh })
      .onConflictDoNothing()
    const [row] = await tx.select().from(pushKeys).where(eq(pushKeys.id, ONLY)).for('update')
    const privateKey = row ? cipher.open(row.privateKey, ONLY) : null
    if (row && privateKey !== null) return { publicKey: row.publicKey, privateKey }
    log.warn({}, 'the keys for pushes were sealed under another secret; browsers have to subscribe again')
    await tx.update(pushKeys).set(fresh).where(eq(pushKeys.id, ONLY))
    await tx.delete(pushSubscriptions)
    return made
  })
}

export function createPushKeys(db: Database, cipher: KeyCipher, log: Log): () => Promise<PushKeys> {
  let kept: PushKeys | undefined
  return async () => {
    kept ??= await readKeys(db, cipher, log)
    return kept
  }
}
