import type { WorkEvent } from '@atrium/contract/workforce-work'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import { NAME } from '../accounts/user.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { seats, workforceEvents } from '../workforce/tables.ts'

const SEAT = 'seat:'
/** Who did it, when a seat did. */
export const actorOfSeat = (id: string): string => `${SEAT}${id}`

/** What happened to these, the newest first; of some kinds only, when they are named. */
export async function eventsOf(
  on: Queryable,
  ownerId: string,
  subjects: readonly string[],
  limit: number,
  kinds?: readonly string[],
): Promise<WorkEvent[]> {
  if (subjects.length === 0) return []
  const rows = await on
    .select({ event: workforceEvents, person: NAME, seat: seats.name })
    .from(workforceEvents)
    .leftJoin(users, eq(users.id, workforceEvents.actorId))
    .leftJoin(seats, eq(sql`${SEAT} || ${seats.id}`, workforceEvents.actorId))
    .where(
      and(
        eq(workforceEvents.ownerId, ownerId),
        inArray(workforceEvents.subject, [...subjects]),
        kinds && inArray(workforceEvents.kind, [...kinds]),
      ),
    )
    .orderBy(desc(workforceEvents.id))
    .limit(limit)
  return rows.map(({ event, person, seat }) => ({
    id: event.id,
    kind: event.kind,
    subject: event.subject,
    actor: seat ?? person ?? '',
    data: event.data,
    at: event.createdAt.toISOString(),
  }))
}
