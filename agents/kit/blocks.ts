import type { Block, Evidence } from '@atrium/contract/work-product'
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

/** What shows that each criterion of a playbook is met, in their order; null: unknown. */
export const evidenceFor = (
  criteria: readonly string[],
  ...answers: readonly (readonly [met: boolean | null, note: string])[]
): Evidence[] =>
  criteria.map((criterion, at) => {
    const [met, note] = answers[at] ?? [null, '']
    return { criterion, met: met === null ? 'unknown' : met ? 'yes' : 'no', note: cutTo(note, CELL_MAX) }
  })

/** The sentences that are any. */
export const sentences = (...all: (string | false | null | undefined)[]): string[] =>
  all.filter((one): one is string => Boolean(one)).map((one) => cutTo(one, CELL_MAX))
