import { AppError } from '@atrium/contract/errors'
import { type NewTicket, Ticket, type TicketQuery } from '@atrium/contract/workforce-insight'
import { and, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../accounts/tables.ts'
import { NAME, oneAtATime } from '../accounts/user.ts'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import { pageOf, timePlace } from '../platform/paging.ts'
import { note, type Tx } from '../workforce/context.ts'
import { findRuns } from './run-shown.ts'
import { ticketMessages, tickets } from './support/tables.ts'
import { seatRuns } from './tables.ts'

/** Tickets of one person that are not closed, and messages of one ticket. */
const OPEN_MAX = 50
const MESSAGES_MAX = 200

export type TicketRow = typeof tickets.$inferSelect
/** Who looks: the person whose it is, or whoever runs this installation. */
export type Side = 'you' | 'support'

export const noSuchTicket = () => new AppError('not_found', 'That ticket was not found.')

/** Those to which `which` applies, the last touched first. The steps of a run are shown to support while its ticket is open. */
export async function findTickets(db: Database, which: SQL | undefined, side: Side, most: number): Promise<Ticket[]> {
  const rows = await db
    .select({ ticket: tickets, name: NAME })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.ownerId))
    .where(which)
    .orderBy(desc(tickets.updatedAt), desc(tickets.id))
    .limit(most)
  if (rows.length === 0) return []
  const said = await db
    .select({ message: ticketMessages, name: NAME })
    .from(ticketMessages)
    .leftJoin(users, eq(users.id, ticketMessages.userId))
    .where(
      inArray(
        ticketMessages.ticketId,
        rows.map(({ ticket }) => ticket.id),
      ),
    )
    .orderBy(asc(ticketMessages.id))
  const attached = rows.flatMap(({ ticket }) => (ticket.runId && ticket.state !== 'closed' ? [ticket.runId] : []))
  const runs =
    side === 'support' && attached.length > 0
      ? await findRuns(db.$client, 'r.id = any($1)', [attached], attached.length)
      : []
  return rows.map(({ ticket, name }) => ({
    id: ticket.id,
    subject: ticket.subject,
    state: Ticket.shape.state.parse(ticket.state),
    runId: ticket.runId,
    messages: said
      .filter(({ message }) => message.ticketId === ticket.id)
      .map(({ message, name: author }) => ({
        by: message.isSupport ? 'support' : 'you',
        name: author ?? '',
        text: message.text,
        at: message.createdAt.toISOString(),
      })),
    createdAt: ticket.createdAt.toISOString(),
    updatedAt: ticket.updatedAt.toISOString(),
    person: side === 'support' ? { id: ticket.ownerId, name: name ?? '' } : null,
    run: (ticket.state !== 'closed' && runs.find(({ id }) => id === ticket.runId)) || null,
  }))
}

/** Those to which `which` applies, by pages. */
export async function listTickets(
  db: Database,
  which: SQL | undefined,
  side: Side,
  { cursor, limit }: z.output<typeof TicketQuery>,
): Promise<{ tickets: Ticket[]; nextCursor: string | null }> {
  const after = timePlace(cursor)
  const isAfter = after && sql`(${tickets.updatedAt}, ${tickets.id}) < (${after.key}::timestamptz, ${after.id})`
  const found = await findTickets(db, isAfter ? and(which, isAfter) : which, side, limit + 1)
  const { page, nextCursor } = pageOf(found, limit, ({ updatedAt, id }) => ({ key: updatedAt, id }))
  return { tickets: page, nextCursor }
}

export async function shownTicket(db: Database, which: SQL | undefined, side: Side): Promise<Ticket> {
  const [ticket] = await findTickets(db, which, side, 1)
  if (!ticket) throw noSuchTicket()
  return ticket
}

/** Held until the transaction ends. */
export async function holdTicket(tx: Queryable, which: SQL | undefined): Promise<TicketRow> {
  const [row] = await tx.select().from(tickets).where(which).for('update')
  if (!row) throw noSuchTicket()
  return row
}

/** Sent again, it is the one that was opened. Answers its id. */
export async function openTicket(
  tx: Tx,
  ownerId: string,
  { subject, text, runId, attempt }: z.output<typeof NewTicket>,
): Promise<string> {
  await oneAtATime(tx, ownerId)
  const [known] = await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.ownerId, ownerId), eq(tickets.attempt, attempt)))
  if (known) return known.id
  if (runId !== null && (await tx.$count(seatRuns, and(eq(seatRuns.id, runId), eq(seatRuns.ownerId, ownerId)))) === 0)
    throw new AppError('not_found', 'That run was not found.')
  if ((await tx.$count(tickets, and(eq(tickets.ownerId, ownerId), ne(tickets.state, 'closed')))) >= OPEN_MAX)
    throw new AppError('conflict', `You have ${OPEN_MAX} open tickets. Close one first.`)
  const id = uuid()
  await tx.insert(tickets).values({ id, ownerId, subject, state: 'open', runId, attempt })
  await tx.insert(ticketMessages).values({ ticketId: id, userId: ownerId, isSupport: false, text })
  await note(tx, { ownerId, actorId: ownerId, kind: 'ticket.opened', subject: id, data: { subject } })
  return id
}

/** A further message: of its person it is open again, of support it is answered. */
export async function replyTo(tx: Tx, { id, ownerId, state }: TicketRow, by: string, side: Side, text: string) {
  if (state === 'closed') throw new AppError('conflict', 'This ticket is closed. A new one can be opened.')
  if ((await tx.$count(ticketMessages, eq(ticketMessages.ticketId, id))) >= MESSAGES_MAX)
    throw new AppError('conflict', 'This ticket has become too long. Close it and open a new one.')
  const isSupport = side === 'support'
  await tx.insert(ticketMessages).values({ ticketId: id, userId: by, isSupport, text })
  await tx
    .update(tickets)
    .set({ state: isSupport ? 'answered' : 'open', updatedAt: new Date() })
    .where(eq(tickets.id, id))
  await note(tx, { ownerId, actorId: by, kind: isSupport ? 'ticket.answered' : 'ticket.replied', subject: id })
}

export async function closeTicket(tx: Tx, { id, ownerId, state }: TicketRow, by: string): Promise<void> {
  if (state === 'closed') return
  await tx.update(tickets).set({ state: 'closed', updatedAt: new Date() }).where(eq(tickets.id, id))
  await note(tx, { ownerId, actorId: by, kind: 'ticket.closed', subject: id })
}
