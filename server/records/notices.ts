import type { NewNotification } from '@atrium/contract/notifications'
import type pg from 'pg'
import type { Write } from './saving.ts'

/** What an action tells people, or takes back. */
export type Told =
  | { module: string; notification: NewNotification; withdrawn?: never }
  | { module: string; notification?: never; withdrawn: string }

/** The change that something is kept with. */
export interface Around {
  scope: string
  now: Date
  /** Who does it; null for a visitor. */
  actor: string | null
  /** IANA name; null when the caller did not say: where they were last counts then. */
  timeZone: string | null
  /** BCP 47; null as above. */
  language: string | null
}

type On = Pick<pg.PoolClient, 'query'>

/** What rows remind of and what actions tell: kept in the transaction of what is written, so that neither is without the other. */
export interface Notices {
  /** Whether these rows remind of anything, or may have. Asks nobody. */
  concerns(writes: readonly Write[], around: Around): boolean
  /** Brings what waits into line with these rows: one statement. */
  derive(on: On, writes: readonly Write[], around: Around): Promise<void>
  /** Throws for a link to elsewhere, a kind that the module does not declare. */
  check(told: Told): void
  /** `change`: what is written with it; null where nothing is. */
  tell(on: On, told: readonly Told[], around: Around, change: string | null): Promise<void>
  /** Told after the commit of something that may be due. */
  committed(): void
}
