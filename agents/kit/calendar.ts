import type { Job } from '@atrium/contract/playbook'
import { addDays, isoWeekday } from '@atrium/domain/dates/days'
import { weekdayNamed } from '@atrium/domain/dates/names'
import { z } from 'zod'

// What agents rely on of the Content Calendar's answers.

export const SeenChannel = z.object({
  id: z.string(),
  network: z.string(),
  name: z.string(),
  zone: z.string(),
  /** Weekly times, on the clocks of its zone; 1 is Monday. */
  slots: z.array(z.object({ day: z.number(), time: z.string() })),
  needsApproval: z.boolean(),
})
export type SeenChannel = z.infer<typeof SeenChannel>

const SeenOccurrence = z.object({
  id: z.string(),
  occurrence: z.string().nullable(),
  title: z.string(),
  kind: z.enum(['event', 'post']),
  status: z.string(),
  /** On the clock that was asked for. */
  start: z.string(),
  channels: z.array(z.string()),
  tags: z.array(z.string()),
  late: z.boolean(),
})
export type SeenOccurrence = z.infer<typeof SeenOccurrence>

const SeenPost = z.object({
  title: z.string(),
  text: z.string(),
  variants: z.record(z.string(), z.string()),
  link: z.string(),
})
export type SeenPost = SeenOccurrence & z.infer<typeof SeenPost>

export const readChannels = async (job: Job): Promise<SeenChannel[]> =>
  (await job.read('content-calendar.overview', {}, z.object({ channels: z.array(SeenChannel) }))).channels

/** Everything from one day to another (not included), on the clock of a zone. */
export const readOccurrences = async (job: Job, from: string, to: string, zone: string): Promise<SeenOccurrence[]> =>
  (
    await job.read(
      'content-calendar.occurrences',
      { from, to, zone },
      z.object({ occurrences: z.array(SeenOccurrence) }),
    )
  ).occurrences

/** The words of posts, each with a call of its own: at most so many. */
export async function readPosts(job: Job, seen: readonly SeenOccurrence[], most = 60): Promise<SeenPost[]> {
  const posts: SeenPost[] = []
  const known = new Map<string, z.infer<typeof SeenPost>>()
  for (const one of seen.filter(({ kind }) => kind === 'post').slice(0, most)) {
    const key = `${one.id} ${one.occurrence ?? ''}`
    const found =
      known.get(key) ??
      (
        await job.read(
          'content-calendar.get',
          { id: one.id, occurrence: one.occurrence },
          z.object({ event: SeenPost }),
        )
      ).event
    known.set(key, found)
    posts.push({ ...one, ...found })
  }
  return posts
}

/** A channel's own words for a post, or what is said everywhere. */
export const saidOn = (post: Pick<SeenPost, 'text' | 'variants'>, channel: string): string =>
  post.variants[channel]?.trim() || post.text

/** A channel's weekly times between two days (the last included), each `2026-03-02T09:00` on its own clock. */
export function timesOf(channel: Pick<SeenChannel, 'slots'>, from: string, to: string): string[] {
  const times: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1))
    for (const slot of channel.slots) if (slot.day === isoWeekday(day)) times.push(`${day}T${slot.time}`)
  return times.sort()
}

/** `Tue 09:00, Thu 16:30` as weekly times; what is not understood is left out. */
export const weeklyTimes = (said: string): { day: number; time: string }[] =>
  [...said.matchAll(/\b(mon|tue|wed|thu|fri|sat|sun)\w*\s+(\d\d?):(\d\d)\b/gi)]
    .map(([, name = '', hour = '', minute = '']) => ({
      day: weekdayNamed(name) ?? 0,
      time: `${hour.padStart(2, '0')}:${minute}`,
    }))
    .filter(({ time }) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time))
