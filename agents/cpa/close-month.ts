import { fileInput, type Job, playbook } from '@atrium/contract/playbook'
import type { Block } from '@atrium/contract/work-product'
import { monthOf, shiftMonth } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { minorOfMajor, saidAmount } from '@atrium/domain/money/minor-units'
import { z } from 'zod'
import { evidenceFor, sentences, textBlock } from '../kit/blocks.ts'
import { monthInput } from '../kit/days.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { putTasks } from '../kit/task-list.ts'
import { countSeverities, type Exception, exceptionBlock, ranked } from './exceptions.ts'
import { ledgerBooks } from './ledger-month.ts'
import type { MonthBooks } from './month-books.ts'
import { currencyOf } from './questions.ts'
import { LEDGER_SAMPLE } from './samples.ts'
import { balanceTable } from './trial-balance.ts'
import { walletMonths } from './wallet-month.ts'

const criteria = [
  'Debits equal credits.',
  'Every exception says where it stands and what settles it.',
  'What could not be read is counted and named.',
] as const

const input = z.object({
  month: monthInput('Month, such as 2026-02 (empty: the last whole month)').optional(),
  ledger: fileInput('General ledger or journal (empty: the Wallet)', '.csv,.tsv,.txt').optional(),
  currency: z
    .string()
    .regex(/^(?:|[A-Za-z]{3})$/, 'A currency is its three letters, such as EUR.')
    .meta({ title: 'Currency of the ledger (three letters)' })
    .optional(),
  materiality: z
    .number()
    .min(0)
    .max(1e9)
    .meta({ title: 'Materiality: amounts from which a line is looked at (empty: 1 % of the month’s movements)' })
    .optional(),
  tasks: z.boolean().meta({ title: 'Put the exceptions into the Task Inbox' }).default(false),
})

const chosenMonth = (job: Job, month: string | undefined) =>
  month || shiftMonth(monthOf(dayAt(job.now, job.timeZone)), -1)

