import { Exact } from './numbers.ts'
import { type Expression, Incalculable } from './parser.ts'
import type { Constant, FunctionName, Operator } from './vocabulary.ts'

/** Results beyond 10^±9,999 are refused rather than computed. */
const EXPONENT_MAX = 9_999
const FACTORIAL_MAX = 1_000

// Written out to 80 digits: computing them would cost 30 ms at the first question.
export const pi = new Exact('3.1415926535897932384626433832795028841971693993751058209749445923078164062862090')
const constants: Readonly<Record<Constant, Exact>> = {
  π: pi,
  τ: pi.times(2),
  e: new Exact('2.7182818284590452353602874713526624977572470936999595749669676277240766303535476'),
  φ: new Exact('1.6180339887498948482045868343656381177203091798057628621354486227052604628189024'),
}

const tooLarge = () =>
  new Incalculable('The result is too large: it has more than 10,000 digits, which is more than I calculate.')

/** The value of an expression. Throws Incalculable with a sentence for the person. */
export function evaluate(node: Expression): Exact {
  const value = raw(node)
  if (!value.isFinite()) throw new Incalculable('That has no finite result.')
  if (value.e > EXPONENT_MAX) throw tooLarge()
  return value.e < -EXPONENT_MAX ? new Exact(0) : value
}

function raw(node: Expression): Exact {
  switch (node.kind) {
    case 'number':
      return node.value
    case 'constant':
      return constants[node.name]
    case 'group':
      return evaluate(node.of)
    case 'negative':
      return evaluate(node.of).neg()
    case 'call':
      return apply(node.name, evaluate(node.of), isDegrees(node.of))
    case 'postfix':
      return postfix(node.operator, evaluate(node.of))
    case 'binary':
      return binary(node.operator, node.left, node.right)
  }
}

function binary(operator: Operator, leftNode: Expression, rightNode: Expression): Exact {
  const left = evaluate(leftNode)
  // "200 + 10 %" adds ten percent of 200, as every pocket calculator does; "5 % + 10 %" is 15 %.
  const share = (operator === '+' || operator === '-') && isPercent(rightNode) && !isPercent(leftNode)
  const right = share ? left.times(evaluate(rightNode)) : evaluate(rightNode)
  switch (operator) {
    case '+':
      return left.plus(right)
    case '-':
      return left.minus(right)
    case '*':
    case 'of':
      return left.times(right)
    case '/':
      if (right.isZero()) throw new Incalculable('Division by zero has no result.')
      return left.div(right)
    case 'mod':
      if (right.isZero()) throw new Incalculable('A remainder after division by zero does not exist.')
      // The remainder takes the divisor's sign: −7 mod 3 is 2.
      return left.minus(left.div(right).floor().times(right))
    case '^':
      return raise(left, right)
  }
}

export function raise(base: Exact, exponent: Exact): Exact {
  if (base.isZero() && exponent.isNegative())
    throw new Incalculable('Zero to a negative power means division by zero, which has no result.')
  if (base.isZero() && exponent.isZero()) return new Exact(1)
  if (base.isNegative() && !exponent.isInteger())
    throw new Incalculable('A negative number has no real power with a fraction in the exponent.')
  if (!base.isZero() && !base.abs().eq(1)) {
    const digits = base.abs().log(10).times(exponent)
    if (digits.gt(EXPONENT_MAX)) throw tooLarge()
    if (digits.lt(-EXPONENT_MAX)) return new Exact(0)
  }
  return base.pow(exponent)
}

function postfix(operator: '%' | '!' | '²' | '³' | '°', value: Exact): Exact {
  switch (operator) {
    case '%':
      return value.div(100)
    case '²':
      return raise(value, new Exact(2))
    case '³':
      return raise(value, new Exact(3))
    case '°':
      return value
    case '!':
      return factorial(value)
  }
}

