import type { DatasetRow } from '../module.ts'
import { namesSaid, tableName } from '../sql.ts'
import { sourceOf } from './client.ts'
import type { SqlTable } from './duck.ts'

/** Every dataset under the name that queries know it by. The oldest keep theirs when another of the same name comes. */
export function sqlTables(datasets: readonly DatasetRow[]): (SqlTable & { id: string; title: string })[] {
  const taken = new Set<string>()
  return [...datasets].reverse().map((dataset) => {
    const name = tableName(dataset.name.replace(/\s*\(sample\)$/, ''), taken)
    taken.add(name)
    return { name, source: sourceOf(dataset), id: dataset.id, title: dataset.name }
  })
}

/** The tables that a query names. */
export const tablesIn = <T extends SqlTable>(sql: string, tables: readonly T[]): T[] => {
  const said = namesSaid(sql)
  return tables.filter(({ name }) => said.has(name.toLowerCase()))
}
