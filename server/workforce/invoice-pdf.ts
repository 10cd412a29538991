import { fileURLToPath } from 'node:url'
import { brand } from '@atrium/contract/brand'
import type { Order } from '@atrium/contract/workforce-orders'
import { writeAmount } from '@atrium/domain/money/writing'

// Liberation Sans, which comes with pdf.js: Latin, Greek and Cyrillic.
const font = (weight: 'Regular' | 'Bold') =>
  fileURLToPath(import.meta.resolve(`pdfjs-dist/standard_fonts/LiberationSans-${weight}.ttf`))

/** points */
const MARGIN = 56
const WIDTH = 595.28 - 2 * MARGIN // A4
const BOTTOM = 841.89 - MARGIN
const COLUMNS = { text: 0, quantity: 270, price: 310, amount: 400 } as const
const INK = '#16161a'
const PALE = '#5c5c66'
const RULE = '#d4d4dc'

export const money = (cents: number): string => writeAmount(cents, 'USD', 'en-US')
const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
export const day = (iso: string): string => date.format(new Date(iso))
export const percent = (basisPoints: number): string => `${basisPoints / 100} %`

/** The text with what the font can show: a letter without the mark that it lacks, else a question mark. */
export function showable(text: string, has: (codePoint: number) => boolean): string {
  const known = (letter: string) => has(letter.codePointAt(0) ?? 0)
  return [...text.normalize('NFC').replace(/\s+/gu, ' ')]
    .map((letter) => {
      if (known(letter)) return letter
      if (/\p{M}|\p{Cf}|\p{Cc}/u.test(letter)) return ''
      const base = [...letter.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part))
      return base.length > 0 && base.every(known) ? base.join('') : '?'
    })
    .join('')
}

const TITLES = {
  first: 'Invoice',
  renewal: 'Invoice: the next period',
  change: 'Invoice: a change of your team',
} as const

/** The invoice of an order, as an A4 document. */
export async function invoicePdf(order: Order): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const { invoice, billing } = order
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    font: font('Regular'),
    info: { Title: `Invoice ${invoice.number}`, Author: brand.name, CreationDate: new Date(invoice.issuedAt) },
  })
  const pieces: Buffer[] = []
  doc.on('data', (piece: Buffer) => pieces.push(piece))
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
  })
  doc.registerFont('regular', font('Regular')).registerFont('bold', font('Bold'))
  doc.font('regular')
  // pdfkit's own view of the open font, which its types do not show.
  const open = doc as unknown as { _font: { font: { characterSet: number[] } } }
  const known = new Set(open._font.font.characterSet)
  const plain = (text: string) => showable(text, (codePoint) => known.has(codePoint))

  type Look = { size?: number; bold?: boolean; pale?: boolean; width?: number; align?: 'left' | 'right' }
  /** Writes at a place, and answers where the text ends. */
  function write(text: string, x: number, y: number, { size = 10, bold, pale, width, align }: Look = {}): number {
    doc
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(pale ? PALE : INK)
      .text(plain(text), MARGIN + x, y, { width: width ?? WIDTH - x, align: align ?? 'left', lineGap: 2 })
    return doc.y
  }
  const rule = (y: number) =>
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke()
  /** Room for so much, on this page or the next. */
  const room = (y: number, height: number) => {
    if (y + height <= BOTTOM) return y
    doc.addPage()
    return MARGIN
  }
  const right = (width: number): Look => ({ align: 'right', width })

  write(brand.name, 0, MARGIN, { size: 20, bold: true })
  write(invoice.number, 240, MARGIN + 5, { size: 12, bold: true, align: 'right' })
  let y = write(TITLES[order.kind], 0, MARGIN + 44, { size: 14, bold: true }) + 10

  const facts = [
    ['Issued', day(invoice.issuedAt)],
    ['Due', `${day(invoice.dueAt)} (net ${invoice.termsDays} days)`],
    ['Billing', order.billingPeriod === 'annual' ? 'By the year' : 'By the month'],
    ...(order.poNumber ? [['PO number', order.poNumber]] : []),
    ...(invoice.status === 'paid' && order.paidAt ? [['Paid', day(order.paidAt)]] : []),
    ...(invoice.status === 'void' ? [['Void', 'Nothing is to be paid.']] : []),
  ]
  const top = y
  for (const [label = '', value = ''] of facts) {
    write(label, 262, y, { pale: true, width: 66 })
    y = write(value, 328, y, { bold: label === 'Void' }) + 2
  }
  let left = write('Billed to', 0, top, { pale: true, width: 250 }) + 2
  const place = [billing.postcode, billing.city].filter(Boolean).join(' ')
  const tax = billing.taxNumber && `Tax number ${billing.taxNumber}`
  for (const text of [billing.company, billing.name, billing.address, place, billing.country, billing.email, tax])
    if (text) left = write(text, 0, left, { width: 250 })

  y = Math.max(y, left) + 24
  const head: Look = { size: 9, pale: true }
  write('Agent', COLUMNS.text, y, head)
  write('Seats', COLUMNS.quantity, y, { ...head, ...right(40) })
  write('Price of a seat', COLUMNS.price, y, { ...head, ...right(90) })
  y = write('Amount', COLUMNS.amount, y, { ...head, align: 'right' }) + 4
  rule(y)
  y += 8
  for (const line of order.lines) {
    y = room(y, 32)
    write(String(line.quantity), COLUMNS.quantity, y, right(40))
    write(money(line.unitPriceCents), COLUMNS.price, y, right(90))
    write(money(line.amountCents), COLUMNS.amount, y, { align: 'right' })
    y = write(line.name, COLUMNS.text, y, { width: 260 }) + 4
    const rest = line.part && `For the rest of the period: ${line.part.days} of ${line.part.of} days`
    if (rest) y = write(rest, COLUMNS.text, y - 2, { ...head, width: 260 }) + 4
  }
  y = room(y, 150)
  rule(y)
  y += 10
  const sum = (label: string, cents: number, bold = false) => {
    write(label, 240, y, { bold, width: 155, align: 'right' })
    y = write(cents < 0 ? `−${money(-cents)}` : money(cents), COLUMNS.amount, y, { bold, align: 'right' }) + 4
  }
  if (order.discountCents > 0) {
    // The lines are at the price with the discount: what it saved is said, and not taken off twice.
    sum('At the monthly price', order.listCents)
    sum('Annual discount', -order.discountCents)
  }
  if (order.creditCents > 0) sum('Credit for the rest of the month', -order.creditCents)
  sum('Subtotal', order.subtotalCents)
  sum(`Tax (${percent(order.taxBasisPoints)})`, order.taxCents)
  sum('Total (USD)', order.totalCents, true)

  const terms =
    invoice.status === 'open'
      ? `Please pay ${money(order.totalCents)} by ${day(invoice.dueAt)} and name the invoice number ${invoice.number}.`
      : invoice.status === 'paid'
        ? 'This invoice is paid. Thank you.'
        : 'This invoice is void.'
  write(terms, 0, room(y + 20, 40))
  doc.end()
  return whole
}
