import { z } from 'zod'

/** A run is one attempt at something that takes time: a chat reply, an agent's task, an import. */
export const RunStatus = z.enum([
  'queued',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'cancelled',
  'interrupted',
  'budget_stopped',
])
export type RunStatus = z.infer<typeof RunStatus>

export const isOpen = (status: RunStatus): boolean =>
  status === 'queued' || status === 'running' || status === 'waiting'

/** The events of a run as viewers receive them (spec 7, "Stream events"). */
export const EventType = z.enum(['chunk', 'status', 'meta', 'tool-result', 'done', 'error'])
export type EventType = z.infer<typeof EventType>

/**
 * One event in a run's log. `seq` counts up from 1 and is the SSE `id:`. It has no gaps within an attempt; an instance that
 * takes a run over goes on at a higher hundred thousand.
 */
export interface RunEvent<T = unknown> {
  seq: number
  type: EventType
  data: T
}

/** The line that ends every event stream. */
export const END_MARK = '[DONE]'

export const RunInfo = z.object({
  id: z.string(),
  kind: z.string(),
  status: RunStatus,
  threadId: z.string().nullable(),
  messageId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  error: z.string().nullable(),
})
export type RunInfo = z.infer<typeof RunInfo>
