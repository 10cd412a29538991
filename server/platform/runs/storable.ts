/** Text as PostgreSQL can hold it: without NUL and without half surrogate pairs. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** NUL and halves of surrogate pairs as JSON.stringify writes them. A backslash of the text before it only costs a second look. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/

/** JSON that a `jsonb` column takes whatever a model or a tool said: what no column can hold is left out or becomes U+FFFD. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  return UNSTORABLE.test(json) ? JSON.stringify(cleaned(JSON.parse(json))) : json
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return storable(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storable(name), cleaned(one)]))
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every((entry) => entry.every(isStorable)) // of a list by the numbers of its places
}

/** The same value, or where a `jsonb` column would not take it, one without what no column can hold. */
export const storableValue = <T>(value: T): T => (isStorable(value) ? value : (cleaned(value) as T))
