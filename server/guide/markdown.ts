const CELL_MAX = 160

/** Names and quotations come from people and files: their signs must not become markup. */
export const safe = (text: string): string => text.replace(/[\\`*_[\]<>|#~]/gu, (sign) => `\\${sign}`)

/** Text for one cell of a table: one line, of a length to read, without markup. */
export function cell(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return safe(line.length > CELL_MAX ? `${line.slice(0, CELL_MAX - 1)}…` : line)
}

/** A Markdown table; the columns in `right` are figures. The cells are Markdown already. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: ReadonlySet<number> = new Set(),
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(head.map(cell)),
    line(head.map((_, index) => (right.has(index) ? '---:' : '---'))),
    ...rows.map(line),
  ].join('\n')
}
