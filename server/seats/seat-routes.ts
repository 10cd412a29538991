import { Id } from '@atrium/contract/chat'
import {
  Leaving,
  NewMemory,
  Onboarding,
  Paused,
  SampleTask,
  SeatChange,
  SeatDetails,
  SeatsAtWork,
  TrySample,
} from '@atrium/contract/workforce-seats'
import { z } from 'zod'
import { type Route, route } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import { TIME_ZONE_HEADER } from '../records/door.ts'
import { type Tx, tell } from '../workforce/context.ts'
import { personOf, type SeatsSettings, type Wake } from './context.ts'
import { setLeaving } from './leaving.ts'
import { addMemory, removeMemory } from './memories.ts'
import { holdSeat } from './own-seat.ts'
import { giveSample } from './sample-task.ts'
import { changeSeat, onboard, pauseAll, pauseSeat } from './seat-changing.ts'
import { findSeats, isPaused, notEnded, seatDetails } from './seats-shown.ts'

const ById = z.object({ id: Id })
const ByMemory = z.object({ id: Id, memoryId: Id })

/** The seats of an owner, and what they are told, granted and allowed to keep. */
export function seatRoutes(settings: SeatsSettings, wake: Wake): Route[] {
  const { db } = settings
  const own = { tag: 'workforce', access: 'seat.own' } as const
  const one = { ...own, path: '/api/workforce/seats/:id', params: ById, answer: SeatDetails } as const
  const changing = { ...one, limit: 'write' } as const

  /** Does it, wakes the seat, and answers its page. */
  async function changed(id: string, ownerId: string, work: (tx: Tx) => Promise<void>): Promise<SeatDetails> {
    await db.transaction(work)
    wake([id])
    return seatDetails(settings, db, id, ownerId)
  }
  const all = async (ownerId: string) => ({
    seats: await findSeats(settings, db, ownerId, notEnded(ownerId)),
    isPaused: await isPaused(db, ownerId),
  })

  return [
    route(
      {
        ...own,
        method: 'GET',
        path: '/api/workforce/seats',
        summary: 'Your seats that have not ended, with what they do and what keeps them from it',
        limit: 'read',
        answer: SeatsAtWork,
      },
      ({ principal }) => all(personOf(principal)),
    ),
    route(
      {
        ...own,
        method: 'PUT',
        path: '/api/workforce/paused',
        summary: 'Pauses all of your seats, or lets them go on',
        limit: 'write',
        body: Paused,
        answer: SeatsAtWork,
      },
      async ({ principal, body }) => {
        const ownerId = personOf(principal)
        await db.transaction((tx) => pauseAll(tx, ownerId, body.on))
        const shown = await all(ownerId)
        if (!body.on) wake(shown.seats.map(({ id }) => id))
        return shown
      },
    ),
    route(
      { ...one, method: 'GET', summary: 'A seat of yours, also one that has ended', limit: 'read' },
      ({ principal, params }) => seatDetails(settings, db, params.id, personOf(principal)),
    ),
    route(
      {
        ...changing,
        method: 'PATCH',
        summary: 'Renames a seat, changes its permissions or where it works',
        body: SeatChange,
      },
      ({ principal, params: { id }, body }) => {
        const ownerId = personOf(principal)
        return changed(id, ownerId, (tx) => changeSeat(tx, settings, id, ownerId, body))
      },
    ),
    route(
      {
        ...changing,
        method: 'PUT',
        path: '/api/workforce/seats/:id/onboarding',
        summary: 'Answers what a seat asks before it begins; what is left empty is taken as the question says',
        body: Onboarding,
      },
      ({ principal, params: { id }, body }) => {
        const ownerId = personOf(principal)
        return changed(id, ownerId, (tx) => onboard(tx, settings, id, ownerId, body.answers))
      },
    ),
    route(
      {
        ...changing,
        method: 'PUT',
        path: '/api/workforce/seats/:id/paused',
        summary: 'Pauses a seat, or lets it go on',
        body: Paused,
      },
      ({ principal, params: { id }, body }) => {
        const ownerId = personOf(principal)
        return changed(id, ownerId, (tx) => pauseSeat(tx, id, ownerId, body.on))
      },
    ),
    route(
      {
        ...changing,
        method: 'PUT',
        path: '/api/workforce/seats/:id/leaving',
        summary: 'Lets a seat go with its period and says who takes its open tasks over, or takes that back',
        body: Leaving,
      },
      ({ principal, params: { id }, body }) => {
        const ownerId = personOf(principal)
        return changed(id, ownerId, (tx) => setLeaving(tx, id, ownerId, body))
      },
    ),
    route(
      {
        ...changing,
        method: 'POST',
        path: '/api/workforce/seats/:id/memory',
        summary: 'Has a seat remember something',
        body: NewMemory,
        status: 201,
      },
      ({ principal, params: { id }, body }) => {
        const ownerId = personOf(principal)
        return changed(id, ownerId, async (tx) => {
          await holdSeat(tx, id, ownerId)
          await addMemory(tx, id, body.text)
          await tell(tx, ownerId)
        })
      },
    ),
    route(
      {
        ...changing,
        method: 'DELETE',
        path: '/api/workforce/seats/:id/memory/:memoryId',
        summary: 'Has a seat forget something',
        params: ByMemory,
      },
      ({ principal, params: { id, memoryId } }) => {
        const ownerId = personOf(principal)
        return changed(id, ownerId, async (tx) => {
          await holdSeat(tx, id, ownerId)
          await removeMemory(tx, id, memoryId)
          await tell(tx, ownerId)
        })
      },
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/workforce/seats/:id/try',
        summary: 'Gives a seat the sample of one of its playbooks, with the files that it needs',
        limit: 'write',
        params: ById,
        body: TrySample,
        answer: SampleTask,
        status: 201,
      },
      async ({ principal, params: { id }, body, request }) => {
        const given = {
          timeZone: request.headers.get(TIME_ZONE_HEADER) ?? 'UTC',
          language: languageOf(request),
        }
        const taskId = await giveSample(settings, id, personOf(principal), body, given)
        wake([id])
        return { taskId }
      },
    ),
  ]
}
