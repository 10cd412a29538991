import { isDeed } from '@atrium/domain/names/word-forms'
import { mannersOf } from './manners.ts'

/** What things are called that have no name: “the dentist one”, “that thing with the curtains”. */
const NAMELESS =
  'thing things stuff one ones thingy bit matter business job jobs entry with about regarding from by into up off out'.split(
    ' ',
  )
const memo = new Map<string, ReadonlySet<string>>()

/** Words of a language that say nothing of what a thing is called. */
export function smallIn(language: string): ReadonlySet<string> {
  const known = memo.get(language)
  if (known) return known
  const { courtesy, pronouns, joiners, items } = mannersOf(language)
  // “Called” joins “a project called X”, and in “I called the vet” it says what was done.
  const joining = [...joiners].filter((word) => !isDeed(word))
  const small = new Set([...courtesy, ...pronouns, ...items, ...joining, ...(language === 'en' ? NAMELESS : [])])
  memo.set(language, small)
  return small
}

/** The same, but for what things of a kind are called, such as “card”: an account may be called so. */
export const idleIn = (language: string): readonly string[] => {
  const { items } = mannersOf(language)
  return [...smallIn(language)].filter((word) => !items.has(word))
}
