import { fileInput, playbook } from '@atrium/contract/playbook'
import { addDays, daysBetween } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { majorOf, saidAmount } from '@atrium/domain/money/minor-units'
import { rounded } from '@atrium/domain/numbers/rounding'
import { sum } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, doEach, doneBlock, linesOf, notDone } from '../kit/doing.ts'
import { answerTo, saidPercent } from '../kit/telling.ts'
import { agedOf, BUCKETS, bucketOf, daysSalesOutstanding, expectedLoss, type Invoice } from './ageing.ts'
import { readInvoices } from './invoices-file.ts'
import { lossRatesOf, RATES, SIGNED } from './questions.ts'
import { type Reminder, remindersFor } from './reminders.ts'
import { INVOICES_SAMPLE } from './samples.ts'

const criteria = [
  'Every open invoice stands in one bucket, and the buckets add up.',
  'Each customer that is late has a reminder, or the reason why not.',
] as const

const SENT_MAX = 20

const input = z.object({
  invoices: fileInput('Invoices: number, customer, due date, amount, paid', '.csv,.tsv,.txt'),
  asOf: z.iso.date().meta({ title: 'As of (empty: today)' }).optional(),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'A currency is its three letters, such as EUR.')
    .meta({ title: 'Currency (three letters)' })
    .default('EUR'),
  send: z.boolean().meta({ title: 'Send the reminders by mail, after you have read each' }).default(false),
})

