import { addDays, lastDayOf, monthOf, shiftMonth } from '@atrium/domain/dates/days'
import { workingDayFrom } from '@atrium/domain/dates/working-days'
import { offsetIn, type PlannedStep } from '../kit/offsets.ts'
import { columnFor, neededColumn, readTable } from '../kit/table.ts'

/** Task, when and owner as CSV; `when` as `two weeks before`, or a number of days from the first. */
export function stepsOf(file: { name: string; text: string }): PlannedStep[] {
  const table = readTable(file)
  const task = neededColumn(table, 'task', ['task', 'step', 'what', 'item', 'activity'])
  const find = (...names: string[]) => columnFor(table, names)
  const [when, owner, phase] = [
    find('when', 'day', 'due', 'offset', 'timing'),
    find('owner', 'who', 'responsible'),
    find('phase', 'section', 'stage'),
  ]
  return table.rows.flatMap(({ line, fields }): PlannedStep[] => {
    const at = (column: string | undefined) => (column ? (fields[column] ?? '') : '')
    if (!at(task)) return []
    const said = /^[-+−]?\d{1,3}$/.test(at(when))
      ? `T${/^[-−]/.test(at(when)) ? '' : '+'}${at(when).replace(/^\+/, '')}`
      : at(when)
    const read = offsetIn(said)
    return [
      {
        line,
        text: at(task)
          .replace(/[\p{Cc}\s]+/gu, ' ')
          .slice(0, 300),
        section: at(phase).slice(0, 80),
        owner: at(owner).slice(0, 80),
        ...read,
      },
    ]
  })
}

export const phaseOf = (offset: number | null): string =>
  offset === null
    ? 'Without a day'
    : offset < 0
      ? 'Before the first day'
      : offset === 0
        ? 'First day'
        : offset <= 6
          ? 'First week'
          : offset <= 30
            ? 'First month'
            : 'After that'

/** Check-ins on working days, and the last day of the probation: the day before the same day of the month some months later. */
export function checkInsOf(start: string, probation: number): { day: string; what: string }[] {
  const checkIns = [30, 60, 90].map((days) => ({
    day: workingDayFrom(addDays(start, days)),
    what: `Check-in after ${days} days`,
  }))
  if (probation === 0) return checkIns
  const month = shiftMonth(monthOf(start), probation)
  const same = `${month}-${start.slice(8)}`
  const end = same > lastDayOf(month) ? lastDayOf(month) : addDays(same, -1)
  return [
    ...checkIns,
    { day: workingDayFrom(addDays(end, -14)), what: 'Decide on the probation' },
    { day: end, what: 'Last day of the probation' },
  ].sort((a, b) => a.day.localeCompare(b.day))
}
