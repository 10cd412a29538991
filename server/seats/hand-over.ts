import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { approvals } from '../approvals/tables.ts'
import { CHANNEL, payload } from '../platform/database/bus.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { note } from '../workforce/context.ts'
import { seats } from '../workforce/tables.ts'
import { MEMORIES_MAX } from './memories.ts'
import { holdSeats, type SeatRow } from './own-seat.ts'
import { ENDED_SEAT } from './schedule-rows.ts'
import { schedules, seatTasks } from './tables.ts'

const texts = (ids: readonly string[]) => sql`${sql.param([...ids])}::text[]`
const WHY = 'The seat has ended.'

/** Nothing of theirs goes on: what is carried out now is asked to stop, what waits is over. */
async function cancelRuns(tx: Queryable, ids: readonly string[]): Promise<void> {
  const theirs = sql`select id from seat_runs where seat_id = any(${texts(ids)})`
  await tx.execute(sql`with over as (
      update runs set status = 'cancelled', worker = null, lease_until = null, ended_at = now(), error = ${WHY}
      where status in ('queued', 'waiting') and id in (${theirs}) returning id)
    update seat_runs set status = 'cancelled', goes_on = false, ended_at = now(), error = ${WHY} where id in (select id from over)`)
  const { rows } = await tx.execute<{ id: string }>(
    sql`update runs set cancel_requested_at = coalesce(cancel_requested_at, now()) where status = 'running' and id in (${theirs}) returning id`,
  )
  for (const { id } of rows) await tx.execute(sql`select pg_notify(${CHANNEL}, ${payload('run-cancel', id)})`)
}

/** Their open tasks, to be begun anew by whoever takes them over. A playbook is its agent's alone. Answers how many. */
async function giveTasks(tx: Queryable, { id, ownerId, agent }: SeatRow, heir: SeatRow | null): Promise<number> {
  const inReview = sql`${seatTasks.status} = 'in_review'`
  const given = await tx
    .update(seatTasks)
    .set({
      seatId: heir?.id ?? null,
      userId: heir ? null : ownerId,
      status: sql`case when ${seatTasks.status} in ('in_progress', 'waiting_human', 'blocked') then 'todo' else ${seatTasks.status} end`,
      nextFor: sql`case when ${inReview} then ${seatTasks.nextFor} end`,
      reason: sql`case when ${inReview} then ${seatTasks.reason} else '' end`,
      ...(heir && heir.agent !== agent && { playbook: null }),
      version: sql`${seatTasks.version} + 1`,
      updatedAt: new Date(),
    })
    .where(and(eq(seatTasks.seatId, id), notInArray(seatTasks.status, ['done', 'cancelled'])))
    .returning({ id: seatTasks.id })
  return given.length
}

const copyMemory = (tx: Queryable, from: string, to: string) =>
  tx.execute(sql`insert into seat_memories (id, seat_id, text, created_at)
    select gen_random_uuid()::text, ${to}, text, created_at from seat_memories where seat_id = ${from}
    order by created_at desc
    limit greatest(0, ${MEMORIES_MAX} - (select count(*) from seat_memories where seat_id = ${to}))
    on conflict do nothing`)

/**
 * What gave it tasks goes on with the heir. A playbook is its agent's alone: without it, and without an heir, a schedule is off
 * until its owner has chosen anew, and says so.
 */
async function giveSchedules(
  tx: Queryable,
  { id, ownerId, name, agent }: SeatRow,
  heir: SeatRow | null,
): Promise<void> {
  const rows = await tx.select().from(schedules).where(eq(schedules.seatId, id)).orderBy(schedules.id).for('update')
  for (const row of rows) {
    const isKnown = heir && (heir.agent === agent || row.playbook === null)
    const problem = heir ? 'Another seat has this now, which lacks its playbook. Choose another.' : ENDED_SEAT
    const off = isKnown ? {} : { isOn: false, nextAt: null, problem }
    await tx
      .update(schedules)
      .set({ ...off, ...(heir && { seatId: heir.id }) })
      .where(eq(schedules.id, row.id))
    const what = { ownerId, actorId: null, subject: heir?.id ?? id }
    const data = { id: row.id, title: row.title }
    if (heir) await note(tx, { ...what, kind: 'schedule.handed_over', data: { ...data, from: name } })
    if (!isKnown) await note(tx, { ...what, kind: 'schedule.failed', data: { ...data, problem } })
  }
}

/**
 * What seats of one owner that end leave behind: their tasks go to the seat that was named for it, or to the owner; what they
 * knew and their schedules go along; what they asked is withdrawn; and who reported to them reports to whom they did.
 */
export async function handOver(tx: Queryable, ownerId: string, ids: readonly string[]): Promise<void> {
  const all = await holdSeats(tx, ownerId)
  const stays = (id: string | null) =>
    all.find((one) => one.id === id && one.status !== 'ended' && !ids.includes(one.id))
  await cancelRuns(tx, ids)
  await tx
    .update(approvals)
    .set({ state: 'withdrawn', note: WHY, decidedAt: new Date() })
    .where(and(inArray(approvals.seatId, [...ids]), eq(approvals.state, 'pending')))
  for (const seat of all.filter((one) => ids.includes(one.id))) {
    const heir = stays(seat.handOverTo) ?? null
    // Before the tasks: what a schedule is making at this moment is handed over too.
    await giveSchedules(tx, seat, heir)
    const tasks = await giveTasks(tx, seat, heir)
    if (heir) await copyMemory(tx, seat.id, heir.id)
    let above: SeatRow | undefined = seat
    while (above && !stays(above.id) && above.managerSeatId) above = all.find((one) => one.id === above?.managerSeatId)
    const manager = above && stays(above.id)
    await tx
      .update(seats)
      .set(
        manager
          ? { managerSeatId: manager.id, managerUserId: null }
          : { managerSeatId: null, managerUserId: above?.managerUserId ?? null },
      )
      .where(and(eq(seats.managerSeatId, seat.id), notInArray(seats.id, [...ids])))
    await note(tx, { ownerId, actorId: null, kind: 'seat.ended', subject: seat.id })
    if (tasks > 0) {
      const data = { to: heir?.id ?? null, name: heir?.name ?? null, tasks }
      await note(tx, { ownerId, actorId: null, kind: 'seat.handed_over', subject: seat.id, data })
    }
  }
}
