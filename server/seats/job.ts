import { AppError } from '@atrium/contract/errors'
import type { Job, JobFile } from '@atrium/contract/playbook'
import { uuid } from '../platform/ids.ts'
import { authorize } from '../platform/policy.ts'
import { act, actionNamed, can, read, standing } from './acting.ts'
import { type Attempt, answered, begun } from './attempt.ts'
import { compose } from './composing.ts'
import { deliver } from './delivering.ts'
import { ask, delegate } from './waiting.ts'

/** Facts that a seat keeps at most. */
export const MEMORY_MAX = 200

/** The text is not kept in the log: a file never changes, so it is read again. */
async function file(attempt: Attempt, id: string): Promise<JobFile> {
  const seq = attempt.next()
  const args = { id }
  const before = begun(attempt, seq, 'file', args)
  if (before?.state === 'failed') return answered(before) as never
  const step = { seq, kind: 'tool', name: 'file', effect: 'read', args } as const
  try {
    const { principal } = await standing(attempt)
    authorize(principal, 'file.read')
    const owners = [...new Set([attempt.seat.ownerId, principal.owner])]
    const found = (await Promise.all(owners.map((owner) => attempt.settings.files.readText(owner, [id])))).flat()[0]
    if (!found) throw new AppError('not_found', 'A file of this task is gone. Choose it again in the task.')
    if (found.text.trim() === '')
      throw new AppError('bad_request', `There is no text in “${found.name}” that can be read.`)
    const { name, mime, text } = found
    if (!before)
      await attempt.write({
        ...step,
        state: 'committed',
        summary: name,
        result: { name, mime, characters: text.length },
      })
    return { id, name, mime, text }
  } catch (error) {
    if (error instanceof AppError && !before)
      await attempt.write({ ...step, state: 'failed', summary: 'A file of the task', error })
    throw error
  }
}

async function note(attempt: Attempt, text: string): Promise<void> {
  const seq = attempt.next()
  const args = { text }
  if (begun(attempt, seq, 'note', args)) return
  await attempt.write({ seq, kind: 'note', name: 'note', state: 'committed', summary: text.slice(0, 2_000), args })
}

async function remember(attempt: Attempt, fact: string): Promise<void> {
  const seq = attempt.next()
  const args = { fact: fact.slice(0, 1_000) }
  if (begun(attempt, seq, 'remember', args)) return
  await attempt.inTransaction(async (client) => {
    await client.query(
      `insert into seat_memories (id, seat_id, text) select $1, $2, $3
       where (select count(*) from seat_memories where seat_id = $2) < $4 on conflict (seat_id, text) do nothing`,
      [uuid(), attempt.seat.id, args.fact, MEMORY_MAX],
    )
    await attempt.write({ seq, kind: 'note', name: 'remember', state: 'committed', summary: args.fact, args }, client)
  })
}

/** `Task Inbox: Tasks` for `tasks.list`. */
export const titleIn =
  (attempt: Attempt) =>
  (action: string): string =>
    actionNamed(attempt.settings.actions, action, true)?.summary ?? action

/** What a playbook is given: each call a step of the attempt's log. */
export function jobOf(attempt: Attempt): Job {
  const { seat, task } = attempt
  return {
    now: attempt.startedAt,
    timeZone: task.timeZone,
    language: task.language,
    seat: { id: seat.id, name: seat.name, agent: seat.agent, answers: seat.answers, memory: seat.memory },
    task: {
      id: task.id,
      title: task.title,
      brief: task.sentBack ? `${task.brief}\n\nSent back: ${task.sentBack}`.trim() : task.brief,
      dueOn: task.dueOn,
      criteria: task.criteria,
    },
    file: (id) => file(attempt, id),
    can: (action) => can(attempt, action),
    read: async (action, input, as) => as.parse(await read(attempt, action, input)) as never,
    act: (action, input, why) => act(attempt, action, input, why),
    note: (text) => note(attempt, text),
    ask: (questions) => ask(attempt, questions),
    delegate: (what) => delegate(attempt, what),
    compose: (request) => compose(attempt, request),
    remember: (fact) => remember(attempt, fact),
    deliver: (product) => deliver(attempt, product, titleIn(attempt)),
  }
}
