import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { type Documents, documentsIn } from '../kit/documents.ts'
import { counted } from '../kit/doing.ts'
import { emailIn } from '../kit/email-address.ts'
import { type Found, passagesOf, plainText, retrieval } from '../kit/passages.ts'
import { columnFor, neededColumn, readTable } from '../kit/table.ts'
import { answerTo, cutTo, percent, shownAs } from '../kit/telling.ts'
import { CONTACT, HANDBOOK } from './questions.ts'
import { HANDBOOK_SAMPLE, QUESTIONS_SAMPLE } from './samples.ts'
import { sensitiveSubject } from './sensitive.ts'

const criteria = [
  'Every answer quotes the handbook and names the section.',
  'What the handbook does not answer, and what a person has to answer, is handed over.',
] as const

/** Less of a question’s weighty words in the passage: it is no answer. */
const COVERED = 0.5
const QUESTIONS_MAX = 60

const input = z.object({
  questions: textInput('Questions, one a line', 10_000).optional(),
  list: fileInput('Or a list of questions: question; name, e-mail', '.csv,.tsv,.txt').optional(),
  handbook: fileInput('The handbook (empty: the folder of your files)', '.md,.txt,.docx,.pdf').optional(),
})

interface Asked {
  question: string
  name: string
  email: string
  where: string
}

interface Answered extends Asked {
  best: Found | null
  others: readonly Found[]
  /** Why a person has to answer; empty when the handbook does. */
  handOver: string
}

export const answerHandbook = playbook({
  id: 'answerHandbook',
  title: 'Answer from the handbook',
  summary:
    'Answers questions of staff out of your own handbook, quoting the section, as reply drafts; hands over what it does not answer, and whatever is about health, harassment, dismissal, pay or visas.',
  says: ['answer from the handbook', 'hr question', 'policy question', 'how many days of leave', 'staff questions'],
  input,
  uses: ['sync.list', 'sync.read'],
  criteria,
  withoutModel: ['An answer in one’s own words; the drafts quote the handbook.'],
  sample: {
    files: { 'handbook.md': HANDBOOK_SAMPLE, 'questions.csv': QUESTIONS_SAMPLE },
    input: { handbook: 'file:handbook.md', list: 'file:questions.csv' },
  },
  async run(job, given) {
    const { asked, left } = await questionsOf(job, given)
    const library = await libraryOf(job, given.handbook)
    const passages = library.documents.flatMap(passagesOf)
    const find = retrieval(passages)
    const contact = answerTo(job, CONTACT)
    const answers = asked.map((one): Answered => {
      const [best, ...others] = find(one.question, 3)
      const subject = sensitiveSubject(one.question)
      const isCovered = best !== undefined && best.coverage >= COVERED
      return {
        ...one,
        best: best ?? null,
        others,
        handOver: subject
          ? `it is about ${subject}`
          : isCovered
            ? ''
            : best
              ? `the handbook covers only ${percent(best.coverage)} of it`
              : 'the handbook says nothing about it',
      }
    })
    const replied = answers.filter(({ handOver }) => handOver === '')
    const handed = answers.filter(({ handOver }) => handOver !== '')
    await job.note(`${counted(answers.length, 'question')}: ${replied.length} answered, ${handed.length} handed over.`)
    await job.deliver({
      title: 'Answers from the handbook',
      summary: `${replied.length} of ${counted(answers.length, 'question')} are answered by the handbook; ${handed.length} go to ${contact}. Read each draft before you send it.`,
      blocks: [
        ...(answers.length > 0
          ? [
              {
                kind: 'drafts' as const,
                title: 'Replies',
                drafts: answers.map((one) => ({
                  to: one.email,
                  subject: `Re: ${cutTo(one.question, 120)}`,
                  text: replyTo(one, contact),
                })),
              },
            ]
          : []),
        ...tableBlock(
          'Where each answer stands',
          {
            question: 'Question',
            section: 'Section',
            covered: 'Words covered, %',
            also: 'See also',
            state: 'State',
            where: 'From',
          },
          answers.map(({ question, best, others, handOver, where }) => ({
            question,
            section: best ? placeOf(best) : '',
            covered: best ? Math.round(best.coverage * 100) : 0,
            also: others
              .filter(({ coverage }) => coverage >= COVERED)
              .map(placeOf)
              .join('; '),
            state: handOver ? `to ${contact}: ${handOver}` : 'answered',
            where,
          })),
        ),
        ...(handed.length > 0
          ? [
              textBlock(
                'What the handbook could say',
                handed
                  .filter(({ handOver }) => handOver.startsWith('the handbook'))
                  .map(({ question }) => `- ${shownAs(question, 200)}`)
                  .join('\n') || 'Nothing is missing: what was handed over is for a person.',
              ),
            ]
          : []),
      ],
      sources: library.documents.map(({ name, folder }) => ({
        kind: given.handbook ? ('file' as const) : ('records' as const),
        name,
        place: folder,
      })),
      evidence: evidenceFor(
        criteria,
        [
          replied.every(({ best }) => best !== null),
          replied
            .map(({ best }) => (best ? placeOf(best) : ''))
            .slice(0, 10)
            .join('; ') || 'No question was answered.',
        ],
        [
          true,
          `${handed.length} handed over: ${[...new Set(handed.map(({ handOver }) => handOver))].slice(0, 6).join('; ') || 'none'}.`,
        ],
      ),
      couldNot: sentences(
        'It interprets no law and no contract; where they say otherwise, they hold.',
        left > 0 && `${counted(left, 'question')} beyond the first ${QUESTIONS_MAX} were left out.`,
        library.unread.length > 0 && `No text was found in ${library.unread.slice(0, 6).join(', ')}.`,
        library.beyond > 0 && `${counted(library.beyond, 'file')} of the folder were not read.`,
      ),
    })
  },
})

