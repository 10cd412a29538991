import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook } from '@atrium/contract/playbook'
import { firstDayOf, lastDayOf, monthOf, shiftMonth } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { saidAmount } from '@atrium/domain/money/minor-units'
import { rounded } from '@atrium/domain/numbers/rounding'
import { sum } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { monthInput } from '../kit/days.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { saidPercent } from '../kit/telling.ts'
import { isCash } from '../kit/wallet-records.ts'
import { assetsAndDebts, averageOf, figuresOf, knownMonths, runwayMonths } from './month-figures.ts'
import { fromFile, fromWallet } from './month-records.ts'
import { bridge, driverTable, variancesOf } from './report-tables.ts'
import { PAYMENTS_SAMPLE } from './samples.ts'

const criteria = [
  'Every figure names its formula and its source.',
  'Spending is compared with the month before, the average and the budget.',
  'Cash at the beginning and the end is explained by what moved.',
] as const

const input = z.object({
  month: monthInput('Month, such as 2026-02 (empty: the last whole month)').optional(),
  currency: z
    .string()
    .regex(/^(?:|[A-Za-z]{3})$/, 'A currency is its three letters, such as EUR.')
    .meta({ title: 'Currency (empty: that of most accounts)' })
    .optional(),
  payments: fileInput(
    'Payments as CSV: date, amount, payee, category (empty: the Wallet)',
    '.csv,.tsv,.txt',
  ).optional(),
  opening: z.number().min(-1e12).max(1e12).meta({ title: 'With a file: balance before its first row' }).default(0),
  percent: z
    .number()
    .min(0)
    .max(1_000)
    .meta({ title: 'A category is remarked on from this deviation, in percent' })
    .default(10),
})

