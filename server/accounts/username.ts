import { AppError } from '@atrium/contract/errors'
import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
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

/** Of the letters of everyday Latin one looks like another: the Turkish i without a dot, or with a dot of its own. */
const DOTLESS = 'ı'
const DOTTED = 'i\u0307'
const looksLike = (name: string) => name.replaceAll(DOTLESS, 'i').replaceAll(DOTTED, 'i')

/** Whether somebody else has the name, which is `normalized`, or one that looks like it. `except`: the account that asks. */
export async function isTaken(tx: Queryable, name: string, except: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        or(
          eq(users.username, name),
          sql`replace(replace(${users.username}, ${DOTLESS}, 'i'), ${DOTTED}, 'i') = ${looksLike(name)}`,
        ),
        ne(users.id, except),
      ),
    )
    .limit(1)
  return row !== undefined
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
