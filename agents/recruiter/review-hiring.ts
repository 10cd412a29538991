import { fileInput, type Job, playbook } from '@atrium/contract/playbook'
import { addDays, daysBetween } from '@atrium/domain/dates/days'
import { addWorkingDays } from '@atrium/domain/dates/working-days'
import { folded } from '@atrium/domain/names/folding'
import { median } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { nextWorkingDay, todayOf } from '../kit/days.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { emailIn } from '../kit/email-address.ts'
import { appointments } from '../kit/events.ts'
import { readTable } from '../kit/table.ts'
import { unreadable } from '../kit/task-inbox.ts'
import { type ListedTask, putTasks, TASK_LIST } from '../kit/task-list.ts'
import { percent, shownAs } from '../kit/telling.ts'
import { type Candidate, readCandidates, STAGES } from './candidates.ts'
import { bySource, fourFifths, funnel, GROUP_MIN, timeToHire } from './hiring-figures.ts'
import { QUESTIONS } from './questions.ts'
import { CANDIDATES } from './samples.ts'
import { NEXT, waitingMessage } from './waiting.ts'

const CRITERIA = [
  'Every open applicant who waits too long is named, with the days and the next step.',
  'The funnel says for each stage how many came to it and what share went on.',
  'Nobody is ranked, and no decision about a person is proposed.',
] as const

