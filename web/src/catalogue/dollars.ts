import { inOrder, localeOf } from '../i18n/locale.ts'

/** US cents as the language writes them, without the cents of whole dollars. */
export const dollars = (cents: number, language: string): string =>
  inOrder(
    (cents / 100).toLocaleString(localeOf(language), {
      style: 'currency',
      currency: 'USD',
      trailingZeroDisplay: 'stripIfInteger',
    }),
    language,
  )

/** Spec 9, "Pricing": monthly × 12 × 0.9, in whole cents. */
export const yearly = (monthlyCents: number): number => Math.round((monthlyCents * 12 * 9) / 10)
