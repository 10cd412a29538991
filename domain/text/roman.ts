const SIGNS: readonly [number, string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

/** The largest that is written without bars. */
export const ROMAN_MOST = 3999

/** 1 to 3999 in Roman numerals; null for what has none. */
export function toRoman(value: number): string | null {
  if (!Number.isInteger(value) || value < 1 || value > ROMAN_MOST) return null
  let rest = value
  let written = ''
  for (const [worth, sign] of SIGNS)
    while (rest >= worth) {
      written += sign
      rest -= worth
    }
  return written
}

/** Unicode has numerals of their own: Ⅻ. */
const plainly = (text: string) => text.normalize('NFKC').trim().toUpperCase()

/** The number that a Roman numeral means; null for what is none, as IIII and IC. */
export function fromRoman(text: string): number | null {
  const numeral = plainly(text.slice(0, 40))
  let at = 0
  let value = 0
  for (const [worth, sign] of SIGNS)
    while (numeral.startsWith(sign, at)) {
      value += worth
      at += sign.length
    }
  return at === numeral.length && toRoman(value) === numeral ? value : null
}
