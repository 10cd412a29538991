import { brand } from '@atrium/contract/brand'
import type { LocalTime as Due } from '@atrium/domain/dates/local-time'

/** Of what RFC 5545 has no property for, so that our own files come back whole. */
export const OWN_PREFIX = `X-${brand.prefix.toUpperCase()}-`

/** A to-do of RFC 5545, 3.6.2, in the terms of a task. What is too long for a task is left to its schema to refuse. */
export interface Todo {
  uid: string
  title: string
  notes: string
  /** The UID of the to-do that it is a part of. */
  parent?: string | null
  due: Due | null
  priority: string | null
  project: string | null
  contexts: string[]
  done: boolean
  /** ISO moment */
  doneAt: string | null
  recurrence: string | null
}
