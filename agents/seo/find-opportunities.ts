import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook } from '@atrium/contract/playbook'
import { rounded } from '@atrium/domain/numbers/rounding'
import { sum } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { readTable } from '../kit/table.ts'
import { putTasks } from '../kit/task-list.ts'
import { itemsIn, percent } from '../kit/telling.ts'
import { clickCurve, gainAt, LAST_PLACE, type Query, queriesIn, shortfall } from './queries.ts'
import { queriesFile } from './samples.ts'

const criteria = ['Gains are estimated from the site’s own click rates.', 'Queries with the own name are kept apart.']
/** The place for which a gain is estimated: what a better page can hope for. */
const TARGET = 3
const shares = new Intl.ListFormat('en')

/** Queries for which several pages of the site stand in results, each with at least a tenth of the impressions. */
const rivals = (queries: readonly Query[]) =>
  [...Map.groupBy(queries, ({ query }) => query)].flatMap(([query, rows]) => {
    const all = sum(rows.map(({ impressions }) => impressions))
    const strong = rows.filter(({ impressions }) => impressions >= all / 10)
    return strong.length > 1
      ? [
          {
            query,
            pages: shares.format(strong.map(({ page }) => page)),
            impressions: all,
            clicks: sum(rows.map(({ clicks }) => clicks)),
          },
        ]
      : []
  })

