// Tables within texts: separated values, Markdown, columns held apart by blanks.
import { detectLayout, filledWidth, isHeader } from '../tables/layout.ts'
import { isEmptyRecord, recordsOf } from '../tables/records.ts'
import { recordLine } from '../tables/writing.ts'
import { linesOf } from './counts.ts'

/** A table as it is written; the first row names the columns where `isNamed`. */
export interface Grid {
  rows: string[][]
  isNamed: boolean
}

/** Cells of a table that a chat can show or copy. */
export const COLUMNS_MOST = 200

/** `| --- | :-: |` */
const isRule = (line: string): boolean => {
  const signs = line.trim()
  return signs.length <= 20_000 && signs.includes('-') && /^[|:\s+=-]+$/.test(signs) && /[|+]/.test(signs)
}

/** The cells of a line with pipes; `\|` is a pipe within a cell. */
function pipeCells(line: string): string[] {
  const cells: string[] = []
  let held = ''
  const inner = line.trim()
  for (let at = inner.startsWith('|') ? 1 : 0; at < inner.length; at++) {
    const sign = inner[at] as string
    if (sign === '\\' && inner[at + 1] === '|') {
      held += '|'
      at += 1
    } else if (sign === '|') {
      cells.push(held.trim())
      held = ''
    } else held += sign
  }
  if (held.trim() !== '' || !inner.endsWith('|')) cells.push(held.trim())
  return cells
}

function pipeGrid(lines: readonly string[]): Grid | null {
  const table = lines.filter((line) => line.includes('|') && !isRule(line))
  if (table.length < 1 || table.length < lines.filter((line) => !isRule(line)).length * 0.8) return null
  const isFramed = lines.some(isRule) || table.every((line) => line.trim().startsWith('|'))
  return isFramed ? { rows: table.map(pipeCells), isNamed: true } : null
}

/** Columns that two or more blanks hold apart, in the same number on every line. */
function alignedGrid(lines: readonly string[]): Grid | null {
  const table = lines.filter((line) => !/^[\s=-]+$/.test(line))
  const rows = table.map((line) => line.trim().split(/ {2,}|\t/))
  const width = rows[0]?.length ?? 0
  if (rows.length < 2 || width < 2 || !rows.every((row) => row.length === width)) return null
  return { rows: rows.map((row) => row.map((cell) => cell.trim())), isNamed: true }
}

const widened = (rows: readonly string[][]): string[][] => {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return rows.map((row) => [...row, ...new Array<string>(width - row.length).fill('')])
}

/** The table in a text; null where there is none, or one of more columns than anybody reads. */
export function readGrid(text: string): Grid | null {
  const lines = linesOf(text).filter((line) => line.trim() !== '')
  if (lines.length === 0) return null
  const piped = pipeGrid(lines)
  const found = piped ?? (lines.some((line) => line.includes('\t')) ? null : alignedGrid(lines)) ?? separatedGrid(text)
  if (!found) return null
  const rows = widened(found.rows)
  const width = rows[0]?.length ?? 0
  return width > 1 && width <= COLUMNS_MOST && rows.length * width <= 400_000 ? { rows, isNamed: found.isNamed } : null
}

/** Characters by which the layout is found. */
const HEAD = 32 * 1024
const LIMITS = { cells: 20_000, characters: 4_000_000, quoted: 100_000 }

/** Every record, those above the names too unless they are titles of one cell: what was pasted is not to lose a row. */
function separatedGrid(text: string): Grid | null {
  const layout = detectLayout(text.slice(0, HEAD), { isWhole: text.length <= HEAD })
  const records = recordsOf(text, layout.delimiter, { limits: LIMITS }).records.filter(
    ({ cells }) => !isEmptyRecord(cells),
  )
  const above = records.filter(({ place }) => place < layout.skip)
  const areTitles = above.every(({ cells }) => filledWidth(cells) <= 1)
  const rows = (areTitles ? records.slice(above.length) : records).map(({ cells }) => cells.map((cell) => cell.trim()))
  const isNamed = areTitles ? layout.header : isHeader(rows[0] ?? [], rows.slice(1, 60))
  return rows.length > 0 ? { rows, isNamed } : null
}

const isFigure = (cell: string) => cell === '' || /^[-+]?[\p{Sc}]?\s?\d[\d.,\s]{0,30}\s?[%\p{Sc}]?$/u.test(cell)
/** How wide a sign stands in a fixed-width face: those of East Asia take two places. */
const widthOf = (text: string) =>
  text.length +
  (text.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g)?.length ?? 0)
/** Wider columns are not padded: one long cell would blow up every line. */
const PADDED_MOST = 60
/** Signs up to which columns are put in line. */
const MARKDOWN_MOST = 1_000_000

/** A Markdown table with columns in line; figures stand at the right. `column` names those without a name. */
export function markdownGrid({ rows, isNamed }: Grid, column: (place: number) => string): string {
  const names = isNamed ? (rows[0] as string[]) : (rows[0] as string[]).map(() => '')
  const body = isNamed ? rows.slice(1) : rows
  const escaped = (cell: string) =>
    cell
      .replace(/\s*[\r\n]+\s*/g, ' ')
      .replaceAll('\\', '\\\\')
      .replaceAll('|', '\\|')
  const head = names.map((name, at) => escaped(name) || column(at + 1))
  const cells = body.map((row) => row.map(escaped))
  const isRight = head.map(
    (_, at) => body.length > 0 && body.some((row) => row[at] !== '') && body.every((row) => isFigure(row[at] ?? '')),
  )
  const widest = head.map((name, at) =>
    Math.min(
      PADDED_MOST,
      cells.reduce((most, row) => Math.max(most, widthOf(row[at] ?? '')), Math.max(3, widthOf(name))),
    ),
  )
  // Blanks are not to make most of it.
  const isPadded = widest.reduce((sum, width) => sum + width, 0) * cells.length < MARKDOWN_MOST
  const widths = isPadded ? widest : head.map(() => 3)
  const padded = (cell: string, at: number) => {
    const blanks = ' '.repeat(Math.max(0, (widths[at] as number) - widthOf(cell)))
    return isRight[at] ? blanks + cell : cell + blanks
  }
  const line = (row: readonly string[]) => `| ${row.map(padded).join(' | ')} |`
  const rule = `| ${widths.map((width, at) => '-'.repeat(width - 1) + (isRight[at] ? ':' : '-')).join(' | ')} |`
  return [line(head), rule, ...cells.map(line)].join('\n')
}

/** Separated values with line ends as texts have them. */
export const csvGrid = ({ rows }: Pick<Grid, 'rows'>): string =>
  rows
    .map((row) => recordLine(row))
    .join('')
    .replaceAll('\r\n', '\n')
    .trimEnd()
