import { teamOf } from '@atrium/contract/teams'
import { SeatStatus } from '@atrium/contract/workforce-orders'
import type { PublishedAgent, SeatAtWork, SeatDetails } from '@atrium/contract/workforce-seats'
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/database/connect.ts'
import { createScopes } from '../teams/scope.ts'
import { seats, subscriptionLines, subscriptions } from '../workforce/tables.ts'
import { budgetsOf, isLimited } from './budgets-shown.ts'
import { modulesOf } from './connectors.ts'
import { noSuchSeat, type SeatsSettings } from './context.ts'
import { eventsOf } from './events.ts'
import { memoriesOf } from './memories.ts'
import { hasModel, NEEDS_MODEL, needsModel } from './model-needed.ts'
import type { SeatRow } from './own-seat.ts'
import { PAUSED, pausedFor } from './paused.ts'
import { publishedAgent, shownGrant } from './published-agent.ts'
import { schedulesOf } from './schedule-rows.ts'
import { deliverables, seatRuns, seatTasks, workforceSettings } from './tables.ts'

type Settings = Pick<SeatsSettings, 'actions' | 'agents' | 'mail' | 'registryOf'>

/** Events on a seat's page. */
const EVENTS = 50

export const notEnded = (ownerId: string): SQL | undefined => and(eq(seats.ownerId, ownerId), ne(seats.status, 'ended'))

/** What an owner's seats can be given where they are. */
interface Surroundings {
  isPaused: boolean
  /** Teams that the owner is in. */
  teams: readonly string[]
  hasModel: boolean
}

export async function isPaused(on: Queryable, ownerId: string): Promise<boolean> {
  const [row] = await on.select().from(workforceSettings).where(eq(workforceSettings.ownerId, ownerId))
  return row !== undefined && row.pausedAt !== null
}

async function surroundings({ registryOf }: Settings, on: Queryable, ownerId: string): Promise<Surroundings> {
  const teams = (await createScopes(on).ownersOf(ownerId)).map((owner) => teamOf(owner) ?? '')
  return { isPaused: await isPaused(on, ownerId), teams, hasModel: await hasModel(registryOf, ownerId) }
}

/** What keeps a seat from being given work, in sentences for its owner. */
function missingOf({ agents, actions }: Settings, seat: SeatRow, around: Surroundings): string[] {
  if (seat.status === 'ended') return ['It has ended.']
  const missing: string[] = []
  if (seat.status === 'provisioning') missing.push('It waits to be told what it must know. Answer its questions first.')
  const own = pausedFor(seat, false)
  if (own) missing.push(PAUSED[own])
  if (around.isPaused) missing.push(PAUSED.all)
  const agent = agents.find(seat.agent)
  if (!agent) missing.push('Its agent is not installed here.')
  else if (needsModel(agent) && !around.hasModel) missing.push(NEEDS_MODEL)
  if (seat.teamId !== null && !around.teams.includes(seat.teamId))
    missing.push('You are not in the team that it works in any more. Choose where it works.')
  for (const module of modulesOf(seat.grants ?? agent?.grants ?? []))
    if (!actions.servers.has(module))
      missing.push(`It is granted “${module}”, which is not installed here. Take that from its permissions.`)
  return missing
}

/** Rows of each seat. */
async function countedBy(on: Queryable, counting: SQL): Promise<Map<string, number>> {
  const { rows } = await on.execute<{ seat_id: string; rows: number }>(counting)
  return new Map(rows.map((row) => [row.seat_id, row.rows]))
}

