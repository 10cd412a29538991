import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook } from '@atrium/contract/playbook'
import { addDays, mondayOf } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { rounded } from '@atrium/domain/numbers/rounding'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { boardOf, isDone } from './cards.ts'
import { howMany, whenDone } from './delivery-forecast.ts'
import { cycleTimes, flowOf, littlesLaw, weeklyThroughput } from './flow.ts'
import { BOARD_SAMPLE } from './samples.ts'

const criteria = [
  'Times are given as percentiles with the number of finished cards.',
  'Little’s law is checked with the board’s own numbers.',
  'The forecast is a range with its certainty, not a date.',
] as const

const input = z.object({
  board: fileInput('The board’s CSV export (empty: the Task Inbox)', '.csv,.tsv,.txt').optional(),
  on: z.iso.date().meta({ title: 'As of (empty: today)' }).optional(),
  weeks: z.number().int().min(3).max(52).meta({ title: 'Weeks that are looked at' }).default(8),
  remaining: z
    .number()
    .int()
    .min(1)
    .max(5_000)
    .meta({ title: 'Cards to forecast (empty: all that are open)' })
    .optional(),
})

export const measureFlow = playbook({
  id: 'measureFlow',
  title: 'Measure the flow and forecast',
  summary:
    'Throughput, cycle-time percentiles and Little’s law from the finished cards, and when the open ones will be done with 50, 85 and 95 % certainty by simulation of your own weeks.',
  examples: ['cycle time', 'throughput', 'when will it be done', 'delivery forecast', 'monte carlo', 'flow metrics'],
  input,
  uses: ['tasks.list'],
  criteria,
  withoutModel: [],
  sample: { files: { 'board.csv': BOARD_SAMPLE }, input: { board: 'file:board.csv', on: '2026-03-16', weeks: 6 } },
  async run(job, given) {
    const today = given.on ?? dayAt(job.now, job.timeZone)
    const board = await boardOf(job, given.board)
    const [from, to] = [addDays(mondayOf(today), -7 * given.weeks), addDays(mondayOf(today), -1)]
    const times = cycleTimes(board.cards, board.hasStarts).filter(
      ({ card }) => (card.done ?? '') >= from && (card.done ?? '') <= today,
    )
    const flow = flowOf(times.map(({ days }) => days))
    if (!flow)
      throw new AppError(
        'bad_request',
        `Nothing was finished from ${from} to ${today} in “${board.name}”. Choose more weeks, or a board with finished cards.`,
      )
    const weekly = weeklyThroughput(board.cards, today, given.weeks)
    const counts = weekly.map(({ count }) => count)
    const law = littlesLaw(board.cards, from, to, board.hasStarts)
    const open = board.cards.filter((card) => !isDone(card)).length
    const remaining = given.remaining ?? open
    const forecast = remaining > 0 ? whenDone(remaining, counts) : null
    const many = howMany(4, counts)
    const endOf = (weeks: number) => addDays(today, weeks * 7 - 1)
    const word = board.hasStarts ? 'Cycle time' : 'Lead time'
    await job.note(`${flow.finished} finished; 85 % in ${rounded(flow.p85)} days.`)
    await job.deliver({
      title: `Flow, ${from} to ${today}`,
      summary: `85 % of ${counted(flow.finished, 'finished card')} took ${rounded(flow.p85)} days or less (half of them ${rounded(flow.p50)}). ${forecast ? `${counted(remaining, 'card')} will be done by ${endOf(forecast.weeks.p85)} with 85 % certainty, by ${endOf(forecast.weeks.p50)} with 50 %.` : 'Nothing is left to forecast, or no week had a finished card.'}`,
      blocks: [
        ...tableBlock(`${word}, days`, { what: 'Share of cards', days: 'Days or less' }, [
          { what: '50 %', days: rounded(flow.p50) },
          { what: '85 % (service level expectation)', days: rounded(flow.p85) },
          { what: '95 %', days: rounded(flow.p95) },
          { what: 'Average', days: rounded(flow.mean) },
        ]),
        ...tableBlock('Finished each week', { week: 'Week of', count: 'Cards' }, weekly),
        ...(forecast
          ? tableBlock(
              `When ${counted(remaining, 'card')} will be done`,
              { certainty: 'Certainty', weeks: 'Weeks', by: 'By' },
              (['p50', 'p85', 'p95'] as const).map((key) => ({
                certainty: `${key.slice(1)} %`,
                weeks: forecast.weeks[key],
                by: endOf(forecast.weeks[key]),
              })),
            )
          : []),
        ...tableBlock(
          'How many in the next four weeks',
          { certainty: 'Certainty', count: 'At least' },
          (['p50', 'p85', 'p95'] as const).map((key) => ({ certainty: `${key.slice(1)} %`, count: many[key] })),
        ),
        ...tableBlock(
          'The slowest',
          { key: 'Card', title: 'Title', days: 'Days', done: 'Done', where: 'Where' },
          times
            .toSorted((a, b) => b.days - a.days)
            .slice(0, 5)
            .map(({ card, days }) => ({
              key: card.key,
              title: card.title,
              days,
              done: card.done ?? '',
              where: card.where,
            })),
        ),
        textBlock(
          'How it was worked out',
          [
            ...board.basis,
            law
              ? `Little’s law: ${rounded(law.wip)} cards in progress on average ÷ ${rounded(law.throughput, 2)} finished a day = ${rounded(law.expectedDays)} days; measured ${rounded(flow.mean)}. ${Math.abs(law.drift) <= Math.max(2, flow.finished * 0.2) ? 'As much came as went, so the two may be compared.' : `${law.drift > 0 ? `${law.drift} more were begun than finished: the board fills up, and times will grow.` : `${-law.drift} more were finished than begun.`}`}`
              : 'Little’s law could not be checked.',
            'Days are counted with the first and the last. The forecast draws the past weeks by chance 5,000 times; the same board gives the same answer. It holds while the team and the size of cards stay as they were.',
          ]
            .map((one) => `- ${one}`)
            .join('\n'),
        ),
      ],
      sources: [
        {
          kind: board.kind,
          name: board.name,
          place: `${counted(board.cards.length, 'card')}, ${times.length} finished in the time`,
        },
      ],
      evidence: evidenceFor(
        criteria,
        [
          flow.finished,
          Number(flow.p50 > flow.p85 || flow.p85 > flow.p95),
          `${flow.finished} finished: 50 % ${rounded(flow.p50)}, 85 % ${rounded(flow.p85)}, 95 % ${rounded(flow.p95)} days.`,
        ],
        [
          flow.finished,
          law ? 0 : null,
          law
            ? `${rounded(law.wip)} ÷ ${rounded(law.throughput, 2)} = ${rounded(law.expectedDays)} days.`
            : 'Not enough.',
        ],
        [
          flow.finished,
          forecast ? Number(forecast.weeks.p50 > forecast.weeks.p85 || forecast.weeks.p85 > forecast.weeks.p95) : null,
          forecast ? `${forecast.weeks.p50}, ${forecast.weeks.p85} and ${forecast.weeks.p95} weeks.` : 'No forecast.',
        ],
      ),
      couldNot: sentences(
        board.unread.length > 0 &&
          `Left out: ${linesOf(board.unread.map(({ line }) => line))} (${[...new Set(board.unread.map(({ reason }) => reason))].slice(0, 5).join(', ')}).`,
        flow.finished < 10 && `Only ${flow.finished} finished cards: take the numbers as hints.`,
        'New cards and changes of the plan are not in the forecast.',
      ),
    })
  },
})
