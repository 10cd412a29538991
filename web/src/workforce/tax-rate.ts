import { TAX_MAX } from '@atrium/contract/workforce'

const ASCII_ZERO = 48
const digits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g // Arabic, Persian, Devanagari

/** "19", "8.25" or "8,25" in hundredths of a per cent; null for what is no rate, or one that nobody has. */
export function taxRateOf(text: string): number | null {
  const plain = text
    .replace(digits, (digit) => String.fromCharCode(ASCII_ZERO + ((digit.charCodeAt(0) & 0xf) % 10)))
    .replace(/[,\u066b]/, '.')
    .replace(/[%\s\u066a]/g, '')
  if (plain === '') return 0
  const [, whole, decimals = ''] = /^(\d{1,3})(?:\.(\d{0,2}))?$/.exec(plain) ?? []
  if (whole === undefined) return null
  const rate = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return rate <= TAX_MAX ? rate : null
}
