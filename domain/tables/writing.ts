// Separated values for spreadsheets and programs (RFC 4180), lines ending in CR LF.

/** What a spreadsheet takes for a formula (OWASP, CSV Injection), and what would look like one of ours with its guard. */
const FORMULA = /^'*[=+\-@\t\r]/
const NUMBER = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?%?$/

/** What a spreadsheet would take for a formula stands behind an apostrophe; a number less than nought is none. */
export const guardFormula = (cell: string): string => (FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell)

/** The cell that was guarded. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell

const quoted = (cell: string, delimiter: string): string =>
  cell.includes('"') || cell.includes(delimiter) || /[\r\n]|^[\s\uFEFF]|\s$/.test(cell)
    ? `"${cell.replaceAll('"', '""')}"`
    : cell

export interface Written {
  delimiter?: string
  /** Whether people open it in a spreadsheet; else every cell is as it is, for what is read by programs. */
  isGuarded?: boolean
}

/** One record with its line end. One of a single empty cell is quoted: it would be an empty line, which is none. */
export function recordLine(cells: readonly string[], { delimiter = ',', isGuarded = false }: Written = {}): string {
  if (cells.length === 1 && cells[0]?.trim() === '') return `"${cells[0]}"\r\n`
  return `${cells.map((cell) => quoted(isGuarded ? guardFormula(cell) : cell, delimiter)).join(delimiter)}\r\n`
}
