/** As `record_folded` in the database: what people take for the same name is the same. */
export const foldedName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/^ +| +$/g, '')
    .toLowerCase()

/** Long names may be as long as they may: the number takes the place of their end. */
const bounded = (name: string) =>
  name.length > 40
    ? name
        .slice(0, -8)
        .toWellFormed()
        .replace(/\uFFFD$/, '')
        .trim()
    : name

/** The first of “X (2)”, “X (3)” … that is free; “X (2)” itself makes “X (3)”. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const base = bounded(name.trim().replace(/ \(\d{1,5}\)$/, ''))
  for (let number = 2; ; number++) {
    const numbered = `${base} (${number})`
    if (!isTaken(numbered)) return numbered
  }
}
