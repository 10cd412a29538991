/** In English, January first; the one list of them. */
export const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const

/** 1 to 12 for a month's name or a beginning of it of at least three letters ("sept"); null for anything else. */
export function monthOf(text: string): number | null {
  const name = text.trim().toLowerCase().replace(/\.$/u, '')
  const index = name.length < 3 ? -1 : monthNames.findIndex((full) => full.startsWith(name))
  return index < 0 ? null : index + 1
}

/** Source of a pattern for a month's name, whole, in three letters, or "sept". */
export const monthPattern = `(?:${monthNames
  .map((name) =>
    name.length === 3 ? name : `${name.slice(0, 3)}(?:${name.startsWith('sep') ? 't|' : ''}${name.slice(3)})?`,
  )
  .join('|')})`
