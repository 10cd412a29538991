import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook, textInput } from '@atrium/contract/playbook'
import { addDays } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { weekdayName } from '@atrium/domain/dates/names'
import { addWorkingDays } from '@atrium/domain/dates/working-days'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { readOccurrences, timesOf, weeklyTimes } from '../kit/calendar.ts'
import { counted, doEach, doneBlock, linesOf, notDone } from '../kit/doing.ts'
import { columnFor, neededColumn, readTable, type Table } from '../kit/table.ts'
import { percent, shownAs } from '../kit/telling.ts'
import { type Idea, pillarsIn, rotaOf } from './rota.ts'
import { ideasFile } from './samples.ts'

const criteria = [
  'No piece stands at a time that is taken.',
  'Subjects come in their shares, none twice running where another has ideas.',
  'Each piece has days for its draft and review.',
]
const DRAFT_DAYS = 5
const REVIEW_DAYS = 2
const USUAL = { days: 'Tue 10:00, Thu 10:00', pillars: 'How-to | 50\nBehind the scenes | 30\nNews | 20' }

const same = (a: string, b: string) =>
  a.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') === b.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Ideas of a table, or of lines `title | subject | format`. Left out: without a title, or said twice. */
function ideasOf(
  table: Table | null,
  text: string,
  names: readonly string[],
): { ideas: Idea[]; skipped: number[]; strangers: string[] } {
  const title = table ? neededColumn(table, 'titles', ['title', 'idea', 'topic', 'headline']) : ''
  const [pillar, format] = [
    ['pillar', 'subject', 'category', 'theme'],
    ['format', 'type', 'kind'],
  ].map((wanted) => (table ? columnFor(table, wanted) : undefined))
  const rows = [
    ...(table?.rows ?? []).map(({ line, fields }) => ({
      line,
      title: fields[title] ?? '',
      pillar: (pillar && fields[pillar]) || '',
      format: (format && fields[format]) || '',
    })),
    ...text.split('\n').flatMap((row, at) => {
      const [said = '', of = '', kind = ''] = row.split('|').map((part) => part.trim())
      return said ? [{ line: at + 1, title: said, pillar: of, format: kind }] : []
    }),
  ]
  const skipped: number[] = []
  const strangers = new Set<string>()
  const ideas: Idea[] = []
  for (const row of rows) {
    if (row.title === '' || ideas.some((one) => same(one.title, row.title))) {
      skipped.push(row.line)
      continue
    }
    const known = names.find((name) => same(name, row.pillar))
    if (!known && row.pillar !== '') strangers.add(row.pillar.slice(0, 60))
    ideas.push({
      title: row.title.slice(0, 200),
      pillar: known ?? names[0] ?? '',
      format: row.format.slice(0, 60) || 'post',
      place: `line ${row.line}`,
    })
  }
  return { ideas, skipped, strangers: [...strangers] }
}

