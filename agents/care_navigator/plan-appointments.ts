import { playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { addDays, weekdayName } from '../kit/days.ts'
import { counted } from '../kit/doing.ts'
import { dayOf, daysBetween } from '../kit/table.ts'
import { inboxTasks } from '../kit/task-inbox.ts'
import { putTasks, TASK_LIST } from '../kit/task-list.ts'
import { answerTo, shownAs } from '../kit/telling.ts'
import { clashes, isHealth, SeenEvent } from './appointments.ts'
import { minutesIn, project, REVIEW, support, travel } from './questions.ts'

const criteria = [
  'Every health appointment of the calendar in this time is listed',
  'Clashes and ways that do not fit are named',
  'Each appointment has what to do before and after',
  'What still has to be booked is named',
]

export const planAppointments = playbook({
  id: 'planAppointments',
  title: 'Appointments ahead, and what to do for each',
  summary:
    'From the calendar and the Task Inbox: health appointments, clashes with the way there counted in, what still has to be booked; and can put the steps before and after each into the Task Inbox.',
  says: ['my appointments', 'plan appointments', 'health calendar', 'upcoming doctor visits', 'what do i have to book'],
  input: z.object({
    days: z.number().int().min(1).max(400).default(60).meta({ title: 'Days ahead' }),
    tasks: z.boolean().default(true).meta({ title: 'Put what to do into the Task Inbox' }),
  }),
  uses: ['content-calendar.occurrences', 'tasks.list', TASK_LIST],
  criteria,
  withoutModel: [],
  sample: { files: {}, input: {} },
  async run(job, input) {
    const today = dayOf(job.now, job.timeZone)
    const until = addDays(today, input.days)
    const [way, named, needs] = [minutesIn(answerTo(job, travel), 30), answerTo(job, project), answerTo(job, support)]
    const mayRead = await job.can('content-calendar.occurrences')
    const all = mayRead
      ? (
          await job.read(
            'content-calendar.occurrences',
            { from: today, to: addDays(until, 1), zone: job.timeZone },
            z.object({ occurrences: z.array(SeenEvent) }),
          )
        ).occurrences
      : []
    const visits = all
      .filter((one) => one.kind === 'event' && one.status !== 'cancelled' && isHealth(one))
      .map((one) => ({ one, day: one.start.slice(0, 10), clash: clashes(one, all, way) }))
    const mayTasks = await job.can('tasks.list')
    const open = (await inboxTasks(job, named)).filter(({ done }) => !done)
    const toBook = open.filter(
      ({ title }) => /\b(book|make|arrange|schedule|call)\b/i.test(title) && !/\(visit on /.test(title),
    )
    const late = open.filter(({ due }) => due !== null && due.slice(0, 10) < today)
    const steps = visits.flatMap(({ one, day }) => {
      const before = addDays(day, -1) < today ? today : addDays(day, -1)
      return [
        {
          title: `Get ready for ${one.title} (visit on ${day})${needs ? `: ask for ${needs}` : ''}`,
          due: before,
          project: named,
        },
        { title: `Write down what was agreed at ${one.title} (visit on ${day})`, due: day, project: named },
      ]
    })
    const put =
      input.tasks && steps.length > 0
        ? await putTasks(job, steps, `${counted(visits.length, 'appointment')} shall be prepared and followed up.`)
        : null
    const clashing = visits.filter(({ clash }) => clash.length > 0)
    await job.deliver({
      title: `Appointments from ${today} to ${until}`,
      summary: `${counted(visits.length, 'health appointment')} within ${counted(input.days, 'day')}, ${clashing.length} with a clash; ${counted(toBook.length, 'thing')} to book, ${counted(late.length, 'task')} late. ${visits[0] ? `Next: ${visits[0].one.title} on ${visits[0].day}.` : ''}`,
      blocks: [
        textBlock(
          'In short',
          [
            ...clashing.map(
              ({ one, day, clash }) =>
                `- **${shownAs(one.title)}** on ${day}: ${clash
                  .slice(0, 5)
                  .map(({ other, why }) => `${shownAs(other.title)} is ${why}`)
                  .join('; ')}. Move one of them.`,
            ),
            ...toBook
              .slice(0, 10)
              .map(({ title, due }) => `- To book${due ? `, by ${due.slice(0, 10)}` : ''}: ${shownAs(title)}`),
            ...late.slice(0, 10).map(({ title, due }) => `- Late since ${due?.slice(0, 10)}: ${shownAs(title)}`),
          ].join('\n') ||
            (visits.length > 0
              ? 'Nothing clashes, nothing is late, nothing waits to be booked.'
              : 'There is no health appointment on the calendar in this time.'),
        ),
        ...tableBlock(
          'Appointments',
          {
            day: 'Day',
            weekday: 'Weekday',
            time: 'Time',
            title: 'What',
            place: 'Where',
            left: 'In days',
            leave: 'Leave by',
            clash: 'Clashes',
          },
          visits.map(({ one, day, clash }) => ({
            day,
            weekday: weekdayName(day),
            time: one.start.slice(11) || 'all day',
            title: one.title,
            place: one.place || 'not said',
            left: daysBetween(today, day),
            leave:
              one.start.length > 10
                ? new Date(Date.parse(`${one.start}:00Z`) - way * 60_000).toISOString().slice(11, 16)
                : '',
            clash: clash.map(({ other, why }) => `${other.title} (${why})`).join('; '),
          })),
        ),
        ...tableBlock(
          'What to do before and after',
          { due: 'On', title: 'What' },
          steps.map(({ title, due }) => ({ title, due })),
        ),
      ],
      sources: [
        ...(mayRead
          ? [
              {
                kind: 'records' as const,
                name: 'Content Calendar: events',
                place: `${visits.length} of ${counted(all.length, 'entry', 'entries')}`,
              },
            ]
          : []),
        ...(mayTasks
          ? [
              {
                kind: 'records' as const,
                name: 'Task Inbox: tasks',
                place: `${counted(open.length, 'open task')} of “${named}”`,
              },
            ]
          : []),
      ],
      evidence: evidenceFor(
        criteria,
        [
          mayRead ? true : null,
          `Those tagged health, or with such a word in the title: ${visits.length} of ${all.length}.`,
        ],
        [mayRead ? true : null, `${clashing.length} clash, with ${way} minutes for the way.`],
        [true, `${counted(steps.length, 'step')}. ${put?.sentence ?? ''}`],
        [mayTasks ? true : null, `${toBook.length} open tasks of “${named}” say so.`],
      ),
      couldNot: sentences(
        REVIEW,
        !mayRead && 'The calendar was not read: this seat may not, or it is not there.',
        !mayTasks && 'The Task Inbox was not read: this seat may not, or it is not there.',
        put && !put.isDone && put.sentence,
        'No practice was called and nothing was booked. What a practice wants before a visit (fasting, leaving a medicine out) only the practice can say.',
      ),
    })
  },
})
