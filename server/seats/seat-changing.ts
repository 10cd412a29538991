import { AppError } from '@atrium/contract/errors'
import type { AgentWork } from '@atrium/contract/playbook'
import type { SeatChange } from '@atrium/contract/workforce-seats'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '../platform/database/connect.ts'
import { noSuchTeam, roleIn } from '../teams/scope.ts'
import { note, type Tx } from '../workforce/context.ts'
import { seats, subscriptionLines, subscriptions } from '../workforce/tables.ts'
import { actionNamed, MAIL } from './acting.ts'
import type { SeatsSettings } from './context.ts'
import { holdSeat, ownSeat, type SeatRow } from './own-seat.ts'
import { isPaused } from './seats-shown.ts'
import { seatTasks, workforceSettings } from './tables.ts'

type Settings = Pick<SeatsSettings, 'actions' | 'agents' | 'mail'>
type Grants = NonNullable<SeatRow['grants']>

/** Each action once, the last word about it counts. What leaves the workspace always asks. */
function checkedGrants({ actions }: Settings, wanted: Grants, present: Grants): Grants {
  const byAction = new Map(wanted.map((grant) => [grant.action, grant]))
  return [...byAction.values()].map(({ action, asks }) => {
    const effect = actionNamed(actions, action, true)?.effect
    const isModule = action.endsWith('.*') && actions.servers.has(action.slice(0, -2))
    if (!effect && !isModule && !present.some((grant) => grant.action === action))
      throw new AppError(
        'bad_request',
        `There is no action “${action.slice(0, 100)}” here that a seat could be granted.`,
      )
    return { action, asks: asks || effect === 'send' || action === MAIL }
  })
}

/** Another name, other permissions, another place to work. */
export async function changeSeat(
  tx: Tx,
  settings: Settings,
  id: string,
  ownerId: string,
  { name, grants, teamId }: z.output<typeof SeatChange>,
): Promise<void> {
  const seat = await holdSeat(tx, id, ownerId)
  if (teamId && teamId !== seat.teamId && (await roleIn(tx, teamId, ownerId)) === null) throw noSuchTeam()
  const present = seat.grants ?? [...(settings.agents.find(seat.agent)?.grants ?? [])]
  const changes = {
    ...(name !== undefined && name !== seat.name && { name }),
    ...(grants !== undefined && { grants: checkedGrants(settings, grants, present) }),
    ...(teamId !== undefined && teamId !== seat.teamId && { teamId }),
  }
  if (Object.keys(changes).length === 0) return
  await tx.update(seats).set(changes).where(eq(seats.id, id))
  // What lacked a permission is looked at again.
  if (grants !== undefined)
    await tx
      .update(seatTasks)
      .set({ status: 'todo', nextFor: null, reason: '', version: sql`${seatTasks.version} + 1` })
      .where(and(eq(seatTasks.seatId, id), eq(seatTasks.status, 'blocked'), eq(seatTasks.nextFor, 'grant')))
  await note(tx, { ownerId, actorId: ownerId, kind: 'seat.changed', subject: id, data: changes })
}

/** Every question with its answer; what was left empty is taken as the question says. */
function answered({ onboarding }: AgentWork, given: Readonly<Record<string, string>>): Record<string, string> {
  const unknown = Object.keys(given).find((key) => !onboarding.some((one) => one.key === key))
  if (unknown !== undefined) throw new AppError('bad_request', `This seat asks no question “${unknown}”.`)
  return Object.fromEntries(
    onboarding.map(({ key, question, choices, otherwise }) => {
      const answer = given[key] || otherwise
      if (choices?.length && answer !== otherwise && !choices.includes(answer))
        throw new AppError('bad_request', `Choose one of the answers to “${question}”.`)
      return [key, answer]
    }),
  )
}

/** Held together with its subscription, which comes first as wherever both are held. */
async function holdPaid(tx: Queryable, id: string, ownerId: string): Promise<{ seat: SeatRow; isPastDue: boolean }> {
  const { subscriptionLineId } = await ownSeat(tx, id, ownerId)
  const [row] = await tx
    .select({ status: subscriptions.status })
    .from(subscriptionLines)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionLines.subscriptionId))
    .where(eq(subscriptionLines.id, subscriptionLineId))
    .for('share', { of: subscriptions })
  return { seat: await holdSeat(tx, id, ownerId), isPastDue: row?.status === 'past_due' }
}

/** What a seat that nothing else stops becomes. */
const going = (isPastDue: boolean) =>
  isPastDue ? { status: 'paused', pausedFor: 'past_due' } : { status: 'active', pausedFor: null }

/** The seat is told what it must know, and begins; later it is told anew. */
export async function onboard(
  tx: Tx,
  { agents }: Settings,
  id: string,
  ownerId: string,
  given: Readonly<Record<string, string>>,
): Promise<void> {
  const { seat, isPastDue } = await holdPaid(tx, id, ownerId)
  const agent = agents.find(seat.agent)
  if (!agent) throw new AppError('conflict', 'Its agent is not installed here, so it cannot begin.')
  const answers = answered(agent, given)
  const begins = seat.status === 'provisioning'
  await tx
    .update(seats)
    .set({ answers, onboardedAt: seat.onboardedAt ?? new Date(), ...(begins && going(isPastDue)) })
    .where(eq(seats.id, id))
  const kind = begins ? 'seat.onboarded' : 'seat.changed'
  await note(tx, { ownerId, actorId: ownerId, kind, subject: id, data: { answers } })
}

/** By a person. What an overdue invoice stopped, its payment alone sets going again. */
export async function pauseSeat(tx: Tx, id: string, ownerId: string, on: boolean): Promise<void> {
  const { seat, isPastDue } = await holdPaid(tx, id, ownerId)
  if (seat.status === 'provisioning')
    throw new AppError('conflict', 'This seat has not begun. It waits for the answers to its questions.')
  if (on ? seat.pausedFor === 'person' : seat.status === 'active') return
  if (!on && seat.pausedFor === 'past_due')
    throw new AppError('conflict', 'An invoice is overdue. This seat goes on when that is paid.')
  await tx
    .update(seats)
    .set(on ? { status: 'paused', pausedFor: 'person' } : going(isPastDue))
    .where(eq(seats.id, id))
  await note(tx, { ownerId, actorId: ownerId, kind: on ? 'seat.paused' : 'seat.resumed', subject: id })
}

/** All seats of an owner at once; each keeps what it is besides. */
export async function pauseAll(tx: Tx, ownerId: string, on: boolean): Promise<void> {
  if ((await isPaused(tx, ownerId)) === on) return
  const pausedAt = on ? new Date() : null
  await tx
    .insert(workforceSettings)
    .values({ ownerId, pausedAt })
    .onConflictDoUpdate({ target: workforceSettings.ownerId, set: { pausedAt } })
  await note(tx, { ownerId, actorId: ownerId, kind: on ? 'seat.paused' : 'seat.resumed', subject: ownerId })
}
