/** What the slash menu offers: an action of a module, or a page. */
export interface SlashEntry {
  id: string
  /** `/task`; what choosing an action writes into the composer. */
  trigger: string
  /** What it says. */
  title: string
  /** What is searched: the trigger's word and the title. */
  label: string
  description: string
  kind: 'action' | 'page'
  /** Where a page is; absent for an action. */
  route?: string
  /** Whether something has to be typed behind the trigger. */
  takesText: boolean
  /** Lucide icon name of the module. */
  icon: string
}

export interface Scored {
  label: string
  description: string
}

const EMPTY_QUERY_LIMIT = 10
const LIMIT = 20

/** How well a text matches (spec 5): a substring 100 minus its position; else a subsequence 2 a character and 5 for the first letter; 0 when neither. */
export function score(query: string, text: string): number {
  const wanted = query.toLowerCase()
  const given = text.toLowerCase()
  if (wanted === '') return 0
  const position = given.indexOf(wanted)
  if (position >= 0) return Math.max(0, 100 - position)
  let matched = 0
  for (const letter of given) {
    if (letter === wanted[matched]) matched += 1
    if (matched === wanted.length) return matched * 2 + (given[0] === wanted[0] ? 5 : 0)
  }
  return 0
}

/** The entries for what was typed behind the slash, best first: label matches in full, description matches by half. */
export function rank<T extends Scored>(query: string, entries: readonly T[]): T[] {
  const wanted = query.trim()
  if (wanted === '') return entries.slice(0, EMPTY_QUERY_LIMIT)
  return entries
    .map((entry) => ({ entry, points: Math.max(score(wanted, entry.label), score(wanted, entry.description) / 2) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, LIMIT)
    .map(({ entry }) => entry)
}

/** The id of an entry in the menu, by which the composer names the active one. */
export const optionId = (menu: string, index: number): string => `${menu}-${index}`
