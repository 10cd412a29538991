import { localeOf } from '../../i18n/locale.ts'

// The rhythms that a schedule is made of, as cron expressions of five fields (minute, hour, day of the month, month, day of
// the week, where 0 is Sunday).

export const rhythms = ['hourly', 'daily', 'weekdays', 'weekly', 'monthly'] as const
export type Rhythm = (typeof rhythms)[number]

export interface Times {
  /** `own`: an expression that is none of ours. */
  rhythm: Rhythm | 'own'
  /** `HH:MM`; of hourly the minutes alone count. */
  time: string
  /** 0 is Sunday. */
  weekday: number
  /** Of the month, 1–31. A month that is shorter has none. */
  day: number
  /** The expression itself, of `own`. */
  cron: string
}

export const usualTimes: Times = { rhythm: 'weekdays', time: '09:00', weekday: 1, day: 1, cron: '0 9 * * 1-5' }

export function cronOf({ rhythm, time, weekday, day, cron }: Times): string {
  const [hour, minute] = time.split(':').map(Number)
  const at = `${minute ?? 0} ${hour ?? 0}`
  switch (rhythm) {
    case 'hourly':
      return `${minute ?? 0} * * * *`
    case 'daily':
      return `${at} * * *`
    case 'weekdays':
      return `${at} * * 1-5`
    case 'weekly':
      return `${at} * * ${weekday}`
    case 'monthly':
      return `${at} ${day} * *`
    case 'own':
      return cron.trim().replace(/\s+/g, ' ')
  }
}

/** An expression as the rhythm that it is. */
export function timesOf(cron: string): Times {
  const own: Times = { ...usualTimes, rhythm: 'own', cron }
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = cron.trim().split(/\s+/)
  if (more.length > 0 || !/^[0-5]?\d$/.test(minute) || month !== '*') return own
  const two = (text: string) => text.padStart(2, '0')
  if (hour === '*')
    return day === '*' && weekday === '*' ? { ...own, rhythm: 'hourly', time: `00:${two(minute)}` } : own
  if (!/^([01]?\d|2[0-3])$/.test(hour)) return own
  const at: Times = { ...own, time: `${two(hour)}:${two(minute)}` }
  if (day === '*' && weekday === '*') return { ...at, rhythm: 'daily' }
  if (day === '*' && weekday === '1-5') return { ...at, rhythm: 'weekdays' }
  if (day === '*' && /^[0-7]$/.test(weekday)) return { ...at, rhythm: 'weekly', weekday: Number(weekday) % 7 }
  if (weekday === '*' && /^([1-9]|[12]\d|3[01])$/.test(day)) return { ...at, rhythm: 'monthly', day: Number(day) }
  return own
}

/** 4 January 1970 was a Sunday. */
export const weekdayName = (weekday: number, language: string): string =>
  new Date(Date.UTC(1970, 0, 4 + weekday)).toLocaleDateString(localeOf(language), { weekday: 'long', timeZone: 'UTC' })

/** `HH:MM` as the language writes it. */
export function timeName(time: string, language: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return new Date(Date.UTC(1970, 0, 4, hour, minute)).toLocaleTimeString(localeOf(language), {
    timeStyle: 'short',
    timeZone: 'UTC',
  })
}
