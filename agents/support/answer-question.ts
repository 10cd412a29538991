import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, lineInput, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { answersOf, listIn } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { documentsIn } from '../kit/documents.ts'
import { counted } from '../kit/doing.ts'
import { type Found, passagesOf, plainText, retrieval, termsOf } from '../kit/passages.ts'
import { cutTo, shownAs } from '../kit/telling.ts'
import { QUESTIONS } from './questions.ts'
import { COVERED } from './reply.ts'
import { ARTICLES } from './samples.ts'

const CRITERIA = [
  'The answer is quoted from a document, with its name and part.',
  'Words of the question that no passage has are named.',
] as const

const input = z.object({
  question: textInput('The question', 2_000).min(3, 'Ask a question.'),
  articles: fileInput(
    'Help articles in one file; those of your files when empty',
    '.md,.txt,.html,.pdf,.docx',
  ).optional(),
  folder: lineInput('Folder of the help articles (your answer when empty)').optional(),
})

const quoted = ({ passage }: Found) =>
  `${plainText(passage.text)
    .split('\n')
    .map((line) => `> ${line}`)
    .join(
      '\n',
    )}\n\n– ${shownAs(passage.document, 120)}${passage.heading ? `, “${shownAs(passage.heading, 120)}”` : `, part ${passage.part}`}`

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const file = given.articles ? await job.file(given.articles) : null
  const folder = given.folder?.trim() || (listIn(answers.folder ?? '').length > 0 ? (answers.folder ?? '') : '')
  const read = file ? null : await documentsIn(job, folder)
  const documents = file ? [{ name: file.name, text: file.text }] : (read?.documents ?? [])
  const passages = documents.flatMap(passagesOf)
  if (passages.length === 0)
    throw new AppError(
      'bad_request',
      `${read?.closed ?? 'There is no text in the articles.'} Give a file with your help articles.`,
    )
  const found = retrieval(passages)(given.question, 4)
  const [best] = found
  const isCovered = best !== undefined && best.coverage >= COVERED
  const held = new Set(found.flatMap(({ passage }) => termsOf(`${passage.heading} ${passage.text}`)))
  const asked = [...new Set(given.question.match(/[\p{L}\p{N}-]+/gu) ?? [])]
  const missing = asked.filter((word) => termsOf(word).length > 0 && termsOf(word).every((term) => !held.has(term)))

  const composed = best
    ? await job.compose({
        purpose: 'An answer out of documents',
        instructions:
          'Answer the question out of these passages alone, in the language of the question, and name the document. When they do not answer it, say so.',
        data: `Question: ${given.question}\n\n${found.map(({ passage }) => `[${passage.document}, ${passage.heading}]\n${passage.text}`).join('\n\n')}`,
        maxWords: 200,
      })
    : null
  await job.deliver({
    title: `${isCovered ? 'An answer' : 'No sure answer'}: ${cutTo(given.question.replace(/\s+/g, ' '), 120)}`,
    summary: best
      ? `The nearest passage stands in ${best.passage.document} and holds ${Math.round(best.coverage * 100)} % of the question. ${isCovered ? '' : 'That is too little: ask somebody who knows, and write the article.'}`
      : `None of ${counted(documents.length, 'document')} has a word of the question.`,
    blocks: [
      ...(composed ? [textBlock('Answer', composed)] : []),
      textBlock(
        isCovered ? 'What the documents say' : 'The nearest that the documents say',
        found.length > 0
          ? found
              .slice(0, isCovered ? 2 : 3)
              .map(quoted)
              .join('\n\n')
          : 'No passage has a word of the question.',
      ),
      ...tableBlock(
        'Passages',
        { document: 'Document', part: 'Part', covered: 'Covered, %', score: 'BM25' },
        found.map(({ passage, coverage, score }) => ({
          document: passage.document,
          part: passage.heading || `part ${passage.part}`,
          covered: Math.round(coverage * 100),
          score: Math.round(score * 100) / 100,
        })),
      ),
    ],
    sources: [...new Set(found.map(({ passage }) => passage.document))].map((name) => ({
      kind: file ? ('file' as const) : ('records' as const),
      name: file ? name : `Sync: ${name}`,
      place: cutTo(
        found
          .filter(({ passage }) => passage.document === name)
          .map(({ passage }) => passage.heading || `part ${passage.part}`)
          .join('; '),
        500,
      ),
    })),
    evidence: evidenceFor(
      CRITERIA,
      [
        isCovered,
        best
          ? `${best.passage.document}, ${best.passage.heading || `part ${best.passage.part}`}: ${Math.round(best.coverage * 100)} % of the question.`
          : 'No passage was found.',
      ],
      [
        true,
        missing.length > 0
          ? `In none: ${missing.slice(0, 30).join(', ')}.`
          : 'Each word of the question stands in a passage.',
      ],
    ),
    couldNot: sentences(
      composed === null && 'The passages are quoted: without a model they are not put together into one answer.',
      'Passages are found by shared words (BM25), not by meaning: other words for the same thing are not known.',
      read && read.unread.length > 0 && `No text was found in ${read.unread.slice(0, 10).join(', ')}.`,
      read && read.beyond > 0 && `${counted(read.beyond, 'file')} beyond the first 60 were not read.`,
    ),
  })
}

export const answerQuestion = playbook({
  id: 'answerQuestion',
  title: 'Answer a question out of the help articles',
  summary:
    'Finds the passages of your files that answer a question, quotes them with their place, and says when none does.',
  says: ['answer question', 'what do we say about', 'find the article', 'look up', 'how do customers'],
  input,
  uses: ['sync.list', 'sync.read'],
  criteria: CRITERIA,
  withoutModel: ['The passages are quoted, not put together into one answer.'],
  sample: {
    files: { 'articles.md': ARTICLES },
    input: { question: 'How can I change the card that we pay with?', articles: 'file:articles.md' },
  },
  run,
})
