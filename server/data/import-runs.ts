import { inOurWords } from '@atrium/contract/own-words'
import { WorkProduct } from '@atrium/contract/work-product'
import { hashOf } from '../platform/runs/args-hash.ts'
import {
  ArchivedApproval,
  ArchivedDeliverable,
  ArchivedRun,
  ArchivedSchedule,
  ArchivedSeatMemory,
  ArchivedStep,
} from './format-work.ts'
import { idIn, type Session, withIds } from './session.ts'
import { eachLine, type Here, insert, linesIn, need, outcome } from './work-lines.ts'
import type { Archive } from './zip-read.ts'

const OPEN_RUN = new Set(['queued', 'running', 'waiting'])

export async function importRuns(
  session: Session,
  archive: Archive,
  { seats, newTasks, newRuns }: Here,
): Promise<void> {
  const file = 'workforce/runs.jsonl'
  const { owner } = session
  await eachLine(session, linesIn(archive, file), file, ArchivedRun, async (run) => {
    const [id, task_id, seat_id] = [run.id, run.taskId, run.seatId].map((one) => idIn(session, one)) as [
      string,
      string,
      string,
    ]
    if (!newTasks.has(task_id)) return 'present'
    need(seats.has(seat_id), 'Its seat is not in the archive.')
    const status = OPEN_RUN.has(run.status) ? 'cancelled' : run.status
    const times = { started_at: run.startedAt, ended_at: run.endedAt ?? run.startedAt }
    const common = { id, owner_id: owner, status, error: run.error, cost_micros: run.costMicros, ...times }
    const whole = { ...common, kind: 'seat', input: {}, fence: 0, attempts: 1, failures: 0, tokens_used: run.tokens }
    if (!(await insert(session, 'runs', { ...whole, created_at: run.startedAt }))) return 'present'
    const { attempt, playbook, tokens, isPriced: is_priced } = run
    await insert(session, 'seat_runs', {
      ...common,
      task_id,
      seat_id,
      attempt,
      playbook,
      goes_on: false,
      tokens,
      is_priced,
    })
    newRuns.add(id)
    return 'added'
  })
  const steps = 'workforce/steps.jsonl'
  await eachLine(session, linesIn(archive, steps), steps, ArchivedStep, async (step) => {
    const run_id = idIn(session, step.runId)
    if (!newRuns.has(run_id)) return 'present'
    return outcome(
      await insert(session, 'run_steps', {
        run_id,
        seq: step.seq,
        kind: step.kind,
        name: step.name,
        effect: step.effect,
        state: step.state === 'executing' ? 'unknown' : step.state === 'intent' ? 'failed' : step.state,
        summary: step.summary,
        args: withIds(session.renamed, step.args ?? {}),
        args_hash: step.argsHash,
        result: withIds(session.renamed, step.result ?? null),
        error: step.error,
        error_code: step.errorCode,
        tokens: step.tokens,
        cost_micros: step.costMicros,
        cost_status: step.costStatus,
        change_id: step.changeId ? idIn(session, step.changeId) : null,
        created_at: step.createdAt,
        updated_at: step.updatedAt,
      }),
    )
  })
}

export async function importApprovals(
  session: Session,
  archive: Archive,
  { seats, newRuns, tasks }: Here,
): Promise<void> {
  const file = 'workforce/approvals.jsonl'
  await eachLine(session, linesIn(archive, file), file, ArchivedApproval, async (given) => {
    const [run_id, task_id, seat_id] = [given.runId, given.taskId, given.seatId].map((one) => idIn(session, one)) as [
      string,
      string,
      string,
    ]
    if (!newRuns.has(run_id)) return 'present'
    need(seats.has(seat_id) && tasks.has(task_id), 'Its seat or task is not in the archive.')
    const isPending = given.state === 'pending'
    return outcome(
      await insert(session, 'approvals', {
        id: idIn(session, given.id),
        owner_id: session.owner,
        task_id,
        seat_id,
        run_id,
        seq: given.seq,
        action: given.action,
        effect: given.effect,
        why: given.why,
        input: withIds(session.renamed, given.input),
        args_hash: given.argsHash,
        // Nothing waits for it any more.
        state: isPending ? 'withdrawn' : given.state,
        edited: given.edited && withIds(session.renamed, given.edited),
        note: given.note,
        decided_by: given.decidedAt ? session.owner : null,
        decided_at: isPending ? given.createdAt : given.decidedAt,
        expires_at: given.expiresAt,
        used_at: given.usedAt,
        created_at: given.createdAt,
      }),
    )
  })
}

