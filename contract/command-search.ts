/** What is searched: a label, names that count as labels, and a description. */
export interface Searched {
  label: string
  description: string
  aliases?: readonly string[]
}

const EMPTY_QUERY_LIMIT = 10
const LIMIT = 20

/** Both in lower case. */
function points(wanted: string, given: string): number {
  const position = given.indexOf(wanted)
  if (position >= 0) return Math.max(0, 100 - position)
  let at = -1
  for (let letter = 0; letter < wanted.length; letter++) {
    at = given.indexOf(wanted[letter] as string, at + 1)
    if (at < 0) return 0
  }
  return wanted.length * 2 + (given.charCodeAt(0) === wanted.charCodeAt(0) ? 5 : 0)
}

/** How well a text matches (spec 5): a substring 100 minus its position; else a subsequence 2 a character and 5 for the first letter; 0 when neither. */
export const score = (query: string, text: string): number =>
  query === '' ? 0 : points(query.toLowerCase(), text.toLowerCase())

interface Lowered {
  labels: readonly string[]
  description: string
}

/** Lower case of what does not change while one types. */
const lowered = new WeakMap<Searched, Lowered>()

function lowerOf(entry: Searched): Lowered {
  const known = lowered.get(entry)
  if (known) return known
  const { label, description, aliases = [] } = entry
  const made = {
    labels: [label, ...aliases.map((alias) => alias.replace(/^\//, ''))].map((one) => one.toLowerCase()),
    description: description.toLowerCase(),
  }
  lowered.set(entry, made)
  return made
}

/** The entries for what was typed, best first: label matches in full, description matches by half; those of equal points as they stood. */
export function rank<T extends Searched>(query: string, entries: readonly T[]): T[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return entries.slice(0, EMPTY_QUERY_LIMIT)
  const found: { entry: T; value: number }[] = []
  for (const entry of entries) {
    const { labels, description } = lowerOf(entry)
    let value = 0
    for (const label of labels) value = Math.max(value, points(wanted, label))
    // No description scores more.
    if (value < 50) value = Math.max(value, points(wanted, description) / 2)
    if (value > 0) found.push({ entry, value })
  }
  return found
    .sort((a, b) => b.value - a.value)
    .slice(0, LIMIT)
    .map(({ entry }) => entry)
}
