import { AppError } from '@atrium/contract/errors'
import { z } from 'zod'
import type { Asker } from '../approvals/deciding.ts'
import { allowAlways } from './allowances.ts'
import type { ChatDeps } from './ports.ts'
import { ReplyInput } from './reply-input.ts'

/** What another server says its tool takes, where that can be checked here: else it says itself what does not fit. */
function readable(schema: Record<string, unknown> | null): z.ZodType | undefined {
  try {
    return schema ? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]) : undefined
  } catch {
    return undefined
  }
}

/** What a person's word means in a conversation. */
export function chatAsker({ actions, engine, live }: Pick<ChatDeps, 'actions' | 'engine' | 'live'>): Asker {
  const schemaOf = (action: string) => actions.tools().find((entry) => entry.action === action)?.tool.parameters ?? null
  return {
    nameOf: (action) => actions.tools().find((entry) => entry.action === action)?.summary ?? action,
    inputOf: (action) => actions.inputOf(action) ?? readable(schemaOf(action)),
    schemaOf,
    async always(client, { owner_id, action, effect }, run) {
      if (ReplyInput.parse(run.input).scope)
        throw new AppError('bad_request', 'In a team this is asked about each time. Allow it once, or decline it.')
      if (effect !== 'write')
        throw new AppError('bad_request', 'This is asked about each time. Allow it once, or decline it.')
      await allowAlways(client, run.thread_id as string, owner_id, action)
      // What waits beside it is of the same kind: it has been answered with it.
      await client.query(
        `update approvals set state = 'approved', decided_by = $3, decided_at = now() where run_id = $1 and action = $2 and state = 'pending'`,
        [run.id, action, owner_id],
      )
    },
    async goOn(client, { owner_id, run_id }, run) {
      if (run.status !== 'waiting') throw new AppError('conflict', 'This reply is not waiting for a decision any more.')
      const { rowCount } = await client.query(`select from approvals where run_id = $1 and state = 'pending'`, [run_id])
      // When all are decided, the run goes on.
      if (rowCount === 0) {
        await client.query(`update messages set status = 'streaming' where id = $1`, [run.message_id])
        await engine.requeue(client, run_id, run.state)
      }
      return () => live.tell(owner_id, { topic: 'thread', id: run.thread_id as string })
    },
  }
}
