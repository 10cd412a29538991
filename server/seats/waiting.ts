import { AppError } from '@atrium/contract/errors'
import type { Delegation, Question } from '@atrium/contract/playbook'
import { WorkProduct } from '@atrium/contract/work-product'
import { type Attempt, begun } from './attempt.ts'
import { delegateTask } from './delegation.ts'

/** A product's summary holds no more. */
const SUMMARY_MAX = 5_000

/** Asks the person; the answer is written into the step by the call that takes it. */
export async function ask(attempt: Attempt, questions: readonly Question[]): Promise<Record<string, string>> {
  const seq = attempt.next()
  const args = { questions }
  const before = begun(attempt, seq, 'ask', args)
  if (before?.state === 'committed') return before.result as Record<string, string>
  const summary = questions.map(({ question }) => question).join(' ')
  if (!before) await attempt.write({ seq, kind: 'wait', name: 'ask', state: 'executing', summary, args })
  attempt.at(`${seq}:asked`)
  return attempt.park('answer')
}

export type Delegated = { done: true; product: WorkProduct } | { done: false; reason: string }

interface Part {
  status: string
  title: string
  user_id: string | null
  result: string
  product: unknown
}

/** What came of a part: what a seat handed in, or what a person said who did it instead. */
function outcomeOf(part: Part | undefined): Delegated {
  const product = WorkProduct.safeParse(
    part?.status === 'done' && part.user_id !== null
      ? {
          title: part.title,
          summary: part.result.slice(0, SUMMARY_MAX),
          blocks: [{ kind: 'text', markdown: part.result }],
        }
      : part?.product,
  )
  return product.success ? { done: true, product: product.data } : { done: false, reason: 'It was cancelled.' }
}

/** Gives a part to another seat. The task is made in the transaction of the step, so there is one of it. */
export async function delegate(attempt: Attempt, what: Delegation): Promise<Delegated> {
  const seq = attempt.next()
  const before = begun(attempt, seq, 'delegate', what)
  if (before?.state === 'committed') return before.result as Delegated
  const step = { seq, kind: 'wait', name: 'delegate', summary: what.title, args: what } as const
  if (!before) {
    let seatId: string
    try {
      seatId = await attempt.inTransaction(async (client) => {
        const made = await delegateTask(client, attempt, what)
        await attempt.write({ ...step, state: 'executing', result: { taskId: made.taskId } }, client)
        return made.seatId
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const result: Delegated = { done: false, reason: error.message }
      await attempt.write({ ...step, state: 'committed', result })
      return result
    }
    attempt.at(`${seq}:delegated`)
    attempt.settings.wake([seatId])
    return attempt.park('dependency')
  }
  const { taskId } = before.result as { taskId: string }
  const { rows } = await attempt.settings.db.$client.query<Part>(
    `select t.status, t.title, t.user_id, t.result, v.product from seat_tasks t left join deliverables d on d.task_id = t.id
     left join deliverable_versions v on v.deliverable_id = d.id and v.state = 'accepted'
     where t.id = $1 order by v.version desc limit 1`,
    [taskId],
  )
  const child = rows[0]
  if (child && child.status !== 'done' && child.status !== 'cancelled') return attempt.park('dependency')
  const result = outcomeOf(child)
  await attempt.write({ ...step, state: 'committed', result })
  return result
}
