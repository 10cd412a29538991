import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { readTable } from '../kit/table.ts'
import { putTasks } from '../kit/task-list.ts'
import { type Crawled, crawledIn, isIndexable, issuesOf } from './crawl.ts'
import { crawlFile } from './samples.ts'

const criteria = [
  'Every finding names its pages.',
  'Findings are in the order in which to mend them.',
  'What the crawl does not say is named.',
]
const GRADES = { error: 'A', warning: 'B', notice: 'C' } as const
const statusOf = ({ status }: Crawled) => `${Math.floor(status / 100)}xx`

export const auditSite = playbook({
  id: 'auditSite',
  title: 'Audit a site from a crawl',
  summary:
    'Reads the export of a crawler: errors, redirects, titles, descriptions, headings, duplicates, thin and lonely pages, and what to mend first.',
  examples: ['audit a site', 'audit pages', 'seo audit', 'technical seo', 'crawl audit'],
  input: z.object({
    file: fileInput('Crawl export (address, status code, title …)', '.csv,.tsv'),
    tasks: z.boolean().default(true).meta({ title: 'Put errors and warnings into the Task Inbox' }),
  }),
  uses: ['tasks.importTodoTxt'],
  criteria,
  withoutModel: ['Titles and descriptions are judged by length and repetition, not by what they say.'],
  sample: { files: { 'crawl.csv': crawlFile }, input: { file: 'file:crawl.csv', tasks: true } },
  async run(job, input) {
    const table = readTable(await job.file(input.file))
    const { pages, skipped, missing } = crawledIn(table)
    if (pages.length === 0)
      throw new AppError(
        'bad_request',
        `No row of “${table.name}” has an address and a status code. Give a crawler’s export of all pages.`,
      )
    const issues = issuesOf(pages)
    const indexable = pages.filter(isIndexable).length
    const statuses = [...new Set(pages.map(statusOf))]
      .sort()
      .map((status) => ({ status, pages: pages.filter((page) => statusOf(page) === status).length }))
    const grave = issues.filter(({ grade }) => grade !== 'notice')
    const project = job.seat.answers.project || 'seo'
    const put = input.tasks
      ? await putTasks(
          job,
          grave.map(({ grade, name, pages: found }) => ({
            title: `SEO: ${name} (${counted(found.length, 'page')}, e.g. ${found[0]?.address.slice(0, 120)})`,
            priority: GRADES[grade],
            project,
          })),
          `One task for each error and warning of the audit of ${table.name}: ${grave.map(({ name }) => name).join('; ')}.`,
        )
      : null
    const hasClicks = pages.some(({ clicks }) => clicks > 0)
    await job.deliver({
      title: `Site audit of ${pages[0]?.address.replace(/^(https?:\/\/[^/]+).*/, '$1').slice(0, 120)}`,
      summary: `${counted(pages.length, 'address', 'addresses')}, ${indexable} of which may stand in results. ${counted(issues.filter(({ grade }) => grade === 'error').length, 'kind')} of errors and ${counted(issues.filter(({ grade }) => grade === 'warning').length, 'kind')} of warnings.${issues[0] ? ` Mend first: ${issues[0].name.toLowerCase()} (${counted(issues[0].pages.length, 'page')}).` : ''}`,
      blocks: [
        ...tableBlock(
          'What to mend, in this order',
          {
            place: 'Order',
            grade: 'Grade',
            name: 'Finding',
            pages: 'Pages',
            ...(hasClicks ? { clicks: 'Clicks' } : {}),
            todo: 'What to do',
            example: 'For example',
          },
          issues.map(({ grade, name, pages: found, clicks, todo }, at) => ({
            place: at + 1,
            grade,
            name,
            pages: found.length,
            clicks,
            todo,
            example: `${found[0]?.address} (${found[0]?.note || `line ${found[0]?.line}`})`,
          })),
        ),
        ...tableBlock('Addresses by status', { status: 'Status', pages: 'Addresses' }, statuses),
        ...tableBlock(
          'Every finding with its page',
          { name: 'Finding', address: 'Address', note: 'Found', line: 'Line' },
          issues.flatMap(({ name, pages: found }) => found.map((page) => ({ name, ...page }))),
        ),
        {
          kind: 'checks',
          title: 'Whole site',
          checks: [
            {
              text: 'No linked page is missing',
              state: issues.some(({ name }) => name === 'Not found, but linked') ? 'fail' : 'pass',
            },
            {
              text: 'No page answers with a server error',
              state: issues.some(({ name }) => name === 'Server error') ? 'fail' : 'pass',
            },
            {
              text: 'Every page that may stand in results has a title of its own',
              state: missing.includes('titles')
                ? 'unknown'
                : issues.some(({ name }) => name === 'Title missing' || name.startsWith('The same title'))
                  ? 'fail'
                  : 'pass',
            },
          ],
        },
      ],
      sources: [{ kind: 'file', name: table.name, place: `${pages.length} of ${table.rows.length} rows` }],
      evidence: evidenceFor(
        criteria,
        [
          issues.length,
          issues.filter(({ pages: found }) => found.length === 0).length,
          `${issues.reduce((sum, { pages: found }) => sum + found.length, 0)} findings with address and line.`,
        ],
        [
          issues.length,
          issues.filter((one, at) => at > 0 && one.grade < (issues[at - 1]?.grade ?? 0)).length,
          hasClicks
            ? 'By grade, then by the clicks of the pages, then by their number.'
            : 'By grade, then by the number of pages: the crawl has no clicks.',
        ],
        [
          0,
          null,
          missing.length === 0 ? 'It has every column that is looked at.' : `Not in the crawl: ${missing.join(', ')}.`,
        ],
      ),
      couldNot: sentences(
        missing.length > 0 && `Not judged, since the crawl has no columns for it: ${missing.join(', ')}.`,
        skipped.length > 0 && `Rows without address or status, or said twice: ${linesOf(skipped)}.`,
        put && !put.isDone && put.sentence,
        'Speed as visitors feel it, links from other sites and the quality of the texts are not in a crawl.',
      ),
    })
  },
})
