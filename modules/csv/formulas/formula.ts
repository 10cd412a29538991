import type { Cells } from '../cells.ts'
import type { Reading } from '../kinds.ts'
import { columnOf, type Table } from '../table.ts'
import { runOf } from './functions.ts'
import { columnsIn, type Node, parseFormula } from './parse.ts'
import { FormulaError, textOf, type Value, valueIn } from './values.ts'

export interface Formula {
  /** The columns it names, as it names them. */
  columns: readonly string[]
  /** Works it out for the rows of a table. Throws `FormulaError` for a column that is not there; a row's own says why it has none. */
  over(table: Table, readingOf: (column: string) => Reading | undefined): (at: number) => string
}

const PLAIN: Reading = { type: 'text', style: 'point', order: 'dmy' }

/** The column of a table that a formula means: by its name, or the only one of that name in any case. */
export function columnMeant(names: readonly string[], said: string): string | null {
  if (names.includes(said)) return said
  const alike = names.filter((name) => name.toLowerCase() === said.toLowerCase())
  return alike.length === 1 ? (alike[0] as string) : null
}

type Work = (at: number) => Value

function workOf(node: Node, columnAt: (name: string) => Work): Work {
  if (node.kind === 'value') return () => node.value
  if (node.kind === 'column') return columnAt(node.name)
  const run = runOf(node.name, node.args.length)
  const args = node.args.map((one) => workOf(one, columnAt))
  return (at) => run(args.map((one) => () => one(at)))
}

/** Reads a formula. Throws `FormulaError` where it is none. */
export function formulaOf(text: string): Formula {
  const tree = parseFormula(text)
  workOf(tree, () => () => null) // its functions are there
  return {
    columns: columnsIn(tree),
    over(table, readingOf) {
      const names = table.columns.map(({ name }) => name)
      const work = workOf(tree, (said) => {
        const name = columnMeant(names, said)
        if (name === null) throw new FormulaError('column', said)
        const cells = columnOf(table, name)?.values as Cells
        const reading = readingOf(name) ?? PLAIN
        return (at) => valueIn(cells.at(at) ?? '', reading)
      })
      return (at) => textOf(work(at))
    },
  }
}
