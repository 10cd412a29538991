import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook } from '@atrium/contract/playbook'
import { addDays } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { majorOf } from '@atrium/domain/money/minor-units'
import { rounded } from '@atrium/domain/numbers/rounding'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { appointments } from '../kit/events.ts'
import { TASKS_SAMPLE, taskLists } from '../kit/task-file.ts'
import { dueOn } from '../kit/task-records.ts'
import { answerTo } from '../kit/telling.ts'
import { ownersOf, STALE, staleDaysOf } from './questions.ts'
import { decisionsOf, projectStates, throughput, weekAhead } from './task-review.ts'

const criteria = [
  'Every exception says who owns it and which options there are.',
  'The week ahead is compared with what was finished a week.',
] as const

const Payments = z.object({
  accounts: z.array(z.object({ id: z.string(), name: z.string(), currency: z.string() })),
  schedules: z.array(
    z.object({ payee: z.string(), amount: z.number(), account: z.string(), next: z.string().nullable() }),
  ),
})

const input = z.object({
  list: fileInput('A list of tasks as CSV (empty: the Task Inbox)', '.csv,.tsv,.txt').optional(),
  on: z.iso.date().meta({ title: 'As of (empty: today)' }).optional(),
  weeks: z.number().int().min(1).max(26).meta({ title: 'Weeks back that the pace is taken from' }).default(4),
})

