import { AppError } from '@atrium/contract/errors'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { say } from '../say.ts'
import type { Read } from './entry.ts'
import { readMt940 } from './mt940.ts'
import { readOfx } from './ofx.ts'
import { readQif } from './qif.ts'

export interface StatementOptions {
  order?: DateOrder | undefined
  timeZone: string
  thisYear: number
}

/** Reads a bank statement by what stands in it, whatever its name ends in. */
export async function* readStatement(
  text: string,
  { order, timeZone, thisYear }: StatementOptions,
): AsyncGenerator<Read> {
  const start = text.slice(0, 20_000).trimStart()
  if (/<OFX>|OFXHEADER/i.test(start)) return yield* readOfx(text, thisYear)
  if (/^[ \t]*!(Type|Account|Option|Clear)/im.test(start))
    return yield* readQif(text, { ...(order && { order }), timeZone, thisYear })
  if (/camt\.05[234]|BkToCstmr/.test(start)) {
    const { readCamt } = await import('./camt.ts') // with the parser of XML, which no other format needs
    return yield* readCamt(text)
  }
  if (/^(?:\{4:)?[ \t]*:(?:20|25|61|60F):/m.test(start)) return yield* readMt940(text)
  throw new AppError('bad_request', say('notAStatement'))
}
