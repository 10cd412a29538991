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

/** An operator in other languages. */
const inOther = (sign: Operator, words: string): Record<string, Token[]> =>
  Object.fromEntries(words.split('|').map((word) => [word, [operator(sign)]]))

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
  // Other languages; what is a word of English too is left out.
  ...inOther('+', 'más|mas|mais|più|artı|плюс|加|加上|足す|たす|더하기|زائد|جمع|जोड़|tambah|ditambah|dodać'),
  ...inOther('-', 'menos|moins|meno|eksi|минус|отнять|减|减去|引く|ひく|빼기|ناقص|طرح|घटा|kurang|dikurangi|odjąć'),
  ...inOther(
    '*',
    'mal|por|fois|vezes|volte|keer|razy|çarpı|kere|умножить на|умножить|乘|乘以|かける|掛ける|곱하기|ضرب|في|गुणा|kali|dikali',
  ),
  ...inOther(
    '/',
    'geteilt durch|durch|dividido por|dividido entre|dividido|entre|divisé par|diviso|gedeeld door|podzielić przez|przez|bölü|разделить на|делить на|除以|割る|わる|나누기|مقسوم على|قسمة|على|भाग|bagi|dibagi',
  ),
  ...inOther('^', 'hoch|elevado a|à la puissance|alla|tot de macht|do potęgi|üssü|в степени'),
  ...inOther('of', 'от|z|من|dari'),
  'wurzel aus': [call('sqrt')],
  'quadratwurzel aus': [call('sqrt')],
  'raíz cuadrada de': [call('sqrt')],
  'raiz cuadrada de': [call('sqrt')],
  'raiz quadrada de': [call('sqrt')],
  'racine carrée de': [call('sqrt')],
  'radice quadrata di': [call('sqrt')],
  'wortel van': [call('sqrt')],
  'pierwiastek z': [call('sqrt')],
  'корень из': [call('sqrt')],
  'akar dari': [call('sqrt')],
  'multiplied with': [operator('*')],
  'times by': [operator('*')],
  'subtracted by': [operator('-')],
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
