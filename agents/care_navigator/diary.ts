import { medianOf, rounded } from '../kit/statistics.ts'
import { columnFor, dayIn, neededColumn, numberIn, type Table } from '../kit/table.ts'
import { cutTo } from '../kit/telling.ts'

// A diary of symptoms and measurements, counted and not interpreted: no value is called high or low.

export interface Noted {
  line: number
  day: string
  /** In the person's own words; empty in a row of measurements. */
  what: string
  /** As the person wrote it, 0 to 10; null when they did not. */
  strength: number | null
  note: string
}

export interface Diary {
  noted: Noted[]
  /** By the column's name. */
  measured: { name: string; values: { day: string; value: number }[] }[]
  undated: number[]
  /** Lines whose strength is not a number from 0 to 10. */
  odd: number[]
}

/** Throws `bad_request` without a column for the day. */
export function readDiary(table: Table): Diary {
  const day = neededColumn(table, 'day', ['date', 'day', 'when', 'time'])
  const what = columnFor(table, ['symptom', 'what', 'complaint', 'problem', 'event'])
  const strength = columnFor(table, ['strength', 'severity', 'pain', 'score', 'level', 'intensity'])
  const note = columnFor(table, ['note', 'notes', 'comment', 'remark', 'after', 'trigger'])
  const used = new Set([day, what, strength, note])
  const diary: Diary = { noted: [], measured: [], undated: [], odd: [] }
  const others = table.columns.filter((name) => !used.has(name))
  const values = new Map<string, { day: string; value: number }[]>()
  for (const { line, fields } of table.rows) {
    const on = dayIn(fields[day] ?? '')
    if (!on) {
      diary.undated.push(line)
      continue
    }
    const cell = (column: string | undefined) => cutTo(column === undefined ? '' : (fields[column] ?? ''), 300)
    const number = cell(strength) ? numberIn(cell(strength)) : null
    if (cell(strength) && (number === null || number < 0 || number > 10)) diary.odd.push(line)
    if (cell(what))
      diary.noted.push({
        line,
        day: on,
        what: cell(what),
        strength: number !== null && number >= 0 && number <= 10 ? number : null,
        note: cell(note),
      })
    for (const name of others) {
      const said = (fields[name] ?? '').slice(0, 40)
      const value = /^[\s\d.,−-]+[a-zA-Z/%°]{0,8}$/.test(said) ? numberIn(said) : null
      if (value !== null) values.set(name, [...(values.get(name) ?? []), { day: on, value }])
    }
  }
  diary.measured = others.flatMap((name) => {
    const all = values.get(name)
    return all ? [{ name, values: all.sort((a, b) => (a.day < b.day ? -1 : 1)) }] : []
  })
  return diary
}

export interface Counted {
  what: string
  times: number
  days: number
  first: string
  last: string
  /** Of those with a strength; null without any. */
  strongest: number | null
  middle: number | null
  lines: number[]
  notes: string[]
}

/** What was noted, the most frequent first; words that differ in case alone are one. */
export function countNoted(noted: readonly Noted[]): Counted[] {
  const groups = new Map<string, Noted[]>()
  for (const one of noted) {
    const key = one.what.toLowerCase().replace(/\s+/g, ' ')
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
    .map((all) => {
      const days = [...new Set(all.map(({ day }) => day))].sort()
      const strengths = all.map(({ strength }) => strength).filter((one) => one !== null)
      return {
        what: all[0]?.what ?? '',
        times: all.length,
        days: days.length,
        first: days[0] ?? '',
        last: days.at(-1) ?? '',
        strongest: strengths.length > 0 ? Math.max(...strengths) : null,
        middle: strengths.length > 0 ? rounded(medianOf(strengths)) : null,
        lines: all.map(({ line }) => line),
        notes: [...new Set(all.map(({ note }) => note).filter(Boolean))],
      }
    })
    .sort((a, b) => b.times - a.times || (a.first < b.first ? -1 : 1))
}

export const measuredRow = ({ name, values }: Diary['measured'][number]) => {
  const numbers = values.map(({ value }) => value)
  return {
    name,
    count: values.length,
    first: `${values[0]?.value} (${values[0]?.day})`,
    last: `${values.at(-1)?.value} (${values.at(-1)?.day})`,
    smallest: Math.min(...numbers),
    middle: rounded(medianOf(numbers), 2),
    largest: Math.max(...numbers),
  }
}
