import { FormulaError, type Value } from './values.ts'

export type Node =
  | { kind: 'value'; value: Value }
  | { kind: 'column'; name: string }
  | { kind: 'call'; name: string; args: Node[] }

interface Token {
  kind: 'number' | 'text' | 'column' | 'word' | 'sign' | 'end'
  text: string
}

export const FORMULA_MAX = 2_000
const DEEPEST = 60
const TOKEN =
  /\s*(?:(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?<text>"(?:[^"]|"")*"|'(?:[^']|'')*')|(?<column>\[(?:[^\]]|\]\])+\])|(?<word>[\p{L}_][\p{L}\p{N}_]*)|(?<sign><>|<=|>=|!=|==|[-+*/%^&=<>(),;]))/uy

function tokensOf(formula: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (formula.slice(TOKEN.lastIndex).trim() !== '') {
    const from = TOKEN.lastIndex
    const found = TOKEN.exec(formula)
    if (!found) {
      const rest = formula.slice(from).trim()
      throw new FormulaError(/^["'[]/.test(rest) ? 'unclosed' : 'sign', rest.slice(0, 1))
    }
    const { number, text, column, word, sign } = found.groups as Record<string, string | undefined>
    if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (text !== undefined) {
      const quote = text[0] as string
      tokens.push({ kind: 'text', text: text.slice(1, -1).replaceAll(quote + quote, quote) })
    } else if (column !== undefined) tokens.push({ kind: 'column', text: column.slice(1, -1).replaceAll(']]', ']') })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word })
    else tokens.push({ kind: 'sign', text: sign ?? '' })
  }
  return [...tokens, { kind: 'end', text: '' }]
}

/** From what binds least to what binds most. */
const LEVELS: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['=', '==', '<>', '!=', '<', '<=', '>', '>='],
  ['&'],
  ['+', '-'],
  ['*', '/', '%'],
]
const SAME: Readonly<Record<string, string>> = { '==': '=', '!=': '<>' }
const WORDS: Readonly<Record<string, Value>> = { true: true, false: false, blank: null, null: null }

/** A formula's tree: `[unit price] * quantity`, `if(amount > 100, "big", "small")`. Nothing of it is ever run as code. */
export function parseFormula(formula: string): Node {
  if (formula.length > FORMULA_MAX) throw new FormulaError('long')
  const tokens = tokensOf(formula.replace(/^\s*=/, ''))
  if (tokens.length === 1) throw new FormulaError('empty')
  let at = 0
  let depth = 0
  const now = () => tokens[at] as Token
  const isSign = (text: string) => now().kind === 'sign' && now().text === text
  const operator = (level: readonly string[]): string | null => {
    const { kind, text } = now()
    const name = kind === 'word' ? text.toLowerCase() : text
    return (kind === 'sign' || kind === 'word') && level.includes(name) ? (SAME[name] ?? name) : null
  }
  const expect = (sign: string) => {
    if (!isSign(sign)) throw now().kind === 'end' ? new FormulaError('unclosed') : new FormulaError('sign', now().text)
    at++
  }

  const within = (level: number): Node => {
    if (++depth > DEEPEST * LEVELS.length) throw new FormulaError('deep')
    const own = LEVELS[level]
    if (!own) {
      const node = unary()
      depth--
      return node
    }
    let left = within(level + 1)
    for (let name = operator(own); name; name = operator(own)) {
      at++
      left = { kind: 'call', name, args: [left, within(level + 1)] }
    }
    depth--
    return left
  }
  const unary = (): Node => {
    if (++depth > DEEPEST * LEVELS.length) throw new FormulaError('deep')
    let node: Node
    if (isSign('-') || isSign('+')) {
      const name = now().text === '-' ? 'negative' : 'number'
      at++
      node = { kind: 'call', name, args: [unary()] }
    } else if (now().kind === 'word' && now().text.toLowerCase() === 'not' && tokens[at + 1]?.text !== '(') {
      at++
      node = { kind: 'call', name: 'not', args: [within(2)] }
    } else {
      node = primary()
      if (isSign('^')) {
        at++
        node = { kind: 'call', name: 'power', args: [node, unary()] }
      }
    }
    depth--
    return node
  }
  const primary = (): Node => {
    const { kind, text } = now()
    if (kind === 'end') throw new FormulaError('end')
    at++
    if (kind === 'number') return { kind: 'value', value: Number(text) }
    if (kind === 'text') return { kind: 'value', value: text }
    if (kind === 'column') return { kind: 'column', name: text }
    if (kind === 'sign') {
      if (text !== '(') throw new FormulaError('sign', text)
      const inner = within(0)
      expect(')')
      return inner
    }
    const name = text.toLowerCase()
    if (!isSign('('))
      return Object.hasOwn(WORDS, name) ? { kind: 'value', value: WORDS[name] ?? null } : { kind: 'column', name: text }
    at++
    const args: Node[] = []
    if (!isSign(')'))
      do args.push(within(0))
      while ((isSign(',') || isSign(';')) && ++at)
    expect(')')
    return { kind: 'call', name, args }
  }

  const tree = within(0)
  if (now().kind !== 'end') throw new FormulaError('behind', now().text)
  return tree
}

/** The columns that a formula names, each once. */
export function columnsIn(node: Node): string[] {
  const found = new Set<string>()
  const walk = (one: Node) => {
    if (one.kind === 'column') found.add(one.name)
    if (one.kind === 'call') one.args.forEach(walk)
  }
  walk(node)
  return [...found]
}

/** A column as formulas name it. */
export const writeColumn = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !Object.hasOwn(WORDS, name.toLowerCase()) && !/^(and|or|not)$/i.test(name)
    ? name
    : `[${name.replaceAll(']', ']]')}]`
