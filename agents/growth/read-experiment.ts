import { AppError } from '@atrium/contract/errors'
import { fileInput, lineInput, playbook } from '@atrium/contract/playbook'
import { daysBetween } from '@atrium/domain/dates/days'
import { rounded } from '@atrium/domain/numbers/rounding'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { readTable } from '../kit/table.ts'
import { percent, shownAs } from '../kit/telling.ts'
import { comparedWith, MISMATCH, ratioMismatch, type Verdict, variantsIn, verdictOf, visibleRise } from './outcome.ts'
import { resultFile } from './samples.ts'

const criteria = [
  'The groups’ sizes are checked before anything is compared.',
  'Each difference has an interval and a p.',
  'The decision follows the plan’s number of people.',
]

const points = (share: number) => `${share >= 0 ? '+' : '−'}${rounded(Math.abs(share) * 100, 2)}`
const p = (value: number | null) => (value === null ? '–' : value < 0.0001 ? '< 0.0001' : value.toFixed(4))

export const readExperiment = playbook({
  id: 'readExperiment',
  title: 'Read an experiment',
  summary:
    'Reads visitors and conversions by variant: whether the groups can be trusted, rates and differences with intervals, and the decision that the plan asks for.',
  examples: ['read an experiment', 'a/b test result', 'evaluate a test', 'is it significant', 'experiment result'],
  input: z.object({
    file: fileInput('Results (variant, visitors, conversions; date, revenue)', '.csv,.tsv'),
    control: lineInput('Which variant is the control (the first when empty)', 100).default(''),
    planned: z
      .number()
      .int()
      .min(1)
      .max(100_000_000)
      .default(1000)
      .meta({ title: 'People in each group that the plan needs' }),
  }),
  uses: [],
  criteria,
  withoutModel: ['Why a variant won is not explained.'],
  sample: { files: { 'result.csv': resultFile }, input: { file: 'file:result.csv', control: 'A', planned: 4000 } },
  async run(job, input) {
    const table = readTable(await job.file(input.file))
    const { variants, skipped, days } = variantsIn(table)
    if (variants.length < 2 || variants.length > 20)
      throw new AppError(
        'bad_request',
        `“${table.name}” has ${counted(variants.length, 'variant')} that can be read. Give 2 to 20.`,
      )
    if (variants.some(({ of }) => of === 0))
      throw new AppError('bad_request', 'A variant has no visitors. Give one with people in every group.')
    const wanted = input.control.trim().toLowerCase()
    const control = wanted ? variants.find(({ name }) => name.toLowerCase() === wanted) : variants[0]
    if (!control)
      throw new AppError(
        'bad_request',
        `There is no variant “${input.control}”. There are: ${variants.map(({ name }) => name).join(', ')}.`,
      )
    const mismatch = ratioMismatch(variants)
    const compared = comparedWith(control, variants)
    const { verdict, winner } = verdictOf(compared, mismatch, input.planned)
    const rise = visibleRise(control, variants)
    const fewest = Math.min(...variants.map(({ of }) => of))
    const length = days.length > 0 ? daysBetween(days[0] as string, days.at(-1) as string) + 1 : null
    const large = compared.find(
      ({ difference }) => Math.abs(difference?.lift ?? 0) > 0.5 && (difference?.adjusted ?? 1) < 0.05,
    )
    const said: Record<Verdict, string> = {
      invalid: `**Do not decide.** The groups differ in size by more than chance (p ${p(mismatch)}): people were lost or counted twice in one of them. Find the cause and run it again.`,
      'go on': `**Go on.** The smallest group has ${fewest} of the ${input.planned} people planned. Deciding now would make a chance difference look like a result.`,
      'roll out': `**Roll out ${shownAs(winner?.name ?? '')}.** ${percent(winner?.rate ?? 0, 2)} against ${percent(compared.find(({ difference }) => !difference)?.rate ?? 0, 2)}: ${points(winner?.difference?.value ?? 0)} points, 95 % between ${points(winner?.difference?.interval[0] ?? 0)} and ${points(winner?.difference?.interval[1] ?? 0)}.`,
      drop: '**Drop it.** Every variant does worse than the control.',
      'no difference': `**Keep the control.** No difference can be told from chance.${rise === null ? '' : ` With these groups a rise of ${rounded(rise * 100, 2)} points would have been seen four times of five; a smaller one may be there.`}`,
    }
    if (large && verdict === 'roll out')
      said['roll out'] +=
        ` But first check how it was counted: ${percent(Math.abs(large.difference?.lift ?? 0))} is more than experiments usually move.`
    const hasRevenue = variants.some(({ revenue }) => revenue !== null)
    await job.deliver({
      title: `Result of ${table.name}: ${verdict}`,
      summary: `${said[verdict].replace(/\*\*|\\/g, '')} ${counted(
        variants.reduce((sum, { of }) => sum + of, 0),
        'person',
        'people',
      )} in ${variants.length} groups${length ? `, ${length} days` : ''}.`,
      blocks: [
        textBlock('Decision', said[verdict]),
        ...tableBlock(
          'Variants',
          {
            name: 'Variant',
            of: 'People',
            hits: 'Did it',
            rate: 'Rate, %',
            interval: '95 % interval, %',
            change: 'Difference, points',
            between: '95 % between',
            lift: 'Relative, %',
            p: 'p',
            adjusted: 'p, Holm',
            ...(hasRevenue ? { each: 'Revenue a person' } : {}),
          },
          compared.map(({ name, of, hits, rate, interval, difference, revenue }) => ({
            name,
            of,
            hits,
            rate: rounded(rate * 100, 2),
            interval: `${rounded(interval[0] * 100, 2)} to ${rounded(interval[1] * 100, 2)}`,
            change: difference ? rounded(difference.value * 100, 2) : null,
            between: difference ? `${points(difference.interval[0])} to ${points(difference.interval[1])}` : 'control',
            lift: difference?.lift == null ? null : rounded(difference.lift * 100, 1),
            p: difference ? p(difference.p) : '',
            adjusted: difference ? p(difference.adjusted) : '',
            each: revenue === null ? null : rounded(revenue / of, 2),
          })),
        ),
        {
          kind: 'checks',
          title: 'Can it be trusted?',
          checks: [
            {
              text: 'The groups are of equal size but for chance',
              state: mismatch < MISMATCH ? 'fail' : 'pass',
              note: `chi-square p ${p(mismatch)}; under 0.001 something is wrong`,
            },
            {
              text: 'As many people took part as the plan needs',
              state: fewest >= input.planned ? 'pass' : 'fail',
              note: `${fewest} of ${input.planned} in the smallest group`,
            },
            {
              text: 'It ran for whole weeks',
              state: length === null ? 'unknown' : length % 7 === 0 ? 'pass' : 'fail',
              note:
                length === null
                  ? 'The file has no dates.'
                  : `${length} days, ${days[0]} to ${days.at(-1)}${days.length < length ? `, ${length - days.length} of them missing` : ''}`,
            },
            {
              text: 'The effect is of a size that happens (Twyman’s law)',
              state: large ? 'fail' : 'pass',
              note: large
                ? `${large.name}: ${percent(large.difference?.lift ?? 0)} more. Look for a fault in counting first.`
                : 'No relative change above 50 %.',
            },
          ],
        },
      ],
      sources: [
        { kind: 'file', name: table.name, place: `${table.rows.length - skipped.length} of ${table.rows.length} rows` },
      ],
      evidence: evidenceFor(
        criteria,
        [variants.length, Number(mismatch === null), `chi-square p ${p(mismatch)} against equal shares.`],
        [
          compared.length,
          compared.filter(({ difference }) => difference && difference.p === null).length,
          `Newcombe’s interval and the pooled two-sided z test${variants.length > 2 ? ', adjusted by Holm' : ''}.`,
        ],
        [variants.length, null, `${fewest} people in the smallest group, ${input.planned} planned: ${verdict}.`],
      ),
      couldNot: sentences(
        skipped.length > 0 && `Left out: ${skipped.map(({ line, why }) => `line ${line}, ${why}`).join('; ')}.`,
        'Equal shares were planned, as far as is known: where not, the check of the groups does not hold.',
        hasRevenue && 'Revenue is shown and not tested: sums by variant do not say how it spreads over people.',
        'Why it came out so is not explained: that needs people’s words.',
      ),
    })
  },
})
