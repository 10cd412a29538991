import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook } from '@atrium/contract/playbook'
import { addDays } from '@atrium/domain/dates/days'
import { dayAt, localAt, minutesOfTime } from '@atrium/domain/dates/local-time'
import { isWeekend } from '@atrium/domain/dates/working-days'
import { rounded } from '@atrium/domain/numbers/rounding'
import { sum } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, doEach, doneBlock, notDone } from '../kit/doing.ts'
import { appointments } from '../kit/events.ts'
import { TASKS_SAMPLE, taskLists } from '../kit/task-file.ts'
import { freeStretches } from './calendar-week.ts'
import { bufferOf, hoursOf } from './questions.ts'
import { blocksFor, type Estimated, estimateIn } from './time-blocks.ts'

const criteria = [
  'Every task with a day has a block before it, or stands among those that do not fit.',
  'No block overlaps an appointment or its buffer.',
] as const
const BLOCKS_MAX = 15

const input = z.object({
  list: fileInput('A list of tasks as CSV (empty: the Task Inbox)', '.csv,.tsv,.txt').optional(),
  on: z.iso.date().meta({ title: 'As of (empty: today)' }).optional(),
  days: z.number().int().min(1).max(21).meta({ title: 'Days ahead' }).default(7),
  minutes: z.number().int().min(15).max(240).meta({ title: 'Minutes for a task that does not say' }).default(45),
  share: z.number().min(10).max(100).meta({ title: 'Percent of the free time that may be planned' }).default(70),
  block: z.boolean().meta({ title: 'Put the blocks on the calendar, after you have read each' }).default(false),
})

