import { fileInput, type Job, playbook } from '@atrium/contract/playbook'
import { addDays } from '@atrium/domain/dates/days'
import { dayAt, instantOf, localAt } from '@atrium/domain/dates/local-time'
import { weekdayName } from '@atrium/domain/dates/names'
import { rounded } from '@atrium/domain/numbers/rounding'
import { sum } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { appointments } from '../kit/events.ts'
import { readBusy } from './busy-times.ts'
import { type Appointment, dayLoads, weekIssues } from './calendar-week.ts'
import { bufferOf, hoursOf, loadOf } from './questions.ts'
import { WEEK_SAMPLE } from './samples.ts'
import { MINUTE } from './zoned-time.ts'

const criteria = [
  'Conflicts and missing buffers are named with their times.',
  'Each day has its hours of meetings and its time to focus.',
] as const

const input = z.object({
  calendar: fileInput('A calendar as .ics (empty: the Content Calendar)', '.ics,.ical').optional(),
  from: z.iso.date().meta({ title: 'From (empty: today)' }).optional(),
  days: z.number().int().min(1).max(31).meta({ title: 'Days' }).default(7),
})

export const checkWeek = playbook({
  id: 'checkWeek',
  title: 'Check the week',
  summary:
    'Goes through the Content Calendar for what will not work: conflicts, appointments without a buffer, outside your hours, days with too many meetings or no time to focus, each with what to do.',
  examples: ['check my calendar', 'calendar conflicts', 'meeting load', 'check the week', 'buffers'],
  input,
  uses: ['content-calendar.occurrences'],
  criteria,
  withoutModel: [],
  sample: { files: { 'team.ics': WEEK_SAMPLE }, input: { calendar: 'file:team.ics', from: '2026-03-23', days: 5 } },
  async run(job, given) {
    const from = given.from ?? dayAt(job.now, job.timeZone)
    const to = addDays(from, given.days)
    const { all, name, unknown } = given.calendar
      ? await ofFile(job, given.calendar, from, to)
      : { all: await appointments(job, from, to), name: '', unknown: [] }
    const timed = all.filter(({ start, end }) => start.includes('T') && end.includes('T'))
    const rules = { hours: hoursOf(job), bufferMinutes: bufferOf(job), loadMinutes: loadOf(job) * 60 }
    const loads = dayLoads(timed, from, given.days, rules.hours)
    const issues = weekIssues(timed, loads, rules)
    const of = (kind: string) => issues.filter((one) => one.kind === kind).length
    const hours = rounded(sum(loads.map(({ minutes }) => minutes)) / 60)
    await job.note(`${counted(all.length, 'appointment')}, ${counted(issues.length, 'issue')}.`)
    await job.deliver({
      title: `Calendar from ${from}, ${counted(given.days, 'day')}`,
      summary: `${counted(all.length, 'appointment')}, ${hours} hours. ${issues.length === 0 ? 'Nothing stands against it.' : `${counted(of('conflict'), 'conflict')}, ${of('no buffer')} without a buffer, ${of('outside hours') + of('weekend')} outside your hours, ${counted(of('no time to focus'), 'day')} without time to focus.`}`,
      blocks: [
        ...tableBlock(
          'To settle',
          { when: 'When', kind: 'What', what: 'Why', next: 'What to do' },
          issues.map(({ when, kind, what, next }) => ({ when, kind, what, next })),
        ),
        ...tableBlock(
          'Days',
          {
            day: 'Day',
            name: '',
            meetings: 'Appointments',
            hours: 'Hours',
            longest: 'Longest free, hours',
            focus: 'Stretches to focus',
          },
          loads.map((one) => ({
            day: one.day,
            name: weekdayName(one.day),
            meetings: one.meetings,
            hours: rounded(one.minutes / 60),
            longest: rounded(one.longestFree / 60),
            focus: one.focusBlocks,
          })),
        ),
        textBlock(
          'How it was judged',
          `Your hours ${clock(rules.hours.from)}–${clock(rules.hours.to)} (${job.timeZone}), ${counted(rules.bufferMinutes, 'minute')} between appointments, at most ${loadOf(job)} hours of meetings a day; a stretch to focus is 90 minutes. What lasts all day was not counted as busy.`,
        ),
      ],
      sources: [
        {
          kind: given.calendar ? 'file' : 'records',
          name: name || 'Content Calendar',
          place: `${counted(all.length, 'appointment')} from ${from} to ${addDays(to, -1)}`,
        },
      ],
      evidence: evidenceFor(
        criteria,
        [all.length, null, `${of('conflict')} and ${of('no buffer')}.`],
        [loads.length, null, `${loads.length} days.`],
      ),
      couldNot: sentences(
        all.length === 0 && 'The calendar has nothing in these days: perhaps your appointments are elsewhere.',
        all.length > timed.length &&
          `${counted(all.length - timed.length, 'appointment')} that last all day: ${all
            .filter((one) => !timed.includes(one))
            .map(({ title }) => title)
            .slice(0, 5)
            .join(', ')}.`,
        unknown.length > 0 &&
          `${counted(unknown.length, 'recurring event')} could not be followed; only the first time counts: ${unknown.slice(0, 3).join('; ')}.`,
        'Nothing was moved. How long ways take is not known.',
      ),
    })
  },
})

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The events of a calendar file on the owner's clock; whole days as days. */
async function ofFile(job: Job, id: string, from: string, to: string) {
  const file = await job.file(id)
  const read = await readBusy(
    file.text,
    job.timeZone,
    instantOf(from, job.timeZone).getTime(),
    instantOf(to, job.timeZone).getTime(),
  )
  const all = read.busy.map((one, at): Appointment => {
    const [start, end] = [localAt(new Date(one.from), job.timeZone), localAt(new Date(one.to), job.timeZone)]
    const isWhole = start.endsWith('T00:00') && end.endsWith('T00:00') && one.to - one.from >= 1_380 * MINUTE
    return {
      id: `${at}`,
      title: one.title || 'busy',
      start: isWhole ? start.slice(0, 10) : start,
      end: isWhole ? end.slice(0, 10) : end,
      place: one.place ?? '',
    }
  })
  return { all, name: file.name, unknown: read.unknownRules }
}
