import { Id } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import { storable } from '../platform/runs/storable.ts'

// Lists by pages. A cursor is where a page ended: the key by which the list is ordered and, among equal ones, the id.

const wrongCursor = (cause?: unknown) =>
  new AppError('bad_request', 'The cursor is not one that this list gave.', { cause })

/** PostgreSQL reads more as a moment than we write ("1"), and refuses with an error what is none ("2026-02-30"). */
const isMoment = (key: unknown): key is string =>
  typeof key === 'string' &&
  /^[1-9]\d{3}-/.test(key) &&
  !Number.isNaN(Date.parse(key)) &&
  new Date(key).toISOString() === key

const isNumber = (key: unknown): key is number => typeof key === 'number'

function decoded(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : []
  } catch (cause) {
    throw wrongCursor(cause)
  }
}

function placeOf<Key>(cursor: string, isKey: (key: unknown) => key is Key): { key: Key; id: string } {
  const [key, named] = decoded(cursor)
  const id = Id.safeParse(named)
  if (!isKey(key) || !id.success || storable(id.data) !== id.data) throw wrongCursor()
  return { key, id: id.data }
}

/** Where a page of a list by time ended; null at its start. Throws `bad_request` for what is no such place. */
export const timePlace = (cursor: string | undefined) => (cursor === undefined ? null : placeOf(cursor, isMoment))
/** The same of a list by rank. */
export const rankPlace = (cursor: string | undefined) => (cursor === undefined ? null : placeOf(cursor, isNumber))

/** The first `limit` of rows of which one more was asked for, and where the next page begins; null: it is the last. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  endOf: (row: Row) => { key: string | number; id: string },
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length <= limit || last === undefined) return { page, nextCursor: null }
  const { key, id } = endOf(last)
  return { page, nextCursor: Buffer.from(JSON.stringify([key, id])).toString('base64url') }
}

/** SQL conditions that are all to hold, with their values from $1 on. */
export function allOf() {
  const parts: string[] = []
  const values: unknown[] = []
  return {
    values,
    where: () => parts.join(' and '),
    and(texts: TemplateStringsArray, ...given: unknown[]): void {
      parts.push(texts.reduce((sql, text, at) => `${sql}$${values.push(given[at - 1])}${text}`))
    },
  }
}
