import { z } from 'zod'

/** Who did something, as far as the reader may know them. */
export const Doer = z.object({
  /** `you`; `person`, whose name the reader may know; `link`, whoever had one; `somebody` whose name they may not. */
  kind: z.enum(['you', 'person', 'link', 'somebody']),
  name: z.string().nullable(),
})
export type Doer = z.infer<typeof Doer>

/** What became of one record by a change, in the fields that its collection tells (`activity`). */
export interface ActivityRow {
  collection: string
  id: string
  /** Null of one that the change made. */
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>>
  wasDeleted: boolean
  isDeleted: boolean
  /** Whether it is there by now. */
  isThere: boolean
}

/** Something that happened: a change, what was downloaded by a link on one day, or with whom a record is shared. */
export type Happening = { id: string; at: string; by: Doer } & (
  | {
      kind: 'change'
      /** `sync.move`, `undo` */
      action: string
      rows: readonly ActivityRow[]
      /** There were more than those. */
      isMore: boolean
    }
  | {
      kind: 'download'
      /** The subject of the link, and what of it was downloaded, in the module's own words. */
      subject: string
      target: string
      count: number
    }
  | { kind: 'shared'; record: string; called: string; role: string }
)

export interface ActivityAsked {
  /** Only of this record, and of what lies in it, however deep (`partOf`). Throws `not_found` where it is out of reach. */
  within?: { collection: string; id: string } | undefined
  limit: number
  /** What the page before called `next`. */
  after?: string | undefined
}

export interface ModuleActivity {
  /** What happened with the records of collections that tell of it (`activity`), the last first. */
  page(asked: ActivityAsked): Promise<{ happenings: Happening[]; next: string | null }>
}
