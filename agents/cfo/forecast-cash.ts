import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook } from '@atrium/contract/playbook'
import { dayAt } from '@atrium/domain/dates/local-time'
import { minorOfMajor, saidAmount } from '@atrium/domain/money/minor-units'
import { sum } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { evidenceFor, sentences, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { cashWeeks, horizonOf, lowestWeek, strained, WEEKS } from './cash-flow.ts'
import { biggest, itemTable, weekTable } from './cash-tables.ts'
import { fromWallet, withoutWallet } from './known-cash.ts'
import { readOpenItems } from './open-items.ts'
import { lateDaysOf, minimumOf } from './questions.ts'
import { OPEN_ITEMS_SAMPLE } from './samples.ts'

const criteria = [
  'Thirteen weeks, each with its opening and closing balance.',
  'Every expected receipt and payment says where it comes from.',
  'The lowest week is named, in the expected and in the worse case.',
] as const

const input = z.object({
  items: fileInput('Open invoices and bills (empty: the Wallet alone)', '.csv,.tsv,.txt').optional(),
  from: z.iso.date().meta({ title: 'First day (empty: today)' }).optional(),
  opening: z.number().min(-1e12).max(1e12).meta({ title: 'Cash on that day (empty: from the Wallet)' }).optional(),
  currency: z
    .string()
    .regex(/^(?:|[A-Za-z]{3})$/, 'A currency is its three letters, such as EUR.')
    .meta({ title: 'Currency (three letters)' })
    .optional(),
  worseDays: z
    .number()
    .int()
    .min(0)
    .max(90)
    .meta({ title: 'Worse case: days by which receipts come later' })
    .default(14),
  worsePercent: z
    .number()
    .min(0)
    .max(100)
    .meta({ title: 'Worse case: percent of receipts that do not come' })
    .default(20),
})

export const forecastCash = playbook({
  id: 'forecastCash',
  title: 'Forecast 13 weeks of cash',
  summary:
    'A 13-week cash-flow forecast by the direct method, from the Wallet’s balances, scheduled payments and patterns, and from a list of open invoices and bills, with a worse case and the weeks that need a decision.',
  examples: ['cash flow forecast', '13 week cash flow', 'cash forecast', 'will we run out of cash', 'runway'],
  input,
  uses: ['wallet.overview', 'wallet.transactions'],
  criteria,
  withoutModel: [],
  sample: {
    files: { 'open-items.csv': OPEN_ITEMS_SAMPLE },
    input: { items: 'file:open-items.csv', opening: 21_400, currency: 'EUR', from: '2026-03-16' },
  },
  async run(job, given) {
    const today = given.from ?? dayAt(job.now, job.timeZone)
    const known =
      given.items && given.opening !== undefined
        ? withoutWallet(given.opening, given.currency)
        : await fromWallet(job, today, given.currency)
    const { currency } = known
    const file = given.items ? readOpenItems(await job.file(given.items), currency, today, lateDaysOf(job)) : null
    const opening = given.opening === undefined ? known.opening : (minorOfMajor(given.opening, currency) ?? 0)
    const items = [...known.items, ...(file?.items ?? [])].sort((a, b) => a.day.localeCompare(b.day))
    const end = horizonOf(today)
    const beyond = items.filter(({ day }) => day > end)
    const weeks = cashWeeks(opening, items, today)
    const worse = cashWeeks(opening, strained(items, given.worseDays, given.worsePercent / 100), today)
    const minimum = minimumOf(job, currency)
    const [low, worst] = [lowestWeek(weeks), lowestWeek(worse)]
    if (!low || !worst) throw new AppError('bad_request', 'There is nothing to forecast.')
    const short = weeks.filter(({ closing }) => closing < minimum)
    const shortWorse = worse.filter(({ closing }) => closing < minimum)
    await job.note(
      `${counted(items.length - beyond.length, 'item')} within ${WEEKS} weeks; lowest ${saidAmount(low.closing, currency)} in the week to ${low.to}.`,
    )
    await job.deliver({
      title: `13-week cash flow from ${today}`,
      summary: `From ${saidAmount(opening, currency)} today to ${saidAmount(weeks.at(-1)?.closing ?? 0, currency)} on ${end}. Lowest: ${saidAmount(low.closing, currency)} in the week to ${low.to}; in the worse case ${saidAmount(worst.closing, currency)} in the week to ${worst.to}. ${
        short.length > 0
          ? `${counted(short.length, 'week')} below your minimum of ${saidAmount(minimum, currency)}: decide what moves before ${short[0]?.from}.`
          : shortWorse.length > 0
            ? `Only the worse case goes below your minimum of ${saidAmount(minimum, currency)}, first in the week to ${shortWorse[0]?.to}.`
            : `No week goes below your minimum of ${saidAmount(minimum, currency)}.`
      }`,
      blocks: [
        ...weekTable(weeks, worse, minimum, currency),
        ...biggest(
          items.filter(({ day }) => day <= end),
          currency,
        ),
        ...itemTable(
          items.filter(({ day }) => day <= end),
          currency,
        ),
        textBlock(
          'Assumptions',
          [
            ...known.basis,
            file
              ? `Customers pay ${counted(lateDaysOf(job), 'day')} after the due date, suppliers are paid on it; ${counted(file.overdue, 'item')} of “${file.name}” are overdue and counted from today. ${file.note}`
              : '',
            `Worse case: what comes in comes ${counted(given.worseDays, 'day')} later and is ${given.worsePercent} % less; payments stay.`,
            beyond.length > 0
              ? `Left out, because after ${end}: ${counted(beyond.length, 'item')}, ${saidAmount(sum(beyond.map(({ amount }) => amount)), currency)}.`
              : '',
          ]
            .filter(Boolean)
            .map((one) => `- ${one}`)
            .join('\n'),
        ),
      ],
      sources: [
        ...known.sources,
        ...(file ? [{ kind: 'file' as const, name: file.name, place: counted(file.items.length, 'row') }] : []),
      ],
      evidence: evidenceFor(
        criteria,
        [
          WEEKS,
          WEEKS - weeks.filter((week, at) => at === 0 || week.opening === weeks[at - 1]?.closing).length,
          `${weeks.length} weeks; each opens with what the one before closed with.`,
        ],
        [
          items.length,
          items.filter(({ source }) => source === '').length,
          `${counted(items.length, 'item')}, each with its source.`,
        ],
        [
          items.length,
          Number(weeks.some(({ closing }) => closing < low.closing)),
          `Expected: week to ${low.to}. Worse: week to ${worst.to}.`,
        ],
      ),
      couldNot: sentences(
        file &&
          file.unread.length > 0 &&
          `Not read: ${linesOf(file.unread.map(({ line }) => line))} (${[...new Set(file.unread.map(({ reason }) => reason))].slice(0, 4).join(', ')}).`,
        !file && 'Open invoices and bills are not in it: give a list of them to see them by their due dates.',
        known.sources.length === 0 &&
          'Running costs that the list does not name are not in it: give no opening balance to take them from the Wallet.',
        'Tax payments, drawn credit lines and investments are in it only where they are scheduled or listed.',
      ),
    })
  },
})
