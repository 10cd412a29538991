import { fieldsOf, holdsFiles } from '@atrium/contract/field-facts'
import type { ActionContext, Module } from '@atrium/contract/module'
import type { ImportedFile } from '@atrium/contract/module-files'
import type { Incoming } from '@atrium/contract/module-server'
import { type Read, readersOf } from '@atrium/contract/reading'
import type { ReadTable, TableOptions } from '@atrium/contract/table-import'
import { usualOrder } from '@atrium/domain/dates/date-order'
import { numberStyle } from '@atrium/domain/numbers/number-style'
import type { InstalledModule } from '../installed.ts'
import { personFinder } from '../people.ts'
import { withParts } from './address-columns.ts'
import { rowNamesOf } from './row-names.ts'

const read = readersOf<typeof import('./readers.ts')>()

/** Where the readers of tables stand: they run in confined processes alone. */
export const TABLE_READERS = new URL('./readers.ts', import.meta.url).href

export const withTableReaders = (installed: InstalledModule): InstalledModule => ({
  ...installed,
  server: async () => ({ ...(await installed.server()), readers: TABLE_READERS }),
})

/** Reads tables as rows of fields; what a column leaves open is as people of the language and the time zone write it. */
export function tableReader(by: Read, { timeZone, language }: { timeZone: string; language: string }): ReadTable {
  const decimal = numberStyle(language).decimal === ',' ? ',' : '.'
  const usual = { order: usualOrder(timeZone), decimal } as const
  return (source, fields, options) =>
    read({ read: by }, source, 'table', { ...options, fields: [...fields], timeZone, usual })
}

/** Takes the rows of a table into a collection with fields. */
export async function* takeTable(
  module: Module,
  name: string,
  file: ImportedFile,
  options: TableOptions,
  context: ActionContext<Module>,
): AsyncGenerator<Incoming> {
  const collection = module.collections[name]
  if (!collection) throw new Error(`${module.id} has no collection “${name}” to take a table into`)
  const fields = withParts(fieldsOf(collection).filter((one) => !holdsFiles(one)))
  const namesOf = rowNamesOf(module, context.store)
  const named = fields.filter(({ kind }) => kind === 'reference' || kind === 'person')
  const personOf = personFinder(named.some(({ kind }) => kind === 'person') ? await context.people() : [])
  rows: for await (const row of context.readTable(file, fields, options)) {
    if ('table' in row) {
      yield { understood: row.table }
      continue
    }
    if ('refused' in row) {
      yield row
      continue
    }
    const { data, line, text } = row
    for (const { name: field, label, kind, to = '' } of named) {
      if (typeof data[field] !== 'string') continue
      const id = kind === 'person' ? personOf(data[field]) : (await namesOf(to)).idOf(data[field])
      if (id === undefined) {
        yield { refused: `${label}: there is no “${data[field].slice(0, 60)}” here.`, line, text }
        continue rows
      }
      data[field] = id
    }
    yield { collection: name, data, line } as Incoming
  }
}
