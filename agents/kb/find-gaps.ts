import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, lineInput, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { documentsIn } from '../kit/documents.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { passagesOf, retrieval } from '../kit/passages.ts'
import { groupTexts, keywords, vectorsOf } from '../kit/similar-texts.ts'
import { readTable } from '../kit/table.ts'
import { percent, shownAs } from '../kit/telling.ts'
import { askedIn, readTickets, type Ticket } from '../kit/tickets.ts'
import { QUESTIONS } from './questions.ts'
import { LIBRARY, QUESTIONS_ASKED } from './samples.ts'

const CRITERIA = [
  'Every request is matched to an article, or counted to a gap.',
  'The gaps are in the order of how often they were asked.',
] as const
/** Share of a question's words, by weight, that a passage has to hold. */
const COVERED = 0.5
const ALIKE = 0.15
const TICKETS_MAX = 1_000

const input = z.object({
  tickets: fileInput('Requests (CSV): subject, message', '.csv,.tsv,.txt'),
  articles: fileInput('Articles in one file; those of your files when empty', '.md,.txt,.html,.pdf,.docx').optional(),
  folder: lineInput('Folder of the articles (your answer when empty)').optional(),
})

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const folder = given.folder?.trim() || (answers.folder ?? '')
  const table = readTable(await job.file(given.tickets))
  const { tickets, empty } = readTickets(table)
  const looked = tickets.slice(0, TICKETS_MAX)
  const file = given.articles ? await job.file(given.articles) : null
  const read = file ? null : await documentsIn(job, folder)
  const passages = (file ? [file] : (read?.documents ?? [])).flatMap(passagesOf)
  if (passages.length === 0)
    throw new AppError(
      'bad_request',
      `${read?.closed ?? 'There is no text in the file.'} Give a file with your articles.`,
    )
  const find = retrieval(passages)
  const matched = looked.map((ticket) => ({ ticket, best: find(askedIn(ticket), 1)[0] }))
  const open = matched.filter(({ best }) => !best || best.coverage < COVERED)
  const answered = matched.filter(({ best }) => best && best.coverage >= COVERED)

  const texts = open.map(({ ticket }) => askedIn(ticket))
  const vectors = vectorsOf(texts)
  const gaps = groupTexts(vectors, ALIKE).map((group) => {
    const here = group.flatMap((at) => open[at] ?? [])
    const [typical] = here
    return {
      words: keywords(
        group.map((at) => texts[at] ?? ''),
        group.map((at) => vectors[at] ?? new Map()),
      ),
      typical: typical?.ticket.subject || typical?.ticket.message.slice(0, 120) || '',
      tickets: here.map(({ ticket }) => ticket),
      nearest: here.map(({ best }) => best).sort((a, b) => (b?.coverage ?? 0) - (a?.coverage ?? 0))[0],
    }
  })
  const hits = new Map<string, Ticket[]>()
  for (const { ticket, best } of answered) {
    const name = best ? `${best.passage.document}${best.passage.heading ? ` › ${best.passage.heading}` : ''}` : ''
    hits.set(name, [...(hits.get(name) ?? []), ticket])
  }
  const unused = passages
    .map(({ document, heading }) => `${document}${heading ? ` › ${heading}` : ''}`)
    .filter((name, at, all) => !hits.has(name) && all.indexOf(name) === at)
  const [first] = gaps

  await job.deliver({
    title: `${counted(gaps.length, 'gap')} in the articles, ${counted(open.length, 'request')} without an answer`,
    summary: `${answered.length} of ${counted(looked.length, 'request')} (${looked.length === 0 ? '–' : percent(answered.length / looked.length)}) are covered by an article. ${
      first ? `The largest gap: ${first.words.slice(0, 3).join(', ')}, asked ${first.tickets.length} times.` : ''
    }`,
    blocks: [
      textBlock(
        'Write next',
        gaps.length === 0
          ? 'Every request is covered by an article.'
          : gaps
              .slice(0, 5)
              .map(
                ({ typical, tickets: of, words }, at) =>
                  `${at + 1}. **${shownAs(typical, 120)}** (${shownAs(words.join(', '))}): asked ${counted(of.length, 'time')}`,
              )
              .join('\n'),
      ),
      ...tableBlock(
        'Gaps, the most asked first',
        {
          question: 'Typical question',
          words: 'About',
          count: 'Asked',
          open: 'Still open',
          tickets: 'Requests',
          nearest: 'Nearest article',
          covered: 'Covers, %',
        },
        gaps.map(({ typical, words, tickets: of, nearest }) => ({
          question: typical,
          words: words.join(', '),
          count: of.length,
          open: of.filter(({ isSolved }) => !isSolved).length,
          tickets: of
            .map(({ id }) => id)
            .slice(0, 30)
            .join(', '),
          nearest: nearest ? nearest.passage.heading || nearest.passage.document : '',
          covered: nearest ? Math.round(nearest.coverage * 100) : 0,
        })),
      ),
      ...tableBlock(
        'Articles that answer, the most used first',
        { article: 'Article', count: 'Requests' },
        [...hits].map(([article, of]) => ({ article, count: of.length })).sort((a, b) => b.count - a.count),
      ),
      ...tableBlock(
        'Articles that nobody asked for',
        { article: 'Article' },
        unused.map((article) => ({ article })),
      ),
    ],
    sources: [
      { kind: 'file', name: table.name, place: `${looked.length} requests` },
      {
        kind: file ? 'file' : 'records',
        name: file ? file.name : `Sync: ${folder}`,
        place: counted(passages.length, 'passage'),
      },
    ],
    evidence: evidenceFor(
      CRITERIA,
      [
        answered.length + gaps.reduce((sum, { tickets: of }) => sum + of.length, 0) === looked.length,
        `${answered.length} covered + ${open.length} in ${counted(gaps.length, 'gap')} = ${looked.length} requests.`,
      ],
      [
        true,
        gaps
          .map(({ tickets: of }) => of.length)
          .slice(0, 20)
          .join(', ') || 'There is none.',
      ],
    ),
    couldNot: sentences(
      'Requests and articles are matched by shared words (BM25, TF-IDF), not by meaning: a gap can be an article in other words.',
      empty.length > 0 && `Rows without a word in them: ${linesOf(empty)}.`,
      tickets.length > looked.length && `Only the first ${TICKETS_MAX} requests were looked at.`,
      read && read.beyond > 0 && `${counted(read.beyond, 'file')} beyond the first 60 were not read.`,
    ),
  })
}

export const findGaps = playbook({
  id: 'findGaps',
  title: 'Find what the articles do not answer',
  summary:
    'Holds requests against your articles: which questions no article answers, how often they come, and which articles nobody needs.',
  says: ['gaps', 'missing articles', 'what to write next', 'unanswered questions', 'coverage of the knowledge base'],
  input,
  uses: ['sync.list', 'sync.read'],
  criteria: CRITERIA,
  withoutModel: ['Requests and articles are matched by words, not by meaning.'],
  sample: {
    files: { 'requests.csv': QUESTIONS_ASKED, 'articles.md': LIBRARY },
    input: { tickets: 'file:requests.csv', articles: 'file:articles.md' },
  },
  run,
})
