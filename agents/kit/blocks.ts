import { type Block, type Evidence, earned } from '@atrium/contract/work-product'
import { cutTo } from './telling.ts'

/** Rows of a table that are handed in: more nobody reads; the product says how many there are. */
export const SHOWN_MAX = 1_000
const CELL_MAX = 2_000

type Cell = string | number | null

/** A table by its columns' keys and titles; columns of numbers stand at the end. None without rows. */
export function tableBlock(
  title: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly Readonly<Record<string, Cell>>[],
): Block[] {
  if (rows.length === 0) return []
  const shown = rows.slice(0, SHOWN_MAX)
  const isNumber = (key: string) =>
    shown.some((row) => typeof row[key] === 'number') &&
    shown.every((row) => typeof row[key] !== 'string' || row[key] === '')
  const cell = (value: Cell | undefined) => (typeof value === 'string' ? cutTo(value, CELL_MAX) : (value ?? null))
  return [
    {
      kind: 'table',
      title: rows.length > shown.length ? `${title} (the first ${SHOWN_MAX} of ${rows.length})` : title,
      columns: Object.entries(columns).map(([key, name]) => ({
        key,
        title: name,
        align: isNumber(key) ? 'end' : 'start',
      })),
      rows: shown.map((row) => Object.fromEntries(Object.keys(columns).map((key) => [key, cell(row[key])]))),
    },
  ]
}

export const textBlock = (title: string, markdown: string): Block => ({ kind: 'text', title, markdown })

/**
 * What a criterion was checked on. `of`: the rows, cases or records that the check looked at. `failed`: how many of them did not
 * stand it; null where nothing was checked that could have failed. `left`: how many of what was given it did not look at.
 */
export type Checked = readonly [of: number, failed: number | null, note: string, left?: number]

/**
 * What shows that each criterion of a playbook is met, in their order. A criterion is met by a check that could have failed and
 * did not, over everything that was given; where there was nothing to look at it is unknown.
 */
export const evidenceFor = (criteria: readonly string[], ...checks: readonly Checked[]): Evidence[] =>
  criteria.map((criterion, at) => {
    const [of, failed, note, left = 0] = checks[at] ?? [0, null, '']
    const met = failed === null || of <= 0 ? 'unknown' : failed > 0 ? 'no' : 'yes'
    return earned({ criterion, met, note: cutTo(note, CELL_MAX), checked: failed === null ? 0 : Math.max(0, of), left })
  })

/** The sentences that are any. */
export const sentences = (...all: (string | false | null | undefined)[]): string[] =>
  all.filter((one): one is string => Boolean(one)).map((one) => cutTo(one, CELL_MAX))
