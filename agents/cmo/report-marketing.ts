import { AppError } from '@atrium/contract/errors'
import { type Job, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { readChannels, readOccurrences, timesOf } from '../kit/calendar.ts'
import { addDays } from '../kit/days.ts'
import { counted } from '../kit/doing.ts'
import { major, saidMoney } from '../kit/money.ts'
import { addMonths, monthEnd, monthInput, monthStart } from '../kit/periods.ts'
import { rulesOf } from '../kit/post-fit.ts'
import { dayOf } from '../kit/table.ts'
import { inboxTasks } from '../kit/task-inbox.ts'
import { itemsIn } from '../kit/telling.ts'
import { chosenCurrency, partsOf, walletOverview, walletTransactions } from '../kit/wallet-records.ts'

const criteria = [
  'Posts are counted by channel from the calendar.',
  'Spending is from the Wallet, compared with the month before.',
  'What could not be read is named.',
]

interface Costs {
  currency: string
  categories: { name: string; spent: number; before: number }[]
}

/** Marketing's spending of a month and the one before, in minor units; the reason when the Wallet cannot say. */
async function costsOf(job: Job, month: string, words: readonly string[]): Promise<Costs | string> {
  if (!(await job.can('wallet.overview')) || !(await job.can('wallet.transactions')))
    return 'The Wallet was not read: this seat may not, or the module is not there.'
  try {
    const overview = await walletOverview(job)
    const currency = chosenCurrency(overview, undefined)
    const accounts = new Set(overview.accounts.filter((account) => account.currency === currency).map(({ id }) => id))
    const found = overview.categories.filter(
      ({ name, group, isIncome }) => !isIncome && words.some((word) => `${group} ${name}`.toLowerCase().includes(word)),
    )
    if (found.length === 0) return `No category of the Wallet is marketing by these words: ${words.join(', ')}.`
    const earlier = addMonths(month, -1)
    const transactions = await walletTransactions(job, monthStart(earlier), monthEnd(month))
    const sum = (category: string, of: string) =>
      -transactions
        .filter(({ date, account }) => date.startsWith(of) && accounts.has(account))
        .flatMap(partsOf)
        .filter((part) => part.category === category)
        .reduce((total, { amount }) => total + amount, 0)
    return {
      currency,
      categories: found.map(({ id, name, group }) => ({
        name: `${group}: ${name}`,
        spent: sum(id, month) + 0,
        before: sum(id, earlier) + 0,
      })),
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_request') return error.message
    throw error
  }
}

export const reportMarketing = playbook({
  id: 'reportMarketing',
  title: 'Monthly marketing report',
  summary:
    'From the workspace’s own records: posts by channel from the Content Calendar, marketing’s spending from the Wallet, open and done work from the Task Inbox.',
  says: ['marketing report', 'monthly marketing report', 'what did marketing do'],
  input: z.object({ month: monthInput('Month (the last whole one when empty)').default('') }),
  uses: [
    'content-calendar.overview',
    'content-calendar.occurrences',
    'wallet.overview',
    'wallet.transactions',
    'tasks.list',
  ],
  criteria,
  withoutModel: ['Results are not explained: the report counts.'],
  sample: { files: {}, input: {} },
  async run(job, input) {
    const today = dayOf(job.now, job.timeZone)
    const month = input.month || addMonths(today.slice(0, 7), -1)
    const [from, to] = [monthStart(month), monthEnd(month)]
    const hasCalendar = (await job.can('content-calendar.overview')) && (await job.can('content-calendar.occurrences'))
    const channels = hasCalendar ? await readChannels(job) : []
    const posts = hasCalendar
      ? (await readOccurrences(job, from, addDays(to, 1), job.timeZone)).filter(({ kind }) => kind === 'post')
      : []
    const byChannel = channels.map(({ id, name, network, slots }) => {
      const own = posts.filter((post) => post.channels.includes(id))
      const times = timesOf({ slots }, from, to).length
      const posted = own.filter(({ status }) => status === 'posted').length
      return {
        name,
        network: rulesOf(network).name,
        times,
        planned: own.length,
        posted,
        open: own.filter(({ status }) => status === 'draft' || status === 'review').length,
        late: own.filter(({ late }) => late).length,
        share: times > 0 ? Math.round((100 * posted) / times) : null,
      }
    })
    const words = itemsIn((job.seat.answers.categories || 'marketing, advertising, ads, events, print').toLowerCase())
    const costs = await costsOf(job, month, words)
    const project = job.seat.answers.project || 'marketing'
    const mayTasks = await job.can('tasks.list')
    const tasks = await inboxTasks(job, project)
    const done = tasks.filter(({ doneAt }) => doneAt && dayOf(new Date(doneAt), job.timeZone).startsWith(month))
    const open = tasks.filter(({ done: isDone }) => !isDone)
    const overdue = open.filter(({ due }) => due && due.slice(0, 10) < today)
    const money = typeof costs === 'string' ? null : costs
    const [spent, before] = [
      money?.categories.reduce((sum, one) => sum + one.spent, 0) ?? 0,
      money?.categories.reduce((sum, one) => sum + one.before, 0) ?? 0,
    ]
    const posted = posts.filter(({ status }) => status === 'posted').length
    const said = money
      ? `${saidMoney(spent, money.currency)} spent, ${saidMoney(before, money.currency)} the month before`
      : ''
    await job.deliver({
      title: `Marketing in ${month}`,
      summary: `${posted} of ${counted(posts.length, 'planned post')} went out on ${counted(channels.length, 'channel')}. ${money ? `${said}. ` : ''}${counted(done.length, 'task')} done in the month, ${open.length} open now, ${overdue.length} of them overdue.`,
      blocks: [
        textBlock(
          'In short',
          [
            `- **Posts:** ${posted} out, ${posts.filter(({ late }) => late).length} scheduled and not marked as posted, ${posts.filter(({ status }) => status === 'draft' || status === 'review').length} that stayed drafts or in review.`,
            `- **Spending:** ${money ? `${said}${money.categories.length > 0 ? `, in ${counted(money.categories.length, 'category', 'categories')}` : ''}` : costs}`,
            `- **Work:** ${counted(done.length, 'task')} done, ${open.length} open, ${overdue.length} overdue in the project “${project.replace(/[^\p{L}\p{N} _-]/gu, '')}”.`,
          ].join('\n'),
        ),
        ...tableBlock(
          'Posts by channel',
          {
            name: 'Channel',
            network: 'Network',
            times: 'Weekly times in the month',
            planned: 'Planned',
            posted: 'Posted',
            open: 'Drafts and in review',
            late: 'Not marked as posted',
            share: 'Posted of weekly times, %',
          },
          byChannel,
        ),
        ...tableBlock(
          'Spending by category',
          { name: 'Category', spent: `Spent, ${money?.currency ?? ''}`, before: 'The month before' },
          (money?.categories ?? []).map(({ name, spent: paid, before: past }) => ({
            name,
            spent: major(paid, money?.currency ?? 'EUR'),
            before: major(past, money?.currency ?? 'EUR'),
          })),
        ),
        ...tableBlock(
          'Overdue and open work',
          { title: 'Task', due: 'Due', state: 'State' },
          [...overdue, ...open.filter((task) => !overdue.includes(task))].map(({ title, due }) => ({
            title,
            due,
            state: due && due.slice(0, 10) < today ? 'overdue' : 'open',
          })),
        ),
        ...tableBlock(
          'Done in the month',
          { title: 'Task', doneAt: 'Done' },
          done.map(({ title, doneAt }) => ({ title, doneAt: doneAt?.slice(0, 10) ?? null })),
        ),
      ],
      sources: [
        { kind: 'records', name: 'Content Calendar', place: `${counted(posts.length, 'post')}, ${from} to ${to}` },
        {
          kind: 'records',
          name: 'Task Inbox',
          place: `project ${project.slice(0, 60)}: ${counted(tasks.length, 'task')}`,
        },
      ],
      evidence: evidenceFor(
        criteria,
        [hasCalendar ? channels.length > 0 : null, `${posts.length} posts on ${channels.length} channels.`],
        [money ? true : null, money ? money.categories.map(({ name }) => name).join(', ') : String(costs)],
        [
          true,
          [hasCalendar ? '' : 'Content Calendar', money ? '' : 'Wallet', mayTasks ? '' : 'Task Inbox']
            .filter(Boolean)
            .join(', ') || 'Everything was read.',
        ],
      ),
      couldNot: sentences(
        !hasCalendar && 'The Content Calendar was not read: this seat may not, or the module is not there.',
        typeof costs === 'string' && costs,
        !mayTasks && 'The Task Inbox was not read: this seat may not, or the module is not there.',
        'Visits, leads and customers are not in the workspace: “Review channels” reads them from a file.',
      ),
    })
  },
})
