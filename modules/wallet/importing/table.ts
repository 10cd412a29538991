import type { ActionContext } from '@atrium/contract/module'
import type { ImportedFile } from '@atrium/contract/module-files'
import type { Sentence } from '@atrium/contract/sentence'
import type { TableOptions, TableRow, TableUnderstood } from '@atrium/contract/table-import'
import { plainName } from '@atrium/domain/tables/columns'
import { keptDay } from '../kept-day.ts'
import type wallet from '../module.ts'
import { say } from '../say.ts'
import { type BankRow, bankFields } from './bank-row.ts'
import { entryOf, joined, type Read } from './entry.ts'

/** States of payments that are not made yet, or never will be. */
const UNMADE =
  /vorgemerkt|ausstehend|pending|in progress|processing|en cours|pendiente|in attesa|revert|declin|refus|fail|cancel|denied|expired|storniert|abgelehnt|rückgängig|rechazad|annul|обработк|отмен/i

const plain = (value: number | null | undefined) => (value == null ? null : value)

/** One column with a sign, or one for what went out and one for what came in, whose own signs do not matter. */
function amountOf({ amount, out, in: came, sign, fee }: BankRow, isNet: boolean, isFlipped: boolean): number | null {
  const single = plain(amount)
  const [spent, received] = [plain(out), plain(came)]
  const isApart = single === null || (single === 0 && Boolean(spent || received))
  const bare = isApart ? (spent ? -Math.abs(spent) : received === null ? spent : Math.abs(received)) : single
  if (bare === null) return null
  const said = sign ? (sign === 'out' ? -Math.abs(bare) : Math.abs(bare)) : bare
  const signed = isFlipped ? -said : said
  return isNet || !fee ? signed : signed - Math.abs(fee)
}

/** Decimals that no currency goes beyond: what is left of a difference of two binary numbers. */
const DECIMALS = 6
const decimal = (value: number) => String(Number(value.toFixed(DECIMALS)))

function entryIn(row: BankRow, line: number, text: string, isNet: boolean, isFlipped: boolean): Read {
  const { date, state = '', payer = '', currency = '' } = row
  if (UNMADE.test(state)) return { line, text, refused: say('rowNotBooked', { state: state.slice(0, 40) }) }
  if (!date) return { line, text, refused: 'There is no date.' }
  if (!keptDay(date)) return { line, text, refused: say('dateUnreadable', { date: date.slice(0, 40) }) }
  const amount = amountOf(row, isNet, isFlipped)
  if (amount === null) return { line, text, refused: 'There is no amount that can be read.' }
  const payee = (amount > 0 && payer ? payer : row.payee) || ''
  const memo = row.memo ?? ''
  return entryOf({
    line,
    date,
    amount: decimal(amount),
    payee: payee || memo,
    memo: payee ? joined([memo]) : '',
    category: row.category ?? '',
    currency: /^[A-Za-z]{3}$/.test(currency) ? currency.toUpperCase() : null,
    ref: row.ref ?? '',
  })
}

type Context = Pick<ActionContext<typeof wallet>, 'readTable'>

/** A table, as it is understood, and its rows, as often as they are asked for. */
export interface BankTable {
  understood: TableUnderstood
  rows(isFlipped: boolean): AsyncGenerator<Read>
  close(): Promise<void>
}

/** Opens a table; null where there is none. What has been read of it to understand it is where its rows are first read on. */
export async function openTable(
  file: ImportedFile,
  options: TableOptions,
  { readTable }: Context,
): Promise<BankTable | null> {
  const begin = () => readTable(file, bankFields, options)[Symbol.asyncIterator]()
  let begun: AsyncIterator<TableRow> | null = begin()
  const first = await begun.next()
  if (first.done || !('table' in first.value)) return null
  const understood = first.value.table
  const isNet = understood.columns.some(
    ({ field, name }) => field === 'amount' && /^(?:net|netto)\b/.test(plainName(name)),
  )
  const close = async (rows = begun) => {
    await rows?.return?.()
  }
  async function* rows(isFlipped: boolean): AsyncGenerator<Read> {
    const from = begun ?? begin()
    begun = null
    try {
      for (let next = await from.next(); !next.done; next = await from.next()) {
        const row = next.value
        if ('table' in row) continue
        if ('refused' in row) yield row
        else yield entryIn(row.data as BankRow, row.line, row.text, isNet, isFlipped)
      }
    } finally {
      await close(from)
    }
  }
  return { understood, rows, close }
}

/** Why the rows of a table are no payments; null when they can be. */
export function lackIn({ columns }: TableUnderstood): Sentence | null {
  const has = (field: string) => columns.some((column) => column.field === field)
  if (!has('date')) return say('noDateColumn')
  return has('amount') || has('out') || has('in') ? null : say('noAmountColumn')
}
