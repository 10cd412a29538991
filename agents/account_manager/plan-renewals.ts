import { fileInput, type Job, playbook } from '@atrium/contract/playbook'
import { addDays } from '@atrium/domain/dates/days'
import { z } from 'zod'
import { healthOf } from '../kit/account-health.ts'
import { readAccounts } from '../kit/accounts.ts'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { todayOf } from '../kit/days.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { readTable } from '../kit/table.ts'
import { type ListedTask, putTasks, TASK_LIST } from '../kit/task-list.ts'
import { percent, shownAs } from '../kit/telling.ts'
import { QUESTIONS } from './questions.ts'
import { nextMilestones, RENEWS, type Renewal, renewalOf } from './renewal.ts'
import { ACCOUNTS } from './samples.ts'

export const PROJECT = 'renewals'
const CRITERIA = [
  'Every account has its renewal and its last day of notice, or is named as without.',
  'What has to be done for each renewal of the period stands on a working day before notice can be given.',
  'The money that is up for renewal is told by month, with what is at risk.',
] as const

const input = z.object({
  accounts: fileInput('Accounts (CSV): name, ARR, renewal date, notice days', '.csv,.tsv,.txt'),
  months: z.number().int().min(1).max(24).default(6).meta({ title: 'Look ahead so many months' }),
})

const money = (value: number) => Math.round(value).toLocaleString('en-US')

