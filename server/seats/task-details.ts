import { AppError } from '@atrium/contract/errors'
import { unchecked } from '@atrium/contract/work-product'
import { isOpenTask, type OpenQuestion, type TaskDetails } from '@atrium/contract/workforce-work'
import { findApprovals } from '../approvals/listing.ts'
import { transaction } from '../platform/runs/closing.ts'
import { note } from '../workforce/context.ts'
import { nameOf } from './approving.ts'
import { noSuchTask, type SeatsSettings } from './context.ts'
import { findDeliverables } from './deliverables.ts'
import { eventsOf } from './events.ts'
import { givenDetails, IS_GIVEN } from './given-tasks.ts'
import { findRuns } from './run-shown.ts'
import { drizzleOf } from './task-changing.ts'
import { findTasks, shownTask } from './task-shown.ts'

/** Events on a task's page. */
const EVENTS = 100

/** What a run asks and nobody has answered; null when it asks nothing. */
export async function openQuestion(settings: Pick<SeatsSettings, 'db'>, taskId: string): Promise<OpenQuestion | null> {
  const { rows } = await settings.db.$client.query<{ run_id: string; seq: number; args: { questions: unknown[] } }>(
    `select s.run_id, s.seq, s.args from run_steps s join seat_runs r on r.id = s.run_id
     where r.task_id = $1 and r.status in ('queued', 'running', 'waiting') and s.name = 'ask' and s.state = 'executing' order by s.seq limit 1`,
    [taskId],
  )
  const asked = rows[0]
  if (!asked) return null
  const questions = (asked.args.questions as Partial<OpenQuestion['questions'][number]>[]).map((one) => ({
    key: one.key ?? '',
    question: one.question ?? '',
    help: one.help ?? '',
    kind: one.kind ?? ('line' as const),
    choices: [...(one.choices ?? [])],
    otherwise: one.otherwise ?? '',
  }))
  return { runId: asked.run_id, seq: asked.seq, questions }
}

const idsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)
      ? [value]
      : []
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(idsIn)
      : []

/** A task with everything that belongs to it; of another's that was given to the caller, their part. Throws `not_found`. */
export async function taskDetails(settings: SeatsSettings, person: string, id: string): Promise<TaskDetails> {
  const { db } = settings
  const sql = db.$client
  const [row] = await findTasks(sql, `t.id = $1 and (t.owner_id = $2 or t.user_id = $2 and ${IS_GIVEN})`, [id, person])
  if (!row) throw noSuchTask()
  if (row.owner_id !== person) return givenDetails(sql, row)
  const [parents, children, needs, runs, approvals, deliverables, question, budget, files] = await Promise.all([
    sql.query<{ id: string; title: string }>('select id, title from seat_tasks where id = $1', [row.parent_id]),
    findTasks(sql, 't.parent_id = $1', [id]),
    sql.query<TaskDetails['needs'][number]>(
      `select o.id, o.title, o.status from task_needs n join seat_tasks o on o.id = n.needs_id where n.task_id = $1 order by o.rank`,
      [id],
    ),
    findRuns(sql, 'r.task_id = $1', [id]),
    findApprovals(sql, nameOf(settings), 'a.task_id = $1', [id]),
    findDeliverables(sql, 'd.task_id = $1', [id]),
    openQuestion(settings, id),
    sql.query<{ limit_micros: number | null; spent: number | null; reserved: number | null }>(
      `select b.limit_micros, l.spent_micros as spent, l.reserved_micros as reserved from budgets b
       left join budget_ledgers l on l.owner_id = b.owner_id and l.scope = b.scope and l.scope_id = b.scope_id and l."window" = 'total'
       where b.owner_id = $1 and b.scope = 'task' and b.scope_id = $2`,
      [person, id],
    ),
    sql.query<{ id: string; name: string }>('select id, name from files where id = any($1) and owner_id = $2', [
      idsIn(row.input),
      person,
    ]),
  ])
  const newest = deliverables[0]?.versions.at(-1)?.product
  const money = budget.rows[0]
  return {
    ...shownTask(row),
    brief: row.brief,
    result: row.result,
    criteria: row.criteria.map(
      (criterion) => newest?.evidence.find((one) => one.criterion === criterion) ?? unchecked(criterion),
    ),
    input: row.input,
    parent: parents.rows[0] ?? null,
    children: children.map(shownTask),
    needs: needs.rows,
    runs,
    approvals,
    deliverables,
    question,
    budget:
      money && money.limit_micros !== null
        ? { limitMicros: money.limit_micros, spentMicros: money.spent ?? 0, reservedMicros: money.reserved ?? 0 }
        : null,
    threadId: row.thread_id,
    canReopen: !isOpenTask(row.status),
    files: files.rows,
    events: await eventsOf(db, person, [id], EVENTS),
  }
}

