import { recent } from '../recent.ts'

export interface NumberStyle {
  locale: string
  decimal: string
  group: string
}

/** How a locale writes numbers; an unknown locale writes them as English does. */
export const numberStyle = recent(50, (locale: string): NumberStyle => {
  const usable = isLocale(locale) ? locale : 'en'
  const parts = new Intl.NumberFormat(usable, { useGrouping: true }).formatToParts(1234567.5)
  return {
    locale: usable,
    decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
    group: parts.find((part) => part.type === 'group')?.value ?? ',',
  }
})

function isLocale(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf([locale]).length > 0
  } catch (error) {
    // supportedLocalesOf throws a RangeError for text that is no language tag at all.
    if (error instanceof RangeError) return false
    throw error
  }
}
