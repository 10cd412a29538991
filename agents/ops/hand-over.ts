import { AppError } from '@atrium/contract/errors'
import { fileInput, lineInput, playbook, textInput } from '@atrium/contract/playbook'
import { addDays, daysBetween } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { appointments } from '../kit/events.ts'
import { TASKS_SAMPLE, taskLists } from '../kit/task-file.ts'
import { cameOn, dueOn, type TaskRecord } from '../kit/task-records.ts'
import { answerTo, shownAs } from '../kit/telling.ts'
import { CONTACTS } from './questions.ts'

const criteria = [
  'What was done, what is open, what waits and what comes next stand apart.',
  'Each open item has its day or says that it has none.',
] as const

const Due = z.array(z.object({ payee: z.string(), amount: z.string(), due: z.string(), account: z.string() }))

const input = z.object({
  list: fileInput('A list of tasks as CSV (empty: the Task Inbox)', '.csv,.tsv,.txt').optional(),
  on: z.iso.date().meta({ title: 'As of (empty: today)' }).optional(),
  to: lineInput('Who takes over', 120).optional(),
  days: z.number().int().min(1).max(60).meta({ title: 'Days back and ahead' }).default(7),
  project: lineInput('Only this project of the Task Inbox', 60).optional(),
  notes: textInput('What else they have to know', 5_000).optional(),
})

const WAITING = /^(?:waiting|blocked|wait|hold)/i

