import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, lineInput, playbook } from '@atrium/contract/playbook'
import { addDays } from '@atrium/domain/dates/days'
import { minorOfMajor, saidAmount } from '@atrium/domain/money/minor-units'
import { z } from 'zod'
import { evidenceFor, sentences, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { balancesBefore, walletOverview, walletTransactions } from '../kit/wallet-records.ts'
import { type Movement, readStatement, type Statement } from './bank-lines.ts'
import { matchMovements, reconciliation } from './matching.ts'
import { currencyOf } from './questions.ts'
import { listed, pairs, proofTable, suspects } from './reconciliation-blocks.ts'
import { BOOKS_SAMPLE, STATEMENT_SAMPLE } from './samples.ts'

const criteria = [
  'Every line of the statement is matched or listed as missing in the books.',
  'Both adjusted balances are shown, and their difference.',
] as const

interface Books {
  name: string
  kind: 'file' | 'records'
  currency: string
  movements: Movement[]
  /** Their balance at the end of the statement. */
  balance: number | null
  unread: Statement['unread']
  /** Keys that an earlier statement had already: they can match, but are not outstanding. */
  settled: ReadonlySet<string>
}

const input = z.object({
  statement: fileInput('The bank’s statement', '.csv,.tsv,.txt'),
  account: lineInput('Account of the Wallet (empty when there is one, or with a file of the books)', 80).optional(),
  books: fileInput('The books of the account (empty: the Wallet)', '.csv,.tsv,.txt').optional(),
  closing: z
    .number()
    .min(-1e12)
    .max(1e12)
    .meta({ title: 'Closing balance of the statement (empty: its last balance)' })
    .optional(),
  bookBalance: z
    .number()
    .min(-1e12)
    .max(1e12)
    .meta({ title: 'Closing balance of the books, with a file of them (empty: their last balance)' })
    .optional(),
  days: z.number().int().min(0).max(30).meta({ title: 'Days that booking may differ' }).default(5),
  mark: z.boolean().meta({ title: 'Mark what was matched as cleared in the Wallet' }).default(false),
})

export const reconcileBank = playbook({
  id: 'reconcileBank',
  title: 'Reconcile a bank statement',
  summary:
    'Matches a statement with an account of the Wallet, or with a file of the books, and hands in the reconciliation: outstanding items, what the books do not know yet, and the difference that is left.',
  examples: ['reconcile the bank', 'bank reconciliation', 'match the bank statement'],
  input,
  uses: ['wallet.overview', 'wallet.transactions', 'wallet.mark'],
  criteria,
  withoutModel: [],
  sample: {
    files: { 'statement.csv': STATEMENT_SAMPLE, 'bank-account.csv': BOOKS_SAMPLE },
    input: { statement: 'file:statement.csv', books: 'file:bank-account.csv', bookBalance: 6_952.35 },
  },
  async run(job, given) {
    const file = await job.file(given.statement)
    const account = given.books ? null : await accountNamed(job, given.account)
    const currency = account?.currency ?? currencyOf(job)
    const statement = readStatement(file, currency)
    const [from, to] = [statement.movements[0]?.date ?? '', statement.movements.at(-1)?.date ?? '']
    const books: Books = given.books
      ? { ...ofFile(readStatement(await job.file(given.books), currency), to), currency }
      : await ofWallet(job, account, from, to, given.days)
    if (given.bookBalance !== undefined && books.kind === 'file')
      books.balance = minorOfMajor(given.bookBalance, currency)
    const all = matchMovements(statement.movements, books.movements, given.days)
    const matching = { ...all, bookOnly: all.bookOnly.filter(({ key }) => !books.settled.has(key)) }
    const bankBalance =
      given.closing === undefined
        ? (statement.movements.at(-1)?.balance ?? null)
        : minorOfMajor(given.closing, currency)
    const proof =
      bankBalance === null || books.balance === null ? null : reconciliation(matching, bankBalance, books.balance)
    await job.note(
      `${matching.matched.length} matched, ${matching.bankOnly.length} only at the bank, ${matching.bookOnly.length} only in the books.`,
    )
    const ids = matching.matched.map(({ book }) => book.key).filter((key) => !books.settled.has(key))
    const marked =
      given.mark && books.kind === 'records' && ids.length > 0
        ? (await job.can('wallet.mark'))
          ? await job.act(
              'wallet.mark',
              { ids: ids.slice(0, 5_000), cleared: 'cleared' },
              `${counted(ids.length, 'transaction')} of “${books.name}” stand on the statement “${statement.name}”: mark them as cleared.`,
            )
          : { done: false as const, reason: 'this seat may not mark transactions.' }
        : null
    const isEven = proof?.difference === 0
    await job.deliver({
      title: `Bank reconciliation, ${books.name}, to ${to}`,
      summary: `${matching.matched.length} of ${counted(statement.movements.length, 'line')} of the statement are matched. ${
        proof === null
          ? 'Without both closing balances the difference cannot be proved.'
          : isEven
            ? `Both adjusted balances are ${saidAmount(proof.adjustedBank, currency)}: the account reconciles.`
            : `A difference of ${saidAmount(proof.difference, currency)} is left.`
      }`,
      blocks: [
        ...(proof ? [proofTable(proof, currency, to)] : []),
        ...listed('At the bank, not in the books', matching.bankOnly, currency),
        ...listed('In the books, not at the bank (outstanding)', matching.bookOnly, currency),
        ...suspects(matching, given.days, currency),
        ...pairs(matching, currency),
        textBlock(
          'How it was matched',
          `Same amount, at most ${counted(given.days, 'day')} apart, nearest days first, each line once. ${statement.note}`,
        ),
      ],
      sources: [
        {
          kind: 'file',
          name: statement.name,
          place: `${counted(statement.movements.length, 'line')}, ${from} to ${to}`,
        },
        { kind: books.kind, name: books.name, place: counted(books.movements.length, 'entry', 'entries') },
      ],
      evidence: evidenceFor(
        criteria,
        [
          statement.movements.length,
          statement.movements.length - (matching.matched.length + matching.bankOnly.length),
          `${matching.matched.length} matched, ${matching.bankOnly.length} listed.`,
        ],
        [
          1,
          proof ? Number(!isEven) : null,
          proof
            ? `Adjusted: bank ${saidAmount(proof.adjustedBank, currency)}, books ${saidAmount(proof.adjustedBooks, currency)}.`
            : 'A closing balance is missing.',
        ],
      ),
      couldNot: sentences(
        bankBalance === null && 'The statement says no balance: give its closing balance.',
        books.balance === null && 'The books say no balance: give their closing balance.',
        statement.unread.length > 0 &&
          `Of the statement not read: ${linesOf(statement.unread.map(({ line }) => line))} (${[...new Set(statement.unread.map(({ reason }) => reason))].slice(0, 3).join(', ')}).`,
        books.unread.length > 0 && `Of the books not read: ${linesOf(books.unread.map(({ line }) => line))}.`,
        matching.bankOnly.length > 0 && 'What the books do not know yet was not booked: this agent books nothing.',
        marked && !marked.done && `Nothing was marked as cleared: ${marked.reason}`,
        given.mark && books.kind === 'file' && 'Nothing was marked as cleared: the books came as a file.',
      ),
    })
  },
})

async function accountNamed(job: Job, name: string | undefined) {
  const { accounts } = await walletOverview(job)
  const wanted = name?.trim().toLowerCase() ?? ''
  const open = accounts.filter(({ closed }) => !closed)
  const found = wanted
    ? accounts.find((account) => account.name.toLowerCase() === wanted)
    : open.length === 1
      ? open[0]
      : undefined
  if (found) return found
  throw new AppError(
    'bad_request',
    `Say which account the statement is of: ${accounts
      .map((account) => account.name)
      .slice(0, 20)
      .join(', ')}.`,
  )
}

const ofFile = ({ name, movements, unread }: Statement, to: string): Omit<Books, 'currency'> => ({
  name,
  kind: 'file',
  movements: movements.filter(({ date }) => date <= to),
  balance: movements.findLast(({ date }) => date <= to)?.balance ?? null,
  unread,
  settled: new Set(),
})

/** Open transactions of up to half a year before count as outstanding; cleared ones only near the beginning, to be matched. */
async function ofWallet(
  job: Job,
  account: Awaited<ReturnType<typeof accountNamed>> | null,
  from: string,
  to: string,
  days: number,
): Promise<Books> {
  if (!account) throw new AppError('bad_request', 'Say which account the statement is of.')
  const rows = (await walletTransactions(job, addDays(from, -180), to)).filter((row) => row.account === account.id)
  const near = rows.filter(({ date, cleared }) => cleared === 'open' || date >= addDays(from, -days))
  const balances = await balancesBefore(job, [account], addDays(to, 1))
  return {
    name: account.name,
    kind: 'records',
    currency: account.currency,
    movements: near.map(({ id, date, amount, payee, memo }) => ({
      key: id,
      date,
      amount,
      text: `${payee} ${memo}`.trim(),
      balance: null,
    })),
    balance: balances.get(account.id) ?? 0,
    unread: [],
    settled: new Set(
      near
        .filter(({ cleared, date }) => cleared === 'reconciled' || (cleared === 'cleared' && date < from))
        .map(({ id }) => id),
    ),
  }
}
