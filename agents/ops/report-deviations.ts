import { fileInput, playbook } from '@atrium/contract/playbook'
import { dayAt } from '@atrium/domain/dates/local-time'
import { rounded } from '@atrium/domain/numbers/rounding'
import { median, quantile, sum } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { putTasks } from '../kit/task-list.ts'
import { percent } from '../kit/telling.ts'
import { type Delivery, daysLate, isInFull, onTimeInFull, paretoOf, readDeliveries } from './deviations.ts'
import { LOG_SAMPLE } from './samples.ts'

const criteria = [
  'Every deviation says how far it is from the plan, with its row.',
  'Causes are ranked, and the few that matter are marked.',
  'What is still open and late is listed first.',
] as const

const input = z.object({
  log: fileInput('Plan and result: item, planned, actual; owner, cause, cost, quantities', '.csv,.tsv,.txt'),
  on: z.iso.date().meta({ title: 'As of (empty: today)' }).optional(),
  tasks: z.boolean().meta({ title: 'Put what is open and late into the Task Inbox' }).default(false),
})

export const reportDeviations = playbook({
  id: 'reportDeviations',
  title: 'Report what did not go as planned',
  summary:
    'Compares a plan with what came of it: on time in full, days late, the causes by Pareto, what repeats and what is still open, as a report that somebody can act on.',
  examples: ['what did not go as planned', 'deviation report', 'incident report', 'on time delivery', 'pareto'],
  input,
  uses: ['tasks.importTodoTxt'],
  criteria,
  withoutModel: ['A grouping of causes that are worded differently; equal words count as one cause.'],
  sample: { files: { 'deliveries.csv': LOG_SAMPLE }, input: { log: 'file:deliveries.csv', on: '2026-03-16' } },
  async run(job, given) {
    const today = given.on ?? dayAt(job.now, job.timeZone)
    const file = readDeliveries(await job.file(given.log))
    const judged = file.rows.map((row) => ({ row, late: daysLate(row, today) }))
    const due = judged.filter((one): one is { row: Delivery; late: number } => one.late !== null)
    const deviations = due.filter(({ row, late }) => late > 0 || !isInFull(row) || row.actual === null)
    const open = deviations.filter(({ row }) => row.actual === null).sort((a, b) => b.late - a.late)
    const late = due.filter((one) => one.late > 0).map((one) => one.late)
    const otif = onTimeInFull(file.rows, today)
    const causes = paretoOf(deviations.map(({ row, late: days }) => ({ cause: row.cause, late: days, cost: row.cost })))
    const vital = causes.filter(({ isVital }) => isVital)
    const nameless = deviations.filter(({ row }) => row.cause === '')
    const cost = sum(deviations.map(({ row }) => row.cost))
    await job.note(
      `${due.length} due, ${deviations.length} deviations, on time in full ${otif === null ? 'unknown' : percent(otif, 1)}.`,
    )
    const put = given.tasks
      ? await putTasks(
          job,
          open.map(({ row, late: days }) => ({
            title: `${row.what}: ${days} days late${row.who ? ` (${row.who})` : ''}`,
            priority: 'A' as const,
            project: 'deviations',
          })),
          `${counted(open.length, 'item')} are late and still open.`,
        )
      : null
    const rowOf = ({ row, late: days }: { row: Delivery; late: number }) => ({
      what: row.what,
      who: row.who,
      planned: row.planned,
      actual: row.actual ?? 'open',
      late: Math.max(0, days),
      short: isInFull(row) || row.actual === null ? '' : `${row.actualQuantity ?? 0} of ${row.plannedQuantity}`,
      cause: row.cause,
      cost: row.cost || null,
      line: row.line,
    })
    const columns = {
      what: 'Item',
      who: 'Who',
      planned: 'Planned',
      actual: 'Actual',
      late: 'Days late',
      short: 'Short',
      cause: 'Cause',
      cost: 'Cost',
      line: 'Row',
    }
    await job.deliver({
      title: `What did not go as planned, to ${today}`,
      summary: `Of ${counted(due.length, 'item')} due, ${otif === null ? 'none can be judged' : `${percent(otif, 1)} were on time and in full`}. ${counted(deviations.length, 'deviation')}${late.length > 0 ? `, half of the late ones more than ${rounded(median(late))} days` : ''}; ${counted(open.length, 'item')} still open. ${
        vital.length > 0
          ? `Most come from: ${vital
              .map(({ cause, count }) => `${cause} (${count})`)
              .slice(0, 4)
              .join(', ')}.`
          : ''
      }`,
      blocks: [
        ...tableBlock('Still open and late', columns, open.map(rowOf)),
        ...tableBlock(
          'Causes',
          {
            cause: 'Cause',
            count: 'Deviations',
            running: 'Running share, %',
            days: 'Days lost',
            cost: 'Cost',
            vital: 'Among the first 80 %',
          },
          causes.map((one) => ({
            cause: one.cause,
            count: one.count,
            running: rounded(one.running * 100),
            days: one.days,
            cost: one.cost || null,
            vital: one.isVital ? 'yes' : '',
          })),
        ),
        ...tableBlock(
          'By who',
          { who: 'Who', due: 'Due', bad: 'Deviations', otif: 'On time in full, %', median: 'Median days late' },
          [
            ...Map.groupBy(
              due.filter(({ row }) => row.who !== ''),
              ({ row }) => row.who,
            ),
          ].map(([who, mine]) => ({
            who,
            due: mine.length,
            bad: mine.filter((one) => deviations.includes(one)).length,
            otif: rounded(
              (onTimeInFull(
                mine.map(({ row }) => row),
                today,
              ) ?? 0) * 100,
            ),
            median: rounded(median(mine.map((one) => Math.max(0, one.late)))),
          })),
        ),
        ...tableBlock('All deviations', columns, deviations.toSorted((a, b) => b.late - a.late).map(rowOf)),
        textBlock(
          'How it was judged',
          `On time in full: actual not after planned, and not less than planned; what is late and open counts as missed; what is not due yet (${judged.length - due.length}) does not count. Causes are ranked after Pareto; the first that make 80 % of the deviations are marked.${late.length > 0 ? ` 85 % of the late ones came within ${rounded(quantile(late, 0.85))} days.` : ''}${cost > 0 ? ` Cost as the file says: ${rounded(cost, 2)}.` : ''} ${file.note}`,
        ),
      ],
      sources: [{ kind: 'file', name: file.name, place: counted(file.rows.length, 'row') }],
      evidence: evidenceFor(
        criteria,
        [
          deviations.length,
          deviations.filter(({ row }) => row.line < 2).length,
          `${counted(deviations.length, 'deviation')} of ${due.length}, each with its row.`,
        ],
        [
          deviations.length,
          nameless.length,
          nameless.length === 0
            ? `${counted(causes.length, 'cause')}.`
            : `No cause: ${linesOf(nameless.map(({ row }) => row.line))}.`,
        ],
        [open.length, null, `${counted(open.length, 'item')}.`],
      ),
      couldNot: sentences(
        file.unread.length > 0 &&
          `Not read: ${linesOf(file.unread.map(({ line }) => line))} (${[...new Set(file.unread.map(({ reason }) => reason))].slice(0, 4).join(', ')}).`,
        nameless.length > 0 && `${counted(nameless.length, 'deviation')} without a cause: ask who was there.`,
        put?.sentence,
        'A cause in the file is what somebody wrote down, not a finding.',
      ),
    })
  },
})
