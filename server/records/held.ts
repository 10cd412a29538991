import type { Principal } from '@atrium/contract/principal'
import { isLikeWord, rootOf } from '@atrium/domain/names/word-forms'
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import { authorize, authorizeKey } from '../platform/policy.ts'
import { searchText } from '../platform/search-text.ts'
import type { InstalledModule } from './installed.ts'
import { records } from './tables.ts'
import { someSql } from './where.ts'

/** A record whose name, or a part of it, is in what was said. */
export interface HeldRow {
  module: string
  collection: string
  title: string
  /** What part of the words that tell something in its name was said, above 0 to 1. */
  part: number
  /** How many of them. */
  count: number
}

/** What is said, and the words of it that say nothing of what a thing is called, folded. */
export interface Saying {
  words: string
  small: ReadonlySet<string>
}

/** Records that are compared with a sentence. */
const MOST = 200
/** Words of a sentence that records are looked for by. */
const MOST_SAID = 24
/** Characters of a name. */
const LONGEST = 160

/** What the forms of a word begin with. */
export const beginningOf = (word: string): string => {
  const root = rootOf(word)
  return word.length > 5 && /^[a-z]+$/.test(word) ? root.slice(0, Math.max(4, root.length - 2)) : root
}

const naming = new WeakMap<ReadonlyMap<string, InstalledModule>, SQL>()

/** What records of all modules are called: the field that search looks at first. */
function nameSql(servers: ReadonlyMap<string, InstalledModule>): SQL {
  const known = naming.get(servers)
  if (known) return known
  const cases = [...servers.values()].flatMap(({ module }) =>
    Object.entries(module.collections).flatMap(([collection, { search }]) =>
      search[0] === undefined
        ? []
        : [
            sql`when ${records.module} = ${module.id} and ${records.collection} = ${collection} then ${records.data} ->> ${search[0]}`,
          ],
    ),
  )
  const found = cases.length > 0 ? sql`case ${sql.join(cases, sql` `)} end` : sql`null`
  naming.set(servers, found)
  return found
}

/** The person's records of all modules that a sentence may speak of by their names, those most of whose name was said first. */
export async function rowsHeld(
  db: Database,
  principal: Principal,
  servers: ReadonlyMap<string, InstalledModule>,
  { words, small }: Saying,
): Promise<HeldRow[]> {
  authorize(principal, 'action.read')
  authorizeKey(principal, 'action.read', { method: 'POST', asksAssistant: false })
  const all = searchText(words).split(' ').filter(Boolean)
  const weighty = [...new Set(all.filter((word) => word.length > 1 && !small.has(word)))].slice(0, MOST_SAID)
  if (principal.share || weighty.length === 0) return []
  const name = nameSql(servers)
  const found = await db
    .select({
      module: records.module,
      collection: records.collection,
      title: sql<string | null>`left(${name}, ${LONGEST})`,
    })
    .from(records)
    .where(and(eq(records.scopeId, principal.owner), isNull(records.deletedAt), someSql(weighty.map(beginningOf))))
    .orderBy(desc(records.updatedAt))
    .limit(MOST)
  return found
    .flatMap(({ module, collection, title }): HeldRow[] => {
      const own = searchText(title ?? '')
        .split(' ')
        .filter((word) => word !== '' && !small.has(word))
      const count = own.filter((word) => all.some((one) => isLikeWord(one, word))).length
      return title === null || count === 0 ? [] : [{ module, collection, title, part: count / own.length, count }]
    })
    .sort((a, b) => b.part - a.part || b.count - a.count)
}
