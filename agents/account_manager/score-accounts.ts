import { fileInput, type Job, playbook } from '@atrium/contract/playbook'
import { addWorkingDays } from '@atrium/domain/dates/working-days'
import { z } from 'zod'
import { healthOf, nextStep, WEIGHTS } from '../kit/account-health.ts'
import { readAccounts } from '../kit/accounts.ts'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { nextWorkingDay, todayOf } from '../kit/days.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { readTable } from '../kit/table.ts'
import { type ListedTask, putTasks, TASK_LIST } from '../kit/task-list.ts'
import { percent, shownAs } from '../kit/telling.ts'
import { QUESTIONS } from './questions.ts'
import { retentionOf } from './renewal.ts'
import { ACCOUNTS } from './samples.ts'

const CRITERIA = [
  'Every account has a score with the figures it comes from, or is named as unknown.',
  'Every account that is at risk has a next step.',
  'Accounts that could buy more are named with the reason.',
] as const

const input = z.object({
  accounts: fileInput('Accounts (CSV): seats, active users, NPS, open tickets, last contact …', '.csv,.tsv,.txt'),
  tasks: z.number().int().min(0).max(30).default(8).meta({ title: 'Tasks for at most so many accounts' }),
})

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const table = readTable(await job.file(given.accounts))
  const { accounts, nameless, repeated, badDates, dateNote, has } = readAccounts(table)
  const today = todayOf(job)
  const scored = accounts
    .map((account) => {
      const health = healthOf(account, today, Number(answers.contact) || 30)
      return { account, health, next: nextStep(account, health) }
    })
    .sort((a, b) => (a.health.score ?? 101) - (b.health.score ?? 101) || (b.account.arr ?? 0) - (a.account.arr ?? 0))
  const of = (band: string) => scored.filter(({ health }) => health.band === band)
  const risk = of('at risk')
  const full = scored.filter(
    ({ account: { seats, activeUsers }, health }) =>
      seats && activeUsers !== null && activeUsers / seats >= 0.9 && (health.score ?? 0) >= 60,
  )
  const retention = retentionOf(accounts)
  const arrOf = (list: typeof scored) => list.reduce((sum, { account }) => sum + (account.arr ?? 0), 0)

  const on = nextWorkingDay(job)
  const worth = [...scored]
    .filter(({ health }) => health.band === 'at risk' || health.band === 'watch')
    .sort(
      (a, b) =>
        (b.account.arr ?? 0) * (100 - (b.health.score ?? 100)) - (a.account.arr ?? 0) * (100 - (a.health.score ?? 100)),
    )
  const tasks = worth.slice(0, given.tasks).map(
    ({ account, health, next }, at): ListedTask => ({
      title: `${account.name} (health ${health.score}): ${next}`,
      due: addWorkingDays(on, Math.floor(at / 4)),
      priority: health.band === 'at risk' ? 'A' : 'B',
      project: 'accounts',
    }),
  )
  const put = await putTasks(
    job,
    tasks,
    `${counted(tasks.length, 'account')} with the most money at stake: one step for each.`,
  )
  const line = (what: string, list: typeof scored) =>
    `| ${what} | ${list.length} | ${Math.round(arrOf(list)).toLocaleString('en-US')} |`
  await job.deliver({
    title: `Health of ${counted(accounts.length, 'account')}: ${risk.length} at risk`,
    summary: `${counted(risk.length, 'account')} at risk, ${of('watch').length} to be watched; ${full.length} could use more seats. ${
      retention ? `Net revenue retention ${percent(retention.net)}, gross ${percent(retention.gross)}. ` : ''
    }${put.sentence}`,
    blocks: [
      textBlock(
        'In short',
        [
          '| | Accounts | A year |',
          '|---|---:|---:|',
          line('Healthy (70 and more)', of('healthy')),
          line('Watch (40 to 69)', of('watch')),
          line('At risk (under 40)', risk),
          line('Unknown', of('unknown')),
          '',
          ...(retention
            ? [
                `Of ${counted(retention.accounts, 'account')} that paid a year ago, net revenue retention is **${percent(retention.net, 1)}**, gross **${percent(retention.gross, 1)}**; ${retention.lost} left.`,
                '',
              ]
            : []),
          ...worth
            .slice(0, 5)
            .map(
              ({ account, health, next }, at) =>
                `${at + 1}. **${shownAs(account.name, 100)}**, ${health.score}: ${shownAs(health.weakest?.says ?? '')}. ${next}`,
            ),
        ].join('\n'),
      ),
      ...tableBlock(
        'Accounts, the lowest score first',
        {
          account: 'Account',
          owner: 'Owner',
          arr: 'A year',
          score: 'Health',
          band: 'State',
          why: 'Because',
          known: 'Known, %',
          next: 'Next step',
          line: 'Line',
        },
        scored.map(({ account, health, next }) => ({
          account: account.name,
          owner: account.owner,
          arr: account.arr,
          score: health.score,
          band: health.band,
          why: health.parts
            .map(({ says, points, weight }) => `${says} (${Math.round(points)} of ${weight})`)
            .join('; '),
          known: Math.round(health.known * 100),
          next,
          line: account.line,
        })),
      ),
      ...tableBlock(
        'Could use more',
        { account: 'Account', used: 'Seats in use, %', seats: 'Seats', score: 'Health' },
        full.map(({ account, health }) => ({
          account: account.name,
          used: Math.round((100 * (account.activeUsers ?? 0)) / (account.seats ?? 1)),
          seats: account.seats,
          score: health.score,
        })),
      ),
    ],
    sources: [{ kind: 'file', name: table.name, place: `rows 2–${table.rows.at(-1)?.line ?? 2}` }],
    evidence: evidenceFor(
      CRITERIA,
      [
        table.rows.length,
        table.rows.length - (scored.length + nameless.length + repeated.length),
        `${scored.length - of('unknown').length} scored + ${of('unknown').length} unknown + ${nameless.length} without a name + ${repeated.length} repeated = ${table.rows.length} rows.`,
      ],
      [
        risk.length,
        risk.filter(({ next }) => next === '').length,
        `${risk.length} at risk, each with its next step in the table.`,
      ],
      [
        scored.length,
        has.seats && has.activeUsers ? full.filter(({ next }) => next === '').length : null,
        has.seats && has.activeUsers
          ? `${full.length} with 90 % and more of their seats in use and a health of 60.`
          : 'The file tells no seats or no active users.',
      ],
    ),
    couldNot: sentences(
      `The weights (${Object.entries(WEIGHTS)
        .map(([name, weight]) => `${name} ${weight}`)
        .join(', ')}) are an assumption; hold them against who left last year.`,
      'What customers said in calls and mails was not read; the score knows figures alone.',
      scored.some(({ health }) => health.known < 0.5) &&
        `${counted(scored.filter(({ health }) => health.known < 0.5).length, 'account')} known by less than half of the weights: such a score says little.`,
      repeated.length > 0 && `The same as another row, left out: ${linesOf(repeated)}.`,
      nameless.length > 0 && `No name: ${linesOf(nameless)}.`,
      badDates.length > 0 && `Dates that are none: ${linesOf(badDates)}.`,
      dateNote,
      retention === null && 'The file tells no amounts of a year ago: no revenue retention.',
      !put.isDone && tasks.length > 0 && put.sentence,
    ),
  })
}

export const scoreAccounts = playbook({
  id: 'scoreAccounts',
  title: 'Score the health of accounts',
  summary:
    'A health score for each account with its figures, revenue retention, who could use more, and the next best step.',
  examples: ['account health', 'health score', 'accounts at risk', 'retention', 'next best step', 'upsell'],
  input,
  uses: [TASK_LIST],
  criteria: CRITERIA,
  withoutModel: ['What customers said is not read.'],
  sample: { files: { 'accounts.csv': ACCOUNTS }, input: { accounts: 'file:accounts.csv' } },
  run,
})
