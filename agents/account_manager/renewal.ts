import { addDays, daysBetween } from '@atrium/domain/dates/days'
import { addWorkingDays, workingDayFrom } from '@atrium/domain/dates/working-days'
import type { Band } from '../kit/account-health.ts'
import type { Account } from '../kit/accounts.ts'

export interface Milestone {
  /** A working day. */
  day: string
  what: string
  isLate: boolean
}

export interface Renewal {
  account: Account
  renewsOn: string
  /** The last day on which the customer can give notice. */
  noticeOn: string
  days: number
  daysToNotice: number
  /** Overdue: the day has passed and nothing says that it was renewed. */
  state: 'overdue' | 'notice passed' | 'notice soon' | 'in work' | 'later'
  milestones: Milestone[]
}

/** Days before the renewal, and for what: the talk has to be over before notice can be given. */
const PLAN: readonly [beforeNotice: number, what: string][] = [
  [60, 'Review what was reached, with the sponsor'],
  [45, 'Find out who decides, and whether the budget stands'],
  [30, 'Send the renewal proposal'],
  [10, 'Get a yes, while notice can be given'],
]

/** @param noticeDays of contracts that do not say */
export function renewalOf(account: Account, today: string, noticeDays: number): Renewal | null {
  const { renewsOn } = account
  if (!renewsOn) return null
  const noticeOn = addDays(renewsOn, -(account.noticeDays ?? noticeDays))
  const days = daysBetween(today, renewsOn)
  const daysToNotice = daysBetween(today, noticeOn)
  const planned = PLAN.map(([before, what]): Milestone => {
    const day = workingDayFrom(addDays(noticeOn, -before))
    return { day, what, isLate: day < today }
  })
  const signed: Milestone = {
    day: workingDayFrom(addDays(renewsOn, -14)),
    what: 'Signature',
    isLate: addDays(renewsOn, -14) < today,
  }
  return {
    account,
    renewsOn,
    noticeOn,
    days,
    daysToNotice,
    state:
      days < 0
        ? 'overdue'
        : daysToNotice < 0
          ? 'notice passed'
          : daysToNotice <= 30
            ? 'notice soon'
            : daysToNotice <= 90
              ? 'in work'
              : 'later',
    milestones: [...planned, signed],
  }
}

/** The steps that are next: what is late is put together on the next working days, the rest stays on its day. */
export function nextMilestones({ milestones, state }: Renewal, today: string): Milestone[] {
  if (state === 'overdue') return [{ day: workingDayFrom(today), what: 'Clear whether it was renewed', isLate: true }]
  if (state === 'notice passed') {
    const confirm = {
      day: addWorkingDays(workingDayFrom(today), 1),
      what: 'Confirm the renewal: notice has passed',
      isLate: false,
    }
    return [confirm, ...milestones.filter(({ what, isLate }) => what === 'Signature' && !isLate)]
  }
  const late = milestones.filter(({ isLate }) => isLate)
  const coming = milestones.filter(({ isLate }) => !isLate)
  const [next] = coming
  // Of several that are late, the last one includes the others.
  const now = late.at(-1)
  return [
    ...(now && now.what !== 'Signature' ? [{ ...now, day: addWorkingDays(workingDayFrom(today), 1) }] : []),
    ...(next ? [next] : []),
  ]
}

/** What share of accounts renews, by health: a plain assumption until you know your own. */
export const RENEWS: Readonly<Record<Band | 'unknown', number>> = {
  healthy: 0.95,
  watch: 0.8,
  'at risk': 0.5,
  unknown: 0.8,
}

export interface Retention {
  /** Accounts that had money a year ago. */
  accounts: number
  before: number
  now: number
  /** Net revenue retention: what those accounts pay today ÷ what they paid. */
  net: number
  /** Gross: the same without what was added. */
  gross: number
  lost: number
}

/** Net and gross revenue retention of the accounts that were there a year ago; null when the file does not tell it. */
export function retentionOf(accounts: readonly Account[]): Retention | null {
  const there = accounts.filter(({ arrBefore }) => arrBefore !== null && arrBefore > 0)
  const before = there.reduce((sum, { arrBefore }) => sum + (arrBefore ?? 0), 0)
  if (before === 0) return null
  const now = there.reduce((sum, { arr }) => sum + (arr ?? 0), 0)
  const kept = there.reduce((sum, { arr, arrBefore }) => sum + Math.min(arr ?? 0, arrBefore ?? 0), 0)
  return {
    accounts: there.length,
    before,
    now,
    net: now / before,
    gross: kept / before,
    lost: there.filter(({ arr }) => !arr).length,
  }
}
