import { localeOf } from '../../i18n/locale.ts'
import { formatDate } from '../../ui/formats.ts'

const two = (number: number) => String(number).padStart(2, '0')

/** Today on this device's clock, YYYY-MM-DD. */
export function today(now: Date = new Date()): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

const number = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** `today`, `tomorrow`, `yesterday`, else the day without its year when it is this one. */
export function dayLabel(day: string, language: string, now: string = today()): string {
  const distance = number(day) - number(now)
  if (Math.abs(distance) <= 1)
    return new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' }).format(distance, 'day')
  const isThisYear = day.slice(0, 4) === now.slice(0, 4)
  return formatDate(day, language, { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) })
}