export const handOver = playbook({
  id: 'handOver',
  title: 'Hand over',
  summary:
    'A hand-over of the work from the Task Inbox, the Content Calendar and the Wallet’s bills: what was done, what is open and late, what waits for others, what comes next, and whom to ask.',
  examples: ['hand over', 'handover', 'shift handover', 'holiday cover', 'status report'],
  input,
  uses: ['tasks.list', 'content-calendar.occurrences', 'wallet.due'],
  criteria,
  withoutModel: ['A summary in prose; the lists are complete without it.'],
  sample: {
    files: { 'tasks.csv': TASKS_SAMPLE },
    input: { list: 'file:tasks.csv', on: '2026-03-16', to: 'the next shift', days: 7 },
  },
  async run(job, given) {
    const today = given.on ?? dayAt(job.now, job.timeZone)
    const [from, to] = [addDays(today, -given.days), addDays(today, given.days)]
    const lists = await taskLists(job, given.list)
    const [open, done] = [{ tasks: lists.open, total: lists.openTotal }, { tasks: lists.done }]
    const isMine = ({ project }: TaskRecord) =>
      !given.project?.trim() || project?.toLowerCase() === given.project.trim().replace(/^[#+]/, '').toLowerCase()
    const mine = open.tasks.filter(isMine)
    const finished = done.tasks.filter((task) => isMine(task) && (task.doneAt?.slice(0, 10) ?? '') > from)
    if (mine.length + finished.length === 0)
      throw new AppError(
        'bad_request',
        given.project
          ? `The Task Inbox has nothing in the project “${given.project}”.`
          : 'The Task Inbox is empty: there is nothing to hand over.',
      )
    const waiting = mine.filter(({ contexts }) => contexts.some((name) => WAITING.test(name)))
    const rest = mine.filter((task) => !waiting.includes(task))
    const late = rest.filter((task) => (dueOn(task) ?? '9') < today)
    const next = rest.filter((task) => (dueOn(task) ?? '') >= today && (dueOn(task) ?? '9') <= to)
    const undated = rest.filter((task) => dueOn(task) === null)
    const events = await appointments(job, today, addDays(to, 1))
    const bills = !given.project && (await job.can('wallet.due')) ? await job.read('wallet.due', {}, Due) : []
    const first = [...late, ...next]
      .toSorted(
        (a, b) => (a.priority ?? 'Z').localeCompare(b.priority ?? 'Z') || (a.due ?? '9').localeCompare(b.due ?? '9'),
      )
      .slice(0, 3)
    const row = (task: TaskRecord) => ({
      title: task.title,
      due: task.due?.replace('T', ' ') ?? 'no day',
      priority: task.priority ?? '',
      project: task.project ?? '',
      age: Math.max(0, daysBetween(cameOn(task), today)),
      notes: task.notes.replace(/\s+/g, ' ').slice(0, 300),
    })
    const columns = {
      title: 'Task',
      due: 'Due',
      priority: 'Importance',
      project: 'Project',
      age: 'Open for, days',
      notes: 'Notes',
    }
    const known = answerTo(job, CONTACTS)
    const draft = await job.compose({
      purpose: 'Three sentences at the top of a hand-over',
      instructions: 'Say what matters most to the one who takes over. Use only these facts.',
      data: [...late, ...next]
        .slice(0, 30)
        .map(({ title, due }) => `${title}, due ${due}`)
        .join('\n'),
      maxWords: 90,
    })
    await job.note(`${finished.length} done, ${late.length} late, ${next.length} next, ${waiting.length} waiting.`)
    await job.deliver({
      title: `Hand-over${given.to ? ` to ${given.to}` : ''}, ${today}`,
      summary: `In the last ${counted(given.days, 'day')} ${counted(finished.length, 'task')} were done. ${late.length === 0 ? 'Nothing is late' : `${counted(late.length, 'task')} late`}, ${counted(next.length, 'task')} due by ${to}, ${waiting.length} waiting for others. ${first.length > 0 ? `First: ${first.map(({ title }) => `“${title.slice(0, 80)}”`).join(', ')}.` : ''}`,
      blocks: [
        ...(draft ? [textBlock('In short (a model’s draft)', draft)] : []),
        ...(given.notes?.trim()
          ? [
              textBlock(
                'To know',
                given.notes
                  .trim()
                  .split('\n')
                  .map((line) => shownAs(line, 1_000))
                  .join('\n\n'),
              ),
            ]
          : []),
        ...tableBlock('Late', columns, late.map(row)),
        ...tableBlock(`Due by ${to}`, columns, next.map(row)),
        ...tableBlock('Waits for others', columns, waiting.map(row)),
        ...tableBlock(
          'Appointments',
          { when: 'When', what: 'What', place: 'Where' },
          events.map(({ start, title, place }) => ({ when: start.slice(0, 16).replace('T', ' '), what: title, place })),
        ),
        ...tableBlock(
          'Bills',
          { due: 'Due', payee: 'To', amount: 'Amount', account: 'Account' },
          bills.map(({ due, payee, amount, account }) => ({ due, payee, amount, account })),
        ),
        ...tableBlock(
          'Done',
          { day: 'Day', title: 'Task', project: 'Project' },
          finished.map(({ doneAt, title, project }) => ({
            day: doneAt?.slice(0, 10) ?? '',
            title,
            project: project ?? '',
          })),
        ),
        ...tableBlock('Open without a day', columns, undated.map(row)),
        textBlock(
          'Whom to ask',
          known === CONTACTS.otherwise
            ? 'Nobody is named: answer “Whom does somebody ask who takes over?” in the seat’s settings.'
            : known
                .split('\n')
                .map((line) => `- ${shownAs(line)}`)
                .join('\n'),
        ),
      ],
      sources: [
        {
          kind: lists.kind,
          name: lists.name,
          place: `${counted(mine.length, 'open task')}, ${counted(finished.length, 'done task')} since ${from}`,
        },
        ...(events.length > 0
          ? [{ kind: 'records' as const, name: 'Content Calendar', place: counted(events.length, 'appointment') }]
          : []),
        ...(bills.length > 0
          ? [{ kind: 'records' as const, name: 'Wallet', place: counted(bills.length, 'bill') }]
          : []),
      ],
      evidence: evidenceFor(
        criteria,
        [
          mine.length,
          mine.length -
            (late.length +
              next.length +
              waiting.length +
              undated.length +
              rest.filter((task) => (dueOn(task) ?? '') > to).length),
          `${finished.length} done, ${late.length} late, ${next.length} next, ${waiting.length} waiting, ${undated.length} without a day.`,
        ],
        [
          mine.length,
          mine.filter((task) => row(task).due === '').length,
          `${mine.length - mine.filter((task) => dueOn(task) === null).length} of ${counted(mine.length, 'open task')} have a day; the others say so.`,
        ],
      ),
      couldNot: sentences(
        known === CONTACTS.otherwise && 'Whom to ask is not known.',
        waiting.length === 0 && 'What waits for others is not known: give such tasks the context @waiting.',
        open.total > open.tasks.length &&
          `Only the first ${open.tasks.length} of ${open.total} open tasks were looked at.`,
        lists.unread.length > 0 &&
          `Left out: ${lists.unread
            .slice(0, 8)
            .map(({ line, reason }) => `line ${line} (${reason})`)
            .join(', ')}.`,
        !draft && 'No summary in prose: that needs a model.',
      ),
    })
  },
})
