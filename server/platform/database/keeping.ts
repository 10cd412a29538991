import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Cluster, startEmbedded } from './embedded.ts'
import { AlreadyRunning, ownEmbedded } from './owning.ts'
import { isAlive } from './postmaster.ts'

/** ms between tries to bring it back */
const AGAIN_MS = 100
/** ms, once many tries were for nothing: its disk may be full */
const SELDOM_MS = 2_000
const MANY = 20

export interface Kept {
  cluster(): Cluster
  /** Lets go of the lock and stops PostgreSQL. */
  stop(): Promise<void>
}

export interface Keeping {
  home: string
  dataDir: string
  /** Told what broke, and of each try that was for nothing. */
  onError(error: Error): void
  /** Told that another server has the database: this one must end. */
  onLost(error: Error): void
}

/**
 * Keeps a built-in PostgreSQL running, and ours: the connection that holds the lock is also how we hear that it died, or that
 * it closed all connections because one of its processes was killed. It is then started again, if need be, and the lock
 * taken anew, while the pool's connections come back by themselves. Another server that was quicker keeps it.
 */
export function keepEmbedded(first: Cluster, owned: pg.Client, { home, dataDir, onError, onLost }: Keeping): Kept {
  let cluster = first
  let owner = owned
  let isStopping = false
  let recovering: Promise<void> | null = null

  const bringBack = async () => {
    for (let attempt = 1; !isStopping; attempt++) {
      try {
        if (!isAlive(cluster.pid)) cluster = await startEmbedded(home, {}, cluster.port)
        owner = await ownEmbedded(cluster, dataDir)
        return watch()
      } catch (error) {
        if (isStopping) return
        if (error instanceof AlreadyRunning) return onLost(error)
        onError(error as Error)
        await sleep(attempt < MANY ? AGAIN_MS : SELDOM_MS)
      }
    }
  }
  const watch = () => {
    owner.once('end', () => {
      if (isStopping) return
      onError(new Error('The built-in PostgreSQL closed its connections; it is brought back.'))
      recovering = bringBack().finally(() => {
        recovering = null
      })
    })
  }
  watch()

  return {
    cluster: () => cluster,
    async stop() {
      isStopping = true
      await recovering
      await owner.end().catch(() => undefined) // it may have gone already
      await cluster.stop()
    },
  }
}