export const ageReceivables = playbook({
  id: 'ageReceivables',
  title: 'Age the receivables',
  summary:
    'Sorts open invoices by how late they are, with days sales outstanding, concentration and expected losses by a provision matrix, and drafts a payment reminder for each customer that is late.',
  examples: [
    'receivables aging',
    'ageing report',
    'overdue invoices',
    'payment reminders',
    'dunning',
    'days sales outstanding',
  ],
  input,
  uses: ['mail.send'],
  criteria,
  withoutModel: ['Reminders in your own tone; the drafts follow three steps of firmness.'],
  sample: {
    files: { 'invoices.csv': INVOICES_SAMPLE },
    input: { invoices: 'file:invoices.csv', asOf: '2026-03-16', currency: 'EUR' },
  },
  async run(job, given) {
    const asOf = given.asOf ?? dayAt(job.now, job.timeZone)
    const currency = given.currency.toUpperCase()
    const file = readInvoices(await job.file(given.invoices), currency)
    const open = file.invoices.filter((one) => one.open !== 0)
    const aged = agedOf(open, asOf)
    const total = sum(aged)
    const asked = lossRatesOf(job)
    const rates = asked ?? [0.003, 0.016, 0.036, 0.066, 0.106]
    const losses = expectedLoss(aged, rates)
    const recent = file.invoices.filter(
      ({ issued }) => issued !== null && issued <= asOf && issued > addDays(asOf, -90),
    )
    const dso = daysSalesOutstanding(total, sum(recent.map((one) => one.total)), 90)
    const customers = byCustomer(open, asOf, currency)
    const late = sum(aged.slice(1))
    const reminders = remindersFor(open, asOf, currency, answerTo(job, SIGNED))
    const silent = open.filter(({ due, open: left, refusal }) => due < asOf && left > 0 && refusal !== null)
    const withMail = reminders.filter(({ to }) => to !== '')
    const sent = await doEach(
      job,
      'mail.send',
      given.send ? withMail.map((one) => doingOf(one, currency)) : [],
      SENT_MAX,
    )
    await job.note(`${counted(open.length, 'open invoice')}, ${saidAmount(late, currency)} late.`)
    await job.deliver({
      title: `Receivables by age, ${asOf}`,
      summary: `${counted(open.length, 'open invoice')} of ${counted(customers.length, 'customer')}: ${saidAmount(total, currency)}, of which ${saidAmount(late, currency)} (${saidPercent(late, total)}) are late. ${dso === null ? '' : `Days sales outstanding: ${rounded(dso)}.`} Expected losses: ${saidAmount(sum(losses), currency)}.`,
      blocks: [
        ...tableBlock(
          `By age, ${currency}`,
          {
            bucket: 'Past due',
            count: 'Invoices',
            open: 'Open',
            share: 'Share, %',
            rate: 'Loss rate, %',
            loss: 'Expected loss',
          },
          [
            ...BUCKETS.map((bucket, at) => ({
              bucket,
              count: open.filter(({ due }) => bucketOf(due, asOf) === at).length,
              open: majorOf(aged[at] ?? 0, currency),
              share: total === 0 ? 0 : rounded((100 * (aged[at] ?? 0)) / total),
              rate: rounded((rates[at] ?? 0) * 100, 2),
              loss: majorOf(losses[at] ?? 0, currency),
            })),
            {
              bucket: 'Total',
              count: open.length,
              open: majorOf(total, currency),
              share: 100,
              rate: null,
              loss: majorOf(sum(losses), currency),
            },
          ],
        ),
        ...tableBlock(
          `By customer, ${currency}`,
          {
            customer: 'Customer',
            open: 'Open',
            share: 'Share, %',
            late: 'Late',
            oldest: 'Oldest, days late',
            invoices: 'Invoices',
          },
          customers.map((one) => ({ ...one, share: total === 0 ? 0 : rounded((100 * one.openMinor) / total) })),
        ),
        ...(reminders.length > 0
          ? [
              {
                kind: 'drafts' as const,
                title: 'Reminders',
                drafts: reminders.slice(0, 200).map(({ to, subject, text }) => ({ to, subject, text })),
              },
            ]
          : []),
        ...doneBlock('Sent', sent),
        ...tableBlock(
          'Open invoices',
          {
            number: 'Invoice',
            customer: 'Customer',
            due: 'Due',
            days: 'Days late',
            open: 'Open',
            bucket: 'Bucket',
            line: 'Line',
          },
          open
            .toSorted((a, b) => a.due.localeCompare(b.due))
            .map(({ number, customer, due, open: left, line }) => ({
              number,
              customer,
              due,
              days: Math.max(0, daysBetween(due, asOf)),
              open: majorOf(left, currency),
              bucket: BUCKETS[bucketOf(due, asOf)] ?? '',
              line,
            })),
        ),
        textBlock(
          'How it was worked out',
          `Days sales outstanding = open ÷ invoiced in the 90 days to ${asOf} (${counted(recent.length, 'invoice')}) × 90. Expected losses by the provision matrix of IFRS 9 (5.5.15), ${asked && answerTo(job, RATES) !== RATES.otherwise ? 'at your rates' : 'at the rates of its illustrative example 12, which are not yours'}. ${file.note}`,
        ),
      ],
      sources: [
        {
          kind: 'file',
          name: file.name,
          place: `${counted(file.invoices.length, 'row')}, ${counted(open.length, 'open invoice')}`,
        },
      ],
      evidence: evidenceFor(
        criteria,
        [
          open.length,
          sum(open.map((one) => one.open)) === total ? 0 : open.length,
          `${counted(open.length, 'invoice')}, ${saidAmount(total, currency)}.`,
          file.unread.length,
        ],
        [
          reminders.length,
          reminders.length - withMail.length,
          `${counted(reminders.length, 'reminder')}; ${counted(reminders.length - withMail.length, 'customer')} without an e-mail address.`,
        ],
      ),
      couldNot: sentences(
        silent.length > 0 &&
          `No reminder, since they asked not to be written to: ${[...new Set(silent.map(({ customer }) => customer))].slice(0, 20).join(', ')} (${silent[0]?.refusal}).`,
        file.unread.length > 0 &&
          `Not read: ${linesOf(file.unread.map(({ line }) => line))} (${[...new Set(file.unread.map(({ reason }) => reason))].join(', ')}).`,
        file.doubled.length > 0 && `The same invoice number again, left out: ${linesOf(file.doubled)}.`,
        dso === null && 'No days sales outstanding: the file has no invoice dates of the last 90 days.',
        asked === null && 'Your loss rates are not five percentages; those of the example were taken.',
        given.send
          ? notDone('reminders', sent)[0]
          : reminders.length > 0 && 'Nothing was sent: the reminders are drafts.',
        'Collections, interest on late payment and write-offs are for a person, with legal advice where needed.',
      ),
    })
  },
})

const doingOf = ({ to, subject, text, customer, open }: Reminder, currency: string) => ({
  name: `${customer}, ${to}`,
  input: { to, subject, text },
  why: `${customer} owes ${saidAmount(open, currency)} past due: send this reminder.`,
})

function byCustomer(open: readonly Invoice[], asOf: string, currency: string) {
  return [...Map.groupBy(open, ({ customer }) => customer.toLowerCase())]
    .map(([, invoices]) => {
      const owed = sum(invoices.map((one) => one.open))
      const lates = invoices.filter(({ due }) => due < asOf)
      return {
        customer: invoices[0]?.customer ?? '',
        openMinor: owed,
        open: majorOf(owed, currency),
        late: majorOf(sum(lates.map((one) => one.open)), currency),
        oldest: Math.max(0, ...lates.map(({ due }) => daysBetween(due, asOf))),
        invoices: invoices.length,
      }
    })
    .sort((a, b) => b.openMinor - a.openMinor)
}
