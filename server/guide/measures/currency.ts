import { currenciesOf } from '@atrium/domain/money/currency-marks'
import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { type Exact, readNumber, showMoney } from '../calculation/numbers.ts'
import { quantityAt } from '../calculation/tokens.ts'

const codes = new Set([...Intl.supportedValuesOf('currency'), 'BTC'])

function currencyNamed(text: string): string | null {
  const name = text.trim().replace(/^(?:the |an? )/iu, '')
  const code = currenciesOf(name)?.[0]
  return code && codes.has(code) ? code : null
}

function moneyIn(text: string, style: NumberStyle): { value: Exact; code: string } | null {
  const trimmed = text.trim()
  const symbol = /^\p{Sc}/u.exec(trimmed)
  if (symbol) {
    const value = readNumber(trimmed.slice(1), style)
    const code = currencyNamed(symbol[0])
    return value && code ? { value, code } : null
  }
  const coded = /^([A-Za-z]{3}) ?(?=\d)/u.exec(trimmed)
  const before = coded && currencyNamed(coded[1] as string)
  if (coded && before) {
    const value = readNumber(trimmed.slice(coded[0].length), style)
    return value && { value, code: before }
  }
  const number = quantityAt(trimmed.replace(/^an? (?=\p{L})/iu, '1 '), 0, style)
  const whole = trimmed.replace(/^an? (?=\p{L})/iu, '1 ')
  const code = number && currencyNamed(whole.slice(number.end))
  return number && code ? { value: number.value, code } : null
}

export const noRates = 'I have no exchange rates: I am the built-in assistant and look nothing up on the internet.'

/** Money into another currency: only with a rate in the question. Null when it is no such question. */
export function answerCurrency(text: string, style: NumberStyle): string | null {
  if (/^(?:the )?(?:current |today's |latest )?(?:exchange|conversion|currency) rates?\b/iu.test(text))
    return `${noRates} Give me one and I will calculate: “100 USD in EUR at 0.92”.`
  const worth =
    /^(?:(?:how (?:many|much) )?(?<a>[^\d]{2,30}?) (?:are |is |do i get |make )?(?:in|for|is|to|per) (?:an? |the |one |1 )(?<b>[^\d]{2,30})|(?:the |an? |one |1 )?(?<c>[^\d]{2,30}?) (?:worth|trading at)(?: today| now| right now)?)$/iu.exec(
      text,
    )?.groups
  if (worth && (worth.c ? currencyNamed(worth.c) : currencyNamed(worth.a ?? '') && currencyNamed(worth.b ?? '')))
    return `${noRates} Give me one and I will calculate: “100 USD in EUR at 0.92”.`
  const pair = /^(?<a>[^\d]{1,30}?) (?:in|to|into|as|and|vs) (?<b>[^\d]{1,30})$/iu.exec(text)?.groups
  if (pair && currencyNamed(pair.a as string) && currencyNamed(pair.b as string))
    return `${noRates} Give me one and I will calculate: “100 USD in EUR at 0.92”.`
  const asked =
    /^(?<from>.{1,60}?) (?:in|to|into|as|=|->|→) (?<to>[^\d]{1,40}?)(?: (?:at|with) (?:an? )?(?:exchange )?(?:rate )?(?:of )?(?<rate>[\d.,]{1,20}))?$/iu.exec(
      text,
    )?.groups
  if (!asked) return null
  const from = moneyIn(asked.from as string, style)
  const to = currencyNamed(asked.to as string)
  if (!from || !to) return null
  if (!asked.rate)
    return `${noRates} Give me today's rate and I will calculate: “${from.value} ${from.code} in ${to} at 0.92”.`
  const rate = readNumber(asked.rate, style)
  if (!rate) return null
  const result = from.value.times(rate)
  return `${showMoney(from.value, from.code, style)} × ${rate} = **${showMoney(result, to, style)}**, at the rate you gave.`
}
