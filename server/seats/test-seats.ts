import { fileURLToPath } from 'node:url'
import { totalsOf } from '@atrium/contract/workforce'
import type { SeatAtWork } from '@atrium/contract/workforce-seats'
import type { TaskDetails } from '@atrium/contract/workforce-work'
import type { Client, TestApp } from '../test-app.ts'
import { testBilling } from '../workforce/test-order.ts'

/** Agents of the tests: `ops` and `support`. */
export const TEST_AGENTS = fileURLToPath(new URL('./test-agents', import.meta.url))

let attempts = 0
export const attempt = (): string => `attempt-${process.pid}-${++attempts}`

/** Hires by an order of a trusted person, which starts at once, and tells every seat to go without context. */
export async function hire(
  app: TestApp,
  person: Client & { id: string },
  items: Record<string, number>,
): Promise<SeatAtWork[]> {
  const administrator = await app.administrator()
  await administrator.call('PUT', `/api/admin/users/${person.id}/trusted`, { trusted: true })
  await person.call('POST', '/api/workforce/orders', {
    items,
    billingPeriod: 'monthly',
    billing: testBilling,
    expectedTotalCents: totalsOf({ items, billingPeriod: 'monthly' }).totalCents,
    attempt: attempt(),
  })
  const before = await person.call<{ seats: SeatAtWork[] }>('GET', '/api/workforce/seats')
  for (const seat of before.seats)
    if (seat.status === 'provisioning')
      await person.call('PUT', `/api/workforce/seats/${seat.id}/onboarding`, { answers: {} })
  return (await person.call<{ seats: SeatAtWork[] }>('GET', '/api/workforce/seats')).seats
}

export const give = (person: Client, task: Record<string, unknown>): Promise<TaskDetails> =>
  person.call<TaskDetails>('POST', '/api/workforce/tasks', { title: 'Do it', attempt: attempt(), ...task })

export const taskOf = (person: Client, id: string): Promise<TaskDetails> =>
  person.call<TaskDetails>('GET', `/api/workforce/tasks/${id}`)

/** Looks until the task is so, a minute at most. */
export async function until(person: Client, id: string, isSo: (task: TaskDetails) => boolean): Promise<TaskDetails> {
  for (let looks = 0; ; looks++) {
    const task = await taskOf(person, id)
    if (isSo(task)) return task
    if (looks > 1_200) throw new Error(`The task stays ${task.status} (${task.next?.for}): ${task.reason}`)
    await new Promise((later) => setTimeout(later, 50))
  }
}

export const isNow =
  (...states: string[]) =>
  (task: TaskDetails): boolean =>
    states.includes(task.status)
