import { AppError } from '@atrium/contract/errors'
import { fileInput, lineInput, playbook } from '@atrium/contract/playbook'
import { rounded } from '@atrium/domain/numbers/rounding'
import { median } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { readTable } from '../kit/table.ts'
import { putTasks } from '../kit/task-list.ts'
import { cutTo, percent, shownAs } from '../kit/telling.ts'
import { coverageOf, matrixIn, type Place, placeOf } from './features.ts'
import { offersIn } from './prices.ts'
import { featuresFile, pricesFile } from './samples.ts'

const criteria = [
  'What is not known is kept apart from what is missing.',
  'Each gap and advantage says of how many competitors it is known.',
  'Prices are compared for the same need.',
]
const WORDS: Readonly<Record<Place, string>> = {
  gap: 'gap',
  advantage: 'advantage',
  parity: 'parity',
  open: 'not known',
  nobody: 'nobody has it',
}

export const compareCompetitors = playbook({
  id: 'compareCompetitors',
  title: 'Compare competitors by feature and price',
  summary:
    'Reads a table of features and one of prices: where you lead, where you lack, what is not known yet, and what each offer costs for the same number of seats.',
  examples: ['compare competitors', 'feature comparison', 'competitor matrix', 'price comparison', 'battlecard'],
  input: z.object({
    features: fileInput('Features (a row each, a column for each product)', '.csv,.tsv').optional(),
    prices: fileInput('Prices (competitor, plan, price, period; unit, included seats)', '.csv,.tsv').optional(),
    us: lineInput('What you are called there (from the onboarding when empty)', 80).default(''),
    seats: z.number().int().min(1).max(100_000).default(10).meta({ title: 'Seats for which prices are compared' }),
    tasks: z.boolean().default(false).meta({ title: 'Put what is not known into the Task Inbox' }),
  }),
  uses: ['tasks.importTodoTxt'],
  criteria,
  withoutModel: ['How good a feature is, is not judged: a part counts half.'],
  sample: {
    files: { 'features.csv': featuresFile, 'prices.csv': pricesFile },
    input: { features: 'file:features.csv', prices: 'file:prices.csv', us: 'Atlas', seats: 10, tasks: true },
  },
  async run(job, input) {
    if (!input.features && !input.prices)
      throw new AppError('bad_request', 'Give a table of features, one of prices, or both.')
    const us = input.us.trim() || job.seat.answers.us || 'Us'
    const matrix = input.features ? matrixIn(readTable(await job.file(input.features)), us) : null
    const priced = input.prices ? offersIn(readTable(await job.file(input.prices)), input.seats) : null
    const places = (matrix?.features ?? [])
      .map((feature) => ({ feature, ...placeOf(feature, matrix?.us ?? us) }))
      .sort((a, b) => b.feature.weight - a.feature.weight || a.feature.line - b.feature.line)
    const of = (place: Place) => places.filter((one) => one.place === place)
    const coverage = (matrix?.competitors ?? [])
      .map((who) => ({ who, ...coverageOf(matrix?.features ?? [], who) }))
      .sort((a, b) => (b.covered ?? -1) - (a.covered ?? -1))
    const blanks = (matrix?.features ?? []).flatMap(({ name, line, cells }) =>
      Object.entries(cells)
        .filter(([, { has }]) => has === 'unknown')
        .map(([who]) => ({ name, who, line })),
    )
    const offers = (priced?.offers ?? []).toSorted(
      (a, b) =>
        a.currency.localeCompare(b.currency) ||
        (a.monthly ?? Number.POSITIVE_INFINITY) - (b.monthly ?? Number.POSITIVE_INFINITY),
    )
    const currencies = [...new Set(offers.filter(({ monthly }) => monthly !== null).map(({ currency }) => currency))]
    const ours = offers.filter(
      ({ competitor, monthly }) => competitor.toLowerCase() === us.toLowerCase() && monthly !== null,
    )
    /** What the others than us and this one ask for. */
    const paid = (currency: string, but: string) =>
      offers
        .filter(
          (one) =>
            one.currency === currency &&
            one.monthly !== null &&
            one.monthly > 0 &&
            ![us.toLowerCase(), but.toLowerCase()].includes(one.competitor.toLowerCase()),
        )
        .map(({ monthly }) => monthly as number)
    const open = [
      ...blanks.map(({ name, who }) => `Find out: does ${who} have “${name}”?`),
      ...offers
        .filter(({ monthly }) => monthly === null)
        .map(
          ({ competitor, plan, how }) =>
            `Find out: what does ${competitor} ${plan} cost for ${input.seats} seats (${how})?`,
        ),
    ]
    const put = input.tasks
      ? await putTasks(
          job,
          open.map((title) => ({ title, project: job.seat.answers.project || 'competitors' })),
          `${counted(open.length, 'question')} that the tables leave open.`,
        )
      : null
    const listed = (place: Place) =>
      of(place)
        .slice(0, 8)
        .map(
          ({ feature, have, known }) =>
            `- ${shownAs(feature.name)}: had by ${have} of ${known}${matrix?.hasWeights ? `, weight ${feature.weight}` : ''}`,
        )
        .join('\n')
    const own = coverage.find(({ who }) => who === matrix?.us)
    await job.deliver({
      title: `${us} and ${counted((matrix?.competitors.length ?? 1) - 1 || new Set(offers.map(({ competitor }) => competitor)).size, 'competitor')}`,
      summary: sentences(
        matrix &&
          `${counted(matrix.features.length, 'feature')}: ${of('gap').length} gaps, ${of('advantage').length} advantages, ${of('parity').length} at parity, ${of('open').length} not known.`,
        own?.covered != null &&
          `You have ${percent(own.covered)} of what is known of you, rank ${coverage.indexOf(own) + 1} of ${coverage.length}.`,
        priced && `${counted(offers.length, 'plan')} compared for ${counted(input.seats, 'seat')}.`,
      ).join(' '),
      blocks: [
        ...(matrix
          ? [
              textBlock(
                'What it says',
                [
                  of('gap').length > 0
                    ? `**Gaps**, the weightiest first:\n\n${listed('gap')}`
                    : '**Gaps:** none that is known.',
                  of('advantage').length > 0
                    ? `**Advantages** to show and defend:\n\n${listed('advantage')}`
                    : '**Advantages:** none that is known.',
                  of('nobody').length > 0
                    ? `**Nobody has it**, as far as is known: ${of('nobody')
                        .map(({ feature }) => shownAs(feature.name))
                        .join(', ')}. An opening, or nothing that buyers want.`
                    : '',
                ]
                  .filter(Boolean)
                  .join('\n\n'),
              ),
              ...tableBlock(
                'Features',
                {
                  name: 'Feature',
                  ...(matrix.features.some(({ group }) => group) ? { group: 'Group' } : {}),
                  ...(matrix.hasWeights ? { weight: 'Weight' } : {}),
                  place: 'Where you stand',
                  ...Object.fromEntries(matrix.competitors.map((who, at) => [`c${at}`, cutTo(who, 80)])),
                  line: 'Line',
                },
                places.map(({ feature, place }) => ({
                  name: feature.name,
                  group: feature.group,
                  weight: feature.weight,
                  place: WORDS[place],
                  ...Object.fromEntries(
                    matrix.competitors.map((who, at) => [`c${at}`, feature.cells[who]?.said || 'not known']),
                  ),
                  line: feature.line,
                })),
              ),
              ...tableBlock(
                'Who has how much',
                { who: 'Product', covered: 'Of what is known, %', known: 'Known, %' },
                coverage.map(({ who, covered, known }) => ({
                  who,
                  covered: covered === null ? null : rounded(100 * covered),
                  known: rounded(100 * known),
                })),
              ),
            ]
          : []),
        ...tableBlock(
          `Prices a month for ${counted(input.seats, 'seat')}`,
          {
            competitor: 'Product',
            plan: 'Plan',
            currency: 'Currency',
            monthly: 'A month',
            index: 'Of the others’ median, %',
            how: 'Counted as',
            line: 'Line',
          },
          offers.map((one) => {
            const others = paid(one.currency, one.competitor)
            return {
              ...one,
              monthly: one.monthly === null ? null : rounded(one.monthly, 2),
              index:
                one.monthly === null || others.length === 0 ? null : rounded((100 * one.monthly) / median(others), 0),
            }
          }),
        ),
        ...tableBlock(
          'Not known yet',
          { question: 'Question' },
          open.map((question) => ({ question })),
        ),
        ...(put?.isDone ? [textBlock('In the Task Inbox', put.sentence)] : []),
      ],
      sources: [
        ...(matrix
          ? [
              {
                kind: 'file' as const,
                name: 'Features',
                place: `${matrix.features.length} features, ${matrix.competitors.length} products`,
              },
            ]
          : []),
        ...(priced ? [{ kind: 'file' as const, name: 'Prices', place: `${offers.length} plans` }] : []),
      ],
      evidence: evidenceFor(
        criteria,
        [
          blanks.length,
          null,
          `${counted(blanks.length, 'blank cell')} and ${counted(offers.filter(({ monthly }) => monthly === null).length, 'price')} are counted as not known.`,
        ],
        [
          matrix ? of('gap').length + of('advantage').length : 0,
          null,
          matrix ? `${of('gap').length + of('advantage').length} of them.` : 'No features were given.',
        ],
        [
          offers.length,
          priced ? Number(currencies.length > 1) : null,
          priced
            ? `${input.seats} seats, a month${currencies.length > 1 ? `; ${currencies.join(' and ')} are not compared with each other` : ''}.`
            : 'No prices were given.',
        ],
      ),
      couldNot: sentences(
        matrix &&
          matrix.skipped.length > 0 &&
          `Features left out: ${matrix.skipped.map(({ line, why }) => `line ${line}, ${why}`).join('; ')}.`,
        priced &&
          priced.skipped.length > 0 &&
          `Prices left out: ${priced.skipped.map(({ line, why }) => `line ${line}, ${why}`).join('; ')}.`,
        priced && ours.length === 0 && `There is no price of “${us}”.`,
        currencies.length > 1 && `Exchange rates are not known: ${currencies.join(', ')} stand apart.`,
        put && !put.isDone && put.sentence,
        'List prices: discounts, taxes and terms are not in them. How good a feature is, is for a person to judge.',
      ),
    })
  },
})
