import { AppError } from '@atrium/contract/errors'
import type { JobFile } from '@atrium/contract/playbook'
import { daysBetween } from '@atrium/domain/dates/days'
import { numberIn } from '@atrium/domain/numbers/reading'
import { sum } from '@atrium/domain/statistics/summary'
import { dayReader } from '../kit/day-reader.ts'
import { columnFor, neededColumn, readTable } from '../kit/table.ts'

export interface Delivery {
  line: number
  what: string
  who: string
  planned: string
  actual: string | null
  plannedQuantity: number | null
  actualQuantity: number | null
  cause: string
  cost: number
}

export interface Deliveries {
  name: string
  rows: Delivery[]
  unread: { line: number; reason: string }[]
  note: string
}

/** What was planned and what came of it, as CSV. Throws `bad_request` when a column is missing or no row can be read. */
export function readDeliveries(file: Pick<JobFile, 'name' | 'text'>): Deliveries {
  const table = readTable(file)
  const what = neededColumn(table, 'item', ['item', 'task', 'order', 'delivery', 'what', 'title', 'activity', 'name'])
  const planned = neededColumn(table, 'planned day', ['planned', 'planned date', 'due', 'due date', 'promised', 'plan'])
  const actual = neededColumn(table, 'actual day', [
    'actual',
    'actual date',
    'done',
    'completed',
    'delivered',
    'finished',
  ])
  const find = (...names: string[]) => columnFor(table, names)
  const column = {
    who: find('owner', 'who', 'team', 'supplier', 'responsible'),
    plan: find('planned quantity', 'ordered', 'quantity planned'),
    got: find('actual quantity', 'received', 'quantity actual'),
    cause: find('cause', 'reason', 'why', 'root cause'),
    cost: find('cost', 'cost of delay', 'loss'),
  }
  const days = dayReader(table.rows.flatMap(({ fields }) => [fields[planned] ?? '', fields[actual] ?? '']))
  const unread: Deliveries['unread'] = []
  const rows = table.rows.flatMap(({ line, fields }): Delivery[] => {
    const at = (name: string | undefined) => (name ? (fields[name] ?? '') : '')
    const plan = days.read(at(planned))
    const said = at(actual)
    const came = days.read(said)
    if (!at(what) || !plan || (said !== '' && !came)) {
      unread.push({
        line,
        reason: !at(what) ? 'no item' : !plan ? 'no planned day' : `no date in “${said.slice(0, 30)}”`,
      })
      return []
    }
    return [
      {
        line,
        what: at(what).slice(0, 160),
        who: at(column.who).slice(0, 80),
        planned: plan,
        actual: came,
        plannedQuantity: numberIn(at(column.plan)),
        actualQuantity: numberIn(at(column.got)),
        cause: at(column.cause).slice(0, 120),
        cost: numberIn(at(column.cost)) ?? 0,
      },
    ]
  })
  if (rows.length === 0) throw new AppError('bad_request', `No row of “${file.name}” has an item and a planned day.`)
  return { name: file.name, rows, unread, note: days.note }
}

/** Days late: more than 0 after the plan; of what has not come, up to `today`. Null when it is not due yet. */
export function daysLate({ planned, actual }: Pick<Delivery, 'planned' | 'actual'>, today: string): number | null {
  if (actual) return daysBetween(planned, actual)
  return planned < today ? daysBetween(planned, today) : null
}

export const isInFull = ({ plannedQuantity, actualQuantity }: Delivery): boolean =>
  plannedQuantity === null || (actualQuantity !== null && actualQuantity >= plannedQuantity)

/** OTIF, the share delivered on time and in full of all that were due (SCOR RL.1.1, perfect order), 0 to 1; null of none. */
export function onTimeInFull(rows: readonly Delivery[], today: string): number | null {
  const due = rows.filter((row) => daysLate(row, today) !== null)
  if (due.length === 0) return null
  return (
    due.filter((row) => row.actual !== null && (daysLate(row, today) ?? 1) <= 0 && isInFull(row)).length / due.length
  )
}

export interface CauseShare {
  cause: string
  count: number
  days: number
  cost: number
  /** Of all deviations with those before it, 0 to 1. */
  running: number
  isVital: boolean
}

/** Causes by how often they come, with the running share (J. Juran’s Pareto chart): the vital few make the first 80 %. */
export function paretoOf(deviations: readonly { cause: string; late: number; cost: number }[]): CauseShare[] {
  const groups = [...Map.groupBy(deviations, ({ cause }) => (cause || 'no cause given').toLowerCase()).values()]
    .map((mine) => ({
      cause: mine[0]?.cause || 'no cause given',
      count: mine.length,
      days: sum(mine.map(({ late }) => Math.max(0, late))),
      cost: sum(mine.map(({ cost }) => cost)),
    }))
    .sort((a, b) => b.count - a.count || b.days - a.days)
  let before = 0
  return groups.map((one) => {
    const isVital = before / deviations.length < 0.8
    before += one.count
    return { ...one, running: before / deviations.length, isVital }
  })
}
