import type { ReadableFile } from '@atrium/contract/reading'
import { readBudget } from './importing/budget-archive.ts'
import type { BudgetRow } from './importing/budget-file.ts'
import { readStatement, type StatementOptions } from './importing/detect.ts'
import { type SentRow, sent } from './importing/sent.ts'
import type { YnabOptions } from './importing/ynab.ts'
import { type FetchedRate, ratesIn } from './rates.ts'

// What reads banks' files. It runs in a confined process; nothing else imports it.

/** A whole budget of another program: its zip, or one of YNAB's two tables. */
export async function* budget(file: ReadableFile, options: YnabOptions): AsyncGenerator<BudgetRow> {
  yield* readBudget(file, options)
}

/** Exchange rates, as the European Central Bank publishes them. */
export async function* rates(file: ReadableFile): AsyncGenerator<FetchedRate> {
  yield* ratesIn(await file.text())
}

/** A bank statement: OFX, QFX, QIF, CAMT or MT940, by what stands in it. */
export async function* statement(file: ReadableFile, options: StatementOptions): AsyncGenerator<SentRow> {
  for await (const row of readStatement(await file.text(), options)) yield sent(row)
}
