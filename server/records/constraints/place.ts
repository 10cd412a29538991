import type { Collection } from '@atrium/contract/module'

/** A collection and where it stands. */
export interface Place {
  module: string
  name: string
  collection: Collection
}
