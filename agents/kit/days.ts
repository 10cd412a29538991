import { type Day, dayParts } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { MONTHS, weekdayName } from '@atrium/domain/dates/names'
import { workingDayFrom } from '@atrium/domain/dates/working-days'
import { z } from 'zod'

/** Today for the owner of the seat. */
export const todayOf = (job: { now: Date; timeZone: string }): Day => dayAt(job.now, job.timeZone)

/** Today, or the next working day. */
export const nextWorkingDay = (job: { now: Date; timeZone: string }): Day => workingDayFrom(todayOf(job))

/** `Monday, 16 March`. Products are in English, as their playbooks are. */
export const saidDay = (day: Day): string => {
  const { month, date } = dayParts(day)
  return `${weekdayName(day)}, ${date} ${MONTHS[month - 1]}`
}

/** A form's field for a month; empty means that the playbook chooses. */
export const monthInput = (title: string) =>
  z
    .string()
    .regex(/^(?:|\d{4}-(?:0[1-9]|1[0-2]))$/, 'A month is written like 2026-02.')
    .meta({ title })