const placeOf = ({ passage }: Found) =>
  `${passage.document}${passage.heading ? `, “${passage.heading}”` : `, part ${passage.part}`}`

function replyTo({ name, question, best, handOver }: Answered, contact: string): string {
  const hello = `Hello${name ? ` ${name}` : ''},`
  if (handOver !== '' || best === null)
    return `${hello}\n\nthank you for your question. I have passed it to ${contact}, who will answer you in person.\n\nYour question: ${question}`
  return `${hello}\n\nour handbook says about this (${placeOf(best)}):\n\n${plainText(best.passage.text)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}\n\nIf that does not answer it, please ask ${contact}.`
}

async function questionsOf(job: Job, given: z.output<typeof input>): Promise<{ asked: Asked[]; left: number }> {
  const typed = (given.questions ?? '')
    .split(/\r?\n/)
    .flatMap((line, at): Asked[] =>
      line.trim() ? [{ question: line.trim().slice(0, 600), name: '', email: '', where: `line ${at + 1}` }] : [],
    )
  const listed = given.list ? listedIn(readTable(await job.file(given.list))) : []
  const all = [...typed, ...listed]
  if (all.length === 0)
    throw new AppError('bad_request', 'Give questions: one a line, or a list with a column “question”.')
  return { asked: all.slice(0, QUESTIONS_MAX), left: Math.max(0, all.length - QUESTIONS_MAX) }
}

function listedIn(table: ReturnType<typeof readTable>): Asked[] {
  const question = neededColumn(table, 'question', ['question', 'message', 'text', 'subject', 'body'])
  const [name, email] = [
    columnFor(table, ['name', 'employee', 'from', 'who']),
    columnFor(table, ['email', 'e-mail', 'mail']),
  ]
  return table.rows.flatMap(({ line, fields }): Asked[] => {
    const text = (fields[question] ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim()
    return text
      ? [
          {
            question: text.slice(0, 600),
            name: (name ? (fields[name] ?? '') : '').slice(0, 80),
            email: email ? (emailIn(fields[email] ?? '')?.address ?? '') : '',
            where: `${table.name}, line ${line}`,
          },
        ]
      : []
  })
}

async function libraryOf(job: Job, id: string | undefined): Promise<Documents> {
  if (id) {
    const file = await job.file(id)
    return {
      documents: [{ id: file.id, name: file.name, folder: '', text: file.text.slice(0, 1_000_000), changedOn: null }],
      unread: [],
      beyond: 0,
      closed: null,
    }
  }
  const library = await documentsIn(job, answerTo(job, HANDBOOK))
  if (library.closed)
    throw new AppError(
      'bad_request',
      `${library.closed} Give the handbook as a file, or name its folder in the seat’s settings.`,
    )
  return library
}
