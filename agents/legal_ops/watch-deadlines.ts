import { playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { readOccurrences } from '../kit/calendar.ts'
import { addDays, weekdayName } from '../kit/days.ts'
import { counted } from '../kit/doing.ts'
import { groupedBy } from '../kit/statistics.ts'
import { dayOf, daysBetween } from '../kit/table.ts'
import { inboxTasks } from '../kit/task-inbox.ts'
import { answerTo, shownAs } from '../kit/telling.ts'
import { workdayUntil } from './contract-terms.ts'
import { horizon, numberOf, project, REVIEW } from './questions.ts'

const LEGAL =
  /\b(contract|agreement|renew\w*|notice|terminat\w*|lease|licen[cs]e|nda|trademark|patent|filing|compliance|gdpr|court|hearing|limitation|signature|insurance)\b/i
const TAGS = /^(legal|contracts?|compliance|renewal)$/i

interface Deadline {
  day: string
  title: string
  where: 'Task Inbox' | 'Calendar'
  priority: string
  left: number
  /** The working day before, when it falls on a weekend. */
  actBy: string
}

const bucketOf = (left: number) =>
  left < 0 ? 'overdue' : left <= 7 ? 'this week' : left <= 30 ? 'within 30 days' : 'later'

const criteria = [
  'Every legal date of the Task Inbox and the calendar within the horizon is listed',
  'What is overdue comes first',
  'Dates on weekends have the working day before',
]

export const watchDeadlines = playbook({
  id: 'watchDeadlines',
  title: 'Legal deadlines ahead',
  summary:
    'From the Task Inbox and the calendar: every legal date within the horizon, what is overdue, what falls on a weekend, and weeks in which several come together.',
  says: ['legal deadlines', 'upcoming renewals', 'what is due in legal', 'deadline report'],
  input: z.object({
    days: z.number().int().min(1).max(700).optional().meta({ title: 'Days ahead (empty: as you said at the start)' }),
  }),
  uses: ['tasks.list', 'content-calendar.occurrences'],
  criteria,
  withoutModel: [],
  sample: { files: {}, input: {} },
  async run(job, input) {
    const today = dayOf(job.now, job.timeZone)
    const ahead = input.days ?? numberOf(answerTo(job, horizon), 90)
    const until = addDays(today, ahead)
    const named = answerTo(job, project)
    const [mayTasks, mayEvents] = [await job.can('tasks.list'), await job.can('content-calendar.occurrences')]
    const tasks = (await inboxTasks(job)).filter(
      ({ done, project: of, title, contexts }) =>
        !done && (of === named || contexts.some((one) => TAGS.test(one)) || LEGAL.test(title)),
    )
    const undated = tasks.filter(({ due }) => due === null)
    const events = mayEvents
      ? (await readOccurrences(job, today, addDays(until, 1), job.timeZone)).filter(
          ({ title, tags, status, kind }) =>
            kind === 'event' && status !== 'cancelled' && (tags.some((tag) => TAGS.test(tag)) || LEGAL.test(title)),
        )
      : []
    const deadline = (day: string, title: string, where: Deadline['where'], priority: string): Deadline => ({
      day,
      title,
      where,
      priority,
      left: daysBetween(today, day),
      actBy: workdayUntil(day),
    })
    const all = [
      ...tasks.flatMap(({ due, title, priority }) =>
        due !== null && due.slice(0, 10) <= until
          ? [deadline(due.slice(0, 10), title, 'Task Inbox', priority ?? '')]
          : [],
      ),
      ...events.map(({ start, title }) => deadline(start.slice(0, 10), title, 'Calendar', '')),
    ].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.title < b.title ? -1 : 1))
    const overdue = all.filter(({ left }) => left < 0)
    const weekend = all.filter(({ day, actBy }) => day !== actBy)
    const crowded = [
      ...groupedBy(
        all.filter(({ left }) => left >= 0),
        ({ day }) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7)),
      ),
    ].filter(([, of]) => of.length > 2)
    const later = tasks.filter(({ due }) => due !== null && due.slice(0, 10) > until).length
    await job.deliver({
      title: `Legal deadlines from ${today} to ${until}`,
      summary: `${counted(all.length, 'deadline')}: ${overdue.length} overdue, ${all.filter(({ left }) => left >= 0 && left <= 7).length} this week, ${all.filter(({ left }) => left > 7 && left <= 30).length} within 30 days. ${counted(undated.length, 'legal task')} without a date.`,
      blocks: [
        textBlock(
          'In short',
          [
            ...overdue
              .slice(0, 10)
              .map(({ title, left }) => `- **Overdue by ${counted(-left, 'day')}**: ${shownAs(title)}`),
            ...weekend
              .slice(0, 10)
              .map(({ title, day, actBy }) => `- ${shownAs(title)} falls on a ${weekdayName(day)}: act by ${actBy}`),
            ...crowded.slice(0, 10).map(([monday, of]) => `- The week of ${monday} has ${of.length} at once`),
            ...undated.slice(0, 10).map(({ title }) => `- No date: ${shownAs(title)}`),
          ].join('\n') ||
            (all.length > 0 ? 'Nothing is overdue, on a weekend or crowded.' : 'There is no legal date in this time.'),
        ),
        ...tableBlock(
          'Deadlines',
          {
            bucket: 'When',
            day: 'Day',
            weekday: 'Weekday',
            actBy: 'Act by',
            left: 'Days left',
            title: 'What',
            priority: 'Priority',
            where: 'Where',
          },
          all.map((one) => ({ ...one, bucket: bucketOf(one.left), weekday: weekdayName(one.day) })),
        ),
      ],
      sources: [
        ...(mayTasks
          ? [{ kind: 'records' as const, name: 'Task Inbox: tasks', place: `${counted(tasks.length, 'legal task')}` }]
          : []),
        ...(mayEvents
          ? [
              {
                kind: 'records' as const,
                name: 'Content Calendar: events',
                place: `${counted(events.length, 'legal event')}`,
              },
            ]
          : []),
      ],
      evidence: evidenceFor(
        criteria,
        [
          mayTasks && mayEvents ? true : null,
          `Those of the project “${named}”, tagged legal or contract, or with such a word in the title. ${later} lie after ${until}.`,
        ],
        [true, `${overdue.length} overdue.`],
        [true, `${weekend.length} fall on a weekend.`],
      ),
      couldNot: sentences(
        REVIEW,
        !mayTasks && 'The Task Inbox was not read: this seat may not, or it is not there.',
        !mayEvents && 'The calendar was not read: this seat may not, or it is not there.',
        all.length === 0 &&
          `No legal date was found. Let me read your list of contracts first, or put legal tasks into the project “${named}”.`,
        'Public holidays are not known: a day that falls on one is not moved.',
      ),
    })
  },
})
