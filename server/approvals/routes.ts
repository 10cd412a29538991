import { Approval, ApprovalDetails, ApprovalList, ApprovalQuery, Decide } from '@atrium/contract/approvals'
import { Id } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import { z } from 'zod'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { allows } from '../platform/policy.ts'
import { type Askers, askerOf, authorizeSeats, decide, MISSING } from './deciding.ts'
import { findApprovals, listApprovals, type NameOf } from './listing.ts'
import type { ApprovalRow } from './rows.ts'

/** What waits for a person's word, whoever asks. */
export function approvalRoutes(db: Database, askers: Askers): Route[] {
  const sql = db.$client
  const nameOf: NameOf = (row) => askerOf(askers, row).nameOf(row.action)
  const common = { tag: 'Approvals', access: 'run.own' } as const
  return [
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/approvals',
        summary: 'What the assistant and your seats ask to be allowed, the newest first',
        limit: 'read',
        query: ApprovalQuery,
        answer: ApprovalList,
      },
      ({ principal, query }) => {
        if (query.seat || query.from === 'seat') authorizeSeats(principal)
        const from = allows(principal, 'seat.own') && !principal.key ? query.from : 'chat'
        return listApprovals(sql, nameOf, principal.owner, { ...query, from })
      },
    ),
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/approvals/:id',
        summary: 'One of them, with what its action takes, to be filled in anew',
        limit: 'read',
        params: z.object({ id: Id }),
        answer: ApprovalDetails,
      },
      async ({ principal, params }) => {
        const [row] = (
          await sql.query<ApprovalRow>('select * from approvals where id = $1 and owner_id = $2', [
            params.id,
            principal.owner,
          ])
        ).rows
        if (!row) throw new AppError('not_found', MISSING)
        if (row.seat_id !== null) authorizeSeats(principal)
        const [found] = await findApprovals(sql, nameOf, 'a.id = $1', [row.id])
        if (!found) throw new AppError('not_found', MISSING)
        return { ...found, inputSchema: askerOf(askers, row).schemaOf(row.action) }
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/approvals/:id/decide',
        summary: 'Allows what is asked for, as it is or changed, declines it, or has it done anew',
        // A word lets a model go on.
        limit: 'chat',
        params: z.object({ id: Id }),
        body: Decide,
        answer: Approval,
      },
      async ({ principal, params, body }) => {
        await decide(db, askers, principal, params.id, body)
        const [decided] = await findApprovals(sql, nameOf, 'a.id = $1', [params.id])
        if (!decided) throw new AppError('not_found', MISSING)
        return decided
      },
    ),
  ]
}
