/** A row as it is, whose reminders are derived. `data` is JSON, or what JSON says. */
export interface DerivedRow {
  id: string
  module: string
  collection: string
  data: unknown
  /** What the JSON says, where it is at hand. */
  value?: unknown
  schemaVersion: number
  version: number
  createdAt: Date
  deletedAt: Date | null
  /** As it was before it was written. */
  before?: { data: unknown } | null
}
