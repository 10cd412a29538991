import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, lineInput, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { answersOf, listIn } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { documentsIn } from '../kit/documents.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { passagesOf, retrieval } from '../kit/passages.ts'
import { readTable } from '../kit/table.ts'
import { type ListedTask, putTasks, TASK_LIST } from '../kit/task-list.ts'
import { cutTo } from '../kit/telling.ts'
import { askedIn, readTickets } from '../kit/tickets.ts'
import { nextWorkingDay } from '../kit/working-days.ts'
import { QUESTIONS } from './questions.ts'
import { draftReply, type Reply } from './reply.ts'
import { ARTICLES, TICKETS } from './samples.ts'
import { triage } from './triage.ts'

export const PROJECT = 'support'
const TICKETS_MAX = 200
const POLISHED_MAX = 10
const CRITERIA = [
  'Every open request has a reply out of an article, or goes to a person with the reason.',
  'Each reply names the article and the part of it that it is taken from.',
  'Money, law, security, personal data, health and threats always go to a person.',
] as const

const input = z.object({
  tickets: fileInput('Requests (CSV): subject, message, name', '.csv,.tsv,.txt'),
  articles: fileInput(
    'Help articles in one file; those of your files when empty',
    '.md,.txt,.html,.pdf,.docx',
  ).optional(),
  folder: lineInput('Folder of the help articles (your answer when empty)').optional(),
})

