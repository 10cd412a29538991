import { fileInput, playbook } from '@atrium/contract/playbook'
import { DAY_MS } from '@atrium/domain/dates/days'
import { sum } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { lasting, minuteOf, momentIn } from '../kit/moments.ts'
import { columnFor, neededColumn, readTable, type Table } from '../kit/table.ts'
import { answerTo, cutTo, percent, shownAs } from '../kit/telling.ts'
import { type Firing, noiseOf } from './alert-noise.ts'
import { budgetOf } from './error-budget.ts'
import { hours, hoursIn, slo, sloIn } from './questions.ts'
import { alerts as sample } from './samples.ts'

/** What files call an outage; a high one may be a warning of something that comes. */
const GRAVE = /crit|fatal|page|sev[-\s]?[01]|\bp[01]\b|down|outage/i

/** Whether nobody is at work then, on the clocks of a time zone: nights and weekends. */
function outOfHours(moment: number, timeZone: string, [from, to]: readonly [number, number]): boolean {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const hour = Number(of('hour'))
  return ['Sat', 'Sun'].includes(of('weekday')) || hour < from || hour >= to
}

function readFirings(table: Table, timeZone: string, work: readonly [number, number]) {
  const monitor = neededColumn(table, 'monitor', ['monitor', 'alert', 'alertname', 'rule', 'name', 'title', 'check'])
  const fired = neededColumn(table, 'time at which it fired', [
    'fired',
    'fired at',
    'started',
    'start',
    'triggered',
    'created',
    'time',
    'from',
  ])
  const ended = columnFor(table, ['resolved', 'resolved at', 'ended', 'end', 'closed', 'recovered', 'to'])
  const taken = columnFor(table, ['acknowledged', 'acked', 'ack', 'acknowledged at'])
  const severity = columnFor(table, ['severity', 'priority', 'urgency', 'level'])
  const firings: Firing[] = []
  const left: { line: number; why: 'time' | 'order' }[] = []
  for (const { line, fields } of table.rows) {
    const at = (column: string | undefined) => momentIn(column === undefined ? '' : (fields[column] ?? ''))
    const [from, to] = [at(fired), at(ended)]
    if (from === null) left.push({ line, why: 'time' })
    else if (to !== null && to < from) left.push({ line, why: 'order' })
    else
      firings.push({
        line,
        monitor: cutTo(fields[monitor] || 'without a name', 200),
        severity: severity ? (fields[severity] ?? '') : '',
        from,
        to,
        acknowledged: at(taken),
        isOutOfHours: outOfHours(from, timeZone, work),
      })
  }
  return {
    firings,
    left,
    says: { ended: ended !== undefined, taken: taken !== undefined, severity: severity !== undefined },
  }
}

const criteria = [
  'Every monitor has its firings, its times and an advice',
  'The error budget is worked out from grave alerts, overlaps counted once',
  'Rows that were left out are named',
]

