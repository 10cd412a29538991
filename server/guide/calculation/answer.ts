import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { isPercentSum } from './evaluate.ts'
import { type Exact, showNumber } from './numbers.ts'
import { type Expression, operations } from './parser.ts'
import type { Amount } from './reading.ts'
import { percentWorking, steps } from './steps.ts'
import { equation } from './write.ts'

/** Fractions with larger denominators tell nobody anything. */
const DENOMINATOR_MAX = 10_000

/** A value as a fraction in lowest terms; null where it is none that is read. */
export function fractionOf(value: Exact): { top: Exact; bottom: Exact } | null {
  const [top, bottom] = value.toFraction(DENOMINATOR_MAX) as unknown as [Exact, Exact]
  return top.div(bottom).minus(value).abs().lt('1e-40') ? { top, bottom } : null
}

/** `7/12`, `−3/4`, and `5` where nothing is left over. */
export const writeFraction = ({ top, bottom }: { top: Exact; bottom: Exact }): string =>
  (bottom.eq(1) ? top.toFixed() : `${top.toFixed()}/${bottom.toFixed()}`).replace('-', '−')

/** `1 3/4` of 7/4; null where it has no whole part or nothing besides. */
export function mixedOf({ top, bottom }: { top: Exact; bottom: Exact }): string | null {
  const whole = top.abs().div(bottom).floor()
  if (whole.isZero() || bottom.eq(1)) return null
  return `${top.isNegative() ? '−' : ''}${whole.toFixed()} ${top.abs().minus(whole.times(bottom)).toFixed()}/${bottom.toFixed()}`
}

/** How many fractions somebody computed with: two in `1/3 + 1/4` and in “two thirds minus a quarter”. */
function fractionsIn(node: Expression): number {
  if (isFraction(node)) return 1
  if (node.kind === 'binary') return fractionsIn(node.left) + fractionsIn(node.right)
  return node.kind === 'group' || node.kind === 'negative' ? fractionsIn(node.of) : 0
}
const isFraction = (node: Expression): boolean =>
  (node.kind === 'number' && node.label !== undefined && /\d\/\d/u.test(node.label)) ||
  (node.kind === 'binary' &&
    node.operator === '/' &&
    [node.left, node.right].every((one) => one.kind === 'number' && one.value.isInteger() && one.value.lt(1_000)))

/** Amounts written with two decimals are summed up in two: 12.50 + 3 is 15.50. */
const inCents = (source: string, value: Exact): boolean =>
  value.decimalPlaces() === 1 && /\d[.,]\d{2}(?![\d%])/u.test(source)

/** An expression with its value and how it was worked out, step by step; null where there is nothing to compute. */
export function answerAmount(
  { expression, value, currency, text }: Amount,
  style: NumberStyle,
  source = '',
): string | null {
  if (operations(expression) === 0) return null
  // "17%" alone states a figure and asks nothing.
  if (expression.kind === 'postfix' && expression.operator === '%') return null
  const working = percentWorking(expression, style)
  const lines = steps(expression, style)
  const fraction = !currency && !value.isInteger() && fractionsIn(expression) > 1 ? fractionOf(value) : null
  const shown = fraction
    ? `${text} = **${writeFraction(fraction)}**${mixedOf(fraction) ? ` = ${mixedOf(fraction)}` : ''} ${showNumber(value, style).exact ? '=' : '≈'} ${showNumber(value.toSignificantDigits(12), style).text}`
    : inCents(source, value) && !currency
      ? `${text} = **${new Intl.NumberFormat(style.locale, { minimumFractionDigits: 2 }).format(value.toFixed() as Intl.StringNumericLiteral).replace('-', '−')}**`
      : equation(text, value, currency, style, isPercentSum(expression))
  const isLong =
    !fraction && !currency && value.decimalPlaces() > 4 && value.abs().gte('0.01') && !isPercentSum(expression)
  const short = isLong ? ` ≈ ${showNumber(value.toDecimalPlaces(2), style).text}` : ''
  if (working) return `${shown}\n\n${working}`
  return lines.length > 0 && !fraction
    ? `${shown}${short}\n\n${lines.map((line, index) => `${index + 1}. ${line}`).join('\n')}`
    : `${shown}${short}`
}
