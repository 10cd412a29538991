import { Id } from '@atrium/contract/chat'
import { Manager, Org, SeatDetails } from '@atrium/contract/workforce-seats'
import { z } from 'zod'
import { type Route, route } from '../platform/http/route.ts'
import { personOf, type SeatsSettings, type Wake } from './context.ts'
import { colleagues, setManager } from './managing.ts'
import { findSeats, notEnded, seatDetails } from './seats-shown.ts'

/** Who reports to whom. */
export function orgRoutes(settings: SeatsSettings, _wake: Wake): Route[] {
  const { db } = settings
  const own = { tag: 'workforce', access: 'seat.own' } as const
  return [
    route(
      {
        ...own,
        method: 'GET',
        path: '/api/workforce/org',
        summary: 'You, your colleagues and your seats, with who reports to whom',
        limit: 'read',
        answer: Org,
      },
      async ({ principal }) => {
        const ownerId = personOf(principal)
        const people = await colleagues(db, ownerId)
        return {
          people: people.map((person) => ({ ...person, isYou: person.id === ownerId })),
          seats: await findSeats(settings, db, ownerId, notEnded(ownerId)),
        }
      },
    ),
    route(
      {
        ...own,
        method: 'PUT',
        path: '/api/workforce/seats/:id/manager',
        summary: 'Says whom a seat reports to; nobody is made their own manager through others',
        limit: 'write',
        params: z.object({ id: Id }),
        body: Manager,
        answer: SeatDetails,
      },
      async ({ principal, params: { id }, body }) => {
        const ownerId = personOf(principal)
        await db.transaction((tx) => setManager(tx, id, ownerId, body))
        return seatDetails(settings, db, id, ownerId)
      },
    ),
  ]
}
