import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook } from '@atrium/contract/playbook'
import { rounded } from '@atrium/domain/numbers/rounding'
import { median } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { readTable } from '../kit/table.ts'
import { shownAs } from '../kit/telling.ts'
import { type Group, groupsOf, type Result, resultsIn } from './engagement.ts'
import { resultsFile } from './samples.ts'

const criteria = [
  'Rates are compared within each network, not across.',
  'Every finding says how many posts it rests on.',
  'Rows that could not be read are named.',
]

const percent = (rate: number) => rounded(rate * 100, 2)
const opening = ({ text }: Result) => text.replace(/\s+/g, ' ').slice(0, 120) || '(no text in the file)'

/** An index this far from 1 is said to be above or below the usual rate. */
const CLEAR = 0.15
const judgement = ({ posts, index }: Group, fewest: number): string => {
  if (posts < fewest) return 'too few posts'
  return index >= 1 + CLEAR ? 'above usual' : index <= 1 - CLEAR ? 'below usual' : 'usual'
}

export const readWhatWorked = playbook({
  id: 'readWhatWorked',
  title: 'Read what worked',
  summary:
    'Reads an analytics export: engagement rate by impressions, compared with each network’s median, by weekday, time, format and length, with the best and weakest posts.',
  examples: ['what worked', 'post analytics', 'engagement report', 'best time to post', 'social report'],
  input: z.object({
    file: fileInput('Export of your posts with impressions and engagements', '.csv,.tsv'),
    fewest: z.number().int().min(2).max(100).default(4).meta({ title: 'Fewest posts on which a finding may rest' }),
  }),
  uses: [],
  criteria,
  withoutModel: ['Why a post worked: themes and tone of the texts are not judged.'],
  sample: { files: { 'results.csv': resultsFile }, input: { file: 'file:results.csv', fewest: 4 } },
  async run(job, input) {
    const table = readTable(await job.file(input.file))
    const { results, skipped, parts } = resultsIn(table)
    if (results.length < 3)
      throw new AppError(
        'bad_request',
        `Only ${counted(results.length, 'row')} of “${table.name}” could be read. Give an export with a date, impressions and engagements of at least three posts.`,
      )
    const networks = [...new Set(results.map(({ network }) => network))].map((name) => {
      const of = results.filter(({ network }) => network === name)
      const impressions = of.reduce((sum, one) => sum + one.impressions, 0)
      const engagements = of.reduce((sum, one) => sum + one.engagements, 0)
      return {
        name,
        posts: of.length,
        impressions,
        engagements,
        pooled: percent(engagements / impressions),
        median: percent(median(of.map(({ rate }) => rate))),
      }
    })
    const groups = groupsOf(results)
    const judged = groups.filter(({ posts }) => posts >= input.fewest)
    const strong = judged.filter((group) => judgement(group, 0) === 'above usual')
    const weak = judged.filter((group) => judgement(group, 0) === 'below usual')
    const ranked = [...results].sort((a, b) => b.index - a.index || a.line - b.line)
    const shown = Math.min(5, Math.floor(results.length / 2))
    const rowOf = (post: Result, place: string) => ({
      place,
      line: post.line,
      day: post.day,
      network: post.network,
      text: opening(post),
      impressions: post.impressions,
      engagements: post.engagements,
      rate: percent(post.rate),
      index: rounded(post.index, 2),
    })
    const days = results.map(({ day }) => day).sort()
    const say = (of: typeof judged) =>
      of
        .map(
          ({ by, name, index, posts }) =>
            `- ${by}, ${shownAs(name)}: ${rounded(index, 2)} × the usual rate (${counted(posts, 'post')})`,
        )
        .join('\n')
    await job.deliver({
      title: `What worked, ${days[0]} to ${days.at(-1)}`,
      summary: `${counted(results.length, 'post')} on ${networks
        .map(({ name }) => name)
        .slice(0, 12)
        .join(
          ', ',
        )}. ${strong[0] ? `Strongest: ${strong[0].name} (${strong[0].by.toLowerCase()}), ${rounded(strong[0].index, 2)} × the usual rate over ${strong[0].posts} posts.` : 'No trait stands out on enough posts.'}`,
      blocks: [
        ...tableBlock(
          'By network',
          {
            name: 'Network',
            posts: 'Posts',
            impressions: 'Impressions',
            engagements: 'Engagements',
            pooled: 'Rate of all, %',
            median: 'Median rate, %',
          },
          networks,
        ),
        textBlock(
          'What to do with it',
          [
            strong.length > 0
              ? `**Do more of** (at least 1.15 × the usual rate):\n\n${say(strong)}`
              : 'Nothing is clearly above the usual rate.',
            weak.length > 0
              ? `**Do less of, or change** (at most 0.85 ×):\n\n${say(weak)}`
              : 'Nothing is clearly below the usual rate.',
            `**Put to the test.** These are associations in ${results.length} posts, not causes: the strongest may be a topic that happened to run then. Post the same kind of message both ways for four weeks before moving everything.`,
          ].join('\n\n'),
        ),
        ...tableBlock(
          `By trait (1 is usual; fewer than ${input.fewest} posts are not judged)`,
          { by: 'Trait', name: 'Value', posts: 'Posts', index: 'Index', word: 'Judgement' },
          groups.map((group) => ({ ...group, index: rounded(group.index, 2), word: judgement(group, input.fewest) })),
        ),
        ...tableBlock(
          'Best and weakest posts',
          {
            place: 'Rank',
            line: 'Line',
            day: 'Day',
            network: 'Network',
            text: 'Post',
            impressions: 'Impressions',
            engagements: 'Engagements',
            rate: 'Rate, %',
            index: 'Index',
          },
          [
            ...ranked.slice(0, shown).map((post) => rowOf(post, 'best')),
            ...ranked
              .slice(-shown)
              .reverse()
              .map((post) => rowOf(post, 'weakest')),
          ],
        ),
      ],
      sources: [
        {
          kind: 'file',
          name: table.name,
          place: `${results.length} of ${table.rows.length} rows; engagements from: ${parts.join(', ')}`,
        },
      ],
      evidence: evidenceFor(
        criteria,
        [
          networks.length,
          null,
          `Index = rate ÷ median rate of the post’s network (${networks.map(({ name, median: middle }) => `${name} ${middle} %`).join(', ')}).`,
        ],
        [
          judged.length,
          judged.filter(({ posts }) => posts < input.fewest).length,
          `${judged.length} of ${groups.length} values have at least ${input.fewest} posts; the others are not judged.`,
        ],
        [
          skipped.length,
          skipped.filter(({ why }) => why === '').length,
          skipped.length === 0
            ? 'All rows were read.'
            : `${counted(skipped.length, 'row')}: ${skipped
                .slice(0, 15)
                .map(({ line, why }) => `line ${line}, ${why}`)
                .join('; ')}.`,
        ],
      ),
      couldNot: sentences(
        results.every(({ hour }) => hour === null) && 'The file has no times: the time of day is not judged.',
        ...networks
          .filter(({ posts }) => posts < input.fewest)
          .slice(0, 20)
          .map(({ name, posts }) => `${name} has only ${counted(posts, 'post')}: its median says little.`),
        'Themes and tone of the texts are not judged: that needs a model or a person.',
      ),
    })
  },
})
