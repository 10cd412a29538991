import { z } from 'zod'

/** What happens (or happened) while nobody looks: a job, and what of schedules and events failed. */
export const ActivityItem = z.object({
  id: z.string(),
  kind: z.enum(['job', 'schedule', 'event']),
  /** Of an event the one that listens. */
  module: z.string(),
  /** The module's name; its id when it is not installed any more. */
  moduleTitle: z.string(),
  /** What is done, as its module says it. */
  title: z.string(),
  /** Of what the core does for any module: which work it is. */
  work: z.enum(['import', 'export']).nullable(),
  /** On what it works: the name of a file. */
  subject: z.string(),
  status: z.enum(['waiting', 'running', 'paused', 'succeeded', 'failed', 'cancelled']),
  /** It rests as soon as the step that it is in is done. */
  isPausing: z.boolean(),
  /** It works in steps, between which it can rest. */
  canPause: z.boolean(),
  done: z.number().int(),
  /** null as long as nobody knows */
  total: z.number().int().nullable(),
  note: z.string(),
  /** A page with what came of it. */
  link: z.string().nullable(),
  /** Why it failed, in a sentence. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type ActivityItem = z.infer<typeof ActivityItem>

export const ActivityList = z.object({
  items: z.array(ActivityItem),
  /** Given as `after` it answers what follows; null at the end. */
  next: z.string().nullable(),
  /** How many wait or run. */
  open: z.number().int(),
  lastFailedAt: z.iso.datetime().nullable(),
})
export type ActivityList = z.infer<typeof ActivityList>

/** One of them, with what it answered. */
export const ActivityDetails = ActivityItem.extend({ result: z.unknown() })
export type ActivityDetails = z.infer<typeof ActivityDetails>

export const isOver = ({ status }: Pick<ActivityItem, 'status'>): boolean =>
  status !== 'waiting' && status !== 'running' && status !== 'paused'
