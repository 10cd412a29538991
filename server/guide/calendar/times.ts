import { timeOfMinutes } from '@atrium/domain/dates/local-time'

/** `15:00` of "3pm", "15:30", "noon"; null for anything else. */
export function readTime(text: string): string | null {
  const lower = text.trim().toLowerCase()
  if (lower === 'noon' || lower === 'midday') return '12:00'
  if (lower === 'midnight') return '00:00'
  const parts = /^(\d{1,2})(?:[:.h](\d{2}))? ?([ap])?\.?(?:m\.?)?(?: o'clock)?$/u.exec(lower)
  if (!parts) return null
  const minute = Number(parts[2] ?? 0)
  let hour = Number(parts[1])
  if (minute > 59 || hour > 23 || (parts[3] && (hour > 12 || hour === 0))) return null
  if (!parts[2] && !parts[3] && !/o'clock/u.test(lower)) return null
  if (parts[3] === 'p' && hour < 12) hour += 12
  if (parts[3] === 'a' && hour === 12) hour = 0
  return timeOfMinutes(hour * 60 + minute)
}
