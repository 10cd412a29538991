import { currenciesOf } from '@atrium/domain/money/currency-marks'
import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { type Exact, showMoney, showNumber } from './numbers.ts'
import type { Expression } from './parser.ts'

const signs = { '+': ' + ', '-': ' − ', '*': ' × ', '/': ' ÷ ', mod: ' mod ', of: ' of ' } as const
const names = { sqrt: '√', cbrt: '∛' } as const

/** An expression as people write it: `17% of 2,340`, `(3 + 4) × 2²`. */
export function write(node: Expression, style: NumberStyle): string {
  switch (node.kind) {
    case 'number':
      return node.label ?? writeAmount(node.value, node.currency, style)
    case 'constant':
      return node.name
    case 'group':
      return `(${write(node.of, style)})`
    case 'negative':
      return `−${write(node.of, style)}`
    case 'postfix':
      return `${write(node.of, style)}${node.operator}`
    case 'call': {
      const inner = write(node.of, style)
      if (node.name === 'square' || node.name === 'cube')
        return `${node.of.kind === 'number' ? inner : `(${inner})`}${node.name === 'square' ? '²' : '³'}`
      if (node.name === 'double' || node.name === 'triple') return `${node.name === 'double' ? 2 : 3} × ${inner}`
      const sign = node.name === 'sqrt' || node.name === 'cbrt' ? names[node.name] : node.name
      return node.of.kind === 'group' || (sign.length === 1 && node.of.kind !== 'binary')
        ? `${sign}${inner}`
        : `${sign}(${inner})`
    }
    case 'binary':
      if (node.operator === '^') return `${write(node.left, style)}^${write(node.right, style)}`
      return `${write(node.left, style)}${signs[node.operator]}${write(node.right, style)}`
  }
}

/** A number or, with a symbol, an amount of money. */
export function writeAmount(value: Exact, currency: string | null, style: NumberStyle): string {
  const code = currency ? currenciesOf(currency)?.[0] : undefined
  return code ? showMoney(value, code, style) : showNumber(value, style).text
}

/** `expression = value`, the value in bold; ≈ where digits were left out. */
export function equation(
  left: string,
  value: Exact,
  currency: string | null,
  style: NumberStyle,
  percent = false,
): string {
  if (percent) return `${left} = **${showNumber(value.times(100), style).text}%**`
  const shown = currency
    ? { text: writeAmount(value, currency, style), exact: value.decimalPlaces() <= 2 }
    : showNumber(value, style)
  return `${left} ${shown.exact ? '=' : '≈'} **${shown.text}**`
}
