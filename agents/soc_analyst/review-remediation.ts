import { lineInput, playbook } from '@atrium/contract/playbook'
import { dayAt } from '@atrium/domain/dates/local-time'
import { rounded } from '@atrium/domain/numbers/rounding'
import { mean, median } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { aged, bucketOf, inTime } from '../kit/remediation.ts'
import { inboxTasks } from '../kit/task-inbox.ts'
import { answerTo, percent, shownAs } from '../kit/telling.ts'
import { project as projectQuestion, REVIEW } from './questions.ts'

const criteria = [
  'Every open security task has its age, and whether it is late',
  'The time to mend is worked out from closed tasks alone',
  'What is late is named, the latest first',
]

export const reviewRemediation = playbook({
  id: 'reviewRemediation',
  title: 'What is open, late and mended',
  summary:
    'Reads the security tasks of the Task Inbox: age of what is open, what is past its date, mean time to remediate, and the share mended in time.',
  examples: [
    'remediation report',
    'open findings',
    'time to remediate',
    'security backlog',
    'what is overdue in security',
  ],
  input: z.object({
    project: lineInput('Project of the Task Inbox (empty: as you said at the start)', 60).default(''),
  }),
  uses: ['tasks.list'],
  criteria,
  withoutModel: [],
  sample: { files: {}, input: {} },
  async run(job, input) {
    const project = input.project.trim().replace(/^[#+]/, '') || answerTo(job, projectQuestion)
    const today = dayAt(job.now, job.timeZone)
    const tasks = (await inboxTasks(job, project)).map((task) => aged(task, today))
    const open = tasks.filter(({ task }) => !task.done).sort((a, b) => b.late - a.late || b.days - a.days)
    const closed = tasks.filter(({ task }) => task.done)
    const late = open.filter(({ late }) => late > 0)
    const undated = open.filter(({ task }) => task.due === null)
    const days = closed.map((one) => one.days)
    const share = inTime(closed)
    const mended =
      closed.length === 0
        ? 'Nothing is closed yet, so there is no time to mend.'
        : `Mean time to remediate ${rounded(mean(days))} days, median ${rounded(median(days))}, over ${counted(closed.length, 'closed task')}${share === null ? '' : `; ${percent(share)} of those with a date in time`}.`
    const buckets = Map.groupBy(open, (one) => bucketOf(one.days))
    await job.deliver({
      title: `Security work of “${project}” on ${today}`,
      summary: `${counted(open.length, 'task')} open, ${late.length} late, ${undated.length} without a date. ${mended}`,
      blocks: [
        textBlock(
          'In short',
          [
            `- Open: **${open.length}**, late: **${late.length}**`,
            ...['0–7 days', '8–30 days', '31–90 days', 'over 90 days'].map(
              (bucket) => `- ${bucket} old: ${buckets.get(bucket)?.length ?? 0}`,
            ),
            `- ${mended}`,
            ...late.slice(0, 5).map(({ task, late: past }) => `- ${past} days late: ${shownAs(task.title)}`),
          ].join('\n'),
        ),
        ...tableBlock(
          'Open, the latest first',
          { title: 'Task', priority: 'Priority', due: 'Due', late: 'Days late', age: 'Days open', bucket: 'Age' },
          open.map(({ task, late: past, days: age }) => ({
            title: task.title,
            priority: task.priority ?? '',
            due: task.due?.slice(0, 10) ?? 'none',
            late: past,
            age,
            bucket: bucketOf(age),
          })),
        ),
        ...tableBlock(
          'Closed',
          { title: 'Task', closed: 'Closed on', days: 'Days to mend', late: 'Days late' },
          closed.map(({ task, days: age, late: past }) => ({
            title: task.title,
            closed: task.doneAt?.slice(0, 10) ?? '',
            days: age,
            late: past,
          })),
        ),
      ],
      sources: [
        {
          kind: 'records',
          name: 'Task Inbox: tasks',
          place: `${open.length} open and ${closed.length} done of “${project}”`,
        },
      ],
      evidence: evidenceFor(
        criteria,
        [
          open.length,
          open.filter(({ days: age }) => !Number.isFinite(age)).length,
          `${counted(open.length, 'open task')}; age counts from the day it was put into the Task Inbox.`,
        ],
        [closed.length, closed.filter(({ task }) => !task.done).length, mended],
        [
          late.length,
          late.filter((one, at) => at > 0 && one.late > (late[at - 1]?.late ?? 0)).length,
          `${late.length} late; ${undated.length} have no date and cannot be late.`,
        ],
      ),
      couldNot: sentences(
        REVIEW,
        tasks.length === 0 &&
          `The Task Inbox has no task in the project “${project}”. Triage a scan first, or name the project.`,
        'Whether a closed task is really mended was not tested: scan again.',
      ),
    })
  },
})
