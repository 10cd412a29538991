import { AppError } from '@atrium/contract/errors'
import { addDays } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { saidAmount } from '@atrium/domain/money/minor-units'
import type { Rule, Schedule, ScheduleRow, TransactionRow } from '../records.ts'
import { changeBy } from '../rules.ts'
import { say } from '../say.ts'
import { comingUp, countBefore, nextDay, occurrence, stateOf } from '../schedule.ts'
import { accountsOf, refuseMore, schedulesOf } from './bounded.ts'
import type { Context, Stores } from './categories.ts'
import { makeTransfer } from './ledger.ts'
import { accountMeant, categoryIdMeant, minorSaid } from './naming.ts'
import { accountOr } from './spoken.ts'

const DUE_DAYS = 14

function view(row: ScheduleRow, { now, timeZone }: Context) {
  const next = nextDay(row)
  return { ...row, next, state: stateOf(next, dayAt(now, timeZone)) }
}

const over = () => new AppError('conflict', say('scheduleEnded'))

export async function enterPayment(
  { account, toAccount, amount, payee, category, memo }: Schedule,
  date: string,
  store: Stores,
): Promise<TransactionRow> {
  if (!toAccount) return store.transactions.insert({ account, date, amount, payee, category, memo })
  return makeTransfer({ from: account, to: toAccount, date, amount: Math.abs(amount), memo, category }, store)
}

type SaidSchedule = Omit<Schedule, 'past' | 'account' | 'amount' | 'start'> & {
  account?: string
  amount: number | string
  start?: string
}

/** A schedule with the ids of what it names; from today and from the account used last, where nothing else was said. An amount in words goes out, but under a category of income. */
async function scheduleMeant(
  { account: from, toAccount: to, ...said }: SaidSchedule,
  context: Context,
): Promise<Omit<Schedule, 'past'>> {
  const { store, now, timeZone } = context
  const account = await accountOr(from, said.amount, context)
  const amount = minorSaid(said.amount, account)
  const toAccount = to ? (await accountMeant(to, store)).id : null
  const category = await categoryIdMeant(said.category, store)
  // “Salary of 3,000” comes in.
  const comesIn = category !== null && (await store.categories.get(category)).isIncome
  return {
    ...said,
    ...{ account: account.id, toAccount, category },
    amount: typeof said.amount === 'string' ? Math.abs(amount) * (comesIn ? 1 : -1) : amount,
    start: said.start ?? dayAt(now, timeZone),
  }
}

export const plans = {
  saveRule: async (
    { id, version, apply, ...rule }: Rule & { id?: string; version?: number; apply: boolean },
    { store }: Context,
  ) => {
    if (rule.payee === '' && rule.category === null) throw new AppError('bad_request', say('emptyRule'))
    const whole = { ...rule, category: await categoryIdMeant(rule.category, store) }
    if (!id) await refuseMore('rules', store)
    const saved = id ? await store.rules.update(id, whole, version) : await store.rules.insert(whole)
    const changes = new Map<string, { payee?: string; category?: string }>()
    if (apply)
      for await (const row of store.transactions.each({ where: { transfer: null } })) {
        const change = changeBy([whole], row)
        if (change) changes.set(row.id, change)
      }
    for (const [row, change] of changes) await store.transactions.update(row, change)
    return { id: saved.id, changed: changes.size }
  },
  applyRules: async (_: object, { store, start }: Context) => {
    if ((await store.rules.count()) === 0) throw new AppError('conflict', say('noRules'))
    return start('applyRules', {})
  },
  removeRule: async ({ id }: { id: string }, { store }: Context) => {
    await store.rules.remove(id)
    return { ok: true }
  },
  saveSchedule: async (
    { id, version, ...said }: SaidSchedule & { id?: string; version?: number },
    context: Context,
  ) => {
    const { store, now, timeZone } = context
    const input = await scheduleMeant(said, context)
    if (input.toAccount === input.account) throw new AppError('bad_request', say('chooseTwoDifferentAccounts'))
    if (input.amount === 0) throw new AppError('bad_request', say('amountIsZero'))
    if (input.until !== null && input.until < input.start) throw new AppError('bad_request', say('endsBeforeBegins'))
    if (!id) await refuseMore('schedules', store)
    if (!id) return view(await store.schedules.insert({ ...input, past: 0 }), context)
    // By another calendar what was to come before is counted as past: a payment that is booked by itself is not booked again.
    const isOther = (row: Schedule) => row.start !== input.start || row.unit !== input.unit || row.every !== input.every
    const pastOf = (row: Schedule) => countBefore(input, nextDay(row) ?? dayAt(now, timeZone))
    const changed = (row: Schedule) => ({ ...input, past: isOther(row) ? pastOf(row) : row.past })
    const saved = await store.schedules.update(id, changed, version)
    return view(saved, context)
  },
  removeSchedule: async ({ id }: { id: string }, { store }: Context) => {
    await store.schedules.remove(id)
    return { ok: true }
  },
  enter: async ({ id }: { id: string }, context: Context) => {
    const { store } = context
    const schedule = await store.schedules.get(id)
    const date = occurrence(schedule, schedule.past)
    if (date === null) throw over()
    await enterPayment(schedule, date, store)
    return view(await store.schedules.update(id, { past: schedule.past + 1 }, schedule.version), context)
  },
  skip: async ({ id }: { id: string }, context: Context) => {
    const schedule = await context.store.schedules.get(id)
    if (nextDay(schedule) === null) throw over()
    return view(await context.store.schedules.update(id, { past: schedule.past + 1 }, schedule.version), context)
  },
  due: async (_: object, { store, now, timeZone }: Context) => {
    const until = addDays(dayAt(now, timeZone), DUE_DAYS)
    const accounts = new Map((await accountsOf(store)).map((row) => [row.id, row]))
    return (await schedulesOf(store))
      .flatMap((row) => comingUp(row, until, 20).map((day) => ({ row, day })))
      .sort((a, b) => a.day.localeCompare(b.day))
      .map(({ row, day }) => ({
        payee: row.payee,
        amount: saidAmount(row.amount, accounts.get(row.account)?.currency ?? 'EUR'),
        due: day,
        account: accounts.get(row.account)?.name ?? '',
      }))
  },
}
