import { fileInput, type Job, playbook } from '@atrium/contract/playbook'
import type { Block } from '@atrium/contract/work-product'
import { firstDayOf, lastDayOf, monthOf, shiftMonth } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { majorOf, minorOfMajor, saidAmount } from '@atrium/domain/money/minor-units'
import { rounded } from '@atrium/domain/numbers/rounding'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { chosenCurrency, walletOverview, walletTransactions } from '../kit/wallet-records.ts'
import { BENFORD_LEAST, type Benford, benfordOf } from './benford.ts'
import { countSeverities, exceptionBlock } from './exceptions.ts'
import { type Entry, readLedger } from './ledger.ts'
import { usualMateriality } from './ledger-month.ts'
import { doubled, gaps, type TestLimits, unbalanced, unusualLines } from './ledger-tests.ts'
import { approvalLimitOf, currencyOf } from './questions.ts'
import { LEDGER_SAMPLE } from './samples.ts'
import { entriesOf } from './wallet-books.ts'

const criteria = [
  'Each test is named with the number of entries it looked at and what it found.',
  'First digits are judged only where there are enough amounts.',
] as const

const input = z.object({
  ledger: fileInput('General ledger or journal (empty: twelve months of the Wallet)', '.csv,.tsv,.txt').optional(),
  currency: z
    .string()
    .regex(/^(?:|[A-Za-z]{3})$/, 'A currency is its three letters, such as EUR.')
    .meta({ title: 'Currency (three letters)' })
    .optional(),
  materiality: z
    .number()
    .min(0)
    .max(1e9)
    .meta({ title: 'Materiality (empty: 1 % of all debits, by month)' })
    .optional(),
})

export const testEntries = playbook({
  id: 'testEntries',
  title: 'Test the journal entries',
  summary:
    'Looks through a whole ledger as an auditor would: double entry, doubled and unusual postings, gaps in the numbering, amounts just below the approval limit, and first digits by Benford’s law.',
  examples: ['journal entry testing', 'benford', 'test the ledger', 'look for unusual entries'],
  input,
  uses: ['wallet.overview', 'wallet.transactions'],
  criteria,
  withoutModel: [],
  sample: {
    files: { 'general-ledger.csv': LEDGER_SAMPLE },
    input: { ledger: 'file:general-ledger.csv', currency: 'EUR' },
  },
  async run(job, given) {
    const asked = given.currency?.toUpperCase()
    const books = given.ledger ? await ofFile(job, given.ledger, asked || currencyOf(job)) : await ofWallet(job, asked)
    const { entries, currency } = books
    const months = Map.groupBy(entries, ({ date }) => monthOf(date)).size
    const limits: TestLimits = {
      currency,
      materiality:
        given.materiality === undefined
          ? Math.round(usualMateriality(entries) / months)
          : (minorOfMajor(given.materiality, currency) ?? 0),
      approvalLimit: approvalLimitOf(job, currency),
      hasRefs: books.hasRefs,
    }
    const tests = [
      { test: 'Every entry balances', found: unbalanced(entries, limits) },
      { test: 'Nothing is booked twice', found: doubled(entries, limits) },
      { test: 'The numbering has no gaps', found: books.kind === 'file' ? gaps(entries) : [] },
      { test: 'Nothing unusual by day, amount or text', found: unusualLines(entries, limits) },
    ]
    const exceptions = tests.flatMap(({ found }) => found)
    const amounts = entries.map(({ debit, credit }) => Math.max(debit, credit)).filter((amount) => amount > 0)
    const benford = benfordOf(amounts)
    await job.note(`${counted(entries.length, 'line')} tested: exceptions ${countSeverities(exceptions)}.`)
    await job.deliver({
      title: `Tests of journal entries, ${books.name}`,
      summary: `${counted(entries.length, 'line')} over ${counted(months, 'month')} were tested. Exceptions: ${countSeverities(exceptions)}. ${benford ? `First digits: ${saidVerdict[benford.verdict]} (MAD ${benford.mad.toFixed(4)}).` : ''} An exception is a question, not a finding of fraud.`,
      blocks: [
        {
          kind: 'checks',
          title: 'Tests',
          checks: [
            ...tests.map(({ test, found }) => ({
              text: test,
              state: found.length === 0 ? ('pass' as const) : ('fail' as const),
              note: `${counted(entries.length, 'line')}, ${counted(found.length, 'exception')}`,
            })),
            {
              text: 'First digits follow Benford’s law',
              state: benford === null ? 'unknown' : benford.verdict === 'nonconforming' ? 'fail' : 'pass',
              note:
                benford === null
                  ? `${counted(amounts.length, 'amount')}; ${BENFORD_LEAST} are the least.`
                  : saidVerdict[benford.verdict],
            },
          ],
        },
        exceptionBlock(exceptions, currency, `Exceptions, ${currency}`),
        ...(benford ? benfordBlocks(benford) : []),
        ...largest(entries, currency),
        textBlock(
          'How it was tested',
          `Materiality ${saidAmount(limits.materiality, currency)}${given.materiality === undefined ? ' (1 % of an average month’s debits)' : ''}. ${
            limits.approvalLimit === null
              ? 'No approval limit was named.'
              : `Approval limit ${saidAmount(limits.approvalLimit, currency)}.`
          } Tests after ISA 240 and PCAOB AS 2401; first digits after Nigrini, *Benford’s Law* (2012). ${books.note}`,
        ),
      ],
      sources: [{ kind: books.kind, name: books.name, place: counted(entries.length, 'line') }],
      evidence: evidenceFor(
        criteria,
        [
          entries.length,
          null,
          tests.map(({ test, found }) => `${test}: ${found.length} of ${entries.length}.`).join(' '),
        ],
        [
          amounts.length,
          Number((benford === null) !== amounts.length < BENFORD_LEAST),
          benford
            ? `${benford.counted} amounts.`
            : `Not judged: ${counted(amounts.length, 'amount')}, ${BENFORD_LEAST} are the least.`,
        ],
      ),
      couldNot: sentences(
        'Whether an entry is wrong is decided by its documents, which were not seen: a qualified person has to look.',
        benford === null && `First digits were not judged: that needs ${BENFORD_LEAST} amounts.`,
        books.unread.length > 0 && `Not read: ${linesOf(books.unread.map(({ line }) => line))}.`,
        books.kind === 'records' && 'Numbering was not tested: the Wallet numbers no entries.',
      ),
    })
  },
})