export const reviewOperations = playbook({
  id: 'reviewOperations',
  title: 'Review the operations',
  summary:
    'The weekly operating review from the Task Inbox, the Content Calendar and the Wallet: what is late, what stands still, what nobody owns, what falls due, and whether the week ahead can be done, as a list of decisions.',
  examples: ['weekly review', 'operating review', 'what needs a decision', 'operations report', 'what is stuck'],
  input,
  uses: ['tasks.list', 'content-calendar.occurrences', 'wallet.overview'],
  criteria,
  withoutModel: ['A narrative of the week; the decisions are listed.'],
  sample: { files: { 'tasks.csv': TASKS_SAMPLE }, input: { list: 'file:tasks.csv', on: '2026-03-16' } },
  async run(job, given) {
    const today = given.on ?? dayAt(job.now, job.timeZone)
    const lists = await taskLists(job, given.list)
    const [open, done] = [
      { tasks: lists.open, total: lists.openTotal },
      { tasks: lists.done, total: lists.doneTotal },
    ]
    if (open.total + done.total === 0)
      throw new AppError(
        'bad_request',
        'The Task Inbox is empty. Write down tasks there first, then the review has something to look at.',
      )
    const to = weekAhead(today)
    const events = await appointments(job, today, addDays(to, 1))
    const payments = (await job.can('wallet.overview')) ? await job.read('wallet.overview', {}, Payments) : null
    const owners = ownersOf(job)
    const projects = projectStates(open.tasks, done.tasks, owners, today, staleDaysOf(job))
    const due = open.tasks.filter((task) => (dueOn(task) ?? '9') <= to)
    const pace = throughput(done.tasks, today, given.weeks)
    const bills = (payments?.schedules ?? []).filter(({ next }) => next !== null && next <= to)
    const lateBills = bills.filter(({ next }) => (next ?? '9') < today)
    const currencyOf = (account: string) => payments?.accounts.find(({ id }) => id === account)?.currency ?? 'EUR'
    const decisions = [
      ...lateBills.map(({ payee, next }) => ({
        severity: 'high' as const,
        what: `The scheduled payment to ${payee} of ${next} was never entered.`,
        owner: '',
        options: 'Pay and enter it, skip it, or end the schedule.',
        where: 'Wallet, schedules',
      })),
      ...(pace > 0 && due.length > pace * 1.2
        ? [
            {
              severity: 'high' as const,
              what: `${due.length} tasks are due by ${to}; ${rounded(pace)} a week were finished lately.`,
              owner: '',
              options: 'Move, give away or drop the difference today, before it is late.',
              where: 'all projects',
            },
          ]
        : []),
      ...decisionsOf(open.tasks, projects, owners, today, staleDaysOf(job)),
    ]
    const owned = decisions.filter(({ owner }) => owner !== '')
    const named = owners.size > 0
    await job.note(`${counted(open.total, 'open task')}, ${counted(decisions.length, 'decision')}.`)
    await job.deliver({
      title: `Operating review, ${today}`,
      summary: `${counted(decisions.length, 'decision')} wait: ${decisions
        .slice(0, 3)
        .map(({ what }) => what)
        .join(
          ' ',
        )} ${counted(open.total, 'task')} are open, ${counted(due.length, 'task')} due by ${to}; ${pace === 0 ? `none was finished in ${counted(given.weeks, 'week')}` : `${rounded(pace)} a week were finished`}.`,
      blocks: [
        ...tableBlock(
          'Decisions',
          { no: 'No.', severity: 'Severity', what: 'Exception', owner: 'Owner', options: 'Options', where: 'Where' },
          decisions.map((one, at) => ({ no: at + 1, ...one, owner: one.owner || 'nobody' })),
        ),
        ...tableBlock(
          'Projects',
          {
            project: 'Project',
            owner: 'Owner',
            open: 'Open',
            overdue: 'Overdue',
            undated: 'Without a day',
            lately: `Finished in ${staleDaysOf(job)} days`,
            last: 'Last finished',
            oldest: 'Oldest, days',
          },
          projects.map((one) => ({
            project: one.project,
            owner: one.owner || 'nobody',
            open: one.open,
            overdue: one.overdue,
            undated: one.undated,
            lately: one.doneLately,
            last: one.lastDone ?? '',
            oldest: one.oldest,
          })),
        ),
        ...tableBlock(
          'The week ahead',
          { day: 'Day', what: 'What', kind: 'Kind' },
          [
            ...due
              .filter((task) => (dueOn(task) ?? '') >= today)
              .map((task) => ({ day: dueOn(task) ?? '', what: task.title, kind: 'task' })),
            ...events.map(({ start, title, place }) => ({
              day: start.slice(0, 16).replace('T', ' '),
              what: place ? `${title} (${place})` : title,
              kind: 'appointment',
            })),
            ...bills
              .filter(({ next }) => (next ?? '') >= today)
              .map(({ payee, amount, next, account }) => ({
                day: next ?? '',
                what: `${payee} ${majorOf(amount, currencyOf(account)).toFixed(2)} ${currencyOf(account)}`,
                kind: 'payment',
              })),
          ].sort((a, b) => a.day.localeCompare(b.day)),
        ),
        textBlock(
          'How it was judged',
          `Overdue more than 30 days or of the highest importance: high; more than 7 days: medium. A project stands still when nothing in it was finished for ${staleDaysOf(job)} days${job.seat.answers[STALE.key] ? ' (your answer)' : ''}. Pace: tasks finished in the last ${counted(given.weeks, 'week')}. Options after the four D: do, delegate, defer, drop.`,
        ),
      ],
      sources: [
        {
          kind: lists.kind,
          name: lists.name,
          place: `${counted(open.total, 'open task')}, ${counted(done.total, 'done task')}`,
        },
        ...(events.length > 0
          ? [{ kind: 'records' as const, name: 'Content Calendar', place: counted(events.length, 'appointment') }]
          : []),
        ...(payments
          ? [{ kind: 'records' as const, name: 'Wallet', place: counted(payments.schedules.length, 'schedule') }]
          : []),
        ...(named
          ? [
              {
                kind: 'answer' as const,
                name: 'Who owns which project?',
                place: answerTo(job, { key: 'owners', question: '', kind: 'text', otherwise: '' }).slice(0, 200),
              },
            ]
          : []),
      ],
      evidence: evidenceFor(
        criteria,
        [
          decisions.length,
          decisions.length - owned.length,
          `${owned.length} of ${counted(decisions.length, 'decision')} have an owner; each has its options.`,
        ],
        [
          due.length,
          pace > 0 ? 0 : null,
          pace > 0
            ? `${due.length} due by ${to} against ${rounded(pace)} a week.`
            : 'Nothing was finished in that time: there is no pace.',
        ],
      ),
      couldNot: sentences(
        !named && 'Owners are not known: answer “Who owns which project?” in the seat’s settings.',
        open.total > open.tasks.length &&
          `Only the first ${open.tasks.length} of ${open.total} open tasks were looked at.`,
        payments === null && 'Payments were not looked at: the Wallet is not there or not granted.',
        lists.unread.length > 0 &&
          `Left out: ${lists.unread
            .slice(0, 8)
            .map(({ line, reason }) => `line ${line} (${reason})`)
            .join(', ')}.`,
        'It decides nothing and changes no task: that is yours.',
      ),
    })
  },
})
