import { AppError } from '@atrium/contract/errors'
import { numberIn } from '@atrium/domain/numbers/reading'
import type { Table } from '../kit/table.ts'

export interface Change {
  kind: 'new' | 'gone' | 'changed'
  what: string
  field: string
  before: string
  after: string
  /** Of two numbers, relative: 0.1 is a tenth more. */
  by: number | null
  /** Line in the newer file; in the older of what is gone. */
  line: number
}

/** Columns that say of what a row is: those by name, at most two, else the first. */
const keysOf = (table: Table): string[] => {
  const named = table.columns
    .filter((column) =>
      /^(?:competitor|vendor|company|product|plan|tier|feature|item|name|sku|id|url|page)$/i.test(column),
    )
    .slice(0, 2)
  return named.length > 0 ? named : table.columns.slice(0, 1)
}

/** What differs between two tables with the same heading, row by row. Rows said twice are left out of both. */
export function tableChanges(before: Table, after: Table): { changes: Change[]; keys: string[]; twice: string[] } {
  const keys = keysOf(after)
  const missing = keys.filter((key) => !before.columns.includes(key))
  if (missing.length > 0)
    throw new AppError(
      'bad_request',
      `“${before.name}” has no column “${missing[0]}”, by which its rows are found again. Give two files with the same heading.`,
    )
  const twice = new Set<string>()
  const index = (table: Table) => {
    const rows = new Map<string, { line: number; fields: Readonly<Record<string, string>> }>()
    for (const row of table.rows) {
      const key = keys
        .map((name) => row.fields[name] ?? '')
        .join(' · ')
        .trim()
      if (rows.has(key.toLowerCase()) || key.replace(/[ ·]/g, '') === '') twice.add(`${table.name} line ${row.line}`)
      else rows.set(key.toLowerCase(), row)
    }
    return rows
  }
  const [old, young] = [index(before), index(after)]
  const nameOf = (fields: Readonly<Record<string, string>>) =>
    keys
      .map((key) => fields[key])
      .filter(Boolean)
      .join(' · ')
  const said = (fields: Readonly<Record<string, string>>) =>
    Object.entries(fields)
      .filter(([key, value]) => !keys.includes(key) && value !== '')
      .map(([key, value]) => `${key}: ${value}`)
      .join(', ')
      .slice(0, 500)
  const changes: Change[] = []
  for (const [key, { line, fields }] of young) {
    const was = old.get(key)
    if (!was)
      changes.push({ kind: 'new', what: nameOf(fields), field: '', before: '', after: said(fields), by: null, line })
    else
      for (const column of after.columns.filter((name) => !keys.includes(name) && before.columns.includes(name))) {
        const [a, b] = [was.fields[column] ?? '', fields[column] ?? '']
        if (a === b) continue
        const [x, y] = [numberIn(a), numberIn(b)]
        const areNumbers =
          x !== null && y !== null && /^[^\p{L}]*$/u.test(a.replace(/\b(?:EUR|USD|GBP)\b/g, '')) && x !== 0
        changes.push({
          kind: 'changed',
          what: nameOf(fields),
          field: column,
          before: a,
          after: b,
          by: areNumbers ? y / x - 1 : null,
          line,
        })
      }
  }
  for (const [key, { line, fields }] of old)
    if (!young.has(key))
      changes.push({ kind: 'gone', what: nameOf(fields), field: '', before: said(fields), after: '', by: null, line })
  const order = { gone: 0, new: 1, changed: 2 }
  return {
    changes: changes.sort(
      (a, b) =>
        Number(b.by !== null) - Number(a.by !== null) ||
        Math.abs(b.by ?? 0) - Math.abs(a.by ?? 0) ||
        order[a.kind] - order[b.kind],
    ),
    keys,
    twice: [...twice],
  }
}
