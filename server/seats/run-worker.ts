import { AppError } from '@atrium/contract/errors'
import type { RunStatus } from '@atrium/contract/runs'
import { withdrawApprovals } from '../approvals/rows.ts'
import { settleLeftOvers } from '../models/budget-ledger.ts'
import { isUnreachable } from '../platform/database/connect.ts'
import { issueIn } from '../platform/http/issue-sentence.ts'
import type { Client, RunRow } from '../platform/runs/store.ts'
import { type RunKind, Stopped, type Work } from '../platform/runs/work.ts'
import {
  type Attempt,
  Diverged,
  openAttempt,
  Parked,
  type SeatOfRun,
  type TaskOfRun,
  type WaitsFor,
} from './attempt.ts'
import type { SeatsSettings } from './context.ts'
import type { RunInput } from './dispatch.ts'
import { jobOf } from './job.ts'
import { modelWork } from './model-work.ts'
import { reportOutcome } from './reporting.ts'
import { afterTask } from './task-ends.ts'

interface Standing {
  name: string
  agent: string
  owner_id: string
  team_id: string | null
  parent_id: string | null
  depth: number
  time_zone: string
  language: string
  thread_id: string | null
  started_at: Date
  given_by_seat_id: string | null
}

/** Where a task stands when its run has ended or waits. */
interface Outcome {
  run: RunStatus
  task: 'in_review' | 'done' | 'waiting_human' | 'blocked' | 'backlog' | 'in_progress'
  next: string | null
  reason: string
}

const OF_WAIT: Record<WaitsFor, Pick<Outcome, 'task' | 'next'>> = {
  approval: { task: 'waiting_human', next: 'approval' },
  answer: { task: 'waiting_human', next: 'answer' },
  unknown: { task: 'waiting_human', next: 'unknown' },
  dependency: { task: 'in_progress', next: 'dependency' },
  paused: { task: 'in_progress', next: 'paused' },
  budget: { task: 'blocked', next: 'budget' },
}

/** Writes what the run's state means for seat and task; in the transaction of the run's own. Answers who is to be woken. */
async function settleOutcome(
  client: Client,
  runId: string,
  { taskId, seatId }: RunInput,
  outcome: Outcome,
): Promise<string[]> {
  const isOver = outcome.run !== 'waiting'
  await client.query(
    `update seat_runs set status = $2, error = nullif($3, ''), ended_at = case when $4 then now() end,
       goes_on = goes_on or ($5 and not $4) where id = $1`,
    [runId, outcome.run, isOver ? outcome.reason : '', isOver, outcome.next === 'paused'],
  )
  // A task that was cancelled or given to somebody else meanwhile is not this run's any more.
  const { rows } = await client.query<{ id: string }>(
    `update seat_tasks set status = $2, next_for = $3, reason = $4, version = version + 1, updated_at = now(),
       ended_at = case when $2 = 'done' then now() else ended_at end
     where id = $1 and seat_id = $5 and status in ('in_progress', 'waiting_human', 'blocked') returning id`,
    [taskId, outcome.task, outcome.next, outcome.reason, seatId],
  )
  if (isOver) {
    await withdrawApprovals(client, [runId])
    await settleLeftOvers(client, runId)
  }
  return rows[0] && outcome.task === 'done' ? afterTask(client, taskId) : []
}