/** Writes a person's answers into the step that waits for them. Answers the seat to wake. */
export async function answerQuestion(
  settings: SeatsSettings,
  owner: string,
  taskId: string,
  given: { runId: string; seq: number; answers: Record<string, string> },
): Promise<string> {
  const question = await openQuestion(settings, taskId)
  const { db } = settings
  const { rows: own } = await db.$client.query<{ seat_id: string }>(
    'select r.seat_id from seat_runs r join seat_tasks t on t.id = r.task_id where t.id = $1 and t.owner_id = $2 and r.id = $3',
    [taskId, owner, given.runId],
  )
  if (!own[0]) throw noSuchTask()
  if (!question || question.runId !== given.runId || question.seq !== given.seq)
    throw new AppError('conflict', 'This was answered already.')
  const answers = Object.fromEntries(
    question.questions.map(({ key, otherwise, choices, kind }) => {
      const said = given.answers[key]?.trim() ?? ''
      if (said !== '' && kind === 'choice' && !choices.includes(said))
        throw new AppError('bad_request', 'Choose one of the answers.', { details: { field: key } })
      return [key, said === '' ? otherwise : said]
    }),
  )
  await transaction(db.$client, async (client) => {
    const { rowCount } = await client.query(
      `with answered as (
         update run_steps set state = 'committed', result = $3, updated_at = now()
         where run_id = $1 and seq = $2 and name = 'ask' and state = 'executing' returning run_id
       ) update seat_runs set goes_on = true from answered where id = answered.run_id`,
      [given.runId, given.seq, JSON.stringify(answers)],
    )
    if (rowCount !== 1) throw new AppError('conflict', 'This was answered already.')
    await note(drizzleOf(client), { ownerId: owner, actorId: owner, kind: 'task.answered', subject: taskId })
  })
  return own[0].seat_id
}

/** A person's word on a step of which nobody knows whether it happened. Answers the seat to wake. */
export async function settleUnknown(
  settings: SeatsSettings,
  owner: string,
  runId: string,
  seq: number,
  happened: boolean,
): Promise<string> {
  return transaction(settings.db.$client, async (client) => {
    const { rows } = await client.query<{ seat_id: string; task_id: string; name: string }>(
      `with settled as (
         update run_steps s set state = case when $4 then 'committed' else 'intent' end, updated_at = now(),
           result = case when $4 then jsonb_build_object('done', true, 'input', s.args, 'output', jsonb_build_object('assumed', true)) end
         from seat_runs r where s.run_id = $1 and s.seq = $2 and s.state = 'unknown' and r.id = s.run_id and r.owner_id = $3
         returning s.run_id, s.name
       ), again as (
         update approvals a set used_at = null from settled where not $4 and a.run_id = settled.run_id and a.seq = $2
       ) update seat_runs r set goes_on = true from settled where r.id = settled.run_id returning r.seat_id, r.task_id, settled.name`,
      [runId, seq, owner, happened],
    )
    const [settled] = rows
    if (!settled) throw new AppError('not_found', 'There is no such step to be settled.')
    await note(drizzleOf(client), {
      ownerId: owner,
      actorId: owner,
      kind: 'step.settled',
      subject: settled.task_id,
      data: { step: settled.name, happened },
    })
    return settled.seat_id
  })
}
