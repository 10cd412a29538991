import { fileInput, type Job, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { documentsIn } from '../kit/documents.ts'
import { counted, doEach, doneBlock, linesOf, notDone } from '../kit/doing.ts'
import { passagesOf, retrieval } from '../kit/passages.ts'
import { cosine, groupTexts, vectorsOf } from '../kit/similar-texts.ts'
import { readTable } from '../kit/table.ts'
import { askedIn, readTickets } from '../kit/tickets.ts'
import { todayOf } from '../kit/working-days.ts'
import { type Article, articleOf } from './article.ts'
import { bareAnswer } from './private-data.ts'
import { QUESTIONS } from './questions.ts'
import { SOLVED } from './samples.ts'

const CRITERIA = [
  'Each article comes out of solved requests, which it names.',
  'No e-mail address, phone number, card number or name of a customer is left in an article.',
  'What an article of yours covers already is not written again.',
] as const
/** Requests are of one question from this likeness of their words on. */
const ALIKE = 0.2
/** Answers that are less alike than this contradict or complete each other. */
const ANSWERS_ALIKE = 0.15
const COVERED = 0.8
const TICKETS_MAX = 500
const SAVED_MAX = 10

const input = z.object({
  tickets: fileInput('Solved requests (CSV): subject, message, answer', '.csv,.tsv,.txt'),
  times: z.number().int().min(1).max(50).default(2).meta({ title: 'Write an article when it was asked so many times' }),
  save: z.boolean().default(true).meta({ title: 'Keep the drafts among the files, each after your word' }),
})

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const folder = answers.folder ?? ''
  const table = readTable(await job.file(given.tickets))
  const { tickets, empty } = readTickets(table)
  const withAnswer = tickets.filter((ticket) => ticket.isSolved && bareAnswer(ticket.answer) !== '')
  const looked = withAnswer.slice(0, TICKETS_MAX)
  const vectors = vectorsOf(looked.map(askedIn))
  const answerVectors = vectorsOf(looked.map(({ answer }) => bareAnswer(answer)))
  const groups = groupTexts(vectors, ALIKE)

  const library = await documentsIn(job, folder)
  const find = retrieval(library.documents.filter(({ folder: path }) => !/\/Drafts$/.test(path)).flatMap(passagesOf))
  const today = todayOf(job)
  const articles: Article[] = []
  const covered: { title: string; count: number; document: string }[] = []
  let rare = 0
  for (const group of groups) {
    const here = group.flatMap((at) => looked[at] ?? [])
    if (here.length < given.times) {
      rare += here.length
      continue
    }
    const [first] = group
    const differs = group.some(
      (at) => cosine(answerVectors[at] ?? new Map(), answerVectors[first ?? 0] ?? new Map()) < ANSWERS_ALIKE,
    )
    const article = articleOf(here, today, differs)
    if (!article) continue
    const best = here[0] ? find(askedIn(here[0]), 1)[0] : undefined
    if (best && best.coverage >= COVERED)
      covered.push({ title: article.title, count: here.length, document: best.passage.document })
    else articles.push(article)
  }
  await job.note(
    `${counted(looked.length, 'solved request')} in ${counted(groups.length, 'question')}: ${counted(articles.length, 'article')}.`,
  )

  const kept = given.save
    ? await doEach(
        job,
        'sync.save',
        articles.map(({ title, fileName, markdown, tickets: of }) => ({
          name: title,
          input: { name: fileName, path: `${folder}/Drafts`, text: markdown },
          why: `“${title}” was asked ${of.length} times; the draft comes into ${folder}/Drafts and is not public.`,
        })),
        SAVED_MAX,
      )
    : { done: [], not: [] }
  const redacted = articles.reduce(
    (sum, { redacted: counts }) => sum + Object.values(counts).reduce((all, count) => all + count, 0),
    0,
  )
  const used = articles.reduce((sum, { tickets: of }) => sum + of.length, 0)

  await job.deliver({
    title: `${counted(articles.length, 'article')} out of ${counted(looked.length, 'solved request')}`,
    summary: `${articles.length} questions that were asked ${given.times} times or more have a draft; they stand for ${used} requests. ${counted(redacted, 'piece')} of personal data taken out. ${kept.done.length} drafts kept in ${folder}/Drafts.`,
    blocks: [
      ...tableBlock(
        'Articles, the most asked first',
        { title: 'Question', count: 'Asked', tickets: 'Requests', differs: 'Look at', redacted: 'Taken out' },
        articles.map(({ title, tickets: of, differs, redacted: counts }) => ({
          title,
          count: of.length,
          tickets: of.map(({ id }) => id).join(', '),
          differs: differs ? 'the answers differ: decide which is right' : '',
          redacted: Object.entries(counts)
            .map(([kind, count]) => `${count} ${kind}`)
            .join(', '),
        })),
      ),
      ...articles.slice(0, 30).map(({ title, markdown }) => textBlock(title, markdown)),
      ...tableBlock(
        'Covered by an article of yours',
        { title: 'Question', count: 'Asked', document: 'Article' },
        covered,
      ),
      ...(articles.length + covered.length === 0
        ? [textBlock('Articles', `No question was asked ${given.times} times or more.`)]
        : []),
      ...doneBlock('Kept among your files', kept),
    ],
    sources: [{ kind: 'file', name: table.name, place: linesOf(looked.map(({ line }) => line)) }],
    evidence: evidenceFor(
      CRITERIA,
      [
        articles.every(({ tickets: of, markdown }) => of.every(({ id }, at) => at >= 20 || markdown.includes(id))),
        `${counted(articles.length, 'article')} name ${used} requests.`,
      ],
      [
        articles.every(({ markdown }) => !/[\w.+-]+@[\w-]+\.\w/.test(markdown)),
        `${counted(redacted, 'piece')} taken out; no address is left. Names that no column tells can still stand in a text.`,
      ],
      [
        library.closed === null ? true : null,
        library.closed ??
          `${covered.length} questions covered by ${counted(library.documents.length, 'article')} of ${folder}.`,
      ],
    ),
    couldNot: sentences(
      'The articles use the words of the answers: without a model they are not rewritten for readers.',
      'Whether an answer is still right, only somebody who knows the product can say: every draft has to be read.',
      rare > 0 && `${counted(rare, 'request')} asked fewer than ${given.times} times: no article.`,
      tickets.length > withAnswer.length &&
        `${counted(tickets.length - withAnswer.length, 'request')} without an answer in the file: left out.`,
      withAnswer.length > looked.length && `Only the first ${TICKETS_MAX} solved requests were looked at.`,
      empty.length > 0 && `Rows without a word in them: ${linesOf(empty)}.`,
      library.closed,
      ...notDone('drafts', kept),
    ),
  })
}

export const draftArticles = playbook({
  id: 'draftArticles',
  title: 'Turn solved requests into articles',
  summary:
    'Groups solved requests by what was asked, and drafts an article for each question that comes again, without personal data.',
  says: ['articles', 'write articles', 'knowledge base', 'faq', 'solved tickets', 'turn tickets into articles'],
  input,
  uses: ['sync.list', 'sync.read', 'sync.save'],
  criteria: CRITERIA,
  withoutModel: ['The articles use the words of the answers and are not rewritten.'],
  sample: { files: { 'solved.csv': SOLVED }, input: { tickets: 'file:solved.csv' } },
  run,
})
