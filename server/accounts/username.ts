import { AppError } from '@atrium/contract/errors'
import { and, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { type Queryable, sqlState } from '../platform/database/connect.ts'
import { skeletonOf } from './skeleton.ts'
import { users } from './tables.ts'

/** The scripts in everyday use (UAX 31, table 5) as people write with them: Japanese with three, Korean with two. */
const WRITINGS: readonly string[][] = [
  ...'Latin Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew'.split(' '),
  ...'Kannada Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'.split(' '),
]
  .map((script) => [script])
  .concat([
    ['Han', 'Hiragana', 'Katakana'],
    ['Han', 'Hangul'],
    ['Han', 'Bopomofo'],
  ])

const classOf = (scripts: readonly string[]) => scripts.map((script) => `\\p{scx=${script}}`).join('')
/** What all of them share, such as digits and dashes, is of each. */
const ONE_OF: readonly RegExp[] = [
  ...WRITINGS.map((scripts) => new RegExp(`^[${classOf(['Common', 'Inherited', ...scripts])}]+$`, 'u')),
  new RegExp(`^[^${classOf(WRITINGS.flat())}]+$`, 'u'), // the rarer ones, which are not told apart
]

/** Whether a name is written in one way of writing. One of two is made to look like another: “аdmin” with a Cyrillic а. */
export const isOfOneWriting = (name: string): boolean => ONE_OF.some((writing) => writing.test(name))

/** Whether somebody else has the name, which is `normalized`, or one that looks like it. `except`: the account that asks. */
export async function isTaken(tx: Queryable, name: string, except: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(or(eq(users.username, name), eq(users.usernameSkeleton, skeletonOf(name))), ne(users.id, except)))
    .limit(1)
  return row !== undefined
}

/** Names whose skeletons are made and kept by one statement. */
const AT_ONCE = 1000

/** How often others may come between: another instance that starts at the same moment, and whoever registers at it. */
const TRIES = 20

/** A name that looks like one which somebody got meanwhile stays without: looked at again, it is seen. */
async function keepSome(db: Queryable, first: ReadonlyMap<string, string>): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await db.execute(sql`
        update users set username_skeleton = v.skeleton
        from unnest(${sql.param([...first.values()])}::text[], ${sql.param([...first.keys()])}::text[]) as v (id, skeleton)
        where users.id = v.id and users.username_skeleton is null
          and not exists (select from users o where o.username_skeleton = v.skeleton)`)
      return
    } catch (error) {
      // 23505 the same one, 40P01 two of them in two orders
      if (tries === TRIES || !['23505', '40P01'].includes(sqlState(error) ?? '')) throw error
    }
}

/**
 * Names of before skeletons were kept get theirs, the oldest accounts first. Where two look alike already both stay, and nobody else gets such
 * a name.
 */
export async function keepSkeletons(db: Queryable): Promise<void> {
  for (let last = ''; ; ) {
    const some = await db
      .select({ id: users.id, username: users.username })
      .from(users)
      .where(and(isNotNull(users.username), isNull(users.usernameSkeleton), gt(users.id, last)))
      .orderBy(users.id)
      .limit(AT_ONCE)
    if (some.length === 0) return
    last = some.at(-1)?.id ?? ''
    const first = new Map(some.map(({ id, username }) => [skeletonOf(username ?? ''), id] as const).toReversed())
    await keepSome(db, first)
  }
}

/**
 * Throws `conflict` when somebody else has the name, or it is made to be taken for somebody's. Names are told: they are how
 * people are found and addressed here, and two cannot have one. Of e-mail addresses nothing is told (same-address.ts).
 */
export async function refuseTaken(tx: Queryable, name: string, except: string): Promise<void> {
  if (!isOfOneWriting(name) || (await isTaken(tx, name, except)))
    throw new AppError('conflict', 'This username is taken. Please choose another one.', {
      details: { field: 'username' },
    })
}
