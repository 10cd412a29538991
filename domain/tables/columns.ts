// Columns found by what they are called, or by what stands in them.

/** A column's name to be compared by: without accents, case, signs; words of `camelCase` and `snake_case` are words. */
export const plainName = (name: string): string =>
  name
    .slice(0, 200)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Letters of a name that others may begin with: `Amount (EUR)` is found by `amount`, not by `am`. */
const BEGINNING = 3
const joined = (plain: string) => plain.replaceAll(' ', '')

/**
 * The place of the column that goes by one of these names, the earlier the better, whatever its case, accents, spaces and
 * signs; then of the first that begins with the words of one. -1 when none does.
 */
export function columnNamed(
  columns: readonly string[],
  names: readonly string[],
  isFree: (at: number) => boolean = () => true,
): number {
  const plain = columns.map(plainName)
  const wanted = names.map(plainName).filter(Boolean)
  for (const name of wanted) {
    const at = plain.findIndex((one, place) => joined(one) === joined(name) && isFree(place))
    if (at >= 0) return at
  }
  for (const name of wanted) {
    if (joined(name).length < BEGINNING) continue
    const at = plain.findIndex((one, place) => one.startsWith(`${name} `) && isFree(place))
    if (at >= 0) return at
  }
  return -1
}

/** The columns of a table by what programs call them; each is taken once, in the order of the vocabulary. */
export function matchColumns<Key extends string>(
  columns: readonly string[],
  vocabulary: Readonly<Record<Key, readonly string[]>>,
): Partial<Record<Key, number>> {
  const found: Partial<Record<Key, number>> = {}
  const taken = new Set<number>()
  for (const key of Object.keys(vocabulary) as Key[]) {
    const at = columnNamed(columns, vocabulary[key], (place) => !taken.has(place))
    if (at < 0) continue
    found[key] = at
    taken.add(at)
  }
  return found
}

/** Of a column's filled cells, how many have to be of its kind. */
const AGREEMENT = 0.8

/**
 * The columns of a table without names by what stands in their cells: each key takes the first column left most of whose filled
 * cells pass its test.
 */
export function columnsByContent<Key extends string>(
  rows: readonly (readonly string[])[],
  tests: Readonly<Record<Key, (cell: string) => boolean>>,
): Partial<Record<Key, number>> {
  const found: Partial<Record<Key, number>> = {}
  const taken = new Set<number>()
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  for (const key of Object.keys(tests) as Key[])
    for (let at = 0; at < width && found[key] === undefined; at++) {
      if (taken.has(at)) continue
      const filled = rows.map((row) => row[at]?.trim() ?? '').filter(Boolean)
      if (filled.length === 0 || filled.filter(tests[key]).length < filled.length * AGREEMENT) continue
      found[key] = at
      taken.add(at)
    }
  return found
}

/** A name that no other column has: `total`, `total 2`, `total 3`. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  for (let count = 2; ; count++) if (!taken.has(`${wanted} ${count}`)) return `${wanted} ${count}`
}

/** Names for a table's columns as its first line gives them: none is empty, none stands twice. */
export function columnNames(given: readonly string[]): string[] {
  const taken = new Set<string>()
  return given.map((cell, at) => {
    const name = freeName(cell.replace(/\s+/g, ' ').trim().slice(0, 200) || `Column ${at + 1}`, taken)
    taken.add(name)
    return name
  })
}