export const tuneAlerts = playbook({
  id: 'tuneAlerts',
  title: 'Tune alerts and count the error budget',
  summary:
    'Reads an export of alerts (CSV): which monitors flap, mend themselves or are never taken, times to acknowledge and resolve, calls at night, and what is left of the error budget of 30 days.',
  examples: ['tune alerts', 'noisy alerts', 'on-call report', 'error budget', 'mttr'],
  input: z.object({ alerts: fileInput('The alerts (CSV with monitor and time)', '.csv,.tsv,.txt') }),
  uses: [],
  criteria,
  withoutModel: [],
  sample: { files: { 'pages.csv': sample }, input: { alerts: 'file:pages.csv' } },
  async run(job, input) {
    const file = await job.file(input.alerts)
    const table = readTable(file)
    const { firings, left, says } = readFirings(table, job.timeZone, hoursIn(answerTo(job, hours)))
    const goal = sloIn(answerTo(job, slo))
    const grave = firings.filter(({ severity, to }) => to !== null && GRAVE.test(severity))
    const until = Math.max(...firings.map(({ from, to }) => to ?? from), 0)
    const budget = budgetOf(
      grave.map(({ from, to }) => ({ from, to: to ?? from })),
      goal,
      until,
    )
    const noise = noiseOf(firings)
    const open = firings.filter(({ to }) => to === null)
    const [healed, night] = [sum(noise.map((one) => one.healed)), firings.filter((one) => one.isOutOfHours).length]
    await job.note(`${counted(firings.length, 'firing')} of ${counted(noise.length, 'monitor')}.`)
    const budgetSaid = `Goal ${percent(goal, 2)} of 30 days allows ${lasting(budget.allowed)}; ${lasting(budget.spent)} were spent, ${budget.left >= 0 ? `${percent(budget.left)} is left` : `${percent(-budget.left)} too much`}.`
    const worst = noise.find((one) => !/^(Keep|Too few)/.test(one.advice))
    await job.deliver({
      title: `Alerts of ${file.name}`,
      summary: `${counted(firings.length, 'firing')} of ${counted(noise.length, 'monitor')}, ${healed} mended themselves unseen, ${night} out of hours. ${says.ended && grave.length > 0 ? budgetSaid : 'The error budget could not be counted.'}${worst ? ` First to tune: ${worst.monitor}.` : ''}`,
      blocks: [
        textBlock(
          'Error budget',
          says.ended && grave.length > 0
            ? [
                `- ${budgetSaid}`,
                `- Availability from ${minuteOf(until - 30 * DAY_MS)} to ${minuteOf(until)} UTC: **${percent(budget.availability, 3)}**`,
                `- Burn rate of the last day: **${budget.burnRate.toFixed(1)}** (1 spends the budget in exactly 30 days)`,
                `- ${budget.left < 0 ? 'The budget is spent: stability before features until it recovers.' : budget.left < 0.25 ? 'Little is left: only releases that can be taken back.' : 'There is room for releases.'}`,
              ].join('\n')
            : 'It needs the times at which grave alerts (critical, page, Sev 1, P1) ended.',
        ),
        ...tableBlock(
          'Monitors, the noisiest first',
          {
            monitor: 'Monitor',
            firings: 'Firings',
            healed: 'Mended itself',
            flaps: 'Bursts',
            night: 'Out of hours',
            ack: 'Median to take',
            resolve: 'Median to end',
            advice: 'Advice',
            lines: 'Lines',
          },
          noise.map((one) => ({
            monitor: one.monitor,
            firings: one.firings,
            healed: one.healed,
            flaps: one.flaps,
            night: one.outOfHours,
            ack: one.toAcknowledge === null ? '' : lasting(one.toAcknowledge),
            resolve: one.toResolve === null ? '' : lasting(one.toResolve),
            advice: one.advice,
            lines: linesOf(one.lines),
          })),
        ),
        textBlock(
          'First to tune',
          noise
            .filter((one) => !/^(Keep|Too few)/.test(one.advice))
            .slice(0, 5)
            .map((one) => `- **${shownAs(one.monitor)}** (${one.firings}): ${one.advice}`)
            .join('\n') || 'No monitor stands out.',
        ),
      ],
      sources: [{ kind: 'file', name: file.name, place: `lines 2–${table.rows.at(-1)?.line ?? 2}` }],
      evidence: evidenceFor(
        criteria,
        [
          noise.length,
          noise.filter(({ advice }) => advice === '').length,
          `${counted(noise.length, 'monitor')}, ${firings.length} of ${table.rows.length} rows.`,
        ],
        says.ended && grave.length > 0
          ? [grave.length, 0, `${counted(grave.length, 'grave alert')} that ended. ${budgetSaid}`]
          : [0, null, 'No grave alert with an end.'],
        [
          left.length,
          left.filter(({ line }) => line < 1).length,
          left.length === 0 ? 'None.' : linesOf(left.map(({ line }) => line)),
        ],
      ),
      couldNot: sentences(
        left.some(({ why }) => why === 'time') &&
          `Left out, no time that can be read: ${linesOf(left.filter(({ why }) => why === 'time').map(({ line }) => line))}.`,
        left.some(({ why }) => why === 'order') &&
          `Left out, ended before it fired: ${linesOf(left.filter(({ why }) => why === 'order').map(({ line }) => line))}.`,
        open.length > 0 && `Without an end, and so not in the budget: ${linesOf(open.map(({ line }) => line))}.`,
        !says.taken &&
          'The file has no column for the acknowledgement: what nobody took is not told from what mended itself.',
        !says.severity && 'The file has no column for the severity: the error budget was not counted.',
        'Grave alerts stand for outages: whether users felt them is not in the file. Times without a zone were read as UTC.',
      ),
    })
  },
})
