import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { currencyOf, evaluate, isPercent } from './evaluate.ts'
import type { Expression } from './parser.ts'
import { equation, write } from './write.ts'

const STEPS_MAX = 8

/** The operations of an expression one after another, each with its value; empty when there is only one or there are too many. */
export function steps(root: Expression, style: NumberStyle): string[] {
  const lines: string[] = []

  function reduce(node: Expression): Expression {
    switch (node.kind) {
      case 'number':
      case 'constant':
        return node
      case 'group':
        return reduce(node.of)
      case 'negative':
        return { ...node, of: reduce(node.of) }
      case 'postfix':
        return node.operator === '%' || node.operator === '°'
          ? { ...node, of: reduce(node.of) }
          : done({ ...node, of: reduce(node.of) })
      case 'call':
        return done({ ...node, of: reduce(node.of) })
      case 'binary':
        return done({ ...node, left: reduce(node.left), right: reduce(node.right) })
    }
  }

  function done(node: Expression): Expression {
    const value = evaluate(node)
    if (lines.length <= STEPS_MAX)
      lines.push(equation(write(node, style), value, currencyOf(node), style).replaceAll('**', ''))
    return { kind: 'number', value, currency: currencyOf(node) }
  }

  reduce(root)
  return lines.length > 1 && lines.length <= STEPS_MAX ? lines : []
}

/** How a percentage of something, or a percentage added or taken, is worked out: `2,340 × 17 ÷ 100`. */
export function percentWorking(root: Expression, style: NumberStyle): string | null {
  if (root.kind !== 'binary') return null
  const { operator, left, right } = root
  if (operator === 'of' && left.kind === 'postfix' && left.operator === '%')
    return `${write(right, style)} × ${write(left.of, style)} ÷ 100`
  if ((operator === '+' || operator === '-') && right.kind === 'postfix' && isPercent(right) && !isPercent(left)) {
    const base = left.kind === 'binary' ? `(${write(left, style)})` : write(left, style)
    return `${base} × (100 ${operator === '+' ? '+' : '−'} ${write(right.of, style)}) ÷ 100`
  }
  return null
}
