import { Id } from '@atrium/contract/chat'
import { AppError } from '@atrium/contract/errors'
import { LostScheduleList, NewSchedule, Schedule, ScheduleChange, type Trigger } from '@atrium/contract/workforce-seats'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { uuid } from '../platform/ids.ts'
import { languageOf } from '../platform/language.ts'
import { dateFormat } from '../platform/time-zone.ts'
import { TIME_ZONE_HEADER } from '../records/door.ts'
import { note, type Tx } from '../workforce/context.ts'
import { personOf, type SeatsSettings, type Wake } from './context.ts'
import { checkTime, nextTime } from './next-time.ts'
import { holdSeat } from './own-seat.ts'
import { lostSchedules, type ScheduleRow, shownSchedule } from './schedule-rows.ts'
import { schedules } from './tables.ts'
import { checkInput } from './task-making.ts'

/** Schedules of one seat. */
const MOST = 30
const EVENTS = ['task.done', 'deliverable.accepted']
const RECORDS = 'records:'

const noSuchSchedule = () => new AppError('not_found', 'That schedule was not found.')
const ownSchedule = (id: string, ownerId: string) => and(eq(schedules.id, id), eq(schedules.ownerId, ownerId))
const dueNext = (trigger: Trigger) => (trigger.kind === 'time' ? nextTime(trigger, new Date()) : null)

/** When a seat is given tasks by itself. */
export function scheduleRoutes({ db, agents, actions }: SeatsSettings, _wake: Wake): Route[] {
  const tellsOf = (event: string): boolean =>
    EVENTS.includes(event) || (event.startsWith(RECORDS) && actions.servers.has(event.slice(RECORDS.length)))
  function checkTrigger(trigger: Trigger): void {
    if (trigger.kind === 'time') checkTime(trigger, new Date())
    else if (!tellsOf(trigger.event)) throw new AppError('bad_request', `Nothing here tells of “${trigger.event}”.`)
  }

  async function find(tx: Queryable, id: string, ownerId: string): Promise<ScheduleRow> {
    const [row] = await tx.select().from(schedules).where(ownSchedule(id, ownerId))
    if (!row) throw noSuchSchedule()
    return row
  }

  /** The owner's, held until the transaction ends. */
  async function hold(tx: Queryable, id: string, ownerId: string): Promise<ScheduleRow> {
    const [row] = await tx.select().from(schedules).where(ownSchedule(id, ownerId)).for('update')
    if (!row) throw noSuchSchedule()
    return row
  }

  /** A seat has room for one more. Throws when it has not. */
  async function refuseTooMany(tx: Tx, seatId: string): Promise<void> {
    if ((await tx.$count(schedules, eq(schedules.seatId, seatId))) >= MOST)
      throw new AppError('conflict', `A seat has at most ${MOST} schedules. Delete one first.`)
  }

  const own = { tag: 'workforce', access: 'seat.own', limit: 'write', answer: Schedule } as const
  const one = { ...own, path: '/api/workforce/schedules/:id', params: z.object({ id: Id }) } as const
  return [
    route(
      {
        tag: 'workforce',
        access: 'seat.own',
        limit: 'read',
        method: 'GET',
        path: '/api/workforce/schedules',
        summary: 'Schedules of seats that have ended, which nobody took over',
        answer: LostScheduleList,
      },
      async ({ principal }) => ({ schedules: await lostSchedules(db, personOf(principal)) }),
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/workforce/schedules',
        summary: 'Has a seat given a task at certain times, or when something happens',
        body: NewSchedule,
        status: 201,
      },
      ({ principal, body, request }) => {
        const ownerId = personOf(principal)
        const zone = request.headers.get(TIME_ZONE_HEADER) ?? ''
        checkTrigger(body.trigger)
        return db.transaction(async (tx) => {
          const seat = await holdSeat(tx, body.seatId, ownerId)
          if (body.playbook) checkInput(agents, seat.agent, body.playbook, body.input)
          await refuseTooMany(tx, seat.id)
          const row = {
            id: uuid(),
            ownerId,
            ...body,
            isOn: true,
            timeZone: body.trigger.kind === 'time' ? body.trigger.timeZone : dateFormat(zone) ? zone : 'UTC',
            language: languageOf(request),
            nextAt: dueNext(body.trigger),
            lastTaskId: null,
            problem: '',
            createdAt: new Date(),
          }
          await tx.insert(schedules).values(row)
          const { id, title } = row
          await note(tx, { ownerId, actorId: ownerId, kind: 'schedule.added', subject: seat.id, data: { id, title } })
          return shownSchedule(row)
        })
      },
    ),
    route(
      { ...one, method: 'PATCH', summary: 'Changes a schedule, or turns it on or off', body: ScheduleChange },
      ({ principal, params, body }) => {
        const ownerId = personOf(principal)
        if (body.trigger) checkTrigger(body.trigger)
        return db.transaction(async (tx) => {
          // The seat before its schedule, as when it hands over: it may have another seat by then.
          const seatId = body.seatId ?? (await find(tx, params.id, ownerId)).seatId
          const seat = await holdSeat(tx, seatId, ownerId)
          const before = await hold(tx, params.id, ownerId)
          if (body.seatId === undefined && before.seatId !== seatId)
            throw new AppError('conflict', 'This seat has ended.')
          if (before.seatId !== seatId) await refuseTooMany(tx, seatId)
          const row = { ...before, ...body, problem: '' }
          const begins = body.isOn === true || before.seatId !== seatId
          if (row.playbook && (begins || body.playbook !== undefined || body.input !== undefined))
            checkInput(agents, seat.agent, row.playbook, row.input)
          if (row.trigger.kind === 'time') row.timeZone = row.trigger.timeZone
          // Times that passed while it was off are not made up for.
          if (body.trigger || body.isOn !== undefined) row.nextAt = row.isOn ? dueNext(row.trigger) : null
          const { id, title, isOn } = row
          const data = { id, title, isOn }
          await note(tx, { ownerId, actorId: ownerId, kind: 'schedule.changed', subject: seat.id, data })
          await tx.update(schedules).set(row).where(eq(schedules.id, id))
          return shownSchedule(row)
        })
      },
    ),
    route({ ...one, method: 'DELETE', summary: 'Removes a schedule; its tasks stay' }, ({ principal, params }) => {
      const ownerId = personOf(principal)
      return db.transaction(async (tx) => {
        const row = await hold(tx, params.id, ownerId)
        await tx.delete(schedules).where(eq(schedules.id, row.id))
        const { id, title, seatId: subject } = row
        await note(tx, { ownerId, actorId: ownerId, kind: 'schedule.removed', subject, data: { id, title } })
        return shownSchedule(row)
      })
    }),
  ]
}
