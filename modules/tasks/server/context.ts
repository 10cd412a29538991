import type { ActionContext } from '@atrium/contract/module'
import type { Day } from '@atrium/domain/dates/days'
import { dayOf, localAt } from '@atrium/domain/dates/local-time'
import type tasks from '../module.ts'

export type Context = ActionContext<typeof tasks>
export type Stores = Context['store']

/** The day on the person's own clock. */
export const todayIn = ({ now, timeZone }: Pick<Context, 'now' | 'timeZone'>): Day => dayOf(localAt(now, timeZone))

/** What was said at all. */
export const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
