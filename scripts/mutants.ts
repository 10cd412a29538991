import { parseSync } from 'vite'

/** One small fault that could stand in a source file. */
export interface Mutant {
  /** Characters of the source that it replaces. */
  start: number
  end: number
  becomes: string
  /** What it does, as `npm run drill mutants` prints it. */
  what: string
  line: number
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Each for the nearest other one: the boundary, the contrary, the other connective. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
}

/** What has no say at run time, or only names things. */
const isPassedOver = ({ type }: Node): boolean =>
  /^(TS|Import|ExportAll)/.test(type) && !/^TS(As|NonNull|Satisfies)Expression$/.test(type)

/** Every mutant of a TypeScript source: operators, conditions, negations, booleans, whole numbers and statements left out. */
export function mutantsOf(path: string, source: string): Mutant[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: Mutant[] = []
  const lineAt = (at: number) => source.slice(0, at).split('\n').length
  const text = ({ start, end }: Node) => source.slice(start, end)
  const put = ({ start, end }: Pick<Node, 'start' | 'end'>, becomes: string, what: string) =>
    found.push({ start, end, becomes, what, line: lineAt(start) })

  const mutate = (node: Node) => {
    const { type } = node
    if (type === 'BinaryExpression' || type === 'LogicalExpression') {
      const [left, right] = [node.left as Node, node.right as Node]
      const operator = String(node.operator)
      const isText = operator === '+' && [left, right].some((one) => typeof one.value === 'string')
      const at = source.indexOf(operator, left.end)
      if (!isText && at < right.start)
        for (const other of OPERATORS[operator] ?? [])
          put({ start: at, end: at + operator.length }, other, `${operator} becomes ${other}`)
    }
    if (type === 'IfStatement' || type === 'ConditionalExpression' || type === 'WhileStatement') {
      put(node.test as Node, '(true)', `the condition “${text(node.test as Node)}” always holds`)
      if (type !== 'WhileStatement')
        put(node.test as Node, '(false)', `the condition “${text(node.test as Node)}” never holds`)
    }
    if (type === 'UnaryExpression' && node.operator === '!')
      put(node, `(${text(node.argument as Node)})`, '! is left out')
    if (type === 'Literal' && typeof node.value === 'boolean')
      put(node, String(!node.value), `${node.value} becomes ${!node.value}`)
    if (type === 'Literal' && Number.isInteger(node.value))
      put(node, String(Number(node.value) + 1), `${node.value} is one more`)
    if (type === 'ExpressionStatement' || type === 'ThrowStatement')
      put(node, ';', `“${text(node).split('\n', 1)[0]}” is left out`)
  }
  const visit = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(visit)
    if (!isNode(value) || isPassedOver(value)) return
    mutate(value)
    for (const [key, inner] of Object.entries(value)) if (key !== 'key' || value.computed === true) visit(inner)
  }
  visit(program.body)
  return found
}

export const applied = (source: string, { start, end, becomes }: Mutant): string =>
  source.slice(0, start) + becomes + source.slice(end)

/** So many of them, the same ones for the same seed (mulberry32, Fisher and Yates). */
export function sampleOf<T>(all: readonly T[], count: number, seed: number): T[] {
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const drawn = [...all]
  for (let at = drawn.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[drawn[at], drawn[other]] = [drawn[other] as T, drawn[at] as T]
  }
  return drawn.slice(0, count)
}
