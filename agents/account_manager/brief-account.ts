import { type Job, lineInput, playbook } from '@atrium/contract/playbook'
import type { Block } from '@atrium/contract/work-product'
import { z } from 'zod'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { addDays } from '../kit/days.ts'
import { counted } from '../kit/doing.ts'
import { appointments } from '../kit/events.ts'
import { major } from '../kit/money.ts'
import { companyKey, folded } from '../kit/similar-names.ts'
import { daysBetween } from '../kit/table.ts'
import { inboxTasks, unreadable } from '../kit/task-inbox.ts'
import { cutTo, shownAs } from '../kit/telling.ts'
import { todayOf } from '../kit/working-days.ts'
import { QUESTIONS } from './questions.ts'

const CRITERIA = [
  'Tasks, appointments, files and payments that name the account are in it, each with its place.',
  'What is open and what is late is named.',
] as const

const Found = z.object({
  files: z.array(z.object({ name: z.string(), folder: z.string(), excerpt: z.string().nullable() })),
})
const Payments = z.object({
  transactions: z.array(
    z.object({ date: z.string(), amount: z.number(), payee: z.string(), memo: z.string(), account: z.string() }),
  ),
  total: z.number(),
})
const Wallet = z.object({ accounts: z.array(z.object({ id: z.string(), name: z.string(), currency: z.string() })) })

const input = z.object({
  account: lineInput('Which account? Its name', 120).min(2, 'Say which account.'),
  days: z.number().int().min(7).max(730).default(180).meta({ title: 'Look back so many days' }),
})

