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
  /** Outside of every function: it holds from when the file is loaded, for good. */
  atLoad: boolean
  isStatement: boolean
  /** Characters of the statement that it begins, if it begins one: a line that began with a bracket would go on the one above. */
  begins: { start: number; end: number } | null
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
  const side = (node: Node) => (/^(Binary|Logical)/.test(node.type) ? `(${text(node)})` : text(node))
  let functions = 0
  let statement: Node | null = null
  const put = ({ type, start, end }: Node, becomes: string, what: string, line = lineAt(start)) => {
    const isStatement = /Statement$/.test(type)
    const begins = !isStatement && statement?.start === start ? { start, end: statement.end } : null
    found.push({ start, end, becomes, what, line, atLoad: functions === 0, isStatement, begins })
  }

  const mutate = (node: Node) => {
    const { type } = node
    if (type === 'BinaryExpression' || type === 'LogicalExpression') {
      const [left, right] = [node.left as Node, node.right as Node]
      const operator = String(node.operator)
      const isText = operator === '+' && [left, right].some((one) => typeof one.value === 'string')
      const at = source.indexOf(operator, left.end)
      if (!isText && at < right.start)
        for (const other of OPERATORS[operator] ?? [])
          put(node, `(${side(left)} ${other} ${side(right)})`, `${operator} becomes ${other}`, lineAt(at))
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
    const [outer, isFunction] = [statement, /Function/.test(value.type)]
    if (value.type === 'ExpressionStatement') statement = value
    if (isFunction) functions += 1
    mutate(value)
    for (const [key, inner] of Object.entries(value)) if (key !== 'key' || value.computed === true) visit(inner)
    if (isFunction) functions -= 1
    statement = outer
  }
  visit(program.body)
  return found
}

/** A source that holds all of these at once: each takes effect while `globalThis.isMutated` says so of its number. */
export function withAll(source: string, numbered: ReadonlyMap<number, Mutant>): string {
  const [before, after] = [new Map<number, string>(), new Map<number, string>()]
  const wrap = ({ start, end }: { start: number; end: number }, opened: string, closed: string) => {
    before.set(start, (before.get(start) ?? '') + opened)
    after.set(end, closed + (after.get(end) ?? ''))
  }
  // the outermost first: what begins at one place is opened in this order and closed in the other one
  const sorted = [...numbered].sort(([, a], [, b]) => a.start - b.start || b.end - a.end)
  const begun = new Map(sorted.flatMap(([, { begins }]) => (begins ? [[begins.start, begins]] : [])))
  for (const statement of begun.values()) wrap(statement, '{', '}')
  for (const [number, mutant] of sorted) {
    const asked = `globalThis.isMutated(${number})`
    if (mutant.isStatement) wrap(mutant, `{ if (${asked}) {} else {`, '} }')
    else wrap(mutant, `(${asked} ? (${mutant.becomes}) : (`, '))')
  }
  const places = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b)
  let [whole, at] = ['', 0]
  for (const place of places) {
    whole += source.slice(at, place) + (after.get(place) ?? '') + (before.get(place) ?? '')
    at = place
  }
  return whole + source.slice(at)
}

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
