import { looksLikeNumber } from './cell-kinds.ts'

/** What programs write at the beginning of a row that sums up those above it. */
const TOTAL =
  /^(?:(?:grand|sub|running|period|report)[- ]?)?(?:totals?|totaux|totale|totaal|toplam|sum|summe|gesamt(?:summe|ergebnis|betrag)?|zwischensumme|insgesamt|somme|suma|soma|razem|ogółem|celkem|spolu|skupaj|ukupno|összesen|yhteensä|summa|i alt|kokku|kopā|iš viso|σύνολο|итого|всего|разом|общо|всичко|합계|총계|合計|総計|合计|总计|總計|المجموع|الإجمالي|סה"כ)(?:\s*(?:général|generale|general|geral|ogółem)?\s*:?)$/iu
const COUNT =
  /^\(?\s*(?:\d[\d.,]*\s+(?:rows?|records?|lines?|entries|zeilen|datensätze|lignes?|filas?|righe|rijen)\b.{0,40}|(?:number of |total )?(?:rows|records|entries)\s*:\s*\d[\d.,]*)\)?$/i
const FOOTER_MAX = 5

/** Whether a row says something of the whole table: a total, or how many rows there were. */
export function isFooter(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean)
  const [first = ''] = filled
  if (filled.length === 1) return COUNT.test(first.slice(0, 100))
  return first.length < 40 && TOTAL.test(first) && filled.slice(1).every(looksLikeNumber)
}

/** How many rows at the end of a table sum it up. */
export function footerLength(rows: readonly (readonly string[])[]): number {
  let count = 0
  while (count < FOOTER_MAX && count < rows.length && isFooter(rows[rows.length - 1 - count] ?? [])) count++
  return count
}

/** SI and what instruments and price lists write below the names of columns. */
const UNIT =
  /^[[(]?(?:[YZEPTGMkhdcmµμnp]?(?:m|s|g|A|K|mol|cd|Hz|N|Pa|J|W|V|C|F|Ω|ohm|S|T|H|Wh|VA|l|L|B|bit|lx|lm|Bq|Sv|Gy|bar|eV|t)[²³23]?(?:\/(?:[kcmµ]?[msgl]|h|min|d|kg|L|km)[²³23]?)?|°[CFK]?|%|‰|ppm|ppb|dBm?|h|min|sec|d|days?|hours?|minutes?|seconds?|pcs|rpm|1\/min|\p{Sc}|EUR|USD|GBP|CHF|JPY|CNY|PLN|SEK|NOK|DKK|CZK|HUF|in|ft|mi|lb|oz|yyyy-mm-dd|hh:mm(?::ss)?)[\])]?$/u

/** Whether the record below the names gives their units. */
export function isUnits(cells: readonly string[], below: readonly (readonly string[])[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell !== '-')
  return (
    filled.length > 0 &&
    filled.length >= cells.length / 2 &&
    filled.every((cell) => cell.length < 12 && UNIT.test(cell)) &&
    below.length > 0 &&
    below.slice(0, 50).some((row) => row.filter(looksLikeNumber).length >= filled.length / 2)
  )
}