const saidVerdict: Readonly<Record<Benford['verdict'], string>> = {
  close: 'close conformity',
  acceptable: 'acceptable conformity',
  marginal: 'marginally acceptable conformity',
  nonconforming: 'nonconformity: look where amounts are set by hand or by limits',
}

interface Tested {
  kind: 'file' | 'records'
  name: string
  currency: string
  entries: Entry[]
  hasRefs: boolean
  unread: { line: number; reason: string }[]
  note: string
}

const ofFile = async (job: Job, id: string, currency: string): Promise<Tested> => ({
  kind: 'file',
  currency,
  ...readLedger(await job.file(id), currency),
})

/** Both sides of an entry have its amount: the accounts’ side alone is tested. */
async function ofWallet(job: Job, asked: string | undefined): Promise<Tested> {
  const overview = await walletOverview(job)
  const currency = chosenCurrency(overview, asked)
  const month = monthOf(dayAt(job.now, job.timeZone))
  const mine = new Set(overview.accounts.filter((account) => account.currency === currency).map(({ id }) => id))
  const rows = await walletTransactions(job, firstDayOf(shiftMonth(month, -11)), lastDayOf(month))
  const transactions = rows.filter(({ account }) => mine.has(account))
  const entries = entriesOf({ ...overview, transactions })
  return {
    kind: 'records',
    name: 'Wallet',
    currency,
    entries,
    hasRefs: true,
    unread: [],
    note: 'The Wallet’s single entries were completed by their categories.',
  }
}

const benfordBlocks = ({ digits, counted: n, mad }: Benford): Block[] =>
  tableBlock(
    `First digits of ${n} amounts, mean absolute deviation ${mad.toFixed(4)}`,
    { digit: 'Digit', expected: 'Expected, %', actual: 'Found, %', z: 'z', mark: 'Beyond chance (|z| > 1.96)' },
    digits.map(({ digit, expected, actual, z }) => ({
      digit,
      expected: rounded(expected * 100),
      actual: rounded(actual * 100),
      z: rounded(z, 2),
      mark: z > 1.96 ? 'yes' : '',
    })),
  )

const largest = (entries: readonly Entry[], currency: string): Block[] =>
  tableBlock(
    'The ten largest lines',
    { date: 'Date', account: 'Account', amount: 'Amount', text: 'Text', line: 'Line' },
    entries
      .toSorted((a, b) => Math.max(b.debit, b.credit) - Math.max(a.debit, a.credit))
      .slice(0, 10)
      .map(({ date, account, debit, credit, text, line }) => ({
        date,
        account,
        amount: majorOf(debit - credit, currency),
        text,
        line,
      })),
  )
