import type { Ticket, TicketList } from '@atrium/contract/workforce-insight'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { usePages } from '../work/work-queries.ts'

type Tickets = z.infer<typeof TicketList>

export const ticketsOf = ({ tickets }: Tickets) => tickets

/** Tickets page by page. */
export const useTickets = (path: string) => usePages<Tickets>(path)

/** One ticket, however far back it stands. */
export const useTicket = (path: string, id: string) =>
  useQuery<Ticket>({ queryKey: [path, encodeURIComponent(id)], staleTime: 0 })
