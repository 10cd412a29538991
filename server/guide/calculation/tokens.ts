import { currenciesOf } from '@atrium/domain/money/currency-marks'
import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { scanNumberWords } from '@atrium/domain/numbers/number-words'
import { VULGAR_FRACTIONS } from '@atrium/domain/numbers/vulgar-fractions'
import { Exact, scanNumber } from './numbers.ts'
import { scaleAt } from './scales.ts'
import { longest, operator, phrases, signs, type Token } from './vocabulary.ts'

/** Longest expression read, in tokens. */
export const TOKENS_MAX = 400

export const vulgarFraction = (sign: string): Exact | null => {
  const parts = Object.hasOwn(VULGAR_FRACTIONS, sign) ? VULGAR_FRACTIONS[sign] : undefined
  return parts ? new Exact(parts[0]).div(parts[1]) : null
}

/** Splits an expression; null as soon as one word is not of the language of arithmetic. */
export function tokenize(text: string, style: NumberStyle): Token[] | null {
  const tokens: Token[] = []
  let at = 0
  let currency: string | null = null
  while (at < text.length) {
    if (tokens.length > TOKENS_MAX) return null
    const char = String.fromCodePoint(text.codePointAt(at) as number)
    if (/\s/u.test(char)) {
      at += 1
      continue
    }
    const number = quantityAt(text, at, style)
    if (number) {
      let end = number.end
      const trailing = /^ ?(\p{Sc})/u.exec(text.slice(end, end + 2))
      if (trailing && !currency && currenciesOf(trailing[1] as string)) {
        currency = trailing[1] as string
        end += trailing[0].length
      }
      tokens.push({ type: 'number', value: number.value, currency, label: number.label })
      currency = null
      at = end
      continue
    }
    if (currency) return null
    if (/\p{Sc}/u.test(char) && currenciesOf(char)) {
      currency = char
      at += 1
      continue
    }
    if (char === '*' && text[at + 1] === '*') {
      tokens.push(operator('^'))
      at += 2
      continue
    }
    if (Object.hasOwn(signs, char)) {
      tokens.push(signs[char] as Token)
      at += char.length
      continue
    }
    const phrase = phraseAt(text, at)
    if (!phrase) return null
    tokens.push(...phrase.tokens)
    at = phrase.end
  }
  return currency ? null : tokens
}

interface Quantity {
  value: Exact
  end: number
  /** How to write it where its decimals would not show what was meant: `1/3`. */
  label?: string
}

/**
 * A number in digits, in words or as a vulgar fraction, with its scale: "1.5 million", "2k", "3½", "twenty-five", "3万5千". The
 * language is that of the sentence, where it is another than the person's.
 */
export function quantityAt(text: string, at: number, style: NumberStyle, language = style.locale): Quantity | null {
  const scanned = scanNumber(text, at, style)
  if (scanned) {
    let { value, end } = scanned
    const fraction = /^ ?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/u.exec(text.slice(end, end + 2))
    if (fraction) {
      value = value.plus(vulgarFraction(fraction[1] as string) as Exact)
      end += fraction[0].length
    }
    const exponent = /^e([+-]?\d{1,6})(?![\p{L}\d])/iu.exec(text.slice(end, end + 9))
    if (exponent) {
      value = value.times(new Exact(10).pow(Number(exponent[1])))
      end += exponent[0].length
    }
    return scaled(text, value, end, style, language)
  }
  const sign = text.charAt(at)
  const fraction = vulgarFraction(sign)
  if (fraction) return { value: fraction, end: at + 1, label: sign }
  const grand = /^a grand(?![\p{L}])/iu.exec(text.slice(at, at + 8))
  if (grand) return { value: new Exact(1_000), end: at + grand[0].length }
  const said = scanNumberWords(text, at)
  if (!said) return null
  const { value, parts, end } = said
  if (parts === 1) return scaled(text, new Exact(value), end, style, language)
  return { value: new Exact(value).div(parts), end, label: `${value}/${parts}` }
}

/** With the scale after it; “3万5千” and “1億2000万” are sums of several. */
function scaled(text: string, value: Exact, end: number, style: NumberStyle, language: string): Quantity {
  const scale = scaleAt(text, end, language)
  if (!scale) return { value, end }
  const whole = value.times(new Exact(10).pow(scale.power))
  const more = scale.isUnspaced && scale.power > 2 ? scanNumber(text, scale.end, style) : null
  if (!more) return { value: whole, end: scale.end }
  const rest = scaled(text, more.value, more.end, style, language)
  return rest.value.lt(new Exact(10).pow(scale.power))
    ? { value: whole.plus(rest.value), end: rest.end }
    : { value: whole, end: scale.end }
}

export function phraseAt(text: string, at: number): { tokens: Token[]; end: number } | null {
  const ahead = /^[\p{L}\p{M}\d]+(?: [\p{L}\p{M}\d]+){0,4}/u.exec(text.slice(at, at + 60))
  if (!ahead) return null
  const parts = ahead[0].split(' ')
  for (let count = Math.min(longest, parts.length); count > 0; count--) {
    const phrase = parts.slice(0, count).join(' ')
    const key = phrase.toLowerCase()
    if (Object.hasOwn(phrases, key)) return { tokens: phrases[key] as Token[], end: at + phrase.length }
  }
  // "3x4", "2pi": a known word may touch the number that follows it.
  const glued = /^(x|pi|sqrt|mod|加|减|乘以|乘|除以|たす|足す|ひく|引く|かける|掛ける|わる|割る)(?=\d)/iu.exec(ahead[0])
  if (glued)
    return { tokens: phrases[(glued[1] as string).toLowerCase()] as Token[], end: at + (glued[1] as string).length }
  return null
}
