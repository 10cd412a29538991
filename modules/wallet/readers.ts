import type { ReadableFile } from '@atrium/contract/reading'
import { readStatement, type StatementOptions } from './importing/detect.ts'
import { type SentRow, sent } from './importing/sent.ts'

// What reads banks' files. It runs in a confined process; nothing else imports it.

/** A bank statement: OFX, QFX, QIF, CAMT or MT940, by what stands in it. */
export async function* statement(file: ReadableFile, options: StatementOptions): AsyncGenerator<SentRow> {
  for await (const row of readStatement(await file.text(), options)) yield sent(row)
}
