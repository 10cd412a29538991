import { type Job, lineInput, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { addDays } from '../kit/days.ts'
import { counted } from '../kit/doing.ts'
import { appointments, minutesOf } from '../kit/events.ts'
import { inboxTasks, unreadable } from '../kit/task-inbox.ts'
import { itemsIn, shownAs } from '../kit/telling.ts'
import { nextWorkingDay, saidDay } from '../kit/working-days.ts'
import { minutesFor, PLANNED_SHARE, planWeek } from './selling-week.ts'

const CRITERIA = [
  'Every open task of the chosen projects has a day, or is named as not fitting in.',
  'Appointments are kept free, and a part of each day for what comes in.',
] as const

const input = z.object({
  projects: lineInput('Projects of the Task Inbox, separated by commas; all when empty').default(
    'sales, outreach, renewals',
  ),
  days: z.number().int().min(1).max(10).default(5).meta({ title: 'Working days to plan' }),
  hours: z.number().min(1).max(12).default(6).meta({ title: 'Hours a day for selling, appointments included' }),
})

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const wanted = itemsIn(given.projects).map((name) => name.replace(/^\+/, '').toLowerCase())
  const open = (await inboxTasks(job)).filter(({ done }) => !done)
  const tasks = wanted.length === 0 ? open : open.filter(({ project }) => wanted.includes(project?.toLowerCase() ?? ''))
  const from = nextWorkingDay(job)
  const events = await appointments(job, from, addDays(from, given.days + 6))
  const { days, left } = planWeek(tasks, events, from, given.days, Math.round(given.hours * 60))
  const planned = days.flatMap(({ day, tasks: here }) => here.map((one) => ({ day, ...one })))
  const slipping = planned.filter(({ slips, isLate }) => slips && !isLate)
  const late = planned.filter(({ isLate }) => isLate).length
  const taken = days.reduce((sum, day) => sum + day.events.reduce((all, event) => all + minutesOf(event), 0), 0)

  const sheet = days.map((day) =>
    [
      `### ${saidDay(day.day)}`,
      ...day.events.map(
        (event) =>
          `- **${event.start.includes('T') ? event.start.slice(11) : 'All day'}** ${shownAs(event.title, 120)}${event.place ? `, ${shownAs(event.place, 80)}` : ''}`,
      ),
      ...day.tasks.map(
        ({ task, takes, isLate }) => `- [ ] ${shownAs(task.title, 160)} (${takes} min${isLate ? ', late' : ''})`,
      ),
      ...(day.events.length + day.tasks.length === 0 ? ['Nothing is planned.'] : []),
    ].join('\n'),
  )
  await job.deliver({
    title: `Selling week from ${saidDay(from)}: ${counted(planned.length, 'task')} on ${counted(days.length, 'day')}`,
    summary:
      tasks.length === 0
        ? `The Task Inbox has no open tasks${wanted.length > 0 ? ` in ${wanted.join(', ')}` : ''}, so the plan has the appointments alone.`
        : `${counted(planned.length, 'task')} planned around ${counted(events.length, 'appointment')}, ${late} of them late already; ${left.length} do not fit in.`,
    blocks: [
      textBlock('Plan', sheet.join('\n\n')),
      ...tableBlock(
        'Load of each day',
        {
          day: 'Day',
          events: 'Appointments',
          eventMinutes: 'Minutes in them',
          free: 'Minutes free',
          planned: 'Minutes planned',
          tasks: 'Tasks',
        },
        days.map((day) => ({
          day: day.day,
          events: day.events.length,
          eventMinutes: day.events.reduce((sum, event) => sum + minutesOf(event), 0),
          free: day.free,
          planned: day.tasks.reduce((sum, { takes }) => sum + takes, 0),
          tasks: day.tasks.length,
        })),
      ),
      ...tableBlock(
        'Does not fit in, or comes too late',
        { task: 'Task', due: 'Due', minutes: 'Minutes', why: 'Why' },
        [
          ...left.map((task) => ({
            task: task.title,
            due: task.due ?? '',
            minutes: minutesFor(task.title),
            why: 'no room in these days',
          })),
          ...slipping.map(({ task, day, takes }) => ({
            task: task.title,
            due: task.due ?? '',
            minutes: takes,
            why: `planned for ${day}`,
          })),
        ],
      ),
    ],
    sources: [
      { kind: 'records', name: 'Task Inbox', place: counted(tasks.length, 'open task') },
      { kind: 'records', name: 'Content Calendar', place: counted(events.length, 'appointment') },
    ],
    evidence: evidenceFor(
      CRITERIA,
      [
        planned.length + left.length === tasks.length,
        `${planned.length} planned + ${left.length} left over = ${tasks.length} open tasks.`,
      ],
      [
        days.every((day) => day.tasks.reduce((sum, { takes }) => sum + takes, 0) <= day.free * PLANNED_SHARE),
        `${taken} minutes in appointments; at most ${PLANNED_SHARE * 100} % of what is left is planned.`,
      ],
    ),
    couldNot: sentences(
      await unreadable(job, { 'tasks.list': 'Task Inbox', 'content-calendar.occurrences': 'Content Calendar' }),
      'How long a task takes is estimated by its first word: 15 minutes for a message, 20 for a call, 60 for a proposal, else 30.',
      'Public holidays are known only when they stand in the calendar; nothing was moved in the Task Inbox.',
    ),
  })
}

export const planSellingWeek = playbook({
  id: 'planSellingWeek',
  title: 'Plan the selling week',
  summary:
    'Lays the open sales tasks onto the next working days around the appointments, and says what does not fit in.',
  says: ['plan my week', 'selling week', 'sales week', 'plan the week', 'what do i do first'],
  input,
  uses: ['tasks.list', 'content-calendar.occurrences'],
  criteria: CRITERIA,
  withoutModel: ['How long a task takes is estimated by its first word.'],
  sample: { files: {}, input: {} },
  run,
})