/** Lets a model word the replies; one that leaves out or brings in a figure or a link is not taken. */
async function worded(job: Job, replies: readonly Reply[]): Promise<number> {
  const marks = (text: string) => new Set(text.match(/https?:\/\/\S+|\d+(?:[.,]\d+)*/g) ?? [])
  let taken = 0
  for (const reply of replies.filter(({ source }) => source).slice(0, POLISHED_MAX)) {
    const text = await job.compose({
      purpose: 'A reply to a support request',
      instructions:
        'Word this reply so that it answers the request, in the language of the request, friendly and plain. Say nothing that the draft does not say. Keep steps, figures, greeting and signature. Answer with the reply alone.',
      data: `Request:\n${askedIn(reply.ticket)}\n\nDraft:\n${reply.text}`,
      maxWords: 250,
    })
    if (text === null) break
    const before = marks(reply.text)
    if (text.trim() === '' || [...marks(text)].some((mark) => !before.has(mark))) continue
    reply.text = text.trim()
    taken++
  }
  return taken
}

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const table = readTable(await job.file(given.tickets))
  const { tickets, empty } = readTickets(table)
  const open = tickets.filter(({ isSolved }) => !isSolved)
  const looked = open.slice(0, TICKETS_MAX)

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
  const find = retrieval(passages)
  await job.note(
    `${counted(looked.length, 'open request')}, ${counted(passages.length, 'passage')} of ${counted(documents.length, 'article')}.`,
  )

  const words = listIn(answers.handOver ?? '')
  const replies = looked
    .map((ticket) => draftReply(ticket, triage(ticket, words), find(askedIn(ticket)), answers.sender ?? ''))
    .sort((a, b) => a.triage.priority - b.triage.priority || a.ticket.line - b.ticket.line)
  const answered = replies.filter(({ source }) => source)
  const handed = replies.filter(({ source }) => !source)
  const wordedCount = await worded(job, replies)

  const tasks = handed.map(
    ({ ticket, triage: { priority }, handOver }): ListedTask => ({
      title: `Answer ${ticket.id}: ${cutTo(ticket.subject || ticket.message, 100)} (${handOver})`,
      priority: priority === 1 ? 'A' : priority === 2 ? 'B' : 'C',
      due: nextWorkingDay(job),
      project: PROJECT,
    }),
  )
  const put = await putTasks(job, tasks, `${counted(tasks.length, 'request')} that a person has to answer.`)

  await job.deliver({
    title: `${counted(answered.length, 'reply', 'replies')} drafted, ${handed.length} for a person`,
    summary: `Of ${counted(open.length, 'open request')}, ${answered.length} can be answered out of your articles and ${handed.length} need a person. Read each draft before it goes out. ${put.sentence}`,
    blocks: [
      ...(answered.length > 0
        ? [
            {
              kind: 'drafts' as const,
              title: 'Replies out of the articles',
              drafts: answered.map(({ ticket, subject, text }) => ({
                to: cutTo(ticket.email || ticket.name || ticket.id, 200),
                subject,
                text,
              })),
            },
          ]
        : [textBlock('Replies', 'No request could be answered out of the articles with confidence.')]),
      ...tableBlock(
        'Requests, the most urgent first',
        {
          id: 'Request',
          subject: 'Subject',
          priority: 'Priority',
          why: 'Because',
          state: 'Answer',
          article: 'Article',
          part: 'Part',
          covered: 'Covered, %',
          reason: 'Why a person',
          line: 'Line',
        },
        replies.map(({ ticket, triage: { priority, why }, source, handOver }) => ({
          id: ticket.id,
          subject: cutTo(ticket.subject || ticket.message, 120),
          priority: `P${priority}`,
          why,
          state: source ? 'drafted' : 'to a person',
          article: source?.passage.document ?? '',
          part: source ? source.passage.heading || `part ${source.passage.part}` : '',
          covered: source ? Math.round(source.coverage * 100) : null,
          reason: handOver ?? '',
          line: ticket.line,
        })),
      ),
      ...(handed.length > 0
        ? [
            {
              kind: 'drafts' as const,
              title: 'A first word to those who wait for a person',
              drafts: handed.map(({ ticket, subject, text }) => ({
                to: cutTo(ticket.email || ticket.name || ticket.id, 200),
                subject,
                text,
              })),
            },
          ]
        : []),
    ],
    sources: [
      { kind: 'file', name: table.name, place: linesOf(looked.map(({ line }) => line)) },
      ...[...new Set(answered.map(({ source }) => source?.passage.document ?? ''))].map((name) => ({
        kind: file ? ('file' as const) : ('records' as const),
        name: file ? name : `Sync: ${name}`,
        place: cutTo(
          [
            ...new Set(
              answered
                .filter(({ source }) => source?.passage.document === name)
                .map(({ source }) => source?.passage.heading || `part ${source?.passage.part}`),
            ),
          ].join('; '),
          500,
        ),
      })),
    ],
    evidence: evidenceFor(
      CRITERIA,
      [
        answered.length + handed.length === looked.length,
        `${answered.length} drafted + ${handed.length} for a person = ${looked.length} open requests.`,
      ],
      [
        answered.every(({ source }) => source),
        `${counted(answered.length, 'reply', 'replies')}, each with article, part and share of the question that it covers.`,
      ],
      [
        replies.every(({ source, triage: { handOver } }) => !source || !handOver),
        `${replies.filter((one) => one.triage.handOver).length} requests handed over for what they speak of.`,
      ],
    ),
    couldNot: sentences(
      wordedCount > 0
        ? `A model worded ${wordedCount} of the replies.`
        : 'The replies quote the articles as they are: without a model they are not fitted to the question or translated.',
      'Whether a passage answers a question is judged by shared words (BM25), not by meaning.',
      tickets.length > open.length &&
        `${counted(tickets.length - open.length, 'request')} solved already: not looked at.`,
      open.length > looked.length && `Only the first ${TICKETS_MAX} open requests were looked at.`,
      empty.length > 0 && `Rows without a word in them: ${linesOf(empty)}.`,
      read && read.unread.length > 0 && `No text was found in ${read.unread.slice(0, 10).join(', ')}.`,
      read && read.beyond > 0 && `${counted(read.beyond, 'file')} beyond the first 60 were not read.`,
      !put.isDone && tasks.length > 0 && put.sentence,
    ),
  })
}

export const draftReplies = playbook({
  id: 'draftReplies',
  title: 'Draft replies out of the help articles',
  summary:
    'Sorts open requests by urgency, drafts a reply out of the article that covers each, and hands over what a person has to answer.',
  says: ['replies', 'draft replies', 'answer tickets', 'tickets', 'support requests', 'inbox of support', 'macros'],
  input,
  uses: ['sync.list', 'sync.read', TASK_LIST],
  criteria: CRITERIA,
  withoutModel: ['The replies quote the articles as they are; they are not fitted to the question or translated.'],
  sample: {
    files: { 'tickets.csv': TICKETS, 'articles.md': ARTICLES },
    input: { tickets: 'file:tickets.csv', articles: 'file:articles.md' },
  },
  run,
})
