import { answered, eventStream } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import type { Principal } from '@atrium/contract/principal'
import { RunInfo } from '@atrium/contract/runs'
import { z } from 'zod'
import type { Database } from '../database/connect.ts'
import { openEventStream } from '../http/event-stream.ts'
import { type Route, route, SENT } from '../http/route.ts'
import { authorize } from '../policy.ts'
import { findRun, type RunRow, runInfo } from './store.ts'
import { RUN_EVENTS, view } from './viewer.ts'
import type { Engine } from './work.ts'

const Params = z.object({ id: z.string().max(64) })
const SEQ_MAX = 2_147_483_647
const Seq = z.coerce.number('after must be a number.').int().min(0).max(SEQ_MAX)
const missing = 'That run was not found.'

/** The caller's run, or `not_found`. */
export async function ownRun(db: Database, principal: Principal, id: string): Promise<RunRow> {
  const run = await findRun(db.$client, id)
  if (!run) throw new AppError('not_found', missing)
  authorize(principal, 'run.own', run.owner_id, missing)
  return run
}

export function runRoutes({ db, engine }: { db: Database; engine: Engine }): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/runs/:id',
        summary: 'The state of a run',
        tag: 'Runs',
        access: 'run.own',
        limit: 'read',
        params: Params,
        answer: RunInfo,
      },
      async ({ principal, params }) => runInfo(await ownRun(db, principal, params.id)),
    ),
    route(
      {
        method: 'GET',
        path: '/api/runs/:id/events',
        summary: 'The events of a run: replayed after `after` (or Last-Event-ID), then live, then [DONE]',
        tag: 'Runs',
        access: 'run.own',
        limit: 'read',
        params: Params,
        query: z.object({ after: Seq.optional() }),
        answers: answered('The events of the run', eventStream(RUN_EVENTS)),
      },
      async ({ principal, params, query, request, outgoing, headers, log }) => {
        const run = await ownRun(db, principal, params.id)
        const after = query.after ?? Seq.catch(0).parse(request.headers.get('last-event-id') ?? 0)
        const stream = openEventStream(outgoing, headers)
        void view(engine, run.id, after, stream, log)
        return SENT
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/runs/:id/stop',
        summary: 'Stops a run; what it made so far is kept',
        tag: 'Runs',
        access: 'run.own',
        limit: 'write',
        params: Params,
        answer: RunInfo,
      },
      async ({ principal, params }) => {
        const run = await ownRun(db, principal, params.id)
        await engine.stop(run)
        return runInfo(await ownRun(db, principal, params.id))
      },
    ),
  ]
}
