import { addDays } from './days.ts'
import { isWorkday, workdayFrom } from './periods.ts'
import { dayOf } from './table.ts'

/** The n-th working day (Monday to Friday) after a day; n below 0 counts back. Public holidays are not known. */
export function plusWorkingDays(day: string, n: number): string {
  let found = day
  for (let left = Math.abs(n); left > 0; ) {
    found = addDays(found, n < 0 ? -1 : 1)
    if (isWorkday(found)) left--
  }
  return found
}

/** Today for the owner of the seat. */
export const todayOf = (job: { now: Date; timeZone: string }): string => dayOf(job.now, job.timeZone)

/** Today, or the next working day. */
export const nextWorkingDay = (job: { now: Date; timeZone: string }): string => workdayFrom(todayOf(job))

/** `Monday, 16 March`. Products are in English, as their playbooks are. */
export const saidDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
    .format(new Date(`${day}T00:00:00Z`))
    .replace(/^(\w+) /, '$1, ')
    .replace(',,', ',')