export function seatRuns(settings: SeatsSettings, passed?: (boundary: string) => void): RunKind {
  const pool = settings.db.$client

  async function carryOut(attempt: Attempt): Promise<void> {
    const { seat, task } = attempt
    if (task.playbook === null) return modelWork(attempt, jobOf(attempt))
    const playbook = settings.agents.playbook(seat.agent, task.playbook)
    if (!playbook) throw new AppError('not_found', 'This agent has no such playbook any more. Choose another.')
    const input = playbook.input.safeParse(task.input)
    if (!input.success) {
      const issue = input.error.issues[0]
      throw new AppError('bad_request', issue ? issueIn(issue, task.language) : 'The input does not fit.')
    }
    await playbook.run(jobOf(attempt), input.data as never)
  }

  function outcomeOf(attempt: Attempt, error: unknown, isChild: boolean): Outcome | 'queue' {
    const { work } = attempt
    const parked = attempt.parked ?? (error instanceof Parked ? error : null)
    const stopped = work.signal.reason instanceof Stopped ? work.signal.reason : error instanceof Stopped ? error : null
    if (stopped?.reason === 'fenced') throw stopped
    // What was handed in before it was stopped is there to be judged.
    if (stopped?.reason === 'cancelled' && !attempt.delivered)
      return { run: 'cancelled', task: 'backlog', next: null, reason: 'It was stopped.' }
    if (stopped?.reason === 'shutdown') return 'queue'
    if (parked) return { run: 'waiting', ...OF_WAIT[parked.waitsFor], reason: parked.reason }
    if (error === null || stopped) {
      if (attempt.delivered)
        return isChild
          ? { run: 'succeeded', task: 'done', next: null, reason: '' }
          : { run: 'succeeded', task: 'in_review', next: 'review', reason: '' }
      return { run: 'failed', task: 'blocked', next: 'failed', reason: 'The seat handed nothing in.' }
    }
    if (error instanceof AppError) return { run: 'failed', task: 'blocked', next: 'failed', reason: error.message }
    if (isUnreachable(error)) return 'queue'
    if (error instanceof Diverged) {
      const reason = 'The playbook was changed while this ran. Try again: it begins anew.'
      return { run: 'failed', task: 'blocked', next: 'failed', reason }
    }
    settings.log.error({ err: error, run: work.run.id, playbook: attempt.task.playbook }, 'a seat’s run failed')
    return { run: 'failed', task: 'blocked', next: 'failed', reason: 'Something went wrong in the playbook.' }
  }

  async function work(work: Work): Promise<void> {
    await work.ready
    const input = work.run.input as RunInput
    const { rows } = await pool.query<Standing>(
      `with r as (update seat_runs set status = 'running' where id = $1 and status in ('queued', 'running') returning *)
       select s.name, s.agent, s.owner_id, s.team_id, t.parent_id, t.depth, t.time_zone, t.language, t.thread_id, t.given_by_seat_id, r.started_at
       from r join seats s on s.id = r.seat_id join seat_tasks t on t.id = r.task_id`,
      [work.run.id],
    )
    const standing = rows[0]
    if (!standing) throw new Error(`The run ${work.run.id} has no task or seat.`)
    const seat: SeatOfRun = {
      id: input.seatId,
      name: standing.name,
      agent: standing.agent,
      ownerId: standing.owner_id,
      teamId: standing.team_id,
      answers: input.answers,
      memory: input.memory,
    }
    const task: TaskOfRun = {
      id: input.taskId,
      title: input.title,
      brief: input.brief,
      dueOn: input.dueOn,
      criteria: input.criteria,
      playbook: input.playbook,
      input: input.input,
      parentId: standing.parent_id,
      depth: standing.depth,
      timeZone: standing.time_zone,
      language: standing.language,
      threadId: standing.thread_id,
      sentBack: input.sentBack,
    }
    const chosen = (await settings.registryOf(seat.ownerId)).select(null)
    const model = chosen.info.provider === 'guide' ? null : chosen
    const attempt = await openAttempt({ settings, work, seat, task, model, startedAt: standing.started_at, passed })
    let error: unknown = null
    try {
      work.signal.throwIfAborted()
      attempt.at('begin')
      await carryOut(attempt)
    } catch (caught) {
      error = caught
    }
    const outcome = outcomeOf(attempt, error, standing.given_by_seat_id !== null)
    attempt.at('end')
    if (outcome === 'queue') {
      await work.close({ status: 'queued' }, async (client) => {
        await client.query(`update seat_runs set status = 'queued' where id = $1`, [work.run.id])
      })
      return
    }
    let woken: string[] = []
    await work.close(
      { status: outcome.run, error: outcome.run === 'failed' ? outcome.reason : null },
      async (client) => {
        woken = await settleOutcome(client, work.run.id, input, outcome)
        if (outcome.task === 'done')
          await client.query(
            `with d as (update deliverables set state = 'accepted' where task_id = $1 returning id)
           update deliverable_versions v set state = 'accepted', decided_at = now() from d where v.deliverable_id = d.id and v.run_id = $2`,
            [task.id, work.run.id],
          )
        await reportOutcome(client, attempt, outcome.next ?? outcome.task, outcome.reason)
      },
    )
    if (task.threadId) settings.live.tell(seat.ownerId, { topic: 'thread', id: task.threadId })
    settings.live.tell(seat.ownerId, { topic: 'workforce' })
    settings.wake([seat.id, ...woken])
  }

  return {
    work,
    async endIdle(client: Client, run: RunRow, why) {
      const outcome: Outcome =
        why === 'stopped'
          ? { run: 'cancelled', task: 'backlog', next: null, reason: 'It was stopped.' }
          : { run: 'failed', task: 'blocked', next: 'failed', reason: 'It ended three times without a word.' }
      await settleOutcome(client, run.id, run.input as RunInput, outcome)
      return undefined
    },
    idleEnded(run) {
      settings.live.tell(run.owner_id, { topic: 'workforce' })
      settings.wake([(run.input as RunInput).seatId])
    },
  }
}
