import { AppError } from '@atrium/contract/errors'
import type { JobContext } from '@atrium/contract/module-work'
import type { Sentence } from '@atrium/contract/sentence'
import type { Day } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { saidAmount } from '@atrium/domain/money/minor-units'
import type wallet from '../module.ts'
import type { AccountRow, ScheduleRow } from '../records.ts'
import { say } from '../say.ts'
import { comingUp, nextDay, occurrence, plainDay } from '../schedule.ts'
import { accountsOf, MOST } from './bounded.ts'
import type { Context } from './categories.ts'
import { enterPayment } from './plans.ts'

const BILLS = '/wallet?view=bills'

interface DuePayment {
  id: string
  /** Its number, from 0. */
  index: number
  day: Day
}

const saidOf = (amount: number, currency: string) => saidAmount(amount, currency).replace('-', '−')

/** Every payment of the automatic schedules up to today, the oldest first: of the days that were missed too. */
async function dueUpTo(today: Day, { store }: Context): Promise<DuePayment[]> {
  const schedules = await store.schedules.list({ where: { automatic: true }, order: 'createdAt', limit: MOST })
  return schedules
    .flatMap((row) => comingUp(row, today).map((day, at) => ({ id: row.id, index: row.past + at, day })))
    .sort((a, b) => a.day.localeCompare(b.day))
}

/** Why nothing can be booked; null when it can. */
function obstacle(to: AccountRow | undefined, from: AccountRow): Sentence | null {
  for (const account of to ? [from, to] : [from])
    if (account.closed) return say('accountClosed', { name: account.name })
  if (to && to.currency !== from.currency)
    return say('twoCurrenciesOfBill', { from: from.name, currency: from.currency, to: to.name, other: to.currency })
  return null
}

/** One payment, in a change of its own; nothing when somebody has entered, skipped or removed it meanwhile. */
async function book({ id, index }: DuePayment, { store, notify, said }: Context): Promise<void> {
  const [schedule] = (await store.schedules.list({ where: { automatic: true }, limit: MOST })).filter(
    (row) => row.id === id,
  )
  const day = schedule && occurrence(schedule, index)
  if (!schedule || !day || schedule.past !== index) return
  const account = await store.accounts.get(schedule.account)
  const to = schedule.toAccount ? await store.accounts.get(schedule.toAccount) : undefined
  const why = obstacle(to, account)
  if (why !== null) {
    await store.schedules.update(id, { automatic: false }, schedule.version)
    const body = [why, say('waitsForYou')].map(said).join(' ')
    return notify({ kind: 'notBooked', title: said(say('notBooked', { payee: schedule.payee })), body, link: BILLS })
  }
  const bookingKey = `${id} ${plainDay(schedule, index)}` // several may be moved to one Monday
  const known = { where: { bookingKey }, limit: 1 }
  const isKnown =
    (await store.transactions.list(known)).length + (await store.transactions.list({ ...known, trashed: true })).length
  await store.schedules.update(id, { past: index + 1 }, schedule.version)
  if (isKnown > 0) return // it was taken back: the next one is booked again
  const made = await enterPayment(schedule, day, store)
  await store.transactions.update(made.id, { bookingKey })
  const amount = saidOf(made.amount, account.currency)
  const title = said(say('wasBooked', { payee: schedule.payee, amount }))
  const link = `/wallet?account=${account.id}`
  await notify({ kind: 'booked', title, body: `${account.name}, ${day}`, link, undo: true })
}

/** Says on its day that a bill which lies in the trash with its account is not booked. */
async function tellOfTrashed(today: Day, { store, notify, said }: Context): Promise<void> {
  const schedules = await store.schedules.list({ where: { automatic: true }, trashed: true, limit: MOST })
  const due = schedules.filter((row) => nextDay(row) === today)
  if (due.length === 0) return
  const live = new Set((await accountsOf(store)).map(({ id }) => id))
  const isGone = ({ account, toAccount }: ScheduleRow) =>
    !live.has(account) || (toAccount !== null && !live.has(toAccount))
  const body = said(say('accountInTrash'))
  for (const row of due.filter(isGone))
    await notify({
      ...{ kind: 'notBooked', title: said(say('notBooked', { payee: row.payee })), body, link: BILLS },
      key: `trashed ${row.id} ${today}`,
    })
}

/** Enters what is due on the person's own calendar, each payment in a step of its own. */
export async function bookDue(_: object, { step, now, timeZone }: JobContext<typeof wallet>): Promise<void> {
  const today = dayAt(now, timeZone)
  const due = await step('look for what is due', (context) => dueUpTo(today, context))
  for (const one of due)
    await step(`book ${one.id} ${one.index}`, (context) => book(one, context)).catch((error: unknown) => {
      // Somebody enters it at this moment: then it is entered. Its next one sees by its number that it is not its turn.
      if (!(error instanceof AppError && error.code === 'conflict')) throw error
    })
  await step('look into the trash', (context) => tellOfTrashed(today, context))
}
