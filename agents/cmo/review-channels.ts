import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook } from '@atrium/contract/playbook'
import { numberIn } from '@atrium/domain/numbers/reading'
import { rounded } from '@atrium/domain/numbers/rounding'
import { sum } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { readTable } from '../kit/table.ts'
import { shownAs } from '../kit/telling.ts'
import { judged, marginalCost, performanceOf, spentIn } from './channels.ts'
import { channelsFile } from './samples.ts'

const criteria = [
  'Every channel is judged by what a customer costs, with its uncertainty.',
  'The last months are compared with those before.',
  'Rows left out are named.',
]
const half = (value: number | null, by: number | null) => (value === null || !by ? null : rounded(value / by, 2))

export const reviewChannels = playbook({
  id: 'reviewChannels',
  title: 'Review channels by cost of a customer',
  summary:
    'Reads spending and results by month and channel: cost of a visit, lead and customer, return, what the last customers more have cost, and where to move money.',
  examples: ['review channels', 'marketing performance', 'cac', 'roas', 'where to spend'],
  input: z.object({
    file: fileInput('Spending and results (month, channel, spend, customers; visits, leads, revenue)', '.csv,.tsv'),
    margin: z.number().min(0).optional().meta({ title: 'Margin of a customer (from the onboarding when empty)' }),
    months: z.number().int().min(1).max(12).default(3).meta({ title: 'Months that are judged' }),
  }),
  uses: [],
  criteria,
  withoutModel: ['Why a channel got better or worse is not explained.'],
  sample: { files: { 'channels.csv': channelsFile }, input: { file: 'file:channels.csv', margin: 90, months: 3 } },
  async run(job, input) {
    const table = readTable(await job.file(input.file))
    const { rows, skipped } = spentIn(table)
    const months = [...new Set(rows.map(({ month }) => month))].sort()
    if (months.length === 0)
      throw new AppError('bad_request', `No row of “${table.name}” has a month, a channel, spending and customers.`)
    const margin = input.margin ?? numberIn(job.seat.answers.margin ?? '') ?? 300
    const last = months.slice(-input.months)
    const earlier = months.slice(-2 * input.months, -input.months)
    const now = performanceOf(rows.filter(({ month }) => last.includes(month)))
    const before = performanceOf(rows.filter(({ month }) => earlier.includes(month)))
    const judgedOnes = now.map((one) => {
      const past = before.find(({ channel }) => channel.toLowerCase() === one.channel.toLowerCase())
      return {
        ...one,
        past,
        word: judged(one, margin),
        marginal: earlier.length === last.length ? marginalCost(past, one) : null,
      }
    })
    const of = (word: string) => judgedOnes.filter((one) => one.word === word)
    const stretched = judgedOnes.filter(
      ({ marginal, word }) => marginal !== null && marginal > margin && word !== 'mend or cut',
    )
    const [spend, customers] = [sum(now.map((one) => one.spend)), sum(now.map((one) => one.customers))]
    const names = (ones: readonly { channel: string }[]) => ones.map(({ channel }) => shownAs(channel)).join(', ')
    const wasted = sum(of('mend or cut').map((one) => one.spend))
    await job.deliver({
      title: `Channels, ${last[0]} to ${last.at(-1)}`,
      summary: `${rounded(spend, 0)} spent for ${counted(customers, 'customer')}${customers > 0 ? `, ${rounded(spend / customers, 2)} each` : ''}, against a margin of ${margin}. ${
        of('grow').length > 0
          ? `Grow: ${of('grow')
              .map(({ channel }) => channel)
              .join(', ')}. `
          : ''
      }${
        of('mend or cut').length > 0
          ? `Mend or cut: ${of('mend or cut')
              .map(({ channel }) => channel)
              .join(', ')}.`
          : 'No channel clearly costs more than it brings.'
      }`,
      blocks: [
        textBlock(
          'What to do',
          [
            of('mend or cut').length > 0
              ? `1. **Mend or cut** ${names(of('mend or cut'))}: even at best a customer there costs more than ${margin}. That is ${rounded(wasted, 0)} in ${counted(last.length, 'month')}.`
              : '1. No channel is clearly above the margin.',
            of('grow').length > 0
              ? `2. **Grow** ${names(of('grow'))}, a third at a time, and look at what the customers more cost, not at the mean.`
              : '2. No channel is clearly far enough below the margin to grow.',
            stretched.length > 0
              ? `3. **Do not grow further** ${names(stretched)}: the mean looks well, the last customers more cost above the margin.`
              : '3. Nowhere did the last customers more cost above the margin, as far as that can be told.',
            of('not clear').length > 0
              ? `4. **Not clear** for ${names(of('not clear'))}: with so few customers their cost may be above the margin or below. Give each a limit and a date.`
              : '',
          ]
            .filter(Boolean)
            .join('\n'),
        ),
        ...tableBlock(
          'Channels, the cheapest customer first',
          {
            channel: 'Channel',
            spend: 'Spent',
            customers: 'Customers',
            cac: 'Cost of a customer',
            low: 'At best',
            high: 'At worst',
            marginal: 'Of each customer more',
            visit: 'Cost of a visit',
            lead: 'Cost of a lead',
            roas: 'Revenue for 1 spent',
            word: 'Judgement',
          },
          judgedOnes.map(
            ({ channel, spend: paid, customers: won, cac, range, marginal, visits, leads, revenue, word }) => ({
              channel,
              spend: rounded(paid, 0),
              customers: won,
              cac: cac === null ? null : rounded(cac, 2),
              low: rounded(range[0], 2),
              high: range[1] === null ? null : rounded(range[1], 2),
              marginal: marginal === null ? null : rounded(marginal, 2),
              visit: half(paid, visits),
              lead: half(paid, leads),
              roas: revenue === null ? null : half(revenue, paid),
              word,
            }),
          ),
        ),
        ...tableBlock(
          'By month',
          { month: 'Month', spend: 'Spent', customers: 'Customers', cac: 'Cost of a customer' },
          months.map((month) => {
            const own = rows.filter((row) => row.month === month)
            const [paid, won] = [sum(own.map((row) => row.spend)), sum(own.map((row) => row.customers))]
            return { month, spend: rounded(paid, 0), customers: won, cac: half(paid, won) }
          }),
        ),
      ],
      sources: [{ kind: 'file', name: table.name, place: `${rows.length} of ${table.rows.length} rows` }],
      evidence: evidenceFor(
        criteria,
        [now.length, null, `${now.length} channels; intervals by Garwood’s limits of the number of customers.`],
        [
          earlier.length,
          earlier.length === last.length ? 0 : null,
          earlier.length > 0 ? `${last.join(', ')} against ${earlier.join(', ')}.` : 'There are no earlier months.',
        ],
        [
          skipped.length,
          skipped.filter(({ why }) => why === '').length,
          skipped.length === 0 ? 'None.' : skipped.map(({ line, why }) => `line ${line}, ${why}`).join('; '),
        ],
      ),
      couldNot: sentences(
        skipped.length > 0 && `Left out: ${skipped.map(({ line, why }) => `line ${line}, ${why}`).join('; ')}.`,
        earlier.length !== last.length &&
          'What each customer more has cost is not known: there are not as many months before.',
        input.margin === undefined && `The margin of ${margin} is from the onboarding.`,
        'Each customer counts for the channel that your file names; what else led to the sale is not known.',
      ),
    })
  },
})