export async function importDeliverables(session: Session, archive: Archive, here: Here): Promise<void> {
  const file = 'workforce/deliverables.jsonl'
  const { client, owner } = session
  await eachLine(session, linesIn(archive, file), file, ArchivedDeliverable, async (given) => {
    const id = idIn(session, given.id)
    const task_id = idIn(session, given.taskId)
    if (!here.newTasks.has(task_id)) return 'present'
    need(hashOf(given.product) === given.hash, 'It is not what was handed in: its checksum differs.')
    const handed_in_at = given.handedInAt ?? given.createdAt
    if (!here.newDeliverables.has(id)) {
      const { rows } = await client.query<{ seat: string | null }>(
        'select seat_id as seat from seat_tasks where id = $1',
        [task_id],
      )
      const seat_id = given.seatId ? idIn(session, given.seatId) : rows[0]?.seat
      need(seat_id && here.seats.has(seat_id), 'Its seat is not in the archive.')
      const row = { id, owner_id: owner, task_id, seat_id, state: given.state, handed_in_at }
      need(await insert(session, 'deliverables', { ...row, created_at: given.createdAt }), 'Its task has one already.')
      here.newDeliverables.add(id)
    } else
      await client.query('update deliverables set state = $2, handed_in_at = $3 where id = $1', [
        id,
        given.state,
        handed_in_at,
      ])
    const product = withIds(session.renamed, WorkProduct.parse(given.product, inOurWords))
    return outcome(
      await insert(session, 'deliverable_versions', {
        deliverable_id: id,
        version: given.version,
        product,
        hash: hashOf(product),
        run_id: given.runId ? idIn(session, given.runId) : '',
        state: given.state,
        note: given.note,
        decided_by: given.decidedAt ? owner : null,
        decided_at: given.decidedAt,
        created_at: given.createdAt,
      }),
    )
  })
}

export async function importSeatThings(session: Session, archive: Archive, { seats }: Here): Promise<void> {
  const memories = 'workforce/memories.jsonl'
  await eachLine(
    session,
    linesIn(archive, memories),
    memories,
    ArchivedSeatMemory,
    async ({ id, seatId, text, createdAt }) => {
      const seat_id = idIn(session, seatId)
      need(seats.has(seat_id), 'Its seat is not in the archive.')
      return outcome(
        await insert(session, 'seat_memories', { id: idIn(session, id), seat_id, text, created_at: createdAt }),
      )
    },
  )
  const schedules = 'workforce/schedules.jsonl'
  await eachLine(session, linesIn(archive, schedules), schedules, ArchivedSchedule, async (given) => {
    const seat_id = idIn(session, given.seatId)
    need(seats.has(seat_id), 'Its seat is not in the archive.')
    const { title, brief, playbook, trigger, timeZone: time_zone, language } = given
    return outcome(
      await insert(session, 'seat_schedules', {
        id: idIn(session, given.id),
        owner_id: session.owner,
        seat_id,
        title,
        brief,
        playbook,
        input: withIds(session.renamed, given.input),
        trigger,
        is_on: false, // its seat has ended
        time_zone,
        language,
        problem: '',
        created_at: given.createdAt,
      }),
    )
  })
}
