import type { DavResource } from '@atrium/contract/dav'
import type { Lock, Tree } from './locks.ts'

/** A thing, and what is known around it. */
export interface Shown {
  resource: DavResource
  /** Its names below `/dav`. */
  segments: readonly string[]
  /** Null of the folders above the modules' trees. */
  tree: Tree | null
  path: readonly string[]
  locks: readonly Lock[]
  /** Where the one who asks is at home. */
  principal: string
  /** It is that place. */
  isPrincipal?: boolean
  /** Whether the one who asks may change it. */
  mayWrite?: boolean
  /** Where the calendars are that the one who asks may see, their own first; whom they are written to by mail. */
  homes?(): readonly string[] | Promise<readonly string[]>
  address?(): Promise<string | null>
  /** An object of a calendar as iCalendar, where it was asked for. */
  data?: string
  /** bytes; null of what others share, whose room is theirs to know */
  room(): Promise<{ usedBytes: number; quotaBytes: number } | null>
}

/** The XML in a property; null where the thing has none. */
export type Live = (shown: Shown) => string | null | Promise<string | null>
