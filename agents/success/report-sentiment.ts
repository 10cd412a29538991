import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { emailIn } from '../kit/email-address.ts'
import { dayReader } from '../kit/periods.ts'
import { groupTexts, keywords, vectorsOf } from '../kit/similar-texts.ts'
import { groupedBy, rounded } from '../kit/statistics.ts'
import { columnFor, neededColumn, numberIn, readTable } from '../kit/table.ts'
import { cutTo, percent, shownAs } from '../kit/telling.ts'
import { kindOf, netPromoter } from './net-promoter.ts'
import { QUESTIONS } from './questions.ts'
import { SURVEY } from './samples.ts'

const CRITERIA = [
  'The score is told with its margin and the number of answers.',
  'What people say is grouped, each group with words of theirs.',
  'Everybody who is unhappy and said why has a draft answer.',
] as const
const THEME = 0.12
/** Fewer answers say nothing of a segment. */
const SEGMENT_MIN = 5

const input = z.object({
  answers: fileInput('Answers of the survey (CSV): score 0–10, comment', '.csv,.tsv,.txt'),
})

interface Answer {
  line: number
  score: number
  comment: string
  name: string
  email: string
  segment: string
  month: string
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
        comment: of(columns.comment).slice(0, 5000),
        name: of(columns.name),
        email: of(columns.email),
        segment: of(columns.segment),
        month: days.read(of(columns.date))?.slice(0, 7) ?? '',
      },
    ]
  })
  const whole = netPromoter(answers.map((one) => one.score))
  if (!whole) throw new AppError('bad_request', `“${table.name}” has no whole numbers from 0 to 10 in “${score}”.`)

  const commented = answers.filter(({ comment }) => comment.split(/\s+/).length >= 2)
  const vectors = vectorsOf(commented.map(({ comment }) => comment))
  const themes = groupTexts(vectors, THEME)
    .filter((group) => group.length >= 2)
    .map((group) => {
      const here = group.flatMap((at) => commented[at] ?? [])
      return {
        words: keywords(
          here.map(({ comment }) => comment),
          group.map((at) => vectors[at] ?? new Map()),
          3,
        ),
        count: here.length,
        mean: here.reduce((sum, one) => sum + one.score, 0) / here.length,
        typical: here[0]?.comment ?? '',
        lines: here.map(({ line }) => line),
      }
    })
  const segments = [
    ...groupedBy(
      answers.filter(({ segment }) => segment),
      ({ segment }) => segment,
    ),
  ]
  const months = [
    ...groupedBy(
      answers.filter(({ month }) => month),
      ({ month }) => month,
    ),
  ].sort(([a], [b]) => a.localeCompare(b))
  const unhappy = answers.filter((one) => kindOf(one.score) === 'detractor')
  const withReason = unhappy.filter(({ comment }) => comment !== '')
  const drafts = withReason.slice(0, 50).map(({ name, email, line }) => {
    const first = name.split(' ')[0] ?? ''
    return {
      to: emailIn(email)?.address ?? cutTo(name || `line ${line}`, 200),
      subject: 'Your answer to our survey',
      text: [
        /^[\p{L}\p{M}’'-]{2,30}$/u.test(first) ? `Hello ${first},` : 'Hello,',
        'Thank you for telling us plainly what is wrong. I would like to understand what is behind it.',
        'Do you have ten minutes for it in the next days, or can you tell me in a line what would have made the difference?',
        `Kind regards\n${told.sender ?? ''}`,
      ].join('\n\n'),
    }
  })
  const worst = [...themes].filter(({ mean }) => mean < 7).sort((a, b) => b.count - a.count || a.mean - b.mean)[0]
  const best = [...themes].filter(({ mean }) => mean >= 9).sort((a, b) => b.count - a.count)[0]
  await job.deliver({
    title: `NPS ${said(answers.map((one) => one.score))} of ${counted(answers.length, 'answer')}`,
    summary: `${percent(whole.promoters / whole.count)} promoters, ${percent(whole.passives / whole.count)} passives, ${percent(whole.detractors / whole.count)} detractors. ${
      whole.margin !== null && whole.margin > 10
        ? 'With so few answers the score moves by chance: read what people say. '
        : ''
    }${counted(drafts.length, 'draft')} for those who are unhappy and said why.`,
    blocks: [
      textBlock(
        'In short',
        [
          `**${said(answers.map((one) => one.score))}** on the scale from −100 to 100, with 95 % confidence.`,
          ...(worst
            ? [
                `- What costs most: ${shownAs(worst.words.join(', '))} (${worst.count} answers, ${rounded(worst.mean)} on average): “${shownAs(cutTo(worst.typical, 200))}”`,
              ]
            : []),
          ...(best
            ? [
                `- What is praised: ${shownAs(best.words.join(', '))} (${best.count} answers): “${shownAs(cutTo(best.typical, 200))}”`,
              ]
            : []),
        ].join('\n'),
      ),
      ...tableBlock(
        'What people say',
        { words: 'About', count: 'Answers', mean: 'Mean score', typical: 'In their words', lines: 'Lines' },
        themes.map(({ words, count, mean, typical, lines }) => ({
          words: words.join(', '),
          count,
          mean: rounded(mean),
          typical: cutTo(typical, 300),
          lines: lines.join(', '),
        })),
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
        true,
        `${whole.promoters} − ${whole.detractors} of ${whole.count}: ${rounded(whole.score)}, margin ${whole.margin === null ? 'unknown' : rounded(whole.margin)}.`,
      ],
      [
        commented.length > 0 ? true : null,
        `${themes.length} groups of ${commented.length} comments; ${commented.length - themes.reduce((sum, { count }) => sum + count, 0)} stand alone.`,
      ],
      [
        drafts.length === withReason.length,
        `${drafts.length} of ${withReason.length}; ${unhappy.length - withReason.length} unhappy without a word.`,
      ],
    ),
    couldNot: sentences(
      'Comments are grouped by the words that they share: without a model irony and other words for the same are not seen.',
      'Who did not answer is not known; those who did may be happier or unhappier than the others.',
      unread.length > 0 && `No whole number from 0 to 10, left out: ${linesOf(unread)}.`,
      days.note,
      withReason.length > drafts.length && 'Drafts for the first 50 alone.',
    ),
  })
}

export const reportSentiment = playbook({
  id: 'reportSentiment',
  title: 'Report what customers say in a survey',
  summary:
    'Net Promoter Score with its margin, by segment and month, what people say in groups, and answers to the unhappy.',
  says: ['nps', 'survey', 'net promoter', 'customer feedback', 'satisfaction', 'sentiment'],
  input,
  uses: [],
  criteria: CRITERIA,
  withoutModel: ['Comments are grouped by words, not by meaning.'],
  sample: { files: { 'survey.csv': SURVEY }, input: { answers: 'file:survey.csv' } },
  run,
})
