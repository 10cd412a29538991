import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/formats.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A time in milliseconds as people say it: 40 seconds, 12 minutes, 3.5 hours, 2 days. */
export function useDuration(): (milliseconds: number) => string {
  const { i18n } = useTranslation()
  const say = (value: number, unit: string, decimals: number) =>
    formatNumber(value, i18n.language, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: decimals })
  return (ms) => {
    if (ms < MINUTE) return say(ms / 1_000, 'second', 0)
    if (ms < HOUR) return say(ms / MINUTE, 'minute', 0)
    return ms < DAY ? say(ms / HOUR, 'hour', 1) : say(ms / DAY, 'day', 1)
  }
}
