import { z } from 'zod'
import { Id } from './inputs.ts'

/** A value that was read, with the words that say it. */
const read = <V extends z.ZodType>(value: V) => z.object({ value, quote: z.string() }).nullable()

const ReceiptRead = z.object({
  shop: read(z.string()),
  day: read(z.string()),
  /** In whole units: 12.5 */
  total: read(z.number()),
  /** ISO 4217 */
  currency: read(z.string()),
  items: z.array(z.object({ what: z.string(), price: z.number().nullable(), quote: z.string() })),
  /** All that a model read on the picture. */
  text: z.string(),
  isCut: z.boolean(),
})
export type ReceiptRead = z.infer<typeof ReceiptRead>

export const readingReceipts = {
  readReceipt: {
    summary: 'Read a photographed receipt: shop, day, amount and items, each with the words that say it',
    effect: 'read',
    asksModel: true,
    input: z.object({ file: Id.min(1, 'Choose a picture of the receipt.').describe('A picture among your files') }),
    output: ReceiptRead,
  },
} as const
