import { formatNumber } from '@atrium/web/kit'

/** `10 min`, `2 h`, `3 d`, `1.4 mth`, `2.1 y` in the person's language. */
export function waitLabel(minutes: number, language: string): string {
  const unit = (value: number, name: string, digits = 0) =>
    formatNumber(value, language, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: digits })
  if (minutes < 60) return unit(Math.max(1, minutes), 'minute')
  if (minutes < 24 * 60) return unit(minutes / 60, 'hour')
  const days = minutes / 1440
  if (days < 31) return unit(days, 'day')
  if (days < 365) return unit(days / 30.4, 'month', 1)
  return unit(days / 365, 'year', 1)
}

export const percent = (share: number, language: string, digits = 0): string =>
  formatNumber(share, language, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits })
