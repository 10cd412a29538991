import { AppError } from '@atrium/contract/errors'
import type { ActionContext } from '@atrium/contract/module'
import type wallet from '../module.ts'
import type { AccountRow, CategoryRow, RuleRow, ScheduleRow } from '../records.ts'
import { say } from '../say.ts'

type Stores = ActionContext<typeof wallet>['store']

/** What a wallet has at most of each of these: whoever asks for them gets them all. */
export const MOST = 1000

/** Throws `too_large` when there are as many as a wallet has. */
export async function refuseMore(of: 'accounts' | 'categories' | 'rules' | 'schedules', store: Stores): Promise<void> {
  if ((await store[of].count()) < MOST) return
  throw new AppError('too_large', say(`most.${of}`, { most: MOST }))
}

export const accountsOf = ({ accounts }: Pick<Stores, 'accounts'>): Promise<AccountRow[]> =>
  accounts.list({ order: 'createdAt', limit: MOST })
export const categoriesOf = ({ categories }: Pick<Stores, 'categories'>): Promise<CategoryRow[]> =>
  categories.list({ order: ['order', 'createdAt'], limit: MOST })
export const rulesOf = ({ rules }: Pick<Stores, 'rules'>): Promise<RuleRow[]> =>
  rules.list({ order: 'match', limit: MOST })
export const schedulesOf = ({ schedules }: Pick<Stores, 'schedules'>): Promise<ScheduleRow[]> =>
  schedules.list({ order: '-createdAt', limit: MOST })
