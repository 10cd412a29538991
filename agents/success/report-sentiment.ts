import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, playbook } from '@atrium/contract/playbook'
import { numberIn } from '@atrium/domain/numbers/reading'
import { rounded } from '@atrium/domain/numbers/rounding'
import { z } from 'zod'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { refusalsOf } from '../kit/contactable.ts'
import { dayReader } from '../kit/day-reader.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { emailIn } from '../kit/email-address.ts'
import { columnFor, neededColumn, readTable } from '../kit/table.ts'
import { cutTo, percent } from '../kit/telling.ts'
import { kindOf, netPromoter } from './net-promoter.ts'
import { QUESTIONS } from './questions.ts'
import { SURVEY } from './samples.ts'

const CRITERIA = [
  'The score is told with its margin and the number of answers.',
  'Everybody who is unhappy and may be written to has a draft answer.',
] as const
/** Fewer answers say nothing of a segment. */
const SEGMENT_MIN = 5

const input = z.object({
  answers: fileInput('Answers of the survey (CSV): score 0–10, comment', '.csv,.tsv,.txt'),
})

interface Answer {
  line: number
  score: number
  name: string
  email: string
  segment: string
  month: string
  /** Why this person is not to be written to, by a column of the file; null when none says so. */
  refusal: string | null
}

