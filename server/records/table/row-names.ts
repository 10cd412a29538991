import type { Module, Store } from '@atrium/contract/module'
import { plainName } from '@atrium/domain/tables/columns'
import { guardFormula } from '@atrium/domain/tables/writing'
import type { Data } from '../rows.ts'

/** What the rows of a collection are called in files. */
export interface RowNames {
  /** The id of what a cell names: by its id, or by what its first search field says. What is called alike by several is nobody. */
  idOf(said: string): string | undefined
  /** By what `idOf` finds it again: its name, else its id. */
  nameOf(id: string): string
}

type Stores = Readonly<Record<string, Store<Data>>>

/** The names of a module's collections, each read at the first question. */
export function rowNamesOf(
  { collections }: Pick<Module, 'collections'>,
  store: object,
): (of: string) => Promise<RowNames> {
  const known = new Map<string, Promise<RowNames>>()
  return (of) => {
    const names = known.get(of) ?? readNames((store as Stores)[of], collections[of]?.search[0])
    known.set(of, names)
    return names
  }
}

async function readNames(store: Store<Data> | undefined, title: string | undefined): Promise<RowNames> {
  const titles = new Map<string, string>()
  const exact = new Map<string, string | undefined>()
  const plain = new Map<string, string | undefined>()
  for await (const row of store?.each() ?? []) {
    const name = title === undefined ? '' : String(row[title] ?? '').trim()
    titles.set(row.id, name)
    if (name === '') continue
    exact.set(name, exact.has(name) ? undefined : row.id)
    const simple = plainName(name)
    if (simple) plain.set(simple, plain.has(simple) ? undefined : row.id)
  }
  const idOf = (said: string) => {
    const name = said.trim()
    if (titles.has(name)) return name
    return exact.has(name) ? exact.get(name) : plain.get(plainName(name))
  }
  return {
    idOf,
    nameOf(id) {
      const name = titles.get(id)
      // What a spreadsheet would take for a formula is guarded in the file, and read without its guard it may be another's name.
      return name && guardFormula(name) === name && idOf(name) === id ? name : id
    },
  }
}
