/** How numbers are written: 1,234.5 or 1.234,5. */
export type NumberStyle = 'point' | 'comma'

const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/
const styles = {
  point: /^[+-]?\d{1,3}(?:[,\u00a0\u202f' ]\d{3})+(?:\.\d+)?$/,
  comma: /^[+-]?(?:\d+|\d{1,3}(?:[.\u00a0\u202f' ]\d{3})+)(?:,\d+)?$/,
} as const
/** Postal codes and numbers of articles: to be read as text, or their zeros are lost. */
const CODE = /^[+-]?0\d/
/** digits; a longer whole number does not fit a double exactly */
const EXACT = 15

/** Whether a text is digits alone, digits with a point or an exponent, or neither. By its characters: most cells are looked at. */
function plainness(text: string): 'whole' | 'broken' | null {
  let at = 0
  const first = text.charCodeAt(0)
  if (first === 43 || first === 45) at = 1
  const begin = at
  let points = 0
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 46 && points === 0) points = 1
    else if (code < 48 || code > 57) return at > begin && PLAIN.test(text) ? 'broken' : null
  }
  if (at - begin - points === 0) return null
  return points === 0 ? 'whole' : 'broken'
}

/** The number in a cell as its column writes them; null when it is none. */
export function readNumber(cell: string, style: NumberStyle): number | null {
  const begin = cell.charCodeAt(0)
  // A letter begins no number; neither does the end of the text.
  if (Number.isNaN(begin) || (begin > 57 && begin < 160)) return null
  const text = cell.trim()
  if (CODE.test(text)) return null
  const plain = plainness(text)
  if (plain === 'whole' && text.length > EXACT) return null
  if (plain === 'whole' || (plain === 'broken' && style === 'point')) return Number(text)
  if (!styles[style].test(text)) return null
  const bare = text.replace(/[\u00a0\u202f' ]/g, '')
  return Number(style === 'point' ? bare.replaceAll(',', '') : bare.replaceAll('.', '').replace(',', '.'))
}

export const isNumber = (cell: string, style: NumberStyle): boolean => readNumber(cell, style) !== null

/** As a person may write it: a currency, a percent sign, brackets for less than nought. For the step that makes numbers. */
export function looseNumber(cell: string, style: NumberStyle): number | null {
  let text = cell.trim().replace(/\u2212/g, '-')
  let sign = 1
  const bracketed = /^\((.+)\)$/.exec(text)
  if (bracketed) {
    sign = -1
    text = bracketed[1] as string
  }
  text = text.replace(/^(?:\p{Sc}|[A-Z]{3})\s?|\s?(?:\p{Sc}|[A-Z]{3})$/gu, '').trim()
  const isShare = text.endsWith('%')
  if (isShare) text = text.slice(0, -1).trim()
  text = text.replace(/^([+-])\s?(?:\p{Sc})\s?/u, '$1')
  const value = readNumber(text.replace(/^([+-]?)0+(?=\d)/, '$1'), style)
  return value === null ? null : (sign * value) / (isShare ? 100 : 1)
}

/** The shortest text that is this number again. */
export const writeNumber = (value: number): string => (Object.is(value, -0) ? '0' : String(value))
