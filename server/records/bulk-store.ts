import type { Store } from '@atrium/contract/module'
import type { Data, Stored } from './rows.ts'
import type { TakenKeys } from './taken-keys.ts'

/** What an import needs besides, to go through many rows with few questions. */
export interface BulkStore extends Store<Data> {
  /** The ids of the live rows by the value of this field; rows without one are left out. */
  idsBy(field: string): Promise<Map<string, string>>
  /** Who has the unique names of the collection. */
  takenKeys(): Promise<TakenKeys>
  /** Moves those of these rows that live to the trash. */
  removeMany(ids: readonly string[]): Promise<void>
  /** Moves rows that are locked already to the trash, whatever names them: for what has looked after that. */
  trash(rows: readonly Stored[]): Promise<void>
  /** Brings rows that are locked already back, whatever they name, as `trash` takes them. */
  bringBack(rows: readonly Stored[]): Promise<void>
}