export const planPieces = playbook({
  id: 'planPieces',
  title: 'Plan pieces for the next weeks',
  summary:
    'Gives your ideas publishing times, subject by subject in their shares, around what is in the Content Calendar; with days for draft and review, as drafts in the calendar.',
  examples: ['plan pieces', 'editorial plan', 'editorial calendar', 'plan articles', 'content plan'],
  input: z.object({
    file: fileInput('Ideas (title, subject, format)', '.csv,.tsv').optional(),
    ideas: textInput('Or a line each: title | subject | format', 10_000).default(''),
    from: z.iso.date().optional().meta({ title: 'From (in eight days when empty, so that there is time for a draft)' }),
    weeks: z.number().int().min(1).max(26).default(6).meta({ title: 'Weeks' }),
    calendar: z.boolean().default(true).meta({ title: 'Put them into the Content Calendar as drafts' }),
  }),
  uses: ['content-calendar.occurrences', 'content-calendar.add'],
  criteria,
  withoutModel: ['Ideas are yours; none are invented.'],
  sample: { files: { 'ideas.csv': ideasFile }, input: { file: 'file:ideas.csv', weeks: 6 } },
  async run(job, input) {
    const today = dayAt(job.now, job.timeZone)
    const from = input.from ?? addDays(today, 8)
    if (from <= today)
      throw new AppError('bad_request', 'The first day has begun already. Give a day from tomorrow on.')
    const to = addDays(from, 7 * input.weeks - 1)
    const pillars = pillarsIn(job.seat.answers.pillars || USUAL.pillars)
    const table = input.file ? readTable(await job.file(input.file)) : null
    const { ideas, skipped, strangers } = ideasOf(
      table,
      input.ideas,
      pillars.map(({ name }) => name),
    )
    if (ideas.length === 0)
      throw new AppError('bad_request', 'There are no ideas. Give a table with titles, or a line each.')
    if (ideas.length > 500)
      throw new AppError('bad_request', 'There are more than 500 ideas. Give those of the next half-year.')
    const asked = weeklyTimes(job.seat.answers.days ?? '')
    const times = timesOf({ slots: asked.length > 0 ? asked : weeklyTimes(USUAL.days) }, from, to)
    const seen = (await readOccurrences(job, from, addDays(to, 1), job.timeZone)).filter(({ kind }) => kind === 'post')
    const free = times.filter((time) => !seen.some(({ start }) => start === time))
    const known = ideas.filter(({ title }) => seen.some((post) => same(post.title, title)))
    const order = rotaOf(
      ideas.filter((idea) => !known.includes(idea)),
      pillars,
      free.length,
    )
    const plan = order.map((idea, at) => {
      const time = free[at] as string
      const day = time.slice(0, 10)
      return {
        ...idea,
        time,
        day,
        draft: addWorkingDays(day, -DRAFT_DAYS),
        review: addWorkingDays(day, -REVIEW_DAYS),
      }
    })
    const late = plan.filter(({ draft }) => draft < today)
    const put = input.calendar
      ? await doEach(
          job,
          'content-calendar.add',
          plan.map(({ title, pillar, format, time, draft, review }) => ({
            name: `${time.replace('T', ' ')} ${title}`,
            why: `A draft of “${title}” (${format}, ${pillar}); draft by ${draft}, review by ${review}.`,
            input: {
              title,
              kind: 'post',
              status: 'draft',
              start: time,
              zone: job.timeZone,
              notes: `${format}. Draft by ${draft}, review by ${review}.`,
              tags: [pillar],
            },
          })),
          60,
        )
      : { done: [], not: [] }
    const left = ideas.length - known.length - plan.length
    const byPillar = pillars.map(({ name, share }) => {
      const own = plan.filter(({ pillar }) => pillar === name).length
      return {
        name,
        wanted: percent(share),
        planned: own,
        share: plan.length > 0 ? percent(own / plan.length) : '–',
        waiting: ideas.filter(({ pillar }) => pillar === name).length - own,
      }
    })
    const running = plan.filter(({ pillar }, at) => at > 0 && plan[at - 1]?.pillar === pillar)
    const thin = byPillar.filter(({ waiting, planned }) => waiting === 0 && planned === 0).map(({ name }) => name)
    await job.deliver({
      title: `Pieces from ${from} to ${to}`,
      summary: `${counted(plan.length, 'piece')} of ${counted(ideas.length, 'idea')} planned at ${counted(free.length, 'free time')}; ${left} wait. ${input.calendar ? `${put.done.length} stand in the Content Calendar as drafts.` : ''}`,
      blocks: [
        plan.length === 0
          ? textBlock(
              'Plan',
              'No piece could be planned: all times are taken, or all ideas stand in the calendar already.',
            )
          : textBlock(
              'This comes first',
              plan
                .slice(0, 3)
                .map(
                  ({ title, draft, review, time }) =>
                    `- **${shownAs(title)}**: draft by ${draft}, review by ${review}, out on ${time.replace('T', ' at ')}`,
                )
                .join('\n'),
            ),
        ...tableBlock(
          'Plan',
          {
            weekday: 'Day',
            time: 'Out',
            title: 'Piece',
            pillar: 'Subject',
            format: 'Format',
            draft: 'Draft by',
            review: 'Review by',
            place: 'From',
          },
          plan.map((one) => ({ ...one, weekday: weekdayName(one.day), time: one.time.replace('T', ' ') })),
        ),
        ...tableBlock(
          'Subjects',
          { name: 'Subject', wanted: 'Wanted', share: 'Planned, share', planned: 'Pieces', waiting: 'Ideas that wait' },
          byPillar,
        ),
        ...(input.calendar ? doneBlock('In the Content Calendar', put) : []),
      ],
      sources: table
        ? [{ kind: 'file', name: table.name, place: `${ideas.length} of ${table.rows.length} rows` }]
        : [{ kind: 'answer', name: 'Your ideas', place: counted(ideas.length, 'line') }],
      evidence: evidenceFor(
        criteria,
        [
          plan.length,
          plan.filter(({ time }) => !free.includes(time)).length,
          `${times.length - free.length} of ${counted(times.length, 'time')} were taken and left alone.`,
        ],
        [
          plan.length,
          running.length,
          running.length === 0
            ? byPillar.map(({ name, planned }) => `${name}: ${planned}`).join(', ')
            : `Twice running, since no other subject had ideas: ${running.map(({ title }) => title).join('; ')}.`,
        ],
        [
          plan.length,
          late.length,
          late.length === 0
            ? `Drafts ${DRAFT_DAYS} and reviews ${REVIEW_DAYS} working days before.`
            : `The day for the draft has passed: ${late.map(({ title }) => title).join('; ')}.`,
        ],
      ),
      couldNot: sentences(
        skipped.length > 0 && `Left out, without a title or said twice: ${linesOf(skipped)}.`,
        known.length > 0 && `In the calendar already: ${known.map(({ title }) => title).join('; ')}.`,
        strangers.length > 0 &&
          `Subjects that the onboarding does not know were counted as “${pillars[0]?.name}”: ${strangers.join(', ')}.`,
        thin.length > 0 && `No ideas for: ${thin.join(', ')}.`,
        left > 0 && `No time was left for ${counted(left, 'idea')}.`,
        ...(input.calendar ? notDone('pieces', put) : []),
        'Holidays are not known: drafts and reviews are counted from Monday to Friday.',
      ),
    })
  },
})
