import { AppError } from '@atrium/contract/errors'
import { lineInput, playbook, textInput } from '@atrium/contract/playbook'
import { addDays, daysBetween } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { numberIn } from '@atrium/domain/numbers/reading'
import { rounded } from '@atrium/domain/numbers/rounding'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, doEach, doneBlock, notDone } from '../kit/doing.ts'
import { slugOf } from '../kit/slug.ts'
import { cutTo, percent, shownAs } from '../kit/telling.ts'
import { channelsIn, customersOf, dividedOn, sensitivity } from './funnel.ts'
import { campaignInput } from './samples.ts'

const criteria = [
  'The plan counts backwards from the goal.',
  'Each audience and channel has a name by which it is measured.',
  'The assumption that decides is named.',
]

const codeOf = (name: string) => slugOf(name, 'x')

export const planCampaign = playbook({
  id: 'planCampaign',
  title: 'Plan a campaign from its goal',
  summary:
    'Counts backwards from the customers you want: visits, leads and budget by channel, weekly targets, what each audience is measured by, and which assumption decides. Puts its checkpoints into the Content Calendar.',
  examples: ['plan a campaign', 'campaign plan', 'marketing plan', 'divide the budget'],
  input: z.object({
    name: lineInput('Campaign', 120),
    goal: z.number().min(1).max(1_000_000).meta({ title: 'Customers you want' }),
    budget: z.number().min(1).max(1_000_000_000).meta({ title: 'Budget' }),
    margin: z
      .number()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .meta({ title: 'Margin of a customer (from the onboarding when empty)' }),
    from: z.iso.date().meta({ title: 'First day' }),
    to: z.iso.date().meta({ title: 'Last day' }),
    audiences: textInput('Audiences, one a line, with what they want after “|”', 4_000),
    channels: textInput(
      'Channels, one a line: name | cost of a visit | % of visits that become leads | % of leads that become customers | most to spend',
      4_000,
    ),
    largest: z.number().min(10).max(100).default(50).meta({ title: 'Largest share of one channel, %' }),
    calendar: z.boolean().default(true).meta({ title: 'Put the checkpoints into the Content Calendar' }),
  }),
  uses: ['content-calendar.add'],
  criteria,
  withoutModel: ['Messages are what you say that each audience wants; none are invented.'],
  sample: { files: {}, input: campaignInput },
  async run(job, input) {
    if (input.to <= input.from) throw new AppError('bad_request', 'The last day is not after the first.')
    const days = daysBetween(input.from, input.to) + 1
    if (days > 366) throw new AppError('bad_request', 'A campaign of more than a year is several. Plan the first.')
    const { channels, skipped } = channelsIn(input.channels)
    if (channels.length === 0 || channels.length > 20)
      throw new AppError(
        'bad_request',
        'Give 1 to 20 channels, each a line such as: Search ads | 1.20 | 5 % | 20 % | 3000',
      )
    const audiences = input.audiences
      .split('\n')
      .map((line) => line.split('|').map((part) => part.trim()))
      .filter(([who]) => who)
      .slice(0, 12)
      .map(([who = '', wants = '']) => ({ who: cutTo(who, 120), wants: cutTo(wants, 300) }))
    if (audiences.length === 0) throw new AppError('bad_request', 'Name at least one audience.')
    const margin = input.margin ?? numberIn(job.seat.answers.margin ?? '') ?? 300
    const { shares, left } = dividedOn(channels, input.budget, input.largest / 100)
    const expected = customersOf(shares)
    const spent = input.budget - left
    const weeks = Math.ceil(days / 7)
    const used = shares.filter(({ budget }) => budget > 0)
    const factor = expected > 0 ? input.goal / expected : 0
    const deciding = sensitivity(shares)
    const isEnough = expected >= input.goal
    const dear = used.filter((one) => one.cost > margin)
    const cost = expected > 0 ? spent / expected : 0
    const campaign = codeOf(input.name)
    const middle = addDays(input.from, Math.floor(days / 2))
    const half = rounded(expected / 2, 0)
    const checkpoints = [
      {
        day: addDays(input.from, -7),
        title: `${input.name}: everything ready?`,
        why: 'A week before the start: texts, pages and counting are tested.',
      },
      {
        day: addDays(input.from, 6),
        title: `${input.name}: first week`,
        why: `After a week: about ${rounded(expected / weeks, 0)} customers were planned; is the counting right?`,
      },
      {
        day: middle,
        title: `${input.name}: decide on channels`,
        why: `In the middle: about ${half} customers were planned. Money goes from channels above the margin to those below.`,
      },
      {
        day: addDays(input.to, 1),
        title: `${input.name}: result`,
        why: `The day after the end: ${input.goal} customers were the goal.`,
      },
    ].filter(({ day }) => day >= dayAt(job.now, job.timeZone))
    const put = input.calendar
      ? await doEach(
          job,
          'content-calendar.add',
          checkpoints.map(({ day, title, why }) => ({
            name: `${day} ${title}`,
            why,
            input: { title: cutTo(title, 200), kind: 'event', start: day, notes: why, tags: [campaign] },
          })),
          checkpoints.length,
        )
      : { done: [], not: [] }
    const perWeek = Array.from({ length: weeks }, (_, week) => {
      const through = Math.min(days, (week + 1) * 7) / days
      return {
        week: week + 1,
        from: addDays(input.from, week * 7),
        spend: rounded(spent * through, 0),
        visits: rounded(used.reduce((sum, one) => sum + one.visits, 0) * through, 0),
        leads: rounded(used.reduce((sum, one) => sum + one.leads, 0) * through, 0),
        customers: rounded(expected * through, 1),
      }
    })
    await job.deliver({
      title: `Campaign plan: ${input.name}`,
      summary: `${rounded(expected, 0)} customers expected for ${rounded(spent, 0)}, ${rounded(cost, 2)} each, against a goal of ${input.goal} and a margin of ${margin} a customer. ${isEnough ? 'The goal is within the budget.' : `${rounded(input.goal - expected, 0)} customers are missing.`}${deciding[0] ? ` Most depends on ${deciding[0].channel}: ${deciding[0].assumption}.` : ''}`,
      blocks: [
        textBlock(
          'The plan in short',
          [
            `- **Result:** ${input.goal} customers from ${input.from} to ${input.to} (${counted(days, 'day')}), counted in your own books, not in the channels’.`,
            `- **Backwards:** ${rounded(used.reduce((sum, one) => sum + one.visits, 0) * factor, 0)} visits and ${rounded(used.reduce((sum, one) => sum + one.leads, 0) * factor, 0)} leads would bring the goal at these rates.`,
            `- **Worth it?** A customer costs ${rounded(cost, 2)} and leaves ${margin}: ${cost <= margin ? `${rounded(margin / (cost || 1), 2)} back for each 1 spent` : 'more is spent than comes back in the first year'}.`,
            isEnough
              ? '- **The budget is enough** at these rates; keep what is over for the channel that does best at half-time.'
              : `- **What would close the gap:** ${left > 0 ? `${rounded(left, 0)} cannot be spent within the channels’ limits, so another channel; or ` : ''}rates ${percent(factor - 1)} better in all channels, or a goal of ${Math.floor(expected)}.`,
            dear.length > 0
              ? `- **Not worth it at these rates:** ${dear.map(({ name }) => shownAs(name)).join(', ')}. Leaving ${dear.length === 1 ? 'it' : 'them'} out saves ${rounded(
                  dear.reduce((sum, { budget }) => sum + budget, 0),
                  0,
                )} and costs ${rounded(customersOf(dear))} customers.`
              : '',
          ]
            .filter(Boolean)
            .join('\n'),
        ),
        ...tableBlock(
          'Channels, the cheapest customer first',
          {
            name: 'Channel',
            budget: 'Budget',
            part: 'Share, %',
            visits: 'Visits',
            leads: 'Leads',
            customers: 'Customers',
            cost: 'Cost of a customer',
            verdict: 'Against the margin',
          },
          shares.map((one) => ({
            name: one.name,
            budget: rounded(one.budget, 0),
            part: rounded((100 * one.budget) / input.budget),
            visits: rounded(one.visits, 0),
            leads: rounded(one.leads, 0),
            customers: rounded(one.customers),
            cost: rounded(one.cost, 2),
            verdict:
              one.cost > margin ? 'costs more than it brings' : one.budget === 0 ? 'nothing left for it' : 'pays',
          })),
        ),
        ...tableBlock(
          'Targets by the end of each week',
          { week: 'Week', from: 'From', spend: 'Spent', visits: 'Visits', leads: 'Leads', customers: 'Customers' },
          perWeek,
        ),
        ...tableBlock(
          'Audiences and how they are measured',
          {
            who: 'Audience',
            wants: 'What they want',
            channel: 'Channel',
            code: 'utm_campaign / utm_source / utm_content',
            target: 'Leads (even split)',
          },
          audiences.flatMap(({ who, wants }) =>
            used.map((one) => ({
              who,
              wants: wants || 'not said',
              channel: one.name,
              code: `${campaign} / ${codeOf(one.name)} / ${codeOf(who)}`,
              target: rounded(one.leads / audiences.length, 0),
            })),
          ),
        ),
        ...tableBlock(
          'Which assumption decides (a fifth worse or better)',
          { channel: 'Channel', assumption: 'Assumption', low: 'Customers, at worst', high: 'Customers, at best' },
          deciding.map((one) => ({ ...one, low: rounded(one.low), high: rounded(one.high) })),
        ),
        ...(input.calendar ? doneBlock('Checkpoints in the Content Calendar', put) : []),
      ],
      sources: [
        { kind: 'answer', name: 'Your figures', place: `${channels.length} channels, ${audiences.length} audiences` },
      ],
      evidence: evidenceFor(
        criteria,
        [
          used.length,
          expected >= input.goal ? 0 : used.length,
          `${input.goal} customers, ${rounded(expected, 1)} expected.`,
        ],
        [
          audiences.length * used.length,
          null,
          `${audiences.length} audiences in ${used.length} channels: ${audiences.length * used.length} codes.`,
        ],
        [
          used.length,
          deciding.length > 0 ? 0 : used.length,
          deciding[0]
            ? `${deciding[0].channel}, ${deciding[0].assumption}: ${rounded(deciding[0].low)} to +${rounded(deciding[0].high)} customers.`
            : 'No channel has a budget.',
        ],
      ),
      couldNot: sentences(
        skipped.length > 0 &&
          `Channels left out: ${skipped.map(({ line, why }) => `line ${line}, ${why}`).join('; ')}.`,
        left > 0 && `${rounded(left, 0)} of the budget found no channel within the limits.`,
        audiences.some(({ wants }) => wants === '') &&
          `Not said what they want: ${audiences
            .filter(({ wants }) => wants === '')
            .map(({ who }) => shownAs(who))
            .join(', ')}.`,
        ...(input.calendar ? notDone('checkpoints', put) : []),
        input.margin === undefined && `The margin of ${margin} is from the onboarding.`,
        'Rates are taken as fixed: in truth the next customer of a channel costs more than the last.',
      ),
    })
  },
})
