import type { z } from 'zod'
import { columnMeant, formulaOf } from '../formulas/formula.ts'
import { functions } from '../formulas/functions.ts'
import { writeColumn } from '../formulas/parse.ts'
import { FormulaError } from '../formulas/values.ts'
import type { StoredDataset } from '../module.ts'
import type { proposals } from '../proposals.ts'
import type { Sketch } from '../reading/asking.ts'
import { described, namesSaid, refusalOf, tableNames } from '../sql.ts'
import { datasetsOf, findDataset } from './finding.ts'
import { type Context, only, read } from './keeping.ts'

type Asked = z.output<(typeof proposals)['proposeQuery']['input']>

/** Other datasets that a model is told of besides the one that is asked about: the newest. */
const OTHERS = 4

const QUERY = `Write one SELECT statement in DuckDB's SQL (it may begin with WITH) that only reads the tables given in the data, and no file or address. Quote names that have blanks, signs or capital letters with double quotes. Give the columns of the answer short, plain names.`

const FORMULA = `Write one formula for a column, worked out row by row. A column is named by its name, in square brackets where that has blanks or signs: [Unit price]. Texts stand in double quotes; the operators are + - * / % ^ & (joins texts) = <> < <= > >= and or not. A blank cell stays blank in arithmetic: coalesce(a, 0) says what it counts. There are no other functions than these:
${Object.values(functions)
  .map(({ form }) => form)
  .join('\n')}`

const sketch = (context: Context, { file, reading, steps, done }: StoredDataset): Promise<Sketch> =>
  only(read(context, { file }, 'sketch', { dataset: { reading, steps, done }, timeZone: context.timeZone }))

const SAID = {
  empty: 'There is no query.',
  several: 'It has to be one statement.',
  begins: 'It has to begin with SELECT or WITH.',
  changes: 'It may only read.',
  outside: 'It may read nothing but the tables given.',
  noTable: 'It reads none of the tables given.',
} as const

/** A query about a dataset, checked as those that people write; nothing of it runs here. */
export async function proposeQuery({ dataset: wanted, wish }: Asked, context: Context) {
  const own = await findDataset(context, wanted)
  const all = tableNames(await datasetsOf(context.store))
  const asked = [...all.filter(({ id }) => id === own.id), ...all.filter(({ id }) => id !== own.id).slice(-OTHERS)]
  const told: string[] = []
  for (const one of asked) told.push(described(one.table, (await sketch(context, one)).columns))
  const refusedOf = (sql: string) => {
    const refused = refusalOf(sql, 'select')
    if (refused) return refused
    const said = namesSaid(sql)
    return asked.some(({ table }) => said.has(table.toLowerCase())) ? null : ({ why: 'noTable', word: '' } as const)
  }
  const { text } = await context.model.compose({
    instructions: QUERY,
    wish,
    data: told.join('\n\n'),
    check: (sql) => {
      const refused = refusedOf(sql)
      return refused && SAID[refused.why]
    },
  })
  const sql = text.replace(/;\s*$/, '')
  return { sql, refused: refusedOf(sql) }
}

/** A formula for a dataset's rows, checked as those that people write. */
export async function proposeFormula({ dataset: wanted, wish }: Asked, context: Context) {
  const own = await findDataset(context, wanted)
  const { columns } = await sketch(context, own)
  const names = columns.map(({ name }) => name)
  const check = (formula: string): string | null => {
    try {
      const missing = formulaOf(formula).columns.find((said) => columnMeant(names, said) === null)
      return missing === undefined ? null : new FormulaError('column', missing).message
    } catch (error) {
      if (error instanceof FormulaError) return error.message
      throw error
    }
  }
  const data = columns
    .map(({ name, type, examples }) => `${writeColumn(name)}: ${type}, such as ${JSON.stringify(examples)}`)
    .join('\n')
  const { text, refusal } = await context.model.compose({ instructions: FORMULA, wish, data, check })
  return { formula: text.replace(/^=\s*/, ''), problem: refusal }
}
