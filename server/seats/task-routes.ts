import { Id } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import { INTEGER_MAX } from '@atrium/contract/integers'
import { Answers, NewTask, Settle, TaskChange, TaskDetails, TaskList, TaskQuery } from '@atrium/contract/workforce-work'
import { knownZone } from '@atrium/domain/dates/wall-clock'
import { z } from 'zod'
import { type Route, route } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import { transaction } from '../platform/runs/closing.ts'
import { findRun } from '../platform/runs/store.ts'
import { TIME_ZONE_HEADER } from '../records/door.ts'
import { personOf, type SeatsSettings } from './context.ts'
import { changeGiven, holdGiven } from './given-tasks.ts'
import { mailGiven } from './giving-mail.ts'
import { hasModel } from './model-needed.ts'
import { type ChangedTask, cancelParts, changeTask, drizzleOf, holdTask } from './task-changing.ts'
import { answerQuestion, settleUnknown, taskDetails } from './task-details.ts'
import { listTasks } from './task-list.ts'
import { createTask, taskOfAttempt } from './task-making.ts'

const ById = z.object({ id: Id })
const common = { tag: 'workforce', access: 'seat.own' } as const

/** IANA name, as the page says it; UTC when it does not or is wrong. */
export function timeZoneOf(request: Request): string {
  return knownZone(request.headers.get(TIME_ZONE_HEADER) ?? 'UTC') ?? 'UTC'
}

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
        summary:
          'Tasks of yours and your seats, or those that others gave you: the open ones by their place, ended ones newest first',
        limit: 'read',
        query: TaskQuery,
        answer: TaskList,
      },
      ({ principal, query }) => listTasks(pool, personOf(principal), query),
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
        const given = {
          by: person,
          timeZone: timeZoneOf(request),
          language: languageOf(request),
          hasModel: await hasModel(settings.registryOf, person),
        }
        const { id, isNew } = await transaction(pool, async (client) => {
          const tx = drizzleOf(client)
          const known = await taskOfAttempt(tx, person, body.attempt)
          return { id: await createTask(tx, settings.agents, person, body, given), isNew: known === undefined }
        })
        wake([body.seatId])
        const made = await taskDetails(settings, person, id)
        if (isNew && body.userId && body.userId !== person) void mailGiven(settings, body.userId, made, person)
        return made
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
        summary: 'Changes or moves a task; one that somebody gave you can be done, opened again or given back',
        limit: 'write',
        params: ById,
        body: TaskChange,
        answer: TaskDetails,
      },
      async ({ principal, params, body }) => {
        const person = personOf(principal)
        const { after, shown } = await transaction(pool, async (client) => {
          const given = await holdGiven(client, person, params.id)
          if (given) return changeGiven(client, given, person, body)
          return { after: await changeTask(client, settings.agents, person, person, params.id, body), shown: null }
        })
        await afterwards(after)
        const task = shown ?? (await taskDetails(settings, person, params.id))
        if (after.given !== undefined) void mailGiven(settings, after.given, task, person)
        return task
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
        params: z.object({ id: Id, seq: z.coerce.number().int().min(1).max(INTEGER_MAX) }),
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