function factorial(value: Exact): Exact {
  if (!value.isInteger() || value.isNegative())
    throw new Incalculable('A factorial exists for whole numbers from 0 only.')
  if (value.gt(FACTORIAL_MAX))
    throw new Incalculable(`I calculate factorials up to ${FACTORIAL_MAX.toLocaleString('en')}.`)
  let product = 1n
  for (let factor = 2n; factor <= BigInt(value.toFixed()); factor++) product *= factor
  return new Exact(product.toString())
}

function apply(name: FunctionName, value: Exact, degrees: boolean): Exact {
  const angle = degrees ? value.times(pi).div(180) : value
  switch (name) {
    case 'sqrt':
      if (value.isNegative() && !value.isZero()) throw new Incalculable('A negative number has no real square root.')
      return value.sqrt()
    case 'cbrt':
      return value.cbrt()
    case 'ln':
    case 'log':
    case 'log2':
      if (value.lte(0)) throw new Incalculable('Logarithms exist for numbers above zero only.')
      return name === 'ln' ? value.ln() : value.log(name === 'log' ? 10 : 2)
    case 'exp':
      if (value.gt(EXPONENT_MAX)) throw tooLarge()
      return value.lt(-EXPONENT_MAX) ? new Exact(0) : value.exp()
    case 'sin':
    case 'cos':
    case 'tan': {
      if (value.e > 30) throw new Incalculable('That angle is too large to have a meaningful sine, cosine or tangent.')
      if (name === 'tan' && clean(angle.cos()).isZero())
        throw new Incalculable('The tangent has no value at that angle.')
      return clean(name === 'sin' ? angle.sin() : name === 'cos' ? angle.cos() : angle.tan())
    }
    case 'asin':
    case 'acos':
      if (value.abs().gt(1)) throw new Incalculable('An arcsine or arccosine exists for numbers from −1 to 1 only.')
      return name === 'asin' ? value.asin() : value.acos()
    case 'atan':
      return value.atan()
    case 'abs':
      return value.abs()
    case 'round':
      return value.round()
    case 'floor':
      return value.floor()
    case 'ceil':
      return value.ceil()
    case 'square':
      return raise(value, new Exact(2))
    case 'cube':
      return raise(value, new Exact(3))
    case 'double':
      return value.times(2)
    case 'triple':
      return value.times(3)
  }
}

/** sin 30° is 0.5 and not 0.4999…: π is irrational and its 60 digits leave a trace in the last places. */
const clean = (value: Exact): Exact => value.toDecimalPlaces(50)

export function isPercent(node: Expression): boolean {
  if (node.kind === 'group' || node.kind === 'negative') return isPercent(node.of)
  return node.kind === 'postfix' && node.operator === '%'
}

function isDegrees(node: Expression): boolean {
  if (node.kind === 'group' || node.kind === 'negative') return isDegrees(node.of)
  return node.kind === 'postfix' && node.operator === '°'
}

/** "10 % + 5 %" is a percentage again. */
export const isPercentSum = (node: Expression): boolean =>
  node.kind === 'binary' &&
  (node.operator === '+' || node.operator === '-') &&
  [node.left, node.right].every((side) => isPercent(side) || isPercentSum(side))

/** The currency an expression is in: the one symbol that all its money shares, unless money divides money. Throws Incalculable for mixed ones. */
export function currencyOf(node: Expression): string | null {
  switch (node.kind) {
    case 'number':
      return node.currency
    case 'constant':
      return null
    case 'group':
    case 'negative':
      return currencyOf(node.of)
    case 'postfix':
      return node.operator === '%' ? currencyOf(node.of) : null
    case 'call':
      return ['round', 'floor', 'ceil', 'abs', 'double', 'triple'].includes(node.name) ? currencyOf(node.of) : null
    case 'binary': {
      const left = currencyOf(node.left)
      const right = currencyOf(node.right)
      if (node.operator === '+' || node.operator === '-') {
        if (left && right && left !== right)
          throw new Incalculable(`Adding ${left} and ${right} needs an exchange rate, and I have no exchange rates.`)
        return left ?? right
      }
      if (node.operator === '^' || node.operator === 'mod') return null
      if (node.operator === '/') return right ? null : left
      return left && right ? null : (left ?? right)
    }
  }
}