const input = z.object({
  candidates: fileInput('Applicants (CSV): name, role, stage, applied, last change, source', '.csv,.tsv,.txt'),
  tasks: z.number().int().min(0).max(30).default(10).meta({ title: 'Tasks for at most so many applicants' }),
})

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const table = readTable(await job.file(given.candidates))
  const { candidates, unknownStages, badDates, dateNote, groups, groupName } = readCandidates(table)
  const today = todayOf(job)
  const limit = Number(answers.waiting) || 7
  const open = candidates.filter(({ outcome }) => outcome === 'open')
  const since = ({ movedOn, appliedOn }: Candidate) => movedOn ?? appliedOn
  const days = (one: Candidate) => (since(one) ? Math.max(0, daysBetween(since(one) ?? today, today)) : null)
  const events = await appointments(job, today, addDays(today, 30))
  const booked = (one: Candidate) =>
    one.name === '' ? undefined : events.find(({ title }) => ` ${folded(title)} `.includes(` ${folded(one.name)} `))
  const waiting = open
    .filter((one) => (days(one) ?? 0) > limit && !booked(one))
    .sort((a, b) => (days(b) ?? 0) - (days(a) ?? 0))
  const undated = open.filter((one) => since(one) === null)

  const lines = funnel(candidates)
  const hire = timeToHire(candidates)
  const perStage = [...Map.groupBy(open, ({ reached }) => String(reached))].map(([stage, here]) => {
    const known = here.flatMap((one) => days(one) ?? [])
    return {
      at: Number(stage),
      count: here.length,
      median: known.length > 0 ? median(known) : null,
      late: here.filter((one) => waiting.includes(one)).length,
    }
  })
  const sources = bySource(candidates)
  const impact = groups
    ? fourFifths(
        new Map(
          [
            ...Map.groupBy(
              candidates.filter((one) => groups.has(one.line) && (one.outcome !== 'open' || one.reached >= 2)),
              ({ line }) => groups.get(line) ?? '',
            ),
          ].map(
            ([group, here]) =>
              [group, { of: here.length, passed: here.filter(({ reached }) => reached >= 2).length }] as const,
          ),
        ),
      )
    : null

  const on = nextWorkingDay(job)
  const tasks = waiting.slice(0, given.tasks).map(
    (one, at): ListedTask => ({
      title: `${one.name || `line ${one.line}`} (${one.role}): ${NEXT[one.reached] ?? 'Decide'}, waiting ${days(one)} days`,
      due: addWorkingDays(on, Math.floor(at / 5)),
      priority: one.reached >= 3 ? 'A' : 'B',
      project: 'hiring',
    }),
  )
  const put = await putTasks(
    job,
    tasks,
    `${counted(tasks.length, 'applicant')} who waited longer than ${limit} days: a step for each, for a person to decide.`,
  )
  const drafts = waiting.slice(0, 50).flatMap((one) => {
    const email = emailIn(one.email)
    if (!email) return []
    return [{ to: email.address, subject: 'Your application', text: waitingMessage(one, answers.sender ?? '') }]
  })
  const weakest = lines.filter(({ passed }) => passed !== null).sort((a, b) => (a.passed ?? 1) - (b.passed ?? 1))[0]
  const low = impact?.filter(({ isLow }) => isLow) ?? []
  await job.deliver({
    title: `Hiring on ${today}: ${open.length} open, ${waiting.length} wait too long`,
    summary: `${counted(candidates.length, 'applicant')}, ${open.length} open. ${waiting.length} have heard nothing for more than ${limit} days. ${hire ? `A hire takes ${Math.round(hire.days)} days (median of ${hire.count}). ` : ''}${put.sentence}`,
    blocks: [
      textBlock(
        'What stands out',
        [
          waiting[0]
            ? `- The longest wait: **${shownAs(waiting[0].name, 80)}** (${shownAs(waiting[0].role, 80)}), ${days(waiting[0])} days in “${shownAs(waiting[0].stage, 60)}”.`
            : `- Nobody waits longer than ${limit} days.`,
          ...(weakest
            ? [`- Fewest go on to “${weakest.stage}”: ${percent(weakest.passed ?? 0)} of those who were decided.`]
            : []),
          ...(low.length > 0
            ? [
                `- ${shownAs(low.map(({ group }) => group).join(', '))}: the share that came to an interview is under four fifths of the highest. That is no proof; look at the criteria of the first selection.`,
              ]
            : []),
          '- A person decides about every applicant; the order of the table is that of the waiting.',
        ].join('\n'),
      ),
      ...tableBlock(
        'Who waits, the longest first',
        { name: 'Applicant', role: 'Role', stage: 'Stage', days: 'Days', next: 'Next step, by a person', line: 'Line' },
        waiting.map((one) => ({
          name: one.name,
          role: one.role,
          stage: one.stage,
          days: days(one),
          next: NEXT[one.reached] ?? 'Decide',
          line: one.line,
        })),
      ),
      ...tableBlock(
        'Funnel',
        {
          stage: 'Stage',
          reached: 'Came so far',
          passed: 'Went on, of the decided',
          open: 'In it now',
          median: 'Days in it (median)',
          late: 'Too long',
        },
        lines.map(({ stage, reached, passed }, at) => {
          const here = perStage.find((one) => one.at === at)
          return {
            stage,
            reached,
            passed: passed === null ? '' : percent(passed),
            open: here?.count ?? 0,
            median: here?.median ?? null,
            late: here?.late ?? 0,
          }
        }),
      ),
      ...tableBlock(
        'Sources',
        {
          source: 'Source',
          count: 'Applicants',
          interviews: 'To an interview',
          rate: 'Share (95 % interval)',
          hired: 'Hired',
        },
        sources.map(({ source, count, interviews, rate, low: from, high, hired }) => ({
          source,
          count,
          interviews,
          rate: `${percent(rate)} (${percent(from)}–${percent(high)})`,
          hired,
        })),
      ),
      ...(impact
        ? tableBlock(
            `To an interview by ${groupName.toLowerCase()} (four-fifths rule)`,
            {
              group: groupName,
              count: 'Decided',
              passed: 'To an interview',
              rate: 'Share',
              ratio: 'Of the highest',
              look: 'Look at',
            },
            impact.map(({ group, count, passed, rate, ratio, isLow }) => ({
              group,
              count,
              passed,
              rate: percent(rate),
              ratio: percent(ratio),
              look: isLow ? 'under 80 %' : '',
            })),
          )
        : []),
      ...(drafts.length > 0 ? [{ kind: 'drafts' as const, title: 'A word to those who wait', drafts }] : []),
    ],
    sources: [
      { kind: 'file', name: table.name, place: `rows 2–${table.rows.at(-1)?.line ?? 2}` },
      {
        kind: 'records',
        name: 'Content Calendar',
        place: `${counted(open.filter(booked).length, 'applicant')} with an appointment`,
      },
    ],
    evidence: evidenceFor(
      CRITERIA,
      [
        open.length,
        waiting.filter((one) => (days(one) ?? 0) <= limit).length,
        `${waiting.length} of ${open.length} open; ${open.filter(booked).length} have an appointment, ${undated.length} have no date.`,
        undated.length,
      ],
      [
        STAGES.length,
        STAGES.length - lines.length,
        lines.map(({ stage, reached }) => `${stage} ${reached}`).join(', '),
      ],
      [0, null, 'The table is in the order of waiting; the figures by group are sums.'],
    ),
    couldNot: sentences(
      'Who is suitable is not judged: CVs are not read and nobody is scored. A person decides.',
      await unreadable(job, { 'content-calendar.occurrences': 'Content Calendar' }),
      undated.length > 0 &&
        `No date, so it cannot be said how long they wait: ${linesOf(undated.map(({ line }) => line))}.`,
      unknownStages.length > 0 && `Stages that are not known count as “Applied”: ${linesOf(unknownStages)}.`,
      badDates.length > 0 && `Dates that are none: ${linesOf(badDates)}.`,
      dateNote,
      groups &&
        !impact &&
        `By ${groupName.toLowerCase()} nothing is told: fewer than two groups have ${GROUP_MIN} decided applicants.`,
      drafts.length < Math.min(50, waiting.length) &&
        `${counted(Math.min(50, waiting.length) - drafts.length, 'applicant')} without an address: no draft.`,
      !put.isDone && tasks.length > 0 && put.sentence,
    ),
  })
}

export const reviewHiring = playbook({
  id: 'reviewHiring',
  title: 'Review the hiring pipeline',
  summary:
    'Who waits too long, the funnel by stage, time to hire, sources, and whether a group is passed over; a person decides.',
  examples: [
    'hiring pipeline',
    'applicants',
    'candidates',
    'time to hire',
    'funnel',
    'who waits',
    'sources of applicants',
  ],
  input,
  uses: ['content-calendar.occurrences', TASK_LIST],
  criteria: CRITERIA,
  withoutModel: ['CVs and letters are not read.'],
  sample: { files: { 'applicants.csv': CANDIDATES }, input: { candidates: 'file:applicants.csv' } },
  run,
})
