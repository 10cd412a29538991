import type { JobContext } from '@atrium/contract/module-work'
import type wallet from '../module.ts'
import { changeBy } from '../rules.ts'
import { rulesOf } from './bounded.ts'

/** Transactions of one step. */
const AT_ONCE = 500
/** A transfer has its name from its accounts, and no category. */
const where = { transfer: null } as const

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
      for (const row of rows) {
        const change = changeBy(rules, row)
        if (!change) continue
        await store.transactions.update(row.id, change)
        count++
      }
      return { next, looked: rows.length, changed: count }
    })
    looked += page.looked
    changed += page.changed
    after = page.next ?? undefined
    progress(looked, Math.max(total, looked))
  } while (after !== undefined)
  return { link: '/wallet', looked, changed }
}