/** An owner's seats to which `which` applies, the oldest first. */
export async function findSeats(
  settings: Settings,
  on: Queryable,
  ownerId: string,
  which: SQL | undefined,
): Promise<SeatAtWork[]> {
  const rows = await on
    .select({
      seat: seats,
      subscriptionId: subscriptionLines.subscriptionId,
      ends: subscriptions.cancelAtPeriodEnd,
    })
    .from(seats)
    .innerJoin(subscriptionLines, eq(subscriptionLines.id, seats.subscriptionLineId))
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionLines.subscriptionId))
    .where(and(eq(seats.ownerId, ownerId), which))
    .orderBy(seats.id)
  if (rows.length === 0) return []
  const open = await countedBy(
    on,
    sql`select seat_id, count(*) as rows from ${seatTasks}
    where owner_id = ${ownerId} and status not in ('done', 'cancelled') group by seat_id`,
  )
  const delivered = await countedBy(
    on,
    sql`select seat_id, count(*) as rows from ${deliverables} where owner_id = ${ownerId} group by seat_id`,
  )
  const doing = await on
    .select({ seatId: seatTasks.seatId, id: seatTasks.id, title: seatTasks.title })
    .from(seatTasks)
    .where(
      and(
        inArray(
          seatTasks.seatId,
          rows.map(({ seat }) => seat.id),
        ),
        eq(seatTasks.status, 'in_progress'),
      ),
    )
  const unpriced = await countedBy(
    on,
    sql`select seat_id, count(*) as rows from ${seatRuns} where owner_id = ${ownerId} and not is_priced
    and coalesce(ended_at, now()) >= date_trunc('month', now(), 'UTC') group by seat_id`,
  )
  const around = await surroundings(settings, on, ownerId)
  const budgetOf = await budgetsOf(on, ownerId)
  return rows.map(({ seat, subscriptionId, ends }) => {
    const now = doing.find(({ seatId }) => seatId === seat.id)
    const budget = budgetOf('seat', seat.id)
    return {
      id: seat.id,
      name: seat.name,
      agentKey: seat.agent,
      agentVersion: seat.agentVersion,
      status: SeatStatus.parse(seat.status),
      pausedFor: pausedFor(seat, around.isPaused),
      missing: missingOf(settings, seat, around),
      managerUserId: seat.managerUserId,
      managerSeatId: seat.managerSeatId,
      subscriptionId,
      isLeaving: seat.status !== 'ended' && (seat.isLeaving || ends),
      open: open.get(seat.id) ?? 0,
      inProgress: now ? { id: now.id, title: now.title } : null,
      delivered: delivered.get(seat.id) ?? 0,
      spentMicros: budget.spentMicros,
      isPriced: !unpriced.has(seat.id),
      budget: isLimited(budget) ? budget : null,
    }
  })
}

const gone = (key: string, version: number): PublishedAgent => ({
  key,
  version,
  risk: 'high',
  grants: [],
  limits: [],
  onboarding: [],
  playbooks: [],
  sample: null,
})

/** The page of an owner's seat, of one that has ended too. */
export async function seatDetails(
  settings: Settings,
  on: Queryable,
  id: string,
  ownerId: string,
): Promise<SeatDetails> {
  const [shown] = await findSeats(settings, on, ownerId, eq(seats.id, id))
  const [row] = await on.select().from(seats).where(eq(seats.id, id))
  if (!shown || !row) throw noSuchSeat()
  const agent = (await publishedAgent(settings, row.agent)) ?? gone(row.agent, row.agentVersion)
  const budgetOf = await budgetsOf(on, ownerId)
  const memory = await memoriesOf(on, id)
  return {
    ...shown,
    agent,
    answers: row.answers,
    isOnboarded: row.onboardedAt !== null,
    grants: row.grants?.map((grant) => shownGrant(settings, grant)) ?? agent.grants,
    memory: memory.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() })),
    schedules: await schedulesOf(on, ownerId, id),
    budgets: [
      budgetOf('seat', id),
      ...(row.teamId ? [budgetOf('team', row.teamId)] : []),
      budgetOf('workspace', ownerId),
    ],
    teamId: row.teamId,
    handOverTo: row.handOverTo,
    hasModel: await hasModel(settings.registryOf, ownerId),
    events: await eventsOf(on, ownerId, [id], EVENTS),
  }
}
