import { AppError } from '@atrium/contract/errors'
import type { JobFile } from '@atrium/contract/playbook'
import { daysBetween } from '@atrium/domain/dates/days'
import { numberIn } from '@atrium/domain/numbers/reading'
import { dayReader } from '../kit/day-reader.ts'
import { columnFor, neededColumn, readTable } from '../kit/table.ts'
import type { Leave, Person } from './leave.ts'

type File = Pick<JobFile, 'name' | 'text'>

export interface Unread {
  line: number
  reason: string
}

const LEAVE = /^(?:|annual|vacation|holiday|paid|leave|pto|urlaub|annual leave|paid leave|jahresurlaub)$/i
const GONE = /^(?:cancel|reject|declin|withdrawn|storn|abgelehnt)/i
const WAITING = /^(?:pending|requested|open|wait|offen|beantragt)/i

/**
 * Absences as CSV: name, from, to; type, status, half where there are columns for them. Only annual leave is kept: other types
 * (illness above all) are counted and not shown. Throws `bad_request` when a column is missing or no row is annual leave.
 */
export function readLeaves(file: File): {
  leaves: Leave[]
  unread: Unread[]
  others: number
  gone: number
  note: string
} {
  const table = readTable(file)
  const name = neededColumn(table, 'name', ['name', 'employee', 'person', 'who'])
  const from = neededColumn(table, 'first day', ['from', 'start', 'first day', 'start date', 'begin'])
  const to = neededColumn(table, 'last day', ['to', 'end', 'last day', 'end date', 'until'])
  const [type, status, half] = [
    columnFor(table, ['type', 'kind', 'absence type', 'reason']),
    columnFor(table, ['status', 'state', 'approved']),
    columnFor(table, ['half', 'half day', 'half days']),
  ]
  const days = dayReader(table.rows.flatMap(({ fields }) => [fields[from] ?? '', fields[to] ?? '']))
  const result = { leaves: [] as Leave[], unread: [] as Unread[], others: 0, gone: 0, note: days.note }
  const known = new Set<string>()
  for (const { line, fields } of table.rows) {
    const at = (column: string | undefined) => (column ? (fields[column] ?? '') : '')
    const [first, last] = [days.read(at(from)), days.read(at(to) || at(from))]
    if (type && !LEAVE.test(at(type))) result.others++
    else if (GONE.test(at(status))) result.gone++
    else if (!at(name) || !first || !last) result.unread.push({ line, reason: at(name) ? 'no day' : 'no name' })
    else if (last < first || daysBetween(first, last) > 366)
      result.unread.push({ line, reason: 'it ends before it begins, or lasts more than a year' })
    else if (known.has(`${at(name).toLowerCase()} ${first} ${last}`))
      result.unread.push({ line, reason: 'a second time' })
    else {
      known.add(`${at(name).toLowerCase()} ${first} ${last}`)
      result.leaves.push({
        line,
        name: at(name).slice(0, 80),
        from: first,
        to: last,
        isHalf: /^(?:y|yes|true|1|half|0[.,]5|ja|x)/i.test(at(half)),
        isApproved: !WAITING.test(at(status)),
      })
    }
  }
  if (result.leaves.length === 0)
    throw new AppError('bad_request', `No row of “${file.name}” is annual leave with a name, a first and a last day.`)
  return result
}

/** Staff as CSV: name; team, first and last day, entitlement, carried over. */
export function readStaff(file: File, entitlement: number): { people: Person[]; unread: Unread[] } {
  const table = readTable(file)
  const name = neededColumn(table, 'name', ['name', 'employee', 'person', 'who'])
  const find = (...names: string[]) => columnFor(table, names)
  const [team, from, to, days, carried] = [
    find('team', 'department', 'group'),
    find('start', 'start date', 'first day', 'from', 'hired'),
    find('end', 'end date', 'last day', 'leaves'),
    find('entitlement', 'days', 'leave days', 'allowance'),
    find('carried', 'carried over', 'carry over', 'rest'),
  ]
  const dates = dayReader(
    table.rows.flatMap(({ fields }) => [from ? (fields[from] ?? '') : '', to ? (fields[to] ?? '') : '']),
  )
  const unread: Unread[] = []
  const people = table.rows.flatMap(({ line, fields }): Person[] => {
    const at = (column: string | undefined) => (column ? (fields[column] ?? '') : '')
    const [first, last] = [dates.read(at(from)), dates.read(at(to))]
    if (!at(name) || (at(from) && !first) || (at(to) && !last)) {
      unread.push({ line, reason: at(name) ? 'a day that cannot be read' : 'no name' })
      return []
    }
    return [
      {
        name: at(name).slice(0, 80),
        team: at(team).slice(0, 60),
        from: first,
        to: last,
        entitlement: numberIn(at(days)) ?? entitlement,
        carried: Math.max(0, numberIn(at(carried)) ?? 0),
      },
    ]
  })
  return { people, unread }
}
