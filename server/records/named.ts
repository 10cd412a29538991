import type { Principal } from '@atrium/contract/principal'
import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import { authorize, authorizeKey } from '../platform/policy.ts'
import { searchText } from '../platform/search-text.ts'
import type { InstalledModule } from './installed.ts'
import { likestOf, wholeIn } from './likest.ts'
import type { Data } from './rows.ts'
import { records } from './tables.ts'
import { beginningOf } from './things-said.ts'
import { someSql, wordsSql } from './where.ts'

/** A record as a person calls it. */
export interface NamedRow {
  id: string
  title: string
  /** The day or time that it has on the person's own clock, such as the due date of a task. */
  at: string | null
}

/** What is asked for: records of a collection whose name holds these words. */
export interface Named {
  collection: string
  words: string
  /**
   * Words that say nothing of what it is called, folded: “the”, “thing”. Where they are given and no name holds all the words, names that
   * hold most of the others do, in whatever form.
   */
  small?: ReadonlySet<string>
  /** The other way about: names that the words have whole, as a sentence has them. */
  isWithin?: boolean
}

const MOST = 100
/** Records that are looked through for names that are only like what was said. */
const MOST_LIKE = 300

/**
 * The person's records of a collection whose name holds all these words or their beginnings, the last changed first; else the one that is
 * clearly the likest, or those that are alike.
 */
export async function rowsNamed(
  db: Database,
  principal: Principal,
  { module }: InstalledModule,
  { collection, words, small, isWithin }: Named,
): Promise<NamedRow[]> {
  authorize(principal, 'action.read')
  authorizeKey(principal, 'action.read', { method: 'POST', asksAssistant: false })
  const field = module.collections[collection]?.search[0]
  const asked = searchText(words).split(' ').filter(Boolean)
  if (principal.share || field === undefined || asked.length === 0) return []
  const held = async (conditions: readonly SQL[], most: number): Promise<NamedRow[]> => {
    const found = await db
      .select({ id: records.id, data: records.data })
      .from(records)
      .where(
        and(
          ...[eq(records.scopeId, principal.owner), eq(records.module, module.id), eq(records.collection, collection)],
          ...[isNull(records.deletedAt), ...conditions],
        ),
      )
      .orderBy(desc(records.updatedAt))
      .limit(most)
    return found.flatMap(({ id, data }) => {
      const { [field]: title, ...rest } = data as Data
      const at = [rest.due, rest.start, rest.date].find((one) => typeof one === 'string')
      return typeof title === 'string' ? [{ id, title, at: (at as string | undefined) ?? null }] : []
    })
  }
  if (isWithin && small) {
    const said = asked.filter((word) => !small.has(word)).slice(0, MOST_SAID)
    return wholeIn(words, await held([someSql(said.map(beginningOf))], MOST_LIKE), small)
  }
  const exact = (await held(wordsSql(words), MOST)).filter(({ title }) => {
    const own = searchText(title).split(' ')
    return asked.every((word) => own.some((other) => other.startsWith(word)))
  })
  if (exact.length > 0 || !small) return exact
  const weighty = asked.filter((word) => !small.has(word)).slice(0, MOST_SAID)
  const like = await held([someSql(weighty.map(beginningOf))], MOST_LIKE)
  const likest = likestOf(words, like, small)
  // A slip of the pen stands in no index: of the records that were changed last it is found.
  return likest.length > 0 || weighty.length === 0 ? likest : likestOf(words, await held([], MOST_LIKE), small)
}

/** Words of a sentence that names are looked for by. */
const MOST_SAID = 24
