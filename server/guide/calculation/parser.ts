import type { Exact } from './numbers.ts'
import type { Constant, FunctionName, Operator, Token } from './vocabulary.ts'

export type Expression =
  | { kind: 'number'; value: Exact; currency: string | null; label?: string }
  | { kind: 'constant'; name: Constant }
  | { kind: 'negative'; of: Expression }
  | { kind: 'binary'; operator: Operator; left: Expression; right: Expression }
  | { kind: 'postfix'; operator: '%' | '!' | '²' | '³' | '°'; of: Expression }
  | { kind: 'call'; name: FunctionName; of: Expression }
  | { kind: 'group'; of: Expression }

/** Its message is a sentence for the person about why there is no result. */
export class Incalculable extends Error {}

/** The text is not well formed as arithmetic; perhaps it was never meant to be. */
export class Malformed extends Incalculable {}

export const DEPTH_MAX = 60

/** Binding power of the operators: `of` binds as × does, ^ to the right. */
const power: Readonly<Record<Operator, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, mod: 2, of: 2, '^': 4 }

/** Reads tokens as one expression. Throws Incalculable with a sentence. */
export function parse(tokens: readonly Token[]): Expression {
  let at = 0
  let depth = 0
  const peek = () => tokens[at]

  function expression(minimum: number): Expression {
    depth += 1
    if (depth > DEPTH_MAX)
      throw new Incalculable(
        `That expression is nested more than ${DEPTH_MAX} levels deep, which is more than I calculate.`,
      )
    let left = operand()
    for (;;) {
      const next = peek()
      const operator =
        next?.type === 'operator' ? next.operator : next && startsOperand(next) && multiplies(left, next) ? '*' : null
      if (!operator || power[operator] < minimum) break
      if (next?.type === 'operator') at += 1
      const right = expression(operator === '^' ? power[operator] : power[operator] + 1)
      left = { kind: 'binary', operator, left, right }
    }
    depth -= 1
    return left
  }

  function operand(): Expression {
    const token = peek()
    if (!token) throw new Malformed('That expression is not finished: a number is missing at its end.')
    at += 1
    if (token.type === 'operator' && (token.operator === '-' || token.operator === '+')) {
      // A sign binds tighter than × and looser than ^: −2² is −4.
      const of = expression(3)
      return token.operator === '-' ? { kind: 'negative', of } : of
    }
    if (token.type === 'function') {
      if (peek()?.type === 'operator' && (peek() as { operator: Operator }).operator === 'of') at += 1
      const next = peek()
      const of = next?.type === 'open' ? postfixed(primary()) : expression(4)
      return { kind: 'call', name: token.name, of }
    }
    at -= 1
    return postfixed(primary())
  }

  function postfixed(of: Expression): Expression {
    let node = of
    for (let next = peek(); next?.type === 'postfix'; next = peek()) {
      if (next.operator === '%' && beginsNumber(tokens[at + 1])) {
        // "17 % 5" is a remainder; a percentage is followed by "of" or by an operator.
        at += 1
        return { kind: 'binary', operator: 'mod', left: node, right: postfixed(primary()) }
      }
      at += 1
      node = { kind: 'postfix', operator: next.operator, of: node }
    }
    return node
  }

  function primary(): Expression {
    const token = peek()
    if (!token) throw new Malformed('That expression is not finished: a number is missing at its end.')
    at += 1
    if (token.type === 'number')
      return mixed({ kind: 'number', value: token.value, currency: token.currency, label: token.label })
    if (token.type === 'constant') return { kind: 'constant', name: token.name }
    if (token.type === 'open') {
      const of = expression(0)
      if (peek()?.type !== 'close') throw new Malformed('A closing bracket is missing in that expression.')
      at += 1
      return { kind: 'group', of }
    }
    if (token.type === 'close') throw new Malformed('That expression has a closing bracket without an opening one.')
    throw new Malformed('That expression is not complete: a number is missing beside an operator.')
  }

  /** "2 1/2" is two and a half. */
  function mixed(whole: Expression & { kind: 'number' }): Expression {
    const [top, slash, bottom] = tokens.slice(at, at + 3)
    if (top?.type !== 'number' || slash?.type !== 'operator' || slash.operator !== '/' || bottom?.type !== 'number')
      return whole
    if (
      !whole.value.isInteger() ||
      !top.value.isInteger() ||
      !bottom.value.isInteger() ||
      bottom.value.isZero() ||
      top.value.gte(bottom.value)
    )
      return whole
    at += 3
    return {
      ...whole,
      value: whole.value.plus(top.value.div(bottom.value)),
      label: `${whole.value} ${top.value}/${bottom.value}`,
    }
  }

  const root = expression(0)
  const left = peek()
  if (left?.type === 'close') throw new Malformed('That expression has a closing bracket without an opening one.')
  if (left) throw new Malformed('An operator is missing between two numbers in that expression.')
  return root
}

const startsOperand = (token: Token): boolean =>
  token.type === 'open' || token.type === 'constant' || token.type === 'function'
const beginsNumber = (token: Token | undefined): boolean => token?.type === 'number' || token?.type === 'open'

/** "2(3+4)", "2π" and "(1+2)(3+4)" multiply; two numbers side by side do not. */
const multiplies = (left: Expression, next: Token): boolean =>
  left.kind === 'number' ||
  left.kind === 'group' ||
  left.kind === 'constant' ||
  (left.kind === 'postfix' && left.operator !== '%') ||
  next.type === 'open'

/** How many operations an expression holds: a lone number holds none. */
export function operations(node: Expression): number {
  switch (node.kind) {
    case 'number':
      return 0
    case 'constant':
      return node.name === 'e' ? 0 : 1
    case 'group':
    case 'negative':
      return operations(node.of)
    case 'postfix':
      return (node.operator === '°' ? 0 : 1) + operations(node.of)
    case 'call':
      return 1 + operations(node.of)
    case 'binary':
      return 1 + operations(node.left) + operations(node.right)
  }
}
