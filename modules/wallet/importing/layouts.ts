import type { ActionContext } from '@atrium/contract/module'
import type { ImportedFile } from '@atrium/contract/module-files'
import type { Incoming } from '@atrium/contract/module-server'
import type { TableOptions, TableUnderstood } from '@atrium/contract/table-import'
import { plainName } from '@atrium/domain/tables/columns'
import type wallet from '../module.ts'
import type { BankLayout } from '../records.ts'
import { takeBudget } from './budget-import.ts'
import { lackIn, openTable } from './table.ts'
import { type TakeOptions, take } from './take.ts'
import { ynabFileOf } from './ynab.ts'

type Context = ActionContext<typeof wallet>
type Said = TableOptions & Pick<BankLayout, 'sign'>

const NAMES_MAX = 2000 // characters

/** By what a bank's tables are known again: what they look like before anything is said of them. */
function namesOf({ columns, header }: TableUnderstood, account: string | undefined): string {
  if (header === 0) return `${columns.length} columns of ${account ?? ''}`
  return columns
    .map(({ name }) => plainName(name))
    .join('|')
    .slice(0, NAMES_MAX)
}

const isSaid = ({ columns, ...rest }: Said) =>
  Object.keys(columns).length > 0 || Object.values(rest).some((value) => value !== undefined)

/** What the person says now, above what they have said of this bank's tables before; it is kept for the next one. */
async function recalled(seen: TableUnderstood, said: Said, account: string | undefined, { store }: Context) {
  const names = namesOf(seen, account)
  const [known] = await store.layouts.list({ where: { names }, limit: 1 })
  const { columns = {}, order, decimal, encoding, header, sign } = known ?? {}
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Said
  const whole = { order, decimal, encoding, header, sign, ...given, columns: { ...columns, ...said.columns } }
  if (isSaid(said)) {
    if (known) await store.layouts.update(known.id, whole)
    else await store.layouts.insert({ ...whole, names })
  }
  return whole
}

/** Takes the table of a bank in, understood as it says itself, as the person says, and as they have said before. */
export async function* takeTable(
  file: ImportedFile,
  said: Said,
  target: TakeOptions,
  context: Context,
): AsyncGenerator<Incoming<typeof wallet>> {
  let table = await openTable(file, { columns: {} }, context)
  if (!table) return
  try {
    const names = table.understood.columns.map(({ name }) => name)
    if (ynabFileOf(names)) return yield* takeBudget(file, target, context)
    const { sign, ...options } = await recalled(table.understood, said, target.account, context)
    if (isSaid(options)) {
      await table.close()
      table = await openTable(file, options, context)
    }
    if (!table) return
    const { understood, rows } = table
    yield { understood }
    const lack = lackIn(understood)
    if (lack) return yield { refused: lack }
    yield* take(() => rows(sign === 'positive'), target, context)
  } finally {
    await table?.close()
  }
}
