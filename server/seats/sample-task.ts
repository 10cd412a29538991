import { AppError } from '@atrium/contract/errors'
import type { TrySample } from '@atrium/contract/workforce-seats'
import { NewTask } from '@atrium/contract/workforce-work'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { SeatsSettings } from './context.ts'
import { ownSeat, refuseEnded } from './own-seat.ts'
import { seatTasks } from './tables.ts'
import { createTask, type Given } from './task-making.ts'

const FILE = 'file:'
const MIMES: Readonly<Record<string, string>> = { csv: 'text/csv', json: 'application/json', md: 'text/markdown' }
const mimeOf = (name: string) => MIMES[name.split('.').at(-1) ?? ''] ?? 'text/plain'

/** The input with the id of each file in the place of its name. */
function withFiles(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string' && value.startsWith(FILE)) return ids.get(value.slice(FILE.length)) ?? value
  if (Array.isArray(value)) return value.map((one) => withFiles(one, ids))
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withFiles(one, ids)]))
  return value
}

/** A task with a playbook's sample, whose files become the owner's. Sent again, it is the one that was made. */
export async function giveSample(
  settings: SeatsSettings,
  seatId: string,
  ownerId: string,
  { playbook: id, attempt }: z.output<typeof TrySample>,
  given: Omit<Given, 'by' | 'hasModel'>,
): Promise<string> {
  const { db, files, agents } = settings
  const seat = await ownSeat(db, seatId, ownerId)
  refuseEnded(seat)
  const playbook = agents.playbook(seat.agent, id)
  if (!playbook) throw new AppError('not_found', 'This agent has no such playbook.')
  const [made] = await db
    .select({ id: seatTasks.id })
    .from(seatTasks)
    .where(and(eq(seatTasks.ownerId, ownerId), eq(seatTasks.attempt, attempt)))
  if (made) return made.id
  const ids = new Map<string, string>()
  for (const [name, text] of Object.entries(playbook.sample.files))
    ids.set(name, (await files.saveBytes(ownerId, name, mimeOf(name), Buffer.from(text))).id)
  const input = withFiles(playbook.sample.input, ids)
  const task = NewTask.parse({ title: `${playbook.title} (sample)`, seatId, playbook: id, input, attempt })
  return db.transaction((tx) => createTask(tx, agents, ownerId, task, { ...given, by: ownerId, hasModel: false }))
}