function byMonth(renewals: readonly (Renewal & { band: keyof typeof RENEWS })[]) {
  const groups = Map.groupBy(renewals, ({ renewsOn }) => renewsOn.slice(0, 7))
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([month, here]) => {
      const arr = here.reduce((sum, { account }) => sum + (account.arr ?? 0), 0)
      const expected = here.reduce((sum, { account, band }) => sum + (account.arr ?? 0) * RENEWS[band], 0)
      return {
        month,
        count: here.length,
        arr: Math.round(arr),
        expected: Math.round(expected),
        risk: Math.round(
          here.reduce((sum, { account, band }) => sum + (band === 'at risk' ? (account.arr ?? 0) : 0), 0),
        ),
      }
    })
}

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const table = readTable(await job.file(given.accounts))
  const { accounts, nameless, repeated, badDates, dateNote, doubles, has } = readAccounts(table)
  const today = todayOf(job)
  const noticeDays = Number(answers.notice) || 90
  const until = addDays(today, Math.round(given.months * 30.44))
  const renewals = accounts.flatMap((account) => {
    const renewal = renewalOf(account, today, noticeDays)
    const health = healthOf(account, today, Number(answers.contact) || 30)
    return renewal ? [{ ...renewal, band: health.band, score: health.score }] : []
  })
  const without = accounts.filter(({ renewsOn }) => renewsOn === null)
  const due = renewals
    .filter(({ renewsOn, noticeOn }) => renewsOn <= until || noticeOn <= until)
    .sort((a, b) => a.noticeOn.localeCompare(b.noticeOn))
  const urgent = due.filter(({ state }) => state === 'overdue' || state === 'notice soon' || state === 'notice passed')
  const steps = due
    .flatMap((renewal) => nextMilestones(renewal, today).map((step) => ({ renewal, step })))
    .filter(({ step }) => step.day <= until)
    .sort((a, b) => a.step.day.localeCompare(b.step.day))
  const tasks = steps.map(
    ({ renewal, step }): ListedTask => ({
      title: `${renewal.account.name}: ${step.what} (notice until ${renewal.noticeOn})`,
      due: step.day,
      priority: renewal.state === 'overdue' || renewal.state === 'notice soon' ? 'A' : 'B',
      project: PROJECT,
    }),
  )
  const put = await putTasks(
    job,
    tasks,
    `The next steps of ${counted(due.length, 'renewal')}, each before notice can be given.`,
  )
  const months = byMonth(due)
  const total = due.reduce((sum, { account }) => sum + (account.arr ?? 0), 0)
  const risk = months.reduce((sum, month) => sum + month.risk, 0)
  const [first] = urgent
  await job.deliver({
    title: `Renewals until ${until}: ${due.length} accounts, ${money(total)} a year`,
    summary: `${counted(urgent.length, 'account')} with notice within 30 days, passed or overdue; ${money(risk)} a year is with accounts at risk. ${put.sentence}`,
    blocks: [
      textBlock(
        'What to do first',
        first
          ? urgent
              .slice(0, 8)
              .map(
                ({ account, noticeOn, renewsOn, state, band }, at) =>
                  `${at + 1}. **${shownAs(account.name, 100)}** (${account.arr === null ? 'no amount' : money(account.arr)}, ${band}): ${
                    state === 'overdue'
                      ? `should have renewed on ${renewsOn}`
                      : state === 'notice passed'
                        ? `notice was possible until ${noticeOn}; ask for the signature`
                        : `notice is possible until ${noticeOn}`
                  }`,
              )
              .join('\n')
          : 'No notice is possible within the next 30 days.',
      ),
      ...tableBlock(
        'Renewals, the earliest notice first',
        {
          account: 'Account',
          owner: 'Owner',
          arr: 'A year',
          notice: 'Notice until',
          days: 'Days to it',
          renewal: 'Renewal',
          state: 'State',
          health: 'Health',
          next: 'Next step',
          on: 'On',
          line: 'Line',
        },
        due.map((renewal) => {
          const [next] = nextMilestones(renewal, today)
          return {
            account: renewal.account.name,
            owner: renewal.account.owner,
            arr: renewal.account.arr,
            notice: renewal.noticeOn,
            days: renewal.daysToNotice,
            renewal: renewal.renewsOn,
            state: renewal.state,
            health: renewal.score === null ? 'unknown' : `${renewal.score}, ${renewal.band}`,
            next: next?.what ?? '',
            on: next?.day ?? '',
            line: renewal.account.line,
          }
        }),
      ),
      ...tableBlock(
        'Up for renewal by month',
        { month: 'Month', count: 'Accounts', arr: 'A year', expected: 'Expected', risk: 'With accounts at risk' },
        months,
      ),
    ],
    sources: [{ kind: 'file', name: table.name, place: `rows 2–${table.rows.at(-1)?.line ?? 2}` }],
    evidence: evidenceFor(
      CRITERIA,
      [
        table.rows.length,
        table.rows.length - (renewals.length + without.length + nameless.length + repeated.length),
        `${renewals.length} with a renewal + ${without.length} without + ${nameless.length} without a name + ${repeated.length} repeated = ${table.rows.length} rows.`,
      ],
      [
        due.filter(({ noticeOn }) => noticeOn >= today).length,
        due.filter(
          (one) =>
            one.noticeOn >= today && !steps.some(({ renewal, step }) => renewal === one && step.day <= one.noticeOn),
        ).length,
        `${counted(steps.length, 'step')} for ${counted(due.length, 'renewal')}.`,
      ],
      [
        due.length,
        has.arr || has.mrr ? due.filter(({ account }) => account.arr === null).length : null,
        `${counted(months.length, 'month')}, ${money(total)} in all, ${money(risk)} at risk.`,
      ],
    ),
    couldNot: sentences(
      `Expected is an assumption: ${Object.entries(RENEWS)
        .map(([band, share]) => `${percent(share)} of ${band}`)
        .join(', ')}. Put your own rates in its place.`,
      'What the contracts say was not read: notice and renewal are those of the file. A lawyer should check contracts that renew by themselves.',
      !has.noticeDays && `The file tells no notice period: ${noticeDays} days are taken.`,
      without.length > 0 && `No renewal date: ${linesOf(without.map(({ line }) => line))}.`,
      repeated.length > 0 && `The same as another row, left out: ${linesOf(repeated)}.`,
      nameless.length > 0 && `No name: ${linesOf(nameless)}.`,
      doubles.length > 0 &&
        `In several rows, counted in each: ${doubles
          .slice(0, 10)
          .map(({ name, lines }) => `${name} (${linesOf(lines)})`)
          .join('; ')}.`,
      badDates.length > 0 && `Dates that are none: ${linesOf(badDates)}.`,
      dateNote,
      !put.isDone && tasks.length > 0 && put.sentence,
    ),
  })
}

export const planRenewals = playbook({
  id: 'planRenewals',
  title: 'Plan the renewals',
  summary: 'Renewals and last days of notice, the steps before each, the money by month, and tasks for what is next.',
  examples: ['renewals', 'renewal plan', 'contracts that end', 'notice periods', 'upcoming renewals'],
  input,
  uses: [TASK_LIST],
  criteria: CRITERIA,
  withoutModel: ['The contracts themselves are not read.'],
  sample: { files: { 'accounts.csv': ACCOUNTS }, input: { accounts: 'file:accounts.csv' } },
  run,
})
