import { fileInput, type Job, playbook } from '@atrium/contract/playbook'
import { daysBetween } from '@atrium/domain/dates/days'
import { addWorkingDays } from '@atrium/domain/dates/working-days'
import { companyKey } from '@atrium/domain/names/company-name'
import { rounded } from '@atrium/domain/numbers/rounding'
import { z } from 'zod'
import { type Account, readAccounts } from '../kit/accounts.ts'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { nextWorkingDay, saidDay, todayOf } from '../kit/days.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { emailIn } from '../kit/email-address.ts'
import { readTable } from '../kit/table.ts'
import { type ListedTask, putTasks, TASK_LIST } from '../kit/task-list.ts'
import { shownAs } from '../kit/telling.ts'
import { QUESTIONS } from './questions.ts'
import { ACCOUNT_LIST, USAGE } from './samples.ts'
import { readUsage } from './usage-table.ts'
import { type Trend, trendOf } from './usage-trend.ts'

const CRITERIA = [
  'Every account of the file has a trend, or is named as too new to tell.',
  'Each warning says by which figures it was found.',
  'Whoever is warned of has a next step, the most money first.',
] as const

const input = z.object({
  usage: fileInput('Use by week (CSV): account, date, active users or logins', '.csv,.tsv,.txt'),
  accounts: fileInput('Accounts (CSV): ARR, renewal date, contact, e-mail', '.csv,.tsv,.txt').optional(),
  tasks: z.number().int().min(0).max(30).default(8).meta({ title: 'Tasks for at most so many accounts' }),
})

