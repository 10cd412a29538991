import { Id } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import { Answers, NewTask, Settle, TaskChange, TaskDetails, TaskList, TaskQuery } from '@atrium/contract/workforce-work'
import { z } from 'zod'
import { type Route, route } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import { transaction } from '../platform/runs/closing.ts'
import { findRun } from '../platform/runs/store.ts'
import { TIME_ZONE_HEADER } from '../records/door.ts'
import { personOf, type SeatsSettings } from './context.ts'
import { type ChangedTask, cancelParts, changeTask, drizzleOf, holdTask } from './task-changing.ts'
import { answerQuestion, settleUnknown, taskDetails } from './task-details.ts'
import { createTask } from './task-making.ts'
import { findTasks, shownTask } from './task-shown.ts'

const ById = z.object({ id: Id })
const common = { tag: 'workforce', access: 'seat.own' } as const

/** IANA name, as the page says it; UTC when it does not or is wrong. */
export function timeZoneOf(request: Request): string {
  const name = request.headers.get(TIME_ZONE_HEADER) ?? 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return 'UTC' // RangeError: no such zone
  }
}

const Cursor = z.tuple([z.iso.datetime({ offset: true }), z.string().max(64)])

export function taskRoutes(settings: SeatsSettings): Route[] {
  const { db, engine, wake } = settings
  const pool = db.$client

  /** What a change set going, after its commit. */
  async function afterwards({ wake: seats, stop }: ChangedTask) {
    for (const id of stop) {
      const run = await findRun(pool, id)
      if (run) await engine.stop(run)
    }
    wake(seats)
  }

  return [
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/workforce/tasks',
        summary: 'Tasks of yours and your seats: the open ones by their place, ended ones newest first',
        limit: 'read',
        query: TaskQuery,
        answer: TaskList,
      },
      async ({ principal, query }) => {
        const values: unknown[] = [personOf(principal)]
        const place = (value: unknown) => `$${values.push(value)}`
        const where = ['t.owner_id = $1']
        if (query.seat) where.push(`t.seat_id = ${place(query.seat)}`)
        const isOver = query.status === 'done' || query.status === 'cancelled'
        if (query.status === 'open' || query.status === undefined) where.push(`t.status not in ('done', 'cancelled')`)
        else where.push(`t.status = ${place(query.status)}`)
        if (query.cursor && isOver) {
          const parsed = Cursor.safeParse(query.cursor.split(' '))
          if (!parsed.success) throw new AppError('bad_request', 'The cursor is not one that this list gave.')
          where.push(
            `(date_trunc('milliseconds', t.ended_at), t.id) < (${place(parsed.data[0])}::timestamptz, ${place(parsed.data[1])})`,
          )
        }
        const order = isOver ? `date_trunc('milliseconds', t.ended_at) desc, t.id desc` : 't.rank, t.id'
        const rows = await findTasks(pool, where.join(' and '), values, order, query.limit + 1)
        const shown = rows.slice(0, query.limit)
        const last = shown.at(-1)
        const nextCursor =
          isOver && rows.length > query.limit && last?.ended_at ? `${last.ended_at.toISOString()} ${last.id}` : null
        return { tasks: shown.map(shownTask), nextCursor }
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/workforce/tasks',
        summary: 'Gives a task to a seat, a person or nobody yet',
        limit: 'write',
        body: NewTask,
        answer: TaskDetails,
      },
      async ({ principal, body, request }) => {
        const person = personOf(principal)
        const given = { by: person, timeZone: timeZoneOf(request), language: languageOf(request) }
        const id = await transaction(pool, (client) =>
          createTask(drizzleOf(client), settings.agents, person, body, given),
        )
        wake([body.seatId])
        return taskDetails(settings, person, id)
      },
    ),
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/workforce/tasks/:id',
        summary: 'A task with its runs, requests and what was handed in',
        limit: 'read',
        params: ById,
        answer: TaskDetails,
      },
      ({ principal, params }) => taskDetails(settings, personOf(principal), params.id),
    ),
    route(
      {
        ...common,
        method: 'PATCH',
        path: '/api/workforce/tasks/:id',
        summary: 'Changes or moves a task',
        limit: 'write',
        params: ById,
        body: TaskChange,
        answer: TaskDetails,
      },
      async ({ principal, params, body }) => {
        const person = personOf(principal)
        await afterwards(
          await transaction(pool, (client) => changeTask(client, settings.agents, person, person, params.id, body)),
        )
        return taskDetails(settings, person, params.id)
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/workforce/tasks/:id/stop',
        summary: 'Stops what is being done for a task; it goes back to the backlog',
        limit: 'write',
        params: ById,
        bodyOptional: true,
        answer: TaskDetails,
      },
      async ({ principal, params }) => {
        const person = personOf(principal)
        const ended = await transaction(pool, async (client) => {
          await holdTask(client, person, params.id)
          const { rows } = await client.query<{ id: string }>(
            `select id from seat_runs where task_id = $1 and status in ('queued', 'running', 'waiting')`,
            [params.id],
          )
          if (rows.length === 0) throw new AppError('conflict', 'Nothing is being done for this task.')
          const parts = await cancelParts(client, params.id)
          return { wake: parts.wake, stop: [...rows.map(({ id }) => id), ...parts.stop] }
        })
        await afterwards(ended)
        return taskDetails(settings, person, params.id)
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/workforce/tasks/:id/answer',
        summary: 'Answers what a seat asks',
        limit: 'write',
        params: ById,
        body: Answers,
        answer: TaskDetails,
      },
      async ({ principal, params, body }) => {
        const person = personOf(principal)
        wake([await answerQuestion(settings, person, params.id, body)])
        return taskDetails(settings, person, params.id)
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        path: '/api/workforce/runs/:id/steps/:seq/settle',
        summary: 'Says of a step that a crash cut off whether it happened',
        limit: 'write',
        params: z.object({ id: Id, seq: z.coerce.number().int() }),
        body: Settle,
        answer: z.object({ ok: z.literal(true) }),
      },
      async ({ principal, params, body }) => {
        wake([await settleUnknown(settings, personOf(principal), params.id, params.seq, body.happened)])
        return { ok: true }
      },
    ),
  ]
}
