import { playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { medianOf, rounded } from '../kit/statistics.ts'
import { dayOf, daysBetween } from '../kit/table.ts'
import { inboxTasks } from '../kit/task-inbox.ts'
import { cutTo } from '../kit/telling.ts'
import { DECIDE } from './plan-experiments.ts'

const criteria = [
  'Every experiment in the project is listed with its deadline.',
  'Those without a number or a deadline are named.',
  'Overdue decisions come first.',
]

export const reviewExperiments = playbook({
  id: 'reviewExperiments',
  title: 'Review the running experiments',
  summary:
    'Reads the experiments in the Task Inbox: which decisions are overdue or due soon, which have no number or deadline, and how fast decisions are made.',
  says: ['review experiments', 'running experiments', 'overdue experiments', 'experiment log'],
  input: z.object({ soon: z.number().int().min(1).max(60).default(7).meta({ title: 'Days that count as soon' }) }),
  uses: ['tasks.list'],
  criteria,
  withoutModel: ['What was learned is not summed up.'],
  sample: { files: {}, input: { soon: 7 } },
  async run(job, { soon }) {
    const project = job.seat.answers.project || 'experiments'
    const today = dayOf(job.now, job.timeZone)
    const mayRead = await job.can('tasks.list')
    const tasks = await inboxTasks(job, project)
    const rows = tasks.map(({ title, notes, due, done, doneAt, createdAt }) => {
      const name = title.startsWith(DECIDE) ? title.slice(DECIDE.length).trim() : title
      const day = due?.slice(0, 10) ?? null
      const left = day ? daysBetween(today, day) : null
      const hasNumber = /\d/.test(`${name} ${notes}`)
      const decided = done ? (doneAt?.slice(0, 10) ?? null) : null
      const state = done
        ? 'decided'
        : left === null
          ? 'no deadline'
          : left < 0
            ? 'overdue'
            : left <= soon
              ? 'due soon'
              : 'running'
      const todo =
        state === 'overdue'
          ? 'Decide now: read the result, roll out or drop.'
          : state === 'no deadline'
            ? 'Give it a day on which it is decided.'
            : state === 'due soon'
              ? 'Get the figures ready.'
              : !done && !hasNumber
                ? 'Write down the number that decides.'
                : ''
      return {
        name: cutTo(name, 300),
        state,
        day,
        left,
        hasNumber,
        decided,
        begun: createdAt.slice(0, 10),
        late: decided && day ? daysBetween(day, decided) : null,
        todo,
      }
    })
    const order = ['overdue', 'no deadline', 'due soon', 'running', 'decided']
    rows.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || (a.day ?? '').localeCompare(b.day ?? ''))
    const count = (state: string) => rows.filter((row) => row.state === state).length
    const open = rows.filter(({ state }) => state !== 'decided')
    const lacking = open.filter(({ hasNumber, day }) => !hasNumber || !day)
    const late = rows.flatMap((row) => (row.late === null ? [] : [row.late]))
    await job.deliver({
      title: `Experiments on ${today}`,
      summary:
        rows.length === 0
          ? `There are no experiments in the project “${project}” of the Task Inbox.`
          : `${counted(open.length, 'experiment')} open, ${count('overdue')} of them overdue, ${count('due soon')} due within ${counted(soon, 'day')}; ${count('decided')} decided${late.length > 0 ? `, in the middle ${rounded(medianOf(late))} days after the deadline` : ''}.`,
      blocks: [
        textBlock(
          'What to do',
          open.filter(({ todo }) => todo !== '').length === 0
            ? 'Nothing waits for a decision.'
            : `${counted(count('overdue'), 'decision')} overdue, ${counted(lacking.length, 'experiment')} without a number or a deadline. They stand first in the table.`,
        ),
        ...tableBlock(
          'Experiments',
          {
            name: 'Experiment',
            state: 'State',
            day: 'Deadline',
            left: 'Days left',
            begun: 'Written down',
            decided: 'Decided',
            late: 'Days late',
            todo: 'What to do',
          },
          rows.map((row) => ({ ...row, hasNumber: null })),
        ),
      ],
      sources: [{ kind: 'records', name: 'Task Inbox', place: `project ${project}: ${counted(tasks.length, 'task')}` }],
      evidence: evidenceFor(
        criteria,
        [
          mayRead ? true : null,
          mayRead ? `${rows.length} tasks of the project “${project}”.` : 'This seat may not read the Task Inbox.',
        ],
        [true, lacking.length === 0 ? 'None.' : lacking.map(({ name }) => name).join('; ')],
        [true, `${count('overdue')} overdue.`],
      ),
      couldNot: sentences(
        !mayRead && 'The Task Inbox was not read: this seat may not, or the module is not there.',
        mayRead &&
          rows.length === 0 &&
          `Nothing to review: “Plan experiments” puts decisions into the project “${project}”.`,
        'What was learned is not in the tasks’ titles and deadlines: a person writes it down.',
      ),
    })
  },
})
