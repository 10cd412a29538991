import { AppError } from '@atrium/contract/errors'
import type { JobContext } from '@atrium/contract/module-work'
import type wallet from '../module.ts'
import type { Rule, TransactionRow } from '../records.ts'
import { changeBy } from '../rules.ts'
import { rulesOf } from './bounded.ts'
import type { Stores } from './categories.ts'

/** Transactions of one step. */
const AT_ONCE = 500
/** A transfer has its name from its accounts, and no category. */
const where = { transfer: null } as const

/** By the row as it is when it is written: what somebody chose meanwhile stays, and what they removed is no fault. */
async function ruleRow({ id }: TransactionRow, rules: readonly Rule[], store: Stores): Promise<boolean> {
  let isChanged = false
  const change = (now: TransactionRow) => {
    const found = now.transfer ? null : changeBy(rules, now)
    isChanged = found !== null
    return found ?? {}
  }
  await store.transactions.update(id, change).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  })
  return isChanged
}

/** All rules, to every transaction that is there: page by page, so that it can be cancelled between two and goes on after a restart. */
export async function applyRules(_: object, { step, progress }: JobContext<typeof wallet>) {
  const total = await step('count', ({ store }) => store.transactions.count(where))
  let after: string | undefined
  let looked = 0
  let changed = 0
  progress(looked, total)
  do {
    const from = after
    const page = await step(`from ${looked}`, async ({ store }) => {
      const { rows, next } = await store.transactions.page({ where, order: 'createdAt', limit: AT_ONCE, after: from })
      const rules = await rulesOf(store)
      let count = 0
      for (const row of rows) if (changeBy(rules, row) && (await ruleRow(row, rules, store))) count++
      return { next, looked: rows.length, changed: count }
    })
    looked += page.looked
    changed += page.changed
    after = page.next ?? undefined
    progress(looked, Math.max(total, looked))
  } while (after !== undefined)
  return { link: '/wallet', looked, changed }
}