export const reportMonth = playbook({
  id: 'reportMonth',
  title: 'Report on a month',
  summary:
    'A monthly management report from the Wallet or a file of payments: income, spending, margin, cash bridge, burn and runway, and the variances against the month before, the average and the budget, every figure with its source.',
  examples: ['monthly report', 'management report', 'budget against actual', 'variance report', 'burn rate'],
  input,
  uses: ['wallet.overview', 'wallet.transactions', 'wallet.budget'],
  criteria,
  withoutModel: ['A narrative of what lies behind the variances; the drivers are listed by payee.'],
  sample: {
    files: { 'payments.csv': PAYMENTS_SAMPLE },
    input: { payments: 'file:payments.csv', opening: 9_800, month: '2026-02', currency: 'EUR' },
  },
  async run(job, given) {
    const month = given.month || shiftMonth(monthOf(dayAt(job.now, job.timeZone)), -1)
    const books = given.payments
      ? fromFile(await job.file(given.payments), month, given.currency?.toUpperCase() || 'EUR', given.opening)
      : await fromWallet(job, month, given.currency)
    const { currency, accounts, categories, rows, start, end, budgeted } = books
    const now = figuresOf(month, rows, categories)
    if (now.transactions === 0)
      throw new AppError(
        'bad_request',
        `${books.name} has no income or spending in ${currency} in ${month}. Choose another month.`,
      )
    const before = figuresOf(shiftMonth(month, -1), rows, categories)
    const past = knownMonths(
      [-3, -2, -1].map((back) => shiftMonth(month, back)),
      rows,
    )
    const average = averageOf(past.map((one) => figuresOf(one, rows, categories)))
    const cashOf = (balances: ReadonlyMap<string, number>) =>
      sum(accounts.filter(isCash).map(({ id }) => balances.get(id) ?? 0))
    const [cashStart, cashEnd] = [cashOf(start), cashOf(end)]
    const worth = assetsAndDebts(accounts, end)
    const net = now.income - now.spending
    const lately = averageOf([now, ...past.slice(-2).map((one) => figuresOf(one, rows, categories))])
    const burn = Math.round(lately.spending - lately.income)
    const runway = runwayMonths(cashEnd, burn)
    const variances = variancesOf({
      now: now.byCategory,
      before: before.byCategory,
      average: average.byCategory,
      budgeted,
      categories: categories,
      currency,
      percent: given.percent,
      hasAverage: past.length > 0,
    })
    const remarked = variances.filter(({ remark }) => remark !== '')
    const drivers = [...now.byPayee]
      .map(([payee, amount]) => ({ payee, amount, before: before.byPayee.get(payee) ?? 0 }))
      .sort((a, b) => Math.abs(b.amount - b.before) - Math.abs(a.amount - a.before))
    await job.note(
      `${now.transactions} transactions of ${month}; net ${saidAmount(net, currency)}; ${remarked.length} categories beyond ${given.percent} %.`,
    )
    const story = await job.compose({
      purpose: 'The commentary of a monthly management report',
      instructions: `Comment on ${month} in plain words for an owner. Use only these figures, add none.`,
      data: `Income ${saidAmount(now.income, currency)}, spending ${saidAmount(now.spending, currency)}, before ${saidAmount(before.spending, currency)}. ${remarked.map(({ category, remark }) => `${category}: ${remark}`).join('. ')}. ${drivers
        .slice(0, 8)
        .map(
          ({ payee, amount, before: was }) =>
            `${payee} ${saidAmount(amount, currency)} (before ${saidAmount(was, currency)})`,
        )
        .join(', ')}`,
      maxWords: 200,
    })
    const wallet = (what: string) => `${books.name}, ${what}`
    const inMonth = wallet(`${counted(now.transactions, 'transaction')} of ${month} without transfers`)
    const figure = (name: string, value: string, was: string, formula: string, source: string) => ({
      name,
      value,
      was,
      formula,
      source,
    })
    await job.deliver({
      title: `Monthly report, ${month}`,
      summary: `Income ${saidAmount(now.income, currency)}, spending ${saidAmount(now.spending, currency)}, result ${saidAmount(net, currency)} (${saidPercent(net, now.income)} of income). Cash went from ${saidAmount(cashStart, currency)} to ${saidAmount(cashEnd, currency)}. ${runway === null ? 'More came in than went out over the last months.' : `At the present burn it lasts ${rounded(runway)} months.`} ${counted(remarked.length, 'category', 'categories')} deviate by more than ${given.percent} %.`,
      blocks: [
        ...tableBlock(
          'Figures',
          { name: 'Figure', value: month, was: before.month, formula: 'Formula', source: 'Source' },
          [
            figure(
              'Income',
              saidAmount(now.income, currency),
              saidAmount(before.income, currency),
              'sum of income categories',
              inMonth,
            ),
            figure(
              'Spending',
              saidAmount(now.spending, currency),
              saidAmount(before.spending, currency),
              'sum of all other categories',
              inMonth,
            ),
            figure(
              'Result',
              saidAmount(net, currency),
              saidAmount(before.income - before.spending, currency),
              'income − spending',
              inMonth,
            ),
            figure(
              'Margin',
              saidPercent(net, now.income),
              saidPercent(before.income - before.spending, before.income),
              'result ÷ income',
              inMonth,
            ),
            figure(
              'Cash at the end',
              saidAmount(cashEnd, currency),
              saidAmount(cashStart, currency),
              'balances of checking, savings and cash',
              wallet(`balances at ${lastDayOf(month)}`),
            ),
            figure(
              'Net worth at the end',
              saidAmount(worth.assets - worth.debts, currency),
              '',
              `assets ${saidAmount(worth.assets, currency)} − debts ${saidAmount(worth.debts, currency)}`,
              wallet(`balances of ${counted(accounts.length, 'account')}`),
            ),
            figure(
              'Net burn a month',
              burn > 0 ? saidAmount(burn, currency) : 'none',
              '',
              `average of spending − income, ${counted(Math.min(past.length, 2) + 1, 'month')}`,
              wallet('transactions'),
            ),
            figure(
              'Runway',
              runway === null ? 'no end in sight' : `${rounded(runway)} months`,
              '',
              'cash at the end ÷ net burn',
              'the two lines above',
            ),
            figure(
              'Largest payee’s share',
              saidPercent(Math.max(0, ...now.byPayee.values()), now.spending),
              '',
              'largest payee ÷ spending',
              inMonth,
            ),
          ],
        ),
        ...tableBlock(
          `Spending by category, ${currency}`,
          {
            category: 'Category',
            actual: 'Actual',
            before: before.month,
            average: past.length > 0 ? `Average of ${past.length}` : 'Average',
            budget: 'Budget',
            variance: 'Budget − actual',
            share: 'Share, %',
            remark: 'Remark',
          },
          variances,
        ),
        ...tableBlock(
          'Cash bridge',
          { what: 'Step', amount: `Amount, ${currency}`, source: 'Source' },
          bridge(cashStart, now.income, now.spending, cashEnd, currency, inMonth, wallet('balances')),
        ),
        ...driverTable(drivers, month, currency),
        ...(story ? [textBlock('Commentary (a model’s draft)', story)] : []),
      ],
      sources: [
        {
          kind: books.kind,
          name: books.name,
          place: `${counted(rows.length, 'transaction')} from ${firstDayOf(shiftMonth(month, -3))} to ${lastDayOf(month)}, ${counted(budgeted.size, 'envelope')} of the budget`,
        },
      ],
      evidence: evidenceFor(
        criteria,
        [0, null, 'Formula and source stand beside each figure.'],
        [
          variances.length,
          budgeted.size > 0 && past.length > 0 ? 0 : null,
          `${variances.length} categories against ${before.month}, ${past.length > 0 ? `an average of ${counted(past.length, 'month')}` : 'no earlier months'} and ${budgeted.size > 0 ? 'the budget' : 'no budget: none was found'}.`,
        ],
        [1, null, `${saidAmount(cashStart, currency)} to ${saidAmount(cashEnd, currency)} in the cash bridge.`],
      ),
      couldNot: sentences(
        !story && 'No commentary on the reasons: that needs a model, or you.',
        past.length < 3 && `Only ${counted(past.length, 'earlier month')} of data: averages are weak.`,
        budgeted.size === 0 &&
          `No budget of the month was found${given.payments ? ': a file of payments has none' : ' in the Wallet'}.`,
        now.byCategory.has('none') &&
          `${saidAmount(now.byCategory.get('none') ?? 0, currency)} were spent without a category.`,
        books.others.length > 0 && `Accounts in ${books.others.join(', ')} are not in it: nothing was converted.`,
        books.unread.length > 0 && `Not read: ${linesOf(books.unread)}. ${books.note}`,
        'Cash basis: nothing is accrued. A qualified accountant decides on accruals and taxes.',
      ),
    })
  },
})
