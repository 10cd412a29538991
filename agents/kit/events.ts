import type { Job } from '@atrium/contract/playbook'
import { z } from 'zod'

/** An appointment of the Content Calendar, on the owner's clock. */
export const CalendarEvent = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(['event', 'post']),
  status: z.string(),
  /** `2026-03-16T09:00`, or a day when it lasts all day. */
  start: z.string(),
  end: z.string(),
  place: z.string(),
  tags: z.array(z.string()),
})
export type CalendarEvent = z.infer<typeof CalendarEvent>

/** Appointments (no posts, none cancelled) from one day to another, the last not included; none when they may not be read. */
export async function appointments(job: Job, from: string, to: string): Promise<CalendarEvent[]> {
  if (!(await job.can('content-calendar.occurrences'))) return []
  const { occurrences } = await job.read(
    'content-calendar.occurrences',
    { from, to, zone: job.timeZone },
    z.object({ occurrences: z.array(CalendarEvent) }),
  )
  return occurrences.filter(({ kind, status }) => kind === 'event' && status !== 'cancelled')
}
