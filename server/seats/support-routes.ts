import { brand } from '@atrium/contract/brand'
import { Id } from '@atrium/contract/chat'
import { NewTicket, Ticket, TicketList, TicketQuery, TicketReply } from '@atrium/contract/workforce-insight'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { findRecipient } from '../accounts/user.ts'
import { type Route, route } from '../platform/http/route.ts'
import { personOf, type SeatsSettings, type Wake } from './context.ts'
import { tickets } from './support/tables.ts'
import { closeTicket, holdTicket, listTickets, openTicket, replyTo, shownTicket } from './tickets.ts'

/** Questions to whoever runs this installation, and their answers. */
export function supportRoutes({ db, mail, baseUrl, log }: SeatsSettings, _wake: Wake): Route[] {
  /** In the background; the answer stands with the ticket in any case. */
  async function tell({ id, subject, person }: Ticket): Promise<void> {
    if (!mail || !person) return
    try {
      const user = await findRecipient(db, person.id)
      if (!user?.email) return
      await mail.send({
        to: user.email,
        subject: `${brand.name}: your question was answered`,
        paragraphs: [`Hello ${person.name},`, `there is an answer to “${subject}”.`],
        link: { label: 'Read it', url: new URL('/workforce/support-help', baseUrl).href },
      })
    } catch (error) {
      log.warn({ err: error, ticket: id }, 'a person could not be told by mail that their ticket was answered')
    }
  }

  const ById = z.object({ id: Id })
  const own = { tag: 'workforce', access: 'seat.own', path: '/api/workforce/support' } as const
  const admin = { tag: 'administration', access: 'admin.support', path: '/api/admin/support' } as const
  const one = { params: ById, method: 'GET', limit: 'read', answer: Ticket } as const
  const change = { params: ById, limit: 'write', answer: Ticket } as const
  return [
    route(
      {
        ...own,
        method: 'GET',
        summary: 'Your tickets, the last touched first',
        limit: 'read',
        query: TicketQuery,
        answer: TicketList,
      },
      ({ principal, query }) => listTickets(db, eq(tickets.ownerId, personOf(principal)), 'you', query),
    ),
    route(
      { ...own, ...one, path: '/api/workforce/support/:id', summary: 'A ticket of yours' },
      ({ principal, params: { id } }) =>
        shownTicket(db, and(eq(tickets.id, id), eq(tickets.ownerId, personOf(principal))), 'you'),
    ),
    route(
      {
        ...own,
        method: 'POST',
        summary: 'Asks whoever runs this installation; they see the steps of a run that is attached',
        limit: 'send',
        body: NewTicket,
        answer: Ticket,
        status: 201,
      },
      async ({ principal, body }) => {
        const id = await db.transaction((tx) => openTicket(tx, personOf(principal), body))
        return shownTicket(db, eq(tickets.id, id), 'you')
      },
    ),
    route(
      {
        ...own,
        ...change,
        method: 'POST',
        path: '/api/workforce/support/:id/replies',
        summary: 'Adds to a ticket of yours',
        body: TicketReply,
        status: 201,
      },
      async ({ principal, params: { id }, body }) => {
        const by = personOf(principal)
        await db.transaction(async (tx) => {
          const row = await holdTicket(tx, and(eq(tickets.id, id), eq(tickets.ownerId, by)))
          await replyTo(tx, row, by, 'you', body.text)
        })
        return shownTicket(db, eq(tickets.id, id), 'you')
      },
    ),
    route(
      {
        ...own,
        ...change,
        method: 'PUT',
        path: '/api/workforce/support/:id/closed',
        summary: 'Closes a ticket of yours',
        bodyOptional: true,
      },
      async ({ principal, params: { id } }) => {
        const by = personOf(principal)
        await db.transaction(async (tx) =>
          closeTicket(tx, await holdTicket(tx, and(eq(tickets.id, id), eq(tickets.ownerId, by))), by),
        )
        return shownTicket(db, eq(tickets.id, id), 'you')
      },
    ),
    route(
      {
        ...admin,
        method: 'GET',
        summary: 'The tickets of this installation, the last touched first',
        limit: 'read',
        query: TicketQuery.extend({ state: Ticket.shape.state.optional() }),
        answer: TicketList,
      },
      ({ query }) => listTickets(db, query.state && eq(tickets.state, query.state), 'support', query),
    ),
    route(
      { ...admin, ...one, path: '/api/admin/support/:id', summary: 'A ticket of this installation' },
      ({ params: { id } }) => shownTicket(db, eq(tickets.id, id), 'support'),
    ),
    route(
      {
        ...admin,
        ...change,
        method: 'POST',
        path: '/api/admin/support/:id/replies',
        summary: 'Answers a ticket; its person is told by mail, where mail is configured',
        body: TicketReply,
        status: 201,
      },
      async ({ principal, params: { id }, body }) => {
        const by = personOf(principal)
        await db.transaction(async (tx) =>
          replyTo(tx, await holdTicket(tx, eq(tickets.id, id)), by, 'support', body.text),
        )
        const ticket = await shownTicket(db, eq(tickets.id, id), 'support')
        void tell(ticket)
        return ticket
      },
    ),
    route(
      {
        ...admin,
        ...change,
        method: 'PUT',
        path: '/api/admin/support/:id/closed',
        summary: 'Closes a ticket',
        bodyOptional: true,
      },
      async ({ principal, params: { id } }) => {
        const by = personOf(principal)
        await db.transaction(async (tx) => closeTicket(tx, await holdTicket(tx, eq(tickets.id, id)), by))
        return shownTicket(db, eq(tickets.id, id), 'support')
      },
    ),
  ]
}
