import type { Principal } from '@atrium/contract/principal'
import { isSlipOf, rootOf } from '@atrium/domain/names/word-forms'
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import { authorize, authorizeKey } from '../platform/policy.ts'
import { searchText } from '../platform/search-text.ts'
import type { InstalledModule } from './installed.ts'
import { records } from './tables.ts'

/** A record whose name, or a part of it, is in what was said. */
export interface ThingSaid {
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

/** Words of a sentence that records are looked for by. */
const MOST_SAID = 12
/** Records of which two words were said, those with the most words first. */
const MOST = 200
/** Words that are looked for two by two. */
const MOST_PAIRED = 8
/** Records that are looked through at most, however many hold the words. */
const MOST_SORTED = 2_000
/** Characters of a name; what is longer is a text. */
const LONGEST = 160

/** What the forms of a word begin with. */
export const beginningOf = (word: string): string => {
  const root = rootOf(word)
  return word.length > 5 && /^[a-z]+$/.test(word) ? root.slice(0, Math.max(4, root.length - 2)) : root
}

/** Whether a word of a sentence is a word of a name, in another form or with a slip of the pen. */
function isSaid(said: string, word: string): boolean {
  if (said === word || rootOf(said) === rootOf(word) || isSlipOf(said, word)) return true
  const [short, long] = said.length < word.length ? [said, word] : [word, said]
  return short.length >= 4 && long.length - short.length <= 3 && long.startsWith(short)
}

/** The words of what is said that tell something. */
export const weightyIn = ({ words, small }: Saying): string[] =>
  [...new Set(searchText(words).split(' '))].filter((word) => word.length > 1 && !small.has(word)).slice(0, MOST_SAID)

/** How much of a name is in these words; null where nothing is. */
export function saidOf(
  title: string,
  weighty: readonly string[],
  small: ReadonlySet<string>,
): Pick<ThingSaid, 'part' | 'count'> | null {
  const own = searchText(title)
    .split(' ')
    .filter((word) => word !== '' && !small.has(word))
  const count = own.filter((word) => weighty.some((one) => isSaid(one, word))).length
  return count === 0 ? null : { part: count / own.length, count }
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

/** A word as a query of what is indexed: short ones whole, others by what their forms begin with. Words are letters and digits alone. */
const termOf = (word: string): string => (word.length < 4 ? `'${word}'` : `'${beginningOf(word)}':*`)

/** The person's records of all modules that a sentence may speak of by their names, those most of whose name was said first. */
export async function thingsSaid(
  db: Database,
  principal: Principal,
  servers: ReadonlyMap<string, InstalledModule>,
  saying: Saying,
): Promise<ThingSaid[]> {
  authorize(principal, 'action.read')
  authorizeKey(principal, 'action.read', { method: 'POST', asksAssistant: false })
  const weighty = weightyIn(saying)
  if (principal.share || weighty.length === 0) return []
  const terms = weighty.map(termOf)
  const own = and(eq(records.scopeId, principal.owner), isNull(records.deletedAt))
  const holds = (query: string) => sql`${records.search} @@ ${query}::tsquery`
  const row = {
    module: records.module,
    collection: records.collection,
    title: sql<string | null>`left(${nameSql(servers)}, ${LONGEST + 1})`.as('title'),
  }
  const few = terms.slice(0, MOST_PAIRED)
  const pairs = few.flatMap((one, at) => few.slice(at + 1).map((other) => `(${one} & ${other})`))
  const near = db
    .select({ ...row, search: records.search, updatedAt: records.updatedAt })
    .from(records)
    .where(and(own, holds(pairs.join(' | ') || 'a & !a')))
    .limit(MOST_SORTED)
    .as('near')
  const howMany = sql.join(
    few.map((term) => sql`(${near.search} @@ ${term}::tsquery)::int`),
    sql` + `,
  )
  const byTwo = await db
    .select({ module: near.module, collection: near.collection, title: near.title })
    .from(near)
    .orderBy(desc(howMany), asc(sql`length(${near.title})`), desc(near.updatedAt))
    .limit(MOST)
  const some = db
    .select(row)
    .from(records)
    .where(and(own, holds(terms.join(' | '))))
    .limit(MOST_SORTED)
    .as('some')
  const byOne = await db
    .select({ module: some.module, collection: some.collection, title: some.title })
    .from(some)
    .where(inArray(sql`lower(${some.title})`, weighty))
    .limit(MOST)
  const found = [...byTwo, ...byOne].flatMap(({ module, collection, title }): ThingSaid[] => {
    const said = title !== null && title.length <= LONGEST ? saidOf(title, weighty, saying.small) : null
    return said && title !== null ? [{ module, collection, title, ...said }] : []
  })
  const once = new Map(found.map((one) => [`${one.module} ${one.collection} ${one.title}`, one]))
  return [...once.values()].sort((a, b) => b.part - a.part || b.count - a.count)
}
