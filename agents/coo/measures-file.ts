import { AppError } from '@atrium/contract/errors'
import type { JobFile } from '@atrium/contract/playbook'
import { numberIn } from '@atrium/domain/numbers/reading'
import { dayReader } from '../kit/day-reader.ts'
import { decimalSignIn } from '../kit/decimal-sign.ts'
import { columnFor, neededColumn, readTable } from '../kit/table.ts'
import type { Measure } from './control-chart.ts'

export interface Measures {
  name: string
  measures: Measure[]
  rows: number
  unread: { line: number; reason: string }[]
  note: string
}

const MEASURES_MAX = 60

const directionOf = (text: string): boolean | null =>
  /^(?:up|more|higher|increase|high|\+)/i.test(text)
    ? true
    : /^(?:down|less|lower|decrease|low|-)/i.test(text)
      ? false
      : null

/**
 * Measures over time as CSV, one row a value: date, measure, value; target, direction (`up` or `down`), owner and unit where
 * there are columns for them. Throws `bad_request` when a column is missing, nothing can be read or there are more than 60.
 */
export function readMeasures(file: Pick<JobFile, 'name' | 'text'>): Measures {
  const table = readTable(file)
  const date = neededColumn(table, 'date', ['date', 'week', 'month', 'period', 'day'])
  const measure = neededColumn(table, 'measure', ['measure', 'metric', 'kpi', 'indicator', 'name'])
  const value = neededColumn(table, 'value', ['value', 'actual', 'result', 'amount'])
  const column = (names: readonly string[]) => columnFor(table, names)
  const [target, direction, owner, unit] = [
    column(['target', 'goal', 'plan']),
    column(['direction', 'better', 'good is']),
    column(['owner', 'responsible']),
    column(['unit']),
  ]
  const days = dayReader(table.rows.map(({ fields }) => fields[date] ?? ''))
  const sign = decimalSignIn(table, [value, target])
  const unread: Measures['unread'] = []
  const read = table.rows.flatMap(({ line, fields }) => {
    const at = (name: string | undefined) => (name ? (fields[name] ?? '') : '')
    const number = numberIn(at(value), sign)
    const day = days.read(at(date)) ?? /^\d{4}-(?:W\d\d|Q\d|\d\d)$/i.exec(at(date))?.[0]
    if (number === null || !day || !at(measure)) {
      unread.push({
        line,
        reason: number === null ? 'no value' : day ? 'no measure' : `no date in “${at(date).slice(0, 30)}”`,
      })
      return []
    }
    return [
      {
        line,
        at: day,
        value: number,
        name: at(measure).slice(0, 120),
        target: numberIn(at(target), sign),
        direction: directionOf(at(direction)),
        owner: at(owner).slice(0, 80),
        unit: at(unit).slice(0, 30),
      },
    ]
  })
  const groups = Map.groupBy(read, ({ name }) => name.toLowerCase())
  if (read.length === 0)
    throw new AppError('bad_request', `No row of “${file.name}” has a date, a measure and a value.`)
  if (groups.size > MEASURES_MAX)
    throw new AppError(
      'bad_request',
      `“${file.name}” has ${groups.size} measures. Give at most ${MEASURES_MAX}, one row for each value.`,
    )
  const measures = [...groups.values()].map((rows): Measure => {
    const sorted = rows.toSorted((a, b) => a.at.localeCompare(b.at))
    const last = <T>(of: (row: (typeof rows)[number]) => T | null | '') =>
      sorted.map(of).findLast((one) => one !== null && one !== '') as T | undefined
    return {
      name: sorted[0]?.name ?? '',
      unit: last(({ unit: one }) => one) ?? '',
      owner: last(({ owner: one }) => one) ?? '',
      target: last(({ target: one }) => one) ?? null,
      isMoreBetter: last(({ direction: one }) => one) ?? null,
      points: sorted.map(({ at, value: number, line }) => ({ at, value: number, line })),
    }
  })
  return { name: file.name, measures, rows: table.rows.length, unread, note: days.note }
}
