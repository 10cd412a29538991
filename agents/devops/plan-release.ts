import { lineInput, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { readOccurrences } from '../kit/calendar.ts'
import { addDays, weekdayName, weekdayOf } from '../kit/days.ts'
import { counted, doEach, doneBlock, notDone } from '../kit/doing.ts'
import { dayOf } from '../kit/table.ts'
import { type InboxTask, inboxTasks } from '../kit/task-inbox.ts'
import { answerTo, shownAs } from '../kit/telling.ts'
import { hours, hoursIn, releases, rollback } from './questions.ts'

/** What on the calendar speaks against a release. */
const FREEZE = /\b(freeze|holiday|launch|maintenance|migration|release|deploy\w*|audit|black friday)\b/i

/** The next day from Monday to Thursday: a Friday’s release is mended on a weekend. */
export function releaseDay(today: string): string {
  let day = addDays(today, 1)
  while (weekdayOf(day) > 4) day = addDays(day, 1)
  return day
}

/** Steps with the minutes before (−) and after the release, by the release’s own clock. */
const stepsOf = (version: string, wayBack: string) =>
  [
    [-1440, 'Freeze what is to be released; build it once and keep that build', 'The build’s hash is written down'],
    [-60, 'Back the data up, and read the backup back', 'A row of it was read'],
    [
      -30,
      'Try the way back where it harms nobody',
      wayBack ? 'The version before ran' : 'There is no way back written down',
    ],
    [-15, 'Tell those who are on call and those who answer customers', 'They said yes'],
    [0, `Release ${version} to a small share first`, 'Errors and latency as before'],
    [15, 'Compare errors, latency and the load with the hour before', 'Within the limits below'],
    [30, 'Release to all, or take it back', 'The decision and who took it are written down'],
    [60, 'Look again; close the release or open an incident', 'No new kind of error'],
  ] as const

const clockOf = (minutesOfDay: number) => {
  const minutes = ((minutesOfDay % 1440) + 1440) % 1440
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

const criteria = [
  'What goes out and what does not is listed from the Task Inbox',
  'Each check for going ahead has its state',
  'There is a plan to go back, with what sets it off',
  'What becomes of its entry on the calendar is said',
]

export const planRelease = playbook({
  id: 'planRelease',
  title: 'Plan a release, with the way back',
  summary:
    'From the Task Inbox and the calendar: what goes out, what is still open, whether the day is free, the steps by the clock, and the plan to go back. Can put the release on the calendar.',
  says: ['plan a release', 'release plan', 'deployment plan', 'rollback plan', 'go no-go'],
  input: z.object({
    version: lineInput('What it is called', 100).default('the release'),
    day: z.iso
      .date('That is no day of the calendar.')
      .optional()
      .meta({ title: 'Day (empty: the next from Monday to Thursday)' }),
    since: z.iso
      .date('That is no day of the calendar.')
      .optional()
      .meta({ title: 'Day of the last release (empty: 14 days ago)' }),
    calendar: z.boolean().default(true).meta({ title: 'Put it on the calendar' }),
  }),
  uses: ['tasks.list', 'content-calendar.occurrences', 'content-calendar.add'],
  criteria,
  withoutModel: ['Release notes in the words of your customers'],
  sample: { files: {}, input: { version: '2.4.0' } },
  async run(job, input) {
    const today = dayOf(job.now, job.timeZone)
    const day = input.day ?? releaseDay(today)
    const since = input.since ?? addDays(today, -14)
    const project = answerTo(job, releases)
    const wayBack = answerTo(job, rollback)
    const at = hoursIn(answerTo(job, hours))[0] + 1
    const tasks = await inboxTasks(job, project)
    const ready = tasks.filter(({ done, doneAt }) => done && (doneAt ?? '').slice(0, 10) >= since)
    const open = tasks.filter(({ done }) => !done)
    const blocking = open.filter(({ priority }) => priority === 'A')
    const maySee = await job.can('content-calendar.occurrences')
    const near = maySee ? await readOccurrences(job, day, addDays(day, 2), job.timeZone) : []
    const against = near.filter(({ title, status }) => status !== 'cancelled' && FREEZE.test(title))
    const version = input.version.trim() || 'the release'
    const checks = [
      { text: 'Something is ready to go out', state: ready.length > 0, note: counted(ready.length, 'task') },
      {
        text: 'Nothing of priority A is open',
        state: blocking.length === 0,
        note: blocking
          .map(({ title }) => title)
          .slice(0, 5)
          .join('; '),
      },
      { text: 'The day is from Monday to Thursday', state: weekdayOf(day) < 5, note: `${weekdayName(day)}, ${day}` },
      { text: 'The day has not passed', state: day >= today, note: day },
      {
        text: 'No freeze, holiday or other release that day or the next',
        state: maySee ? against.length === 0 : null,
        note: maySee
          ? against.map(({ title, start }) => `${start.slice(0, 10)} ${title}`).join('; ')
          : 'The calendar was not read.',
      },
      {
        text: 'A way back is written down',
        state: wayBack !== '',
        note: wayBack ? '' : 'Say it in the onboarding of this seat.',
      },
    ].map(({ text, state, note }) => ({
      text,
      state: state === null ? ('unknown' as const) : state ? ('pass' as const) : ('fail' as const),
      note: note.slice(0, 1_900),
    }))
    const failed = checks.filter(({ state }) => state === 'fail')
    const clock = clockOf(at * 60)
    const doings =
      input.calendar && failed.length === 0
        ? [
            {
              name: `Release ${version} on ${day} at ${clock}`,
              input: {
                title: `Release ${version}`,
                start: `${day}T${clock}`,
                minutes: 60,
                zone: job.timeZone,
                notes: `${ready
                  .map(({ title }) => `- ${title}`)
                  .join('\n')
                  .slice(0, 15_000)}\n\nWay back: ${wayBack || 'not written down'}`,
                tags: ['release'],
              },
              why: `The release of ${version} shall stand on the calendar; no check failed.`,
            },
          ]
        : []
    const put = await doEach(job, 'content-calendar.add', doings, 1)
    const row = ({ title, priority, due }: InboxTask) => ({
      title,
      priority: priority ?? '',
      due: due?.slice(0, 10) ?? '',
    })
    await job.deliver({
      title: `Release plan: ${version}, ${day}`,
      summary: `${counted(ready.length, 'task')} done since ${since} would go out on ${weekdayName(day)}, ${day} at ${clock}; ${open.length} still open. ${failed.length === 0 ? 'Every check that was made is passed.' : `Not passed: ${failed.map(({ text }) => `“${text}”`).join(', ')}.`}`,
      blocks: [
        { kind: 'checks', title: 'Go or not', checks },
        ...tableBlock(
          'Steps',
          { when: 'When', step: 'Step', shown: 'Done when' },
          stepsOf(version, wayBack).map(([minutes, step, shown]) => ({
            when: minutes === -1440 ? `The day before, ${clock}` : clockOf(at * 60 + minutes),
            step,
            shown,
          })),
        ),
        textBlock(
          'The way back',
          [
            `**How:** ${wayBack ? shownAs(wayBack, 3_000) : 'not written down. Without it, do not release.'}`,
            '',
            '**Set off by any of these, within an hour of the release, without asking further:**',
            '- errors at more than twice the hour before',
            '- the 95th percentile of latency at more than one and a half times the hour before',
            '- data that is wrong or lost, even once',
            '- those on call cannot say within 15 minutes what is happening',
            '',
            '**Then:** take it back, tell those who were told before, write down when it began and ended, and release again only with a new plan.',
          ].join('\n'),
        ),
        ...tableBlock(
          'Goes out',
          { title: 'Task', done: 'Done on' },
          ready.map((task) => ({ title: task.title, done: task.doneAt?.slice(0, 10) ?? '' })),
        ),
        ...tableBlock(
          'Does not go out: still open',
          { title: 'Task', priority: 'Priority', due: 'Due' },
          open.map(row),
        ),
        ...doneBlock('Calendar', put),
      ],
      sources: [
        {
          kind: 'records',
          name: 'Task Inbox: tasks',
          place: `${ready.length} done and ${open.length} open of “${project}”`,
        },
        ...(maySee
          ? [
              {
                kind: 'records' as const,
                name: 'Content Calendar: events',
                place: `${day} and the day after, ${counted(near.length, 'entry', 'entries')}`,
              },
            ]
          : []),
        ...(wayBack ? [{ kind: 'answer' as const, name: `your answer to “${rollback.question}”` }] : []),
      ],
      evidence: evidenceFor(
        criteria,
        [tasks.length > 0, `${ready.length} go out, ${open.length} do not, of the project “${project}”.`],
        [checks.every(({ state }) => state !== 'unknown'), `${checks.length} checks, ${failed.length} failed.`],
        [wayBack !== '', wayBack ? 'With four things that set it off.' : 'How to go back is not written down.'],
        [
          true,
          put.done.length > 0
            ? 'It stands there.'
            : put.not.length > 0
              ? 'It was not put there.'
              : 'It was not proposed.',
        ],
      ),
      couldNot: sentences(
        tasks.length === 0 && `The Task Inbox has no task in the project “${project}”: what goes out is not known.`,
        wayBack === '' && 'The way back was not said in the onboarding; the plan has none of its own making.',
        input.calendar &&
          failed.length > 0 &&
          `Not proposed for the calendar: ${counted(failed.length, 'check')} failed.`,
        ...notDone('entry of the calendar', put),
        'Limits for errors and latency are the usual ones: set your own. Release notes in the words of your customers need a model.',
      ),
    })
  },
})