export const closeMonth = playbook({
  id: 'closeMonth',
  title: 'Close the month',
  summary:
    'Draws up the trial balance of a month from the Wallet or from a ledger file, tests the entries, and hands in the exceptions with a closing checklist. It books nothing.',
  examples: ['close the month', 'month end close', 'trial balance', 'close the books'],
  input,
  uses: ['wallet.overview', 'wallet.transactions', 'tasks.importTodoTxt'],
  criteria,
  withoutModel: ['A narrative memo on the month; the figures and findings are complete without it.'],
  sample: {
    files: { 'general-ledger.csv': LEDGER_SAMPLE },
    input: { ledger: 'file:general-ledger.csv', month: '2026-02', currency: 'EUR' },
  },
  async run(job, { ledger, materiality, tasks, ...asked }) {
    const month = chosenMonth(job, asked.month)
    const currency = asked.currency?.toUpperCase() || currencyOf(job)
    const threshold = (code: string) => (materiality === undefined ? null : minorOfMajor(materiality, code))
    const books = ledger
      ? [ledgerBooks(job, await job.file(ledger), month, currency, threshold(currency))]
      : await walletMonths(job, month, threshold)
    for (const one of books)
      await job.note(
        `${one.name}, ${one.currency}: ${counted(one.balance.lines.length, 'account')}, difference ${saidAmount(one.balance.difference, one.currency)}, exceptions ${countSeverities(one.exceptions)}.`,
      )
    const exceptions = books.flatMap((one) => one.exceptions)
    const put = tasks
      ? await putTasks(
          job,
          tasksFor(exceptions, month),
          `${counted(exceptions.length, 'exception')} of ${month} ${exceptions.length === 1 ? 'needs' : 'need'} somebody’s answer before the month is closed.`,
        )
      : null
    const memo = await job.compose({
      purpose: 'A short closing memo',
      instructions: `Write the closing memo of ${month} for the owner from these facts alone. Add no figure.`,
      data: books
        .map(
          (one) =>
            `${one.currency}: ${factsOf(one, month)} ${ranked(one.exceptions)
              .slice(0, 20)
              .map(({ test, where, finding }) => `${test}, ${where}: ${finding}`)
              .join(' ')}`,
        )
        .join('\n'),
      maxWords: 180,
    })
    const isBalanced = books.every(({ balance }) => balance.difference === 0)
    const unread = books.flatMap((one) => one.unread)
    const high = exceptions.filter(({ severity }) => severity === 'high').length
    await job.deliver({
      title: `Trial balance and closing, ${month}`,
      summary: `${books.map((one) => factsOf(one, month)).join(' ')} ${high === 0 ? 'Nothing grave stands against closing the month.' : `${counted(high, 'grave exception')} to settle before the month is closed.`}`,
      blocks: [
        ...books.flatMap((one) => blocksOf(one, month)),
        ...(memo ? [textBlock('Memo (a model’s draft)', memo)] : []),
      ],
      sources: books.map(({ name, place }) => ({
        kind: ledger ? ('file' as const) : ('records' as const),
        name,
        place,
      })),
      evidence: evidenceFor(
        criteria,
        [
          books.length,
          isBalanced ? 0 : books.length,
          books
            .map(
              ({ balance, currency: code }) =>
                `${code}: debits ${saidAmount(balance.closingDebit, code)}, credits ${saidAmount(balance.closingCredit, code)}.`,
            )
            .join(' '),
        ],
        [
          exceptions.length,
          exceptions.filter(({ where, ask }) => where === '' || ask === '').length,
          `${counted(exceptions.length, 'exception')}: ${countSeverities(exceptions)}; each has its place and what settles it.`,
        ],
        [
          unread.length,
          unread.filter(({ line }) => line < 1).length,
          unread.length === 0 ? 'Every row was read.' : `Not read: ${linesOf(unread.map(({ line }) => line))}.`,
        ],
      ),
      couldNot: sentences(
        'Adjusting entries (accruals, depreciation, tax) were not made: this agent books nothing, and a qualified accountant decides on them.',
        'This is no audit and no certification; a licensed accountant has to review it before anybody relies on it.',
        unread.length > 0 &&
          `${counted(unread.length, 'row')} not read: ${unread
            .slice(0, 8)
            .map(({ line, reason }) => `line ${line} (${reason})`)
            .join(', ')}.`,
        !memo && 'No narrative memo: that needs a model.',
        put?.sentence,
      ),
    })
  },
})

const factsOf = ({ currency, balance, result, exceptions }: MonthBooks, month: string) =>
  `In ${month} ${counted(balance.lines.length, 'account')} with debits of ${saidAmount(balance.debit, currency)} and credits of ${saidAmount(balance.credit, currency)}${
    balance.difference === 0 ? ', in balance' : `, out of balance by ${saidAmount(balance.difference, currency)}`
  }${result === null ? '' : `; result ${saidAmount(result, currency)}`}; exceptions: ${countSeverities(exceptions)}.`

const blocksOf = (books: MonthBooks, month: string): Block[] => [
  balanceTable(books.balance, books.currency, `Trial balance ${month}, ${books.currency}`),
  exceptionBlock(books.exceptions, books.currency, `Exceptions, ${books.currency}`),
  { kind: 'checks', title: `Closing checklist, ${books.currency}`, checks: books.checks },
  textBlock('How it was drawn up', books.basis.map((one) => `- ${one}`).join('\n')),
]

const tasksFor = (exceptions: readonly Exception[], month: string) =>
  ranked(exceptions)
    .slice(0, 40)
    .map(({ severity, test, where, ask }) => ({
      title: `${month} ${test}: ${where}. ${ask}`,
      priority: severity === 'high' ? ('A' as const) : severity === 'medium' ? ('B' as const) : ('C' as const),
      project: 'month-end',
    }))