const said = (scores: readonly number[]) => {
  const found = netPromoter(scores)
  return found === null
    ? '–'
    : `${Math.round(found.score)}${found.margin === null ? '' : ` ± ${Math.round(found.margin)}`}`
}

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const told = answersOf(job, QUESTIONS)
  const table = readTable(await job.file(given.answers))
  const score = neededColumn(table, 'score from 0 to 10', [
    'score',
    'nps',
    'nps score',
    'rating',
    'answer',
    'recommend',
  ])
  const columns = {
    comment: columnFor(table, ['comment', 'reason', 'why', 'feedback', 'text', 'verbatim', 'comments']),
    name: columnFor(table, ['name', 'contact', 'customer', 'respondent']),
    email: columnFor(table, ['email', 'e-mail']),
    segment: columnFor(table, ['segment', 'plan', 'role', 'tier', 'industry', 'region']),
    date: columnFor(table, ['date', 'answered', 'created', 'submitted']),
  }
  const days = dayReader(table.rows.map(({ fields }) => fields[columns.date ?? ''] ?? ''))
  const { refusal } = refusalsOf(table)
  const unread: number[] = []
  const answers = table.rows.flatMap(({ line, fields }): Answer[] => {
    const of = (column: string | undefined) => (column ? (fields[column] ?? '') : '')
    const value = numberIn(of(score))
    if (value === null || value < 0 || value > 10 || !Number.isInteger(value)) {
      unread.push(line)
      return []
    }
    return [
      {
        line,
        score: value,
        name: of(columns.name),
        email: of(columns.email),
        segment: of(columns.segment),
        refusal: refusal(fields),
        month: days.read(of(columns.date))?.slice(0, 7) ?? '',
      },
    ]
  })
  const whole = netPromoter(answers.map((one) => one.score))
  if (!whole) throw new AppError('bad_request', `“${table.name}” has no whole numbers from 0 to 10 in “${score}”.`)

  const segments = [
    ...Map.groupBy(
      answers.filter(({ segment }) => segment),
      ({ segment }) => segment,
    ),
  ]
  const months = [
    ...Map.groupBy(
      answers.filter(({ month }) => month),
      ({ month }) => month,
    ),
  ].sort(([a], [b]) => a.localeCompare(b))
  const unhappy = answers.filter((one) => kindOf(one.score) === 'detractor')
  const open = unhappy.filter(({ refusal }) => refusal === null)
  const drafts = open.slice(0, 50).map(({ name, email, line }) => {
    const first = name.split(' ')[0] ?? ''
    return {
      to: emailIn(email)?.address ?? cutTo(name || `line ${line}`, 200),
      subject: 'Your answer to our survey',
      text: [
        /^[\p{L}\p{M}’'-]{2,30}$/u.test(first) ? `Hello ${first},` : 'Hello,',
        'Thank you for your answer. It tells us that something is not right. I would like to understand what is behind it.',
        'Do you have ten minutes for it in the next days, or can you tell me in a line what would have made the difference?',
        `Kind regards\n${told.sender ?? ''}`,
      ].join('\n\n'),
    }
  })
  await job.deliver({
    title: `NPS ${said(answers.map((one) => one.score))} of ${counted(answers.length, 'answer')}`,
    summary: `${percent(whole.promoters / whole.count)} promoters, ${percent(whole.passives / whole.count)} passives, ${percent(whole.detractors / whole.count)} detractors. ${
      whole.margin !== null && whole.margin > 10
        ? 'With so few answers the score moves by chance: read what people wrote. '
        : ''
    }${counted(drafts.length, 'draft')} for those who are unhappy.`,
    blocks: [
      textBlock(
        'In short',
        [`**${said(answers.map((one) => one.score))}** on the scale from −100 to 100, with 95 % confidence.`].join(
          '\n',
        ),
      ),
      ...tableBlock(
        'By segment',
        { segment: columns.segment ?? 'Segment', count: 'Answers', nps: 'NPS' },
        segments.map(([segment, here]) => ({
          segment,
          count: here.length,
          nps: here.length < SEGMENT_MIN ? 'too few' : said(here.map((one) => one.score)),
        })),
      ),
      ...tableBlock(
        'By month',
        { month: 'Month', count: 'Answers', nps: 'NPS' },
        months.map(([month, here]) => ({
          month,
          count: here.length,
          nps: here.length < SEGMENT_MIN ? 'too few' : said(here.map((one) => one.score)),
        })),
      ),
      ...(drafts.length > 0 ? [{ kind: 'drafts' as const, title: 'To those who are unhappy', drafts }] : []),
    ],
    sources: [{ kind: 'file', name: table.name, place: `rows 2–${table.rows.at(-1)?.line ?? 2}` }],
    evidence: evidenceFor(
      CRITERIA,
      [
        whole.count,
        whole.margin === null ? null : whole.count - (whole.promoters + whole.passives + whole.detractors),
        `${whole.promoters} − ${whole.detractors} of ${whole.count}: ${rounded(whole.score)}, margin ${whole.margin === null ? 'unknown' : rounded(whole.margin)}.`,
        unread.length,
      ],
      [
        open.length,
        open.length - drafts.length,
        `${drafts.length} of ${unhappy.length} who are unhappy; ${unhappy.length - open.length} asked not to be written to.`,
      ],
    ),
    couldNot: sentences(
      columns.comment && `What people wrote in “${columns.comment}” was not read: that needs a model or a person.`,
      unhappy.length > open.length &&
        `Not written to, since they asked for it: ${linesOf(unhappy.filter(({ refusal }) => refusal !== null).map(({ line }) => line))}.`,
      'Who did not answer is not known; those who did may be happier or unhappier than the others.',
      unread.length > 0 && `No whole number from 0 to 10, left out: ${linesOf(unread)}.`,
      days.note,
      open.length > drafts.length && 'Drafts for the first 50 alone.',
    ),
  })
}

export const reportSentiment = playbook({
  id: 'reportSentiment',
  title: 'Work out the Net Promoter Score of a survey',
  summary: 'Net Promoter Score with its margin, by segment and month, and a first answer to each who is unhappy.',
  examples: ['nps', 'survey', 'net promoter', 'satisfaction score'],
  input,
  uses: [],
  criteria: CRITERIA,
  withoutModel: ['What people wrote is not read.'],
  sample: { files: { 'survey.csv': SURVEY }, input: { answers: 'file:survey.csv' } },
  run,
})
