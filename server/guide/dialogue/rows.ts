/** A row of an action's result. */
export type Entry = Record<string, unknown>
export const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a person calls a row: the first of its fields that names things. */
const NAMES = ['title', 'name', 'front', 'payee', 'subject', 'label', 'path']
export function nameOf(row: unknown): string | null {
  if (!isEntry(row)) return null
  const named = NAMES.map((name) => row[name]).find((value) => typeof value === 'string' && value !== '')
  return typeof named === 'string' ? named : null
}

/** The rows that an output lists: itself, or the first list in it whose rows have names. */
export function listedIn(output: unknown): readonly unknown[] {
  if (Array.isArray(output)) return output
  if (!isEntry(output)) return []
  const lists = Object.values(output).filter(Array.isArray)
  return lists.find((list) => list.some((row) => nameOf(row) !== null)) ?? []
}

/** The one thing that an action was about: its result, or the one thing in it. */
export function singleIn(output: unknown): Entry | null {
  if (nameOf(output) !== null) return output as Entry
  const rows = listedIn(output).filter((row) => nameOf(row) !== null)
  if (rows.length === 1) return rows[0] as Entry
  if (!isEntry(output)) return null
  return (Object.values(output).find((value) => nameOf(value) !== null) as Entry | undefined) ?? null
}