/** The appointments of a period, in pieces that the calendar answers at once. */
async function events(job: Job, from: string, to: string, isNamed: (text: string) => boolean) {
  const found = await appointments(job, from, to)
  return found.filter(({ title, place, tags }) => isNamed([title, place, ...tags].join(' ')))
}

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const today = todayOf(job)
  const from = addDays(today, -given.days)
  const name = given.account.replace(/\s+/g, ' ').trim()
  const key = companyKey(name)
  const isNamed = (text: string) => ` ${folded(text)} `.includes(` ${key} `)

  const tasks = (await inboxTasks(job)).filter(({ title, notes, project }) =>
    isNamed(`${title} ${notes} ${project ?? ''}`),
  )
  const open = tasks.filter(({ done }) => !done).sort((a, b) => (a.due ?? '9').localeCompare(b.due ?? '9'))
  const late = open.filter(({ due }) => due !== null && due.slice(0, 10) < today)
  const done = tasks.filter((task) => task.done && (task.doneAt ?? '') >= from)
  const met = await events(job, from, addDays(today, 90), isNamed)
  const past = met.filter(({ start }) => start.slice(0, 10) < today)
  const coming = met.filter(({ start }) => start.slice(0, 10) >= today)
  const files = (await job.can('sync.find'))
    ? (await job.read('sync.find', { words: key }, Found)).files.slice(0, 20)
    : []
  const canPay = (await job.can('wallet.transactions')) && (await job.can('wallet.overview'))
  const paid = canPay
    ? (
        await job.read('wallet.transactions', { words: name.slice(0, 100), from, limit: 100 }, Payments)
      ).transactions.filter(({ payee, memo }) => isNamed(`${payee} ${memo}`))
    : []
  const wallets = paid.length > 0 ? (await job.read('wallet.overview', {}, Wallet)).accounts : []

  const touches = [
    ...past.map(({ start }) => start.slice(0, 10)),
    ...done.map(({ doneAt }) => doneAt?.slice(0, 10) ?? ''),
  ]
    .filter(Boolean)
    .sort()
  const last = touches.at(-1) ?? null
  const silent = last ? daysBetween(last, today) : null
  const neglected = Number(answers.contact) || 30
  const found = tasks.length + met.length + files.length + paid.length
  const agenda = [
    ...(late.length > 0
      ? [
          `Say where we stand with ${counted(late.length, 'task')} that ${late.length === 1 ? 'is' : 'are'} late: ${late
            .slice(0, 3)
            .map(({ title }) => shownAs(title, 80))
            .join('; ')}`,
        ]
      : []),
    `Ask what they have reached so far: ${shownAs(answers.goal ?? '', 200)}`,
    ...(open.length > late.length
      ? [
          `Agree on the open points: ${open
            .filter((task) => !late.includes(task))
            .slice(0, 3)
            .map(({ title }) => shownAs(title, 80))
            .join('; ')}`,
        ]
      : []),
    coming.length > 0
      ? `Prepare ${shownAs(coming[0]?.title ?? '', 100)} on ${coming[0]?.start.replace('T', ' at ')}`
      : 'Book the next meeting: none is on the calendar',
  ]
  const overview: Block = textBlock(
    'Where it stands',
    [
      silent === null
        ? `No meeting and no task done since ${from}.`
        : `Last touch on ${last}, ${counted(silent, 'day')} ago${silent > neglected ? `: more than the ${neglected} days after which an account counts as neglected` : ''}.`,
      `${open.length} open tasks, ${late.length} of them late; ${done.length} done; ${past.length} meetings held, ${coming.length} ahead; ${files.length} files; ${paid.length} payments.`,
      '',
      '**For the next talk**',
      '',
      ...agenda.map((point, at) => `${at + 1}. ${point}`),
    ].join('\n'),
  )
  await job.deliver({
    title: `Brief: ${cutTo(name, 100)}`,
    summary:
      found === 0
        ? `Nothing in the workspace names “${cutTo(name, 100)}”.`
        : `${counted(open.length, 'open task')}, ${late.length} late; ${silent === null ? 'no touch' : `the last touch ${silent} days ago`}; ${coming.length} meetings ahead.`,
    blocks: [
      overview,
      ...tableBlock(
        'Open tasks',
        { due: 'Due', task: 'Task', project: 'Project', late: 'Days late' },
        open.map(({ due, title, project }) => ({
          due: due ?? '',
          task: title,
          project: project ?? '',
          late: due && due.slice(0, 10) < today ? daysBetween(due.slice(0, 10), today) : 0,
        })),
      ),
      ...tableBlock(
        'Appointments',
        { start: 'When', title: 'What', place: 'Where' },
        met.map(({ start, title, place }) => ({ start: start.replace('T', ' '), title, place })),
      ),
      ...tableBlock(
        'Done',
        { on: 'On', task: 'Task' },
        done.map(({ doneAt, title }) => ({ on: doneAt?.slice(0, 10) ?? '', task: title })),
      ),
      ...tableBlock(
        'Files',
        { name: 'File', folder: 'Folder', excerpt: 'Says' },
        files.map(({ name: file, folder, excerpt }) => ({ name: file, folder, excerpt: cutTo(excerpt ?? '', 300) })),
      ),
      ...tableBlock(
        'Payments',
        { date: 'Date', payee: 'Who', amount: 'Amount', currency: 'Currency' },
        paid.map(({ date, payee, amount, account }) => {
          const currency = wallets.find(({ id }) => id === account)?.currency ?? ''
          return {
            date,
            payee,
            amount: major(amount, currency),
            currency,
          }
        }),
      ),
    ],
    sources: [
      { kind: 'records', name: 'Task Inbox', place: counted(tasks.length, 'task') },
      { kind: 'records', name: 'Content Calendar', place: `${counted(met.length, 'appointment')} since ${from}` },
      { kind: 'records', name: 'Sync', place: counted(files.length, 'file') },
      { kind: 'records', name: 'Wallet', place: counted(paid.length, 'payment') },
    ],
    evidence: evidenceFor(
      CRITERIA,
      [
        found > 0 ? true : null,
        `${tasks.length} tasks, ${met.length} appointments, ${files.length} files, ${paid.length} payments name it.`,
      ],
      [true, `${open.length} open, ${late.length} late.`],
    ),
    couldNot: sentences(
      await unreadable(job, {
        'tasks.list': 'Task Inbox',
        'content-calendar.occurrences': 'Content Calendar',
        'sync.find': 'Sync',
        'wallet.transactions': 'Wallet',
      }),
      `Records are found by the name “${cutTo(key, 100)}”: what calls the account otherwise is not in it.`,
      'Mails and calls were not read, and without a model nothing is summed up out of the files.',
    ),
  })
}

export const briefAccount = playbook({
  id: 'briefAccount',
  title: 'Brief me on an account',
  summary:
    'Everything in the workspace that names an account: open and late tasks, meetings, files, payments, and points for the next talk.',
  says: ['brief me', 'account brief', 'prepare for the meeting with', 'what do we know about', 'customer brief'],
  input,
  uses: ['tasks.list', 'content-calendar.occurrences', 'sync.find', 'wallet.transactions', 'wallet.overview'],
  criteria: CRITERIA,
  withoutModel: ['Nothing is summed up out of the files.'],
  sample: { files: {}, input: { account: 'Fjordwerk AS' } },
  run,
})
