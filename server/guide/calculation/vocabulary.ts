import type { Exact } from './numbers.ts'

export type Operator = '+' | '-' | '*' | '/' | '^' | 'mod' | 'of'
export type FunctionName =
  | 'sqrt'
  | 'cbrt'
  | 'ln'
  | 'log'
  | 'log2'
  | 'exp'
  | 'sin'
  | 'cos'
  | 'tan'
  | 'asin'
  | 'acos'
  | 'atan'
  | 'abs'
  | 'round'
  | 'floor'
  | 'ceil'
  | 'double'
  | 'square'
  | 'cube'
  | 'triple'
export type Constant = 'π' | 'e' | 'τ' | 'φ'

export type Token =
  | { type: 'number'; value: Exact; currency: string | null; label?: string }
  | { type: 'operator'; operator: Operator }
  | { type: 'postfix'; operator: '%' | '!' | '²' | '³' | '°' }
  | { type: 'function'; name: FunctionName }
  | { type: 'constant'; name: Constant }
  | { type: 'open' }
  | { type: 'close' }

export const operator = (sign: Operator): Token => ({ type: 'operator', operator: sign })
const call = (name: FunctionName): Token => ({ type: 'function', name })
export const postfix = (sign: '%' | '!' | '²' | '³' | '°'): Token => ({ type: 'postfix', operator: sign })
const constant = (name: Constant): Token => ({ type: 'constant', name })

/** Phrases of the language of arithmetic; the longest that fits is taken. An empty list means that the phrase adds nothing. */
export const phrases: Record<string, Token[]> = {
  plus: [operator('+')],
  add: [operator('+')],
  'added to': [operator('+')],
  and: [],
  minus: [operator('-')],
  less: [operator('-')],
  'take away': [operator('-')],
  times: [operator('*')],
  x: [operator('*')],
  'multiplied by': [operator('*')],
  'multiply by': [operator('*')],
  by: [operator('*')],
  'divided by': [operator('/')],
  'divide by': [operator('/')],
  over: [operator('/')],
  'to the power of': [operator('^')],
  'to the power': [operator('^')],
  'raised to the power of': [operator('^')],
  'raised to': [operator('^')],
  squared: [postfix('²')],
  cubed: [postfix('³')],
  mod: [operator('mod')],
  modulo: [operator('mod')],
  percent: [postfix('%')],
  'per cent': [postfix('%')],
  pct: [postfix('%')],
  prozent: [postfix('%')],
  factorial: [postfix('!')],
  degrees: [postfix('°')],
  degree: [postfix('°')],
  deg: [postfix('°')],
  radians: [],
  of: [operator('of')],
  von: [operator('of')],
  de: [operator('of')],
  di: [operator('of')],
  van: [operator('of')],
  av: [operator('of')],
  'square root of': [call('sqrt')],
  'square root': [call('sqrt')],
  'root of': [call('sqrt')],
  sqrt: [call('sqrt')],
  'cube root of': [call('cbrt')],
  'cube root': [call('cbrt')],
  cbrt: [call('cbrt')],
  'natural log of': [call('ln')],
  'natural logarithm of': [call('ln')],
  ln: [call('ln')],
  'log of': [call('log')],
  'logarithm of': [call('log')],
  log: [call('log')],
  log10: [call('log')],
  log2: [call('log2')],
  exp: [call('exp')],
  sine: [call('sin')],
  'sine of': [call('sin')],
  sin: [call('sin')],
  'sin of': [call('sin')],
  cosine: [call('cos')],
  'cosine of': [call('cos')],
  cos: [call('cos')],
  'cos of': [call('cos')],
  tangent: [call('tan')],
  'tangent of': [call('tan')],
  tan: [call('tan')],
  'tan of': [call('tan')],
  arcsin: [call('asin')],
  asin: [call('asin')],
  arccos: [call('acos')],
  acos: [call('acos')],
  arctan: [call('atan')],
  atan: [call('atan')],
  abs: [call('abs')],
  'absolute value of': [call('abs')],
  round: [call('round')],
  floor: [call('floor')],
  ceil: [call('ceil')],
  'square of': [call('square')],
  'cube of': [call('cube')],
  double: [call('double')],
  twice: [call('double')],
  triple: [call('triple')],
  pi: [constant('π')],
  π: [constant('π')],
  tau: [constant('τ')],
  τ: [constant('τ')],
  phi: [constant('φ')],
  e: [constant('e')],
  the: [],
  a: [],
  an: [],
}
export const longest = 5

export const signs: Readonly<Record<string, Token>> = {
  '+': operator('+'),
  '-': operator('-'),
  '−': operator('-'),
  '–': operator('-'),
  '—': operator('-'),
  '*': operator('*'),
  '×': operator('*'),
  '·': operator('*'),
  '⋅': operator('*'),
  '∗': operator('*'),
  '/': operator('/'),
  '÷': operator('/'),
  '∕': operator('/'),
  '⁄': operator('/'),
  ':': operator('/'),
  '^': operator('^'),
  '%': postfix('%'),
  '％': postfix('%'),
  '!': postfix('!'),
  '²': postfix('²'),
  '³': postfix('³'),
  '°': postfix('°'),
  '√': call('sqrt'),
  '∛': call('cbrt'),
  '(': { type: 'open' },
  '[': { type: 'open' },
  ')': { type: 'close' },
  ']': { type: 'close' },
}
