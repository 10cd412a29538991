import type { DatasetRow } from '../module.ts'
import { namesSaid, tableNames } from '../sql.ts'
import { sourceOf } from './client.ts'
import type { SqlTable } from './duck.ts'

/** Every dataset as queries see it. */
export const sqlTables = (datasets: readonly DatasetRow[]): (SqlTable & { id: string; title: string })[] =>
  tableNames(datasets).map((dataset) => ({
    name: dataset.table,
    source: sourceOf(dataset),
    id: dataset.id,
    title: dataset.name,
  }))

/** The tables that a query names. */
export const tablesIn = <T extends SqlTable>(sql: string, tables: readonly T[]): T[] => {
  const said = namesSaid(sql)
  return tables.filter(({ name }) => said.has(name.toLowerCase()))
}
