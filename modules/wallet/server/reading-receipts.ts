import { AppError } from '@atrium/contract/errors'
import type { Extracted } from '@atrium/contract/model-door'
import { dayAt } from '@atrium/domain/dates/local-time'
import { z } from 'zod'
import type { ReceiptRead } from '../reading-receipts.ts'
import { say } from '../say.ts'
import type { Context } from './categories.ts'

/** bytes; what a model reads at most */
const LARGEST = 5_000_000
const ITEMS_MAX = 60

const Receipt = z.object({
  shop: z.string().max(200).describe('The name of the shop or firm, as it stands at the top'),
  day: z.iso.date().describe('The day of the purchase'),
  total: z.number().describe('What was paid in all, taxes included'),
  currency: z.string().describe('The sign or the letters of the currency, as they stand there: €, $, CHF'),
})
const Item = z.object({
  what: z.string().max(200).describe('What was bought'),
  price: z.number().describe('What the line comes to'),
})

/** Signs that more than one country writes are those of the largest. */
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  $: 'USD',
  US$: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  zł: 'PLN',
  Kč: 'CZK',
  '₺': 'TRY',
  R$: 'BRL',
  '₴': 'UAH',
  '₪': 'ILS',
  '₦': 'NGN',
}
function currencyOf(said: string): string | null {
  const sign = said.trim()
  if (Object.hasOwn(SIGNS, sign)) return SIGNS[sign] ?? null
  return /^[A-Za-z]{3}$/.test(sign) ? sign.toUpperCase() : null
}

async function pictureOf(id: string, { files }: Context) {
  const file = await files.find(id)
  if (!file) throw new AppError('not_found', say('receiptGone'))
  if (!file.mime.startsWith('image/')) throw new AppError('unsupported_media_type', say('receiptNoPicture'))
  if (file.size > LARGEST) throw new AppError('too_large', say('receiptTooLarge'))
  return { mime: file.mime, bytes: Buffer.concat(await Array.fromAsync(files.read(id))) }
}

const saidOf = <S extends z.ZodObject, K extends keyof Extracted<S>['value'] & string>(
  { value, quotes }: Extracted<S>,
  field: K,
) => {
  const quote = quotes[field]
  return value[field] !== null && quote ? { value: value[field], quote: quote.text } : null
}

/** What a model reads on the picture is read once more, as text: only values that stand in it are taken over. */
export async function readReceipt({ file }: { file: string }, context: Context): Promise<ReceiptRead> {
  const { model, now, timeZone } = context
  const picture = await pictureOf(file, context)
  const { text, isCut } = await model.see({ pictures: [picture], wants: 'text' })
  const nothing = { shop: null, day: null, total: null, currency: null, items: [] }
  if (text === '') return { ...nothing, text, isCut }
  const today = dayAt(now, timeZone)
  const instructions = `Read the receipt. Today is ${today}; days are written as is usual in the country of the receipt.`
  const receipt = await model.extract({ schema: Receipt, from: text, instructions })
  const { items } = await model.extractMany({
    ...{ schema: Item, from: text, atMost: ITEMS_MAX },
    instructions: 'The items of the receipt: what was bought, without sums, taxes, payments and change.',
  })
  const said = saidOf(receipt, 'currency')
  const currency = said && currencyOf(said.value)
  return {
    shop: saidOf(receipt, 'shop'),
    day: saidOf(receipt, 'day'),
    total: saidOf(receipt, 'total'),
    currency: said && currency ? { value: currency, quote: said.quote } : null,
    items: items.flatMap((item) => {
      const what = saidOf(item, 'what')
      return what ? [{ what: what.value, price: item.value.price, quote: what.quote }] : []
    }),
    text,
    isCut,
  }
}