export const planTasks = playbook({
  id: 'planTasks',
  title: 'Plan the tasks into the week',
  summary:
    'Puts the open tasks of the Task Inbox into the free time of the calendar, the earliest due first, with buffers and slack, and says which will not fit before they are due.',
  examples: ['time blocking', 'plan my week', 'schedule my tasks', 'when can i do it', 'fit tasks into calendar'],
  input,
  uses: ['tasks.list', 'content-calendar.occurrences', 'content-calendar.add'],
  criteria,
  withoutModel: ['Estimates of how long a task takes; write them into the title, such as “(2h)”.'],
  sample: { files: { 'tasks.csv': TASKS_SAMPLE }, input: { list: 'file:tasks.csv', on: '2026-03-16', days: 5 } },
  async run(job, given) {
    const today = given.on ?? dayAt(job.now, job.timeZone)
    const lists = await taskLists(job, given.list)
    const { open: tasks, openTotal: total } = lists
    if (total === 0) throw new AppError('bad_request', 'The Task Inbox has no open tasks to plan.')
    const end = addDays(today, given.days)
    const all = await appointments(job, today, end)
    const timed = all.filter((one) => one.start.includes('T') && one.end.includes('T'))
    const nowMinute = minutesOfTime(localAt(job.now, job.timeZone).slice(11))
    const buffer = bufferOf(job)
    const free = Array.from({ length: given.days }, (_, at) => addDays(today, at))
      .filter((day) => !isWeekend(day))
      .flatMap((day) =>
        freeStretches(timed, day, hoursOf(job)).map(({ from, to }) => ({
          day,
          from: Math.max(
            from === hoursOf(job).from ? from : from + buffer,
            day === today && given.on === undefined ? Math.ceil(nowMinute / 15) * 15 : 0,
          ),
          to: to === hoursOf(job).to ? to : to - buffer,
        })),
      )
      .filter(({ from, to }) => to > from)
    const wanted = tasks.map(
      ({ id, title, due, priority }): Estimated => ({
        id,
        title,
        due: due?.slice(0, 10) ?? null,
        priority,
        minutes: estimateIn(title) ?? given.minutes,
        isEstimated: estimateIn(title) !== null,
      }),
    )
    const plan = blocksFor(wanted, free, given.share / 100)
    const urgent = plan.left.filter(({ due }) => due !== null && due < end)
    const guessed = wanted.filter(({ isEstimated }) => !isEstimated).length
    await job.note(`${plan.blocks.length} blocks, ${plan.left.length} tasks left over.`)
    const put = await doEach(
      job,
      'content-calendar.add',
      given.block
        ? plan.blocks.map(({ day, from, minutes, title }) => ({
            name: `${day} ${clock(from)} ${title}`,
            input: {
              title,
              start: `${day}T${clock(from)}`,
              zone: job.timeZone,
              minutes,
              status: 'tentative',
              tags: ['time block'],
            },
            why: `Keep ${minutes} minutes on ${day} at ${clock(from)} for “${title}”.`,
          }))
        : [],
      BLOCKS_MAX,
    )
    const freeMinutes = sum(free.map(({ from, to }) => to - from))
    const planned = sum(plan.blocks.map(({ minutes }) => minutes))
    await job.deliver({
      title: `Plan of tasks, ${today} to ${addDays(end, -1)}`,
      summary: `${counted(plan.blocks.length, 'block')}, ${rounded(planned / 60)} of ${rounded(freeMinutes / 60)} free hours. ${urgent.length === 0 ? 'Everything that is due in these days fits.' : `${counted(urgent.length, 'task')} due in these days ${urgent.length === 1 ? 'does' : 'do'} not fit: decide what moves.`}`,
      blocks: [
        ...tableBlock(
          'Does not fit before it is due',
          { title: 'Task', due: 'Due', minutes: 'Minutes' },
          urgent.map(({ title, due, minutes }) => ({ title, due, minutes })),
        ),
        ...tableBlock(
          'Blocks',
          { day: 'Day', at: 'At', minutes: 'Minutes', title: 'Task', due: 'Due', late: 'Note' },
          plan.blocks.map(({ day, from, minutes, title, due, isEstimated }) => ({
            day,
            at: clock(from),
            minutes,
            title,
            due: due ?? '',
            late: [due !== null && due < day ? 'after it was due' : '', isEstimated ? '' : 'length assumed']
              .filter(Boolean)
              .join(', '),
          })),
        ),
        ...doneBlock('On the calendar', put),
        ...tableBlock(
          'Left for later',
          { title: 'Task', due: 'Due', minutes: 'Minutes' },
          plan.left
            .filter((one) => !urgent.includes(one))
            .map(({ title, due, minutes }) => ({ title, due: due ?? '', minutes })),
        ),
        textBlock(
          'How it was planned',
          `Earliest due date first (Jackson’s rule keeps the greatest lateness smallest), then by importance. At most ${given.share} % of each day’s free time is planned; ${buffer} minutes stay free beside appointments. Lengths are read from titles (“2h”, “30 min”); ${guessed} of ${wanted.length} were taken as ${given.minutes} minutes.`,
        ),
      ],
      sources: [
        { kind: lists.kind, name: lists.name, place: counted(tasks.length, 'open task') },
        { kind: 'records', name: 'Content Calendar', place: counted(all.length, 'appointment') },
      ],
      evidence: evidenceFor(
        criteria,
        [wanted.length, null, `${plan.blocks.length} planned, ${plan.left.length} left over, of ${wanted.length}.`],
        [plan.blocks.length, null, `${counted(timed.length, 'appointment')} with ${buffer} minutes were kept free.`],
      ),
      couldNot: sentences(
        guessed > 0 && `How long ${counted(guessed, 'task')} take is not known; ${given.minutes} minutes were assumed.`,
        total > tasks.length && `Only the first ${tasks.length} of ${total} tasks were looked at.`,
        lists.unread.length > 0 &&
          `Left out: ${lists.unread
            .slice(0, 8)
            .map(({ line, reason }) => `line ${line} (${reason})`)
            .join(', ')}.`,
        ...notDone('blocks', put),
      ),
    })
  },
})

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
