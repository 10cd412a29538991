import { localeOf } from '../i18n/locale.ts'

const MINUTE = 60_000
const steps = [
  ['minute', MINUTE, 60 * MINUTE],
  ['hour', 60 * MINUTE, 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE, 30 * 24 * 60 * MINUTE],
] as const

/** How long ago something was, in words; a date when it was long ago. */
export function agoOf(at: string, language: string, now = Date.now()): string {
  const passed = Math.max(0, now - Date.parse(at))
  const locale = localeOf(language)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  if (passed < MINUTE) return relative.format(0, 'second')
  const step = steps.find(([, , until]) => passed < until)
  if (step) return relative.format(-Math.floor(passed / step[1]), step[0])
  return new Date(at).toLocaleDateString(locale, { dateStyle: 'medium' })
}
