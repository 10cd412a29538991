import { z } from 'zod'

// Appointments that have to do with health, found on the calendar by their tags and words.

export const SeenEvent = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.string(),
  status: z.string(),
  /** On the owner's clock; days when it lasts all day, the end not included. */
  start: z.string(),
  end: z.string(),
  place: z.string(),
  tags: z.array(z.string()),
})
export type SeenEvent = z.infer<typeof SeenEvent>

const HEALTH =
  /\b(doctor|dr|gp|dentist\w*|dental|hygienist|clinic|hospital|surgery|check-?up|blood test|x-?ray|mri|ct scan|scan|vaccin\w+|booster|physio\w*|therap\w+|optician|eye test|dermatolog\w+|cardiolog\w+|gyn\w+|paediatric\w*|pediatric\w*|midwife|psycholog\w+|pharmacy|prescription|screening|mammogra\w+|ultrasound|lab)\b/i
const TAGS = /^(health|medical|doctor|care)$/i

export const isHealth = ({ title, tags }: Pick<SeenEvent, 'title' | 'tags'>): boolean =>
  tags.some((tag) => TAGS.test(tag)) || HEALTH.test(title)

/** Minutes since 1970 of a time on a clock without a zone: good for differences on the same clock. */
const minutesOf = (local: string) => Date.parse(`${local.length === 10 ? `${local}T00:00` : local}:00Z`) / 60_000
const isAllDay = ({ start }: Pick<SeenEvent, 'start'>) => start.length === 10

/**
 * What is on at the same time, or so near that the way there does not fit between; what lasts all day is told, for it may
 * not fill the day.
 */
export function clashes(
  one: SeenEvent,
  others: readonly SeenEvent[],
  travel: number,
): { other: SeenEvent; why: string }[] {
  return others.flatMap((other) => {
    if (other.id === one.id || other.status === 'cancelled' || other.kind !== 'event') return []
    if (isAllDay(one) || isAllDay(other)) {
      const day = one.start.slice(0, 10)
      const spans = isAllDay(other) && other.start <= day && other.end > day
      return spans ? [{ other, why: 'all that day' }] : []
    }
    const [from, to, start, end] = [one.start, one.end, other.start, other.end].map(minutesOf) as [
      number,
      number,
      number,
      number,
    ]
    if (start < to && end > from) return [{ other, why: 'at the same time' }]
    const gap = start >= to ? start - to : from - end
    return gap < travel ? [{ other, why: `only ${gap} minutes between` }] : []
  })
}
