import { totalsOf } from '../contract/workforce.ts'
import type { SeatAtWork } from '../contract/workforce-seats.ts'
import { testBilling } from '../server/workforce/test-order.ts'
import type { client } from './client.ts'

export type Person = ReturnType<typeof client>

/** An account of its own; the first one of a server is its administrator. */
export async function register(person: Person, username: string): Promise<Person & { id: string }> {
  const word = { username, email: `${username}@example.org`, password: 'correct horse battery' }
  return { ...person, ...(await person.post<{ id: string }>('/api/register', word)) }
}

/** Hires by an order of a person whom the administrator trusts, which starts at once, and lets every seat go without context. */
export async function hire(
  administrator: Person,
  person: Person & { id: string },
  items: Record<string, number>,
): Promise<SeatAtWork[]> {
  await administrator.send('PUT', `/api/admin/users/${person.id}/trusted`, { trusted: true })
  await person.post('/api/workforce/orders', {
    items,
    billingPeriod: 'monthly',
    billing: testBilling,
    expectedTotalCents: totalsOf({ items, billingPeriod: 'monthly' }).totalCents,
    attempt: `hiring ${Object.keys(items).join(' ')}`,
  })
  const list = async () => (await person.get<{ seats: SeatAtWork[] }>('/api/workforce/seats')).seats
  for (const { id } of await list()) await person.send('PUT', `/api/workforce/seats/${id}/onboarding`, { answers: {} })
  return list()
}