const STEP: Readonly<Record<Trend['level'], string>> = {
  gone: 'Call the sponsor: do they still want it? If not, ask what was missing.',
  high: 'Call this week and look at it together.',
  medium: 'Ask what changed, and offer an hour of help.',
  low: 'Look at it in the next regular talk.',
  none: '',
  new: '',
}
const LEVELS: readonly Trend['level'][] = ['gone', 'high', 'medium', 'low', 'new', 'none']

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const usageTable = readTable(await job.file(given.usage))
  const { weeks, until, unread, dateNote } = readUsage(usageTable)
  const list = given.accounts ? readAccounts(readTable(await job.file(given.accounts))) : null
  const byName = new Map<string, Account>((list?.accounts ?? []).map((account) => [companyKey(account.name), account]))
  const today = todayOf(job)
  const rows = [...weeks]
    .flatMap(([name, own]) =>
      own.length > 0 ? [{ name, trend: trendOf(own), weeks: own, account: byName.get(companyKey(name)) ?? null }] : [],
    )
    .sort(
      (a, b) =>
        LEVELS.indexOf(a.trend.level) - LEVELS.indexOf(b.trend.level) || (b.account?.arr ?? 0) - (a.account?.arr ?? 0),
    )
  const warned = rows.filter(({ trend }) => trend.level !== 'none' && trend.level !== 'new')
  const silent = (list?.accounts ?? []).filter(
    ({ name, arr }) => arr !== 0 && ![...weeks.keys()].some((one) => companyKey(one) === companyKey(name)),
  )
  const on = nextWorkingDay(job)
  const byMoney = [...warned]
    .filter(({ trend }) => trend.level !== 'low')
    .sort((a, b) => (b.account?.arr ?? 0) - (a.account?.arr ?? 0))
  const tasks = byMoney.slice(0, given.tasks).map(
    ({ name, trend }, at): ListedTask => ({
      title: `${name}: ${STEP[trend.level]} (${trend.why})`,
      due: addWorkingDays(on, Math.floor(at / 4)),
      priority: trend.level === 'medium' ? 'B' : 'A',
      project: 'success',
    }),
  )
  const put = await putTasks(
    job,
    tasks,
    `${counted(tasks.length, 'account')} that may leave: one step for each, the most money first.`,
  )
  const day = saidDay(addWorkingDays(on, 2))
  const drafts = byMoney.slice(0, 20).flatMap(({ account, trend }) => {
    const email = emailIn(account?.email ?? '')
    if (!email || account?.refusal) return []
    const first = (account?.contact ?? '').split(' ')[0] ?? ''
    const text = [
      /^[\p{L}\p{M}’'-]{2,30}$/u.test(first) ? `Hello ${first},` : 'Hello,',
      trend.level === 'gone' || trend.silentWeeks >= 2
        ? 'I see that it has been quiet on your side for some weeks.'
        : 'I see that you use it less than some weeks ago.',
      `Is something in the way, or did your plans change? I would like to help, or to learn what was missing. Does ${day} suit you for 20 minutes?`,
      `Kind regards\n${answers.sender ?? ''}`,
    ].join('\n\n')
    return [{ to: email.address, subject: 'How is it going?', text }]
  })
  const arrOf = (some: typeof rows) => some.reduce((sum, { account }) => sum + (account?.arr ?? 0), 0)
  await job.deliver({
    title: `${counted(warned.length, 'warning')} among ${counted(rows.length, 'account')}, use until the week of ${until}`,
    summary: `${rows.filter(({ trend }) => trend.level === 'gone' || trend.level === 'high').length} gone or nearly, ${rows.filter(({ trend }) => trend.level === 'medium').length} with use a third lower${list ? `; ${Math.round(arrOf(warned)).toLocaleString('en-US')} a year is with them` : ''}. ${put.sentence}`,
    blocks: [
      textBlock(
        'Call first',
        byMoney.length > 0
          ? byMoney
              .slice(0, 6)
              .map(
                ({ name, trend, account }, at) =>
                  `${at + 1}. **${shownAs(name, 100)}**${account?.arr ? ` (${Math.round(account.arr).toLocaleString('en-US')} a year)` : ''}: ${trend.why}${account?.renewsOn && account.renewsOn >= today ? `; renews in ${daysBetween(today, account.renewsOn)} days` : ''}`,
              )
              .join('\n')
          : 'No account is gone, nearly gone or uses a third less.',
      ),
      ...tableBlock(
        'Accounts, the most urgent first',
        {
          account: 'Account',
          level: 'Risk',
          why: 'Because',
          recent: 'Use, last 4 weeks',
          before: '8 weeks before',
          change: 'Change, %',
          slope: 'Slope a week, %',
          arr: 'A year',
          renews: 'Renewal',
          next: 'Next step',
        },
        rows.map(({ name, trend, account }) => ({
          account: name,
          level: trend.level === 'new' ? 'too new' : trend.level,
          why: trend.why,
          recent: rounded(trend.recent),
          before: rounded(trend.before),
          change: trend.change === null ? null : Math.round(trend.change * 100),
          slope: trend.slope === null ? null : rounded(trend.slope * 100),
          arr: account?.arr ?? null,
          renews: account?.renewsOn ?? '',
          next: STEP[trend.level],
        })),
      ),
      ...(drafts.length > 0 ? [{ kind: 'drafts' as const, title: 'A word to those who may leave', drafts }] : []),
      ...tableBlock(
        'In the list of accounts, but not in the file of use',
        { account: 'Account', arr: 'A year', line: 'Line' },
        silent.map(({ name, arr, line }) => ({ account: name, arr, line })),
      ),
    ],
    sources: [
      {
        kind: 'file',
        name: usageTable.name,
        place: `rows 2–${usageTable.rows.at(-1)?.line ?? 2}, to the week of ${until}`,
      },
      ...(given.accounts && list
        ? [{ kind: 'file' as const, name: 'Accounts', place: counted(list.accounts.length, 'account') }]
        : []),
    ],
    evidence: evidenceFor(
      CRITERIA,
      [
        weeks.size,
        weeks.size - rows.length,
        `${rows.length} accounts, ${rows.filter(({ trend }) => trend.level === 'new').length} of them too new.`,
      ],
      [
        warned.length,
        warned.filter(({ trend }) => trend.why === '').length,
        'Means of the last 4 weeks against the 8 before, Theil–Sen slope, weeks without use.',
      ],
      [
        warned.length,
        warned.filter(({ trend }) => STEP[trend.level] === '').length,
        `${counted(warned.length, 'warning')}, ${tasks.length} tasks, ${drafts.length} drafts.`,
      ],
    ),
    couldNot: sentences(
      'Less use is a sign, not a reason: season, holidays and projects that ended look the same. Only a talk tells.',
      !list && 'No list of accounts was given: the warnings are not in the order of money and have no addresses.',
      list && list.badDates.length > 0 && `Dates in the list of accounts that are none: ${linesOf(list.badDates)}.`,
      unread.length > 0 && `Rows of use without account, date or number, whose weeks are left out: ${linesOf(unread)}.`,
      dateNote,
      drafts.length < Math.min(20, byMoney.length) &&
        `${counted(Math.min(20, byMoney.length) - drafts.length, 'account')} without an address, or that asked not to be written to: no draft.`,
      !put.isDone && tasks.length > 0 && put.sentence,
    ),
  })
}

export const warnChurn = playbook({
  id: 'warnChurn',
  title: 'Warn of customers who may leave',
  summary: 'Reads use by week, finds accounts that stop, fall or slide, and says whom to call first, with a draft.',
  examples: ['churn', 'customers who may leave', 'adoption', 'usage trend', 'early warning', 'who stopped using'],
  input,
  uses: [TASK_LIST],
  criteria: CRITERIA,
  withoutModel: ['Why use falls is not told.'],
  sample: {
    files: { 'usage.csv': USAGE, 'accounts.csv': ACCOUNT_LIST },
    input: { usage: 'file:usage.csv', accounts: 'file:accounts.csv' },
  },
  run,
})