export const findOpportunities = playbook({
  id: 'findOpportunities',
  title: 'Find openings in search data',
  summary:
    'Reads an export of Google Search Console: queries close to the top, results that are seldom clicked for their place, and pages that compete.',
  examples: ['search opportunities', 'search console', 'keyword opportunities', 'striking distance'],
  input: z.object({
    file: fileInput('Search Console export (queries, clicks, impressions, position)', '.csv,.tsv'),
    tasks: z.boolean().default(false).meta({ title: 'Put the ten best openings into the Task Inbox' }),
  }),
  uses: ['tasks.importTodoTxt'],
  criteria,
  withoutModel: ['What people mean by a query is not judged.'],
  sample: { files: { 'queries.csv': queriesFile }, input: { file: 'file:queries.csv', tasks: false } },
  async run(job, input) {
    const table = readTable(await job.file(input.file))
    const brand = itemsIn((job.seat.answers.brand ?? '').toLowerCase())
    const { queries, skipped, hasPages } = queriesIn(table, brand)
    if (queries.length === 0)
      throw new AppError(
        'bad_request',
        `No row of “${table.name}” has a query with impressions and a position. Give the export of the Queries tab.`,
      )
    const curve = clickCurve(queries)
    const own = queries.filter(({ isBrand }) => !isBrand)
    const close = own
      .filter(({ position }) => position > TARGET + 0.5 && position <= LAST_PLACE)
      .map((query) => ({ ...query, gain: gainAt(query, TARGET, curve) }))
      .sort((a, b) => (b.gain ?? 0) - (a.gain ?? 0) || b.impressions - a.impressions)
    const dull = own
      .filter(({ position, impressions }) => position <= 10.5 && impressions >= 100)
      .map((query) => ({ ...query, by: shortfall(query, curve), expected: curve[Math.round(query.position)] ?? null }))
      .filter(({ by }) => by !== null && by < -2)
      .sort((a, b) => (a.by ?? 0) - (b.by ?? 0))
    const competing = hasPages ? rivals(own) : []
    const best = close.filter(({ gain }) => (gain ?? 0) > 0).slice(0, 10)
    const put = input.tasks
      ? await putTasks(
          job,
          best.map(({ query, position, gain }) => ({
            title: `SEO: improve the page for “${query.slice(0, 100)}” (place ${rounded(position)}, about ${gain} clicks more at place ${TARGET})`,
            priority: 'B' as const,
            project: job.seat.answers.project || 'seo',
          })),
          `Tasks for the ${best.length} queries with the most clicks to gain.`,
        )
      : null
    const [clicks, shown] = [sum(queries.map((one) => one.clicks)), sum(queries.map((one) => one.impressions))]
    const rowOf = ({ query, page, impressions, clicks: clicked, ctr, position, line }: Query) => ({
      query,
      page,
      impressions,
      clicks: clicked,
      rate: rounded(ctr * 100),
      position: rounded(position),
      line,
    })
    const columns = {
      query: 'Query',
      ...(hasPages ? { page: 'Page' } : {}),
      impressions: 'Impressions',
      clicks: 'Clicks',
      rate: 'Click rate, %',
      position: 'Place',
    }
    await job.deliver({
      title: `Openings in search, from ${table.name}`,
      summary: `${counted(queries.length, 'query', 'queries')} with ${clicks} clicks of ${shown} impressions (${percent(clicks / shown, 1)}). ${counted(close.length, 'query', 'queries')} between place 4 and 20, ${dull.length} seldom clicked for their place.${best[0] ? ` Best opening: “${best[0].query}”, about ${best[0].gain} clicks more at place ${TARGET}.` : ''}`,
      blocks: [
        textBlock(
          'What to do first',
          [
            best.length > 0
              ? `1. Improve the pages behind the first rows of “Close to the top”: together they would bring about ${sum(best.map(({ gain }) => gain ?? 0))} clicks more in such a period at place ${TARGET}, at your own click rates.`
              : '1. No gain can be estimated: there are too few impressions near the top.',
            dull.length > 0
              ? `2. Rewrite titles and descriptions of ${counted(dull.length, 'result')} that stand well and are seldom clicked.`
              : '2. No result is clearly clicked less than its place would bring.',
          ].join('\n'),
        ),
        ...tableBlock(
          'Close to the top',
          { ...columns, gain: `More clicks at place ${TARGET}`, line: 'Line' },
          close.slice(0, 100).map((query) => ({ ...rowOf(query), gain: query.gain })),
        ),
        ...tableBlock(
          'Seldom clicked for their place',
          { ...columns, expected: 'Expected, %', by: 'Standard errors', line: 'Line' },
          dull.slice(0, 100).map((query) => ({
            ...rowOf(query),
            expected: rounded((query.expected ?? 0) * 100),
            by: rounded(query.by ?? 0),
          })),
        ),
        ...tableBlock(
          'Pages that compete for a query',
          { query: 'Query', pages: 'Pages', impressions: 'Impressions', clicks: 'Clicks' },
          competing.slice(0, 100),
        ),
        ...tableBlock(
          'Your click rate by place, without your name',
          { place: 'Place', rate: 'Expected click rate, %' },
          curve.flatMap((rate, place) => (place > 0 && rate !== null ? [{ place, rate: rounded(rate * 100, 2) }] : [])),
        ),
      ],
      sources: [{ kind: 'file', name: table.name, place: `${queries.length} of ${table.rows.length} rows` }],
      evidence: evidenceFor(
        criteria,
        [
          own.length,
          curve.some((rate) => rate !== null) ? 0 : null,
          `Click rates of ${curve.filter((rate) => rate !== null).length} places from ${own.length} queries, made to fall with the place.`,
          skipped.length,
        ],
        [
          queries.length,
          brand.length > 0 ? own.filter(({ query }) => brand.some((name) => query.includes(name))).length : null,
          brand.length > 0
            ? `${queries.length - own.length} queries with ${brand.join(', ')} are left out.`
            : 'The onboarding named no names.',
        ],
      ),
      couldNot: sentences(
        skipped.length > 0 && `Rows without figures, or said twice: ${linesOf(skipped)}.`,
        !hasPages && 'The export has no pages: whether several of them compete is not known.',
        curve[TARGET] === null && `Place ${TARGET} has too few impressions: gains are not estimated.`,
        put && !put.isDone && put.sentence,
        'What people mean by a query, and what others’ pages offer, needs a person or a model.',
      ),
    })
  },
})
