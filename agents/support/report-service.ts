import { fileInput, type Job, playbook, textInput } from '@atrium/contract/playbook'
import { rounded } from '@atrium/domain/numbers/rounding'
import { z } from 'zod'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { lasting, minuteOf } from '../kit/moments.ts'
import { readTable } from '../kit/table.ts'
import { cutTo, percent, shownAs } from '../kit/telling.ts'
import { readTickets } from '../kit/tickets.ts'
import { QUESTIONS } from './questions.ts'
import { HISTORY } from './samples.ts'
import { aging, flow, levelLines, levelName, measure, targetsIn } from './service-levels.ts'

const CRITERIA = [
  'First answer and solution are measured against the target of each priority.',
  'Every open request that is beyond its target is named.',
  'The backlog is told by age and by week.',
] as const

const input = z.object({
  tickets: fileInput('Requests (CSV): created, first response, solved, priority, status', '.csv,.tsv,.txt'),
  targets: textInput('Targets in hours, “urgent: 1, 8” by lines (your answer when empty)', 500).optional(),
})

const HOUR = 3_600_000
const span = (hours: number | null) => (hours === null ? '–' : lasting(hours * HOUR))
const share = (value: number | null) => (value === null ? '–' : percent(value))

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const table = readTable(await job.file(given.tickets))
  const { tickets, empty, badMoments, dateNote } = readTickets(table)
  const { targets, unread } = targetsIn(given.targets?.trim() || (answers.targets ?? ''))
  const dated = tickets.filter(({ createdAt }) => createdAt !== null)
  const backwards = dated.filter(
    ({ createdAt, respondedAt, solvedAt }) =>
      (respondedAt !== null && respondedAt < (createdAt ?? 0)) || (solvedAt !== null && solvedAt < (createdAt ?? 0)),
  )
  const measured = dated
    .filter((one) => !backwards.includes(one))
    .map((one) => measure(one, targets, job.now.getTime()))
  const late = measured
    .filter(({ breaches, ticket }) => breaches.length > 0 && !ticket.isSolved)
    .sort((a, b) => a.level - b.level || (b.age ?? 0) - (a.age ?? 0))
  const lines = levelLines(measured, targets)
  const weeks = flow(measured.map(({ ticket }) => ticket))
  const open = measured.filter(({ ticket }) => !ticket.isSolved).length
  const categories = [...Map.groupBy(measured, ({ ticket }) => ticket.category || 'no category')]
    .map(([category, here]) => ({
      category,
      count: here.length,
      share: percent(here.length / measured.length),
      late: here.filter(({ breaches }) => breaches.length > 0).length,
    }))
    .sort((a, b) => b.count - a.count)
  const overall = measured.filter(({ breaches }) => breaches.length === 0).length
  const last = weeks.at(-1)
  const worst = late[0]

  await job.deliver({
    title: `Service levels of ${table.name}: ${measured.length === 0 ? 'nothing measured' : percent(overall / measured.length)} within target`,
    summary: `${counted(measured.length, 'request')} measured, ${open} open, ${late.length} of them beyond their target${
      last ? `; in the last week ${last.came} came and ${last.solved} were solved` : ''
    }.`,
    blocks: [
      textBlock(
        'What stands out',
        [
          ...(worst
            ? [
                `- The most urgent beyond its target: **${shownAs(worst.ticket.id, 60)}** ${shownAs(cutTo(worst.ticket.subject, 100))}, ${levelName(worst.level)}, open for ${span(worst.age)}.`,
              ]
            : ['- No open request is beyond its target.']),
          ...lines
            .filter(({ firstWithin }) => firstWithin !== null && firstWithin < 0.9)
            .map(
              (line) =>
                `- ${levelName(line.level)}: the first answer was in time for ${share(line.firstWithin)}; one in ten waited longer than ${span(line.first90)}.`,
            ),
          ...(categories[0]
            ? [`- Most requests are about ${shownAs(categories[0].category, 60)}: ${categories[0].share}.`]
            : []),
          ...(last && last.came > last.solved
            ? [`- The backlog grew by ${last.came - last.solved} in the week of ${last.week}.`]
            : []),
        ].join('\n'),
      ),
      ...tableBlock(
        'By priority',
        {
          level: 'Priority',
          count: 'Requests',
          open: 'Open',
          target: 'Target: answer, solution',
          first: 'First answer: median',
          first90: '90 % within',
          firstWithin: 'In time',
          solved: 'Solution: median',
          solved90: '90 % solved within',
          solvedWithin: 'Solved in time',
        },
        lines.map((line) => ({
          level: levelName(line.level),
          count: line.count,
          open: line.open,
          target: `${targets[line.level].firstResponse} h, ${targets[line.level].resolution} h`,
          first: span(line.firstMedian),
          first90: span(line.first90),
          firstWithin: share(line.firstWithin),
          solved: span(line.solvedMedian),
          solved90: span(line.solved90),
          solvedWithin: share(line.solvedWithin),
        })),
      ),
      ...tableBlock(
        'Open and beyond the target',
        {
          id: 'Request',
          subject: 'Subject',
          level: 'Priority',
          agent: 'With',
          age: 'Open for',
          breach: 'Too late for',
          line: 'Line',
        },
        late.map(({ ticket, level, age, breaches }) => ({
          id: ticket.id,
          subject: cutTo(ticket.subject || ticket.message, 120),
          level: levelName(level),
          agent: ticket.agent || 'nobody',
          age: span(age),
          breach: breaches.join(', '),
          line: ticket.line,
        })),
      ),
      ...tableBlock('Age of what is open', { age: 'Age', count: 'Requests' }, aging(measured)),
      ...tableBlock('By week', { week: 'Week of', came: 'Came', solved: 'Solved', backlog: 'Backlog' }, weeks),
      ...tableBlock(
        'By category',
        { category: 'Category', count: 'Requests', share: 'Share', late: 'Beyond target' },
        categories,
      ),
    ],
    sources: [
      {
        kind: 'file',
        name: table.name,
        place: `rows 2–${table.rows.at(-1)?.line ?? 2}, on ${minuteOf(job.now.getTime())} UTC`,
      },
    ],
    evidence: evidenceFor(
      CRITERIA,
      [
        measured.length,
        lines.length > 0 ? 0 : null,
        `${lines.length} priorities, ${measured.length} of ${table.rows.length} rows measured.`,
        table.rows.length - measured.length,
      ],
      [open, null, `${late.length} of ${open} open requests, in “Open and beyond the target”.`],
      [
        open,
        Math.abs(open - aging(measured).reduce((sum, { count }) => sum + count, 0)),
        `${aging(measured).reduce((sum, { count }) => sum + count, 0)} open requests in ${aging(measured).length} ages; ${rounded(weeks.length, 0)} weeks.`,
      ],
    ),
    couldNot: sentences(
      'Hours are those of the clock: working hours, pauses for the customer and holidays are not in the file.',
      'Whether the answers were right and friendly is not measured; that needs a person or a model.',
      tickets.length > dated.length &&
        `${counted(tickets.length - dated.length, 'request')} without a day of creation: not measured.`,
      backwards.length > 0 &&
        `Answered or solved before they came in: ${linesOf(backwards.map(({ line }) => line))}, not measured.`,
      empty.length > 0 && `Rows without a word in them: ${linesOf(empty)}.`,
      badMoments.length > 0 && `Moments that are none: ${linesOf(badMoments)}.`,
      dateNote,
      unread.length > 0 && `Targets that could not be read: ${unread.slice(0, 5).join('; ')}.`,
    ),
  })
}

export const reportService = playbook({
  id: 'reportService',
  title: 'Report service levels and the backlog',
  summary:
    'Measures first answer and solution against the target of each priority, and names what is open, how old and too late.',
  examples: ['sla', 'service levels', 'response times', 'backlog', 'ticket report', 'support report', 'aging'],
  input,
  uses: [],
  criteria: CRITERIA,
  withoutModel: ['The tone and the rightness of the answers are not judged.'],
  sample: { files: { 'history.csv': HISTORY }, input: { tickets: 'file:history.csv' } },
  run,
})
