import { AppError } from '@atrium/contract/errors'
import { readDecimal } from '@atrium/domain/numbers/reading'
import { dayOfNumbers } from '../kept-day.ts'
import { say } from '../say.ts'
import { type BankAccount, entryOf, joined, type Read } from './entry.ts'
import { linesOf } from './lines.ts'

interface Field {
  tag: string
  text: string
  line: number
}

/** Characters of a field; SWIFT allows 6 lines of 65. What a broken file has beyond is left out. */
const FIELD_MAX = 10_000

/** The fields of a SWIFT message; lines without a tag go on with the field before. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  let at = -1
  for (const raw of linesOf(text)) {
    at += 1
    const line = raw.slice(0, FIELD_MAX).trimEnd()
    const start = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line)
    if (start) fields.push({ tag: start[1] as string, text: start[2] as string, line: at + 1 })
    else if (/^-\}?|^\{\d:/.test(line)) fields.push({ tag: '-', text: '', line: at + 1 })
    else if (line !== '' && fields.length > 0) {
      const last = fields.at(-1) as Field
      if (last.text.length < FIELD_MAX) last.text += `\n${line}`
    }
  }
  return fields
}

// value date, entry date, mark (R: reversal), third letter of the currency, amount, type, reference, bank's reference
const ENTRY = /^(\d{2})(\d{2})(\d{2})(\d{4})?(R?[CD])([A-Z])?(\d+,\d*)([A-Z]\w{3})([^\n]*)/

interface Told {
  payee: string
  memo: string
}

/** Field 86: `?20`–`?29` and `?60`–`?63` are the purpose, `?32` and `?33` the name (German banks); `/NAME/…/REMI/…` (Dutch); or plain text. */
function toldIn(text: string): Told {
  const flat = text.replaceAll('\n', '')
  const mark = /^\d{3}([?@~>])\d\d/.exec(flat)?.[1]
  if (mark) {
    const parts = flat.slice(3).split(mark).slice(1)
    const of = (from: number, to: number) =>
      parts.flatMap((part) => {
        const code = Number(part.slice(0, 2))
        return code >= from && code <= to ? [part.slice(2)] : []
      })
    const purpose = [...of(20, 29), ...of(60, 63)].join('')
    const remittance = /SVWZ\+(.*?)(?:[A-Z]{4}\+|$)/.exec(purpose)?.[1] ?? purpose
    return { payee: of(32, 33).join('').trim() || of(0, 0).join('').trim(), memo: remittance.trim() }
  }
  const named = (code: string) =>
    new RegExp(
      `/${code}/(.*?)(?=/(?:NAME|REMI|IBAN|BIC|TRTP|EREF|MARF|CSID|ORDP|BENM|ID|ADDR|USTD|CNTP|PURP|RTRN)/|$)`,
      'i',
    )
      .exec(flat)?.[1]
      ?.trim()
  const name = named('NAME') ?? named('CNTP')?.split('/')[2]
  if (name !== undefined) return { payee: name, memo: (named('REMI') ?? '').replace(/^USTD\/\/|\/$/g, '') }
  const [first = '', ...more] = text.split('\n').map((line) => line.trim())
  return { payee: first, memo: more.join(' ') }
}

/** The bookings of a SWIFT MT940 statement (or an MT942 interim one). Source: SWIFT Category 9, field 61 and 86. */
export function* readMt940(text: string): Generator<Read> {
  const fields = fieldsOf(text)
  if (!fields.some(({ tag }) => tag === '61' || tag === '60F' || tag === '25'))
    throw new AppError('bad_request', say('notMt940'))
  let account: BankAccount | null = null
  let id = ''
  for (const [at, { tag, text: value, line }] of fields.entries()) {
    if (tag === '25') {
      id = value.split('\n')[0]?.trim() ?? ''
      account = { id, name: `Account ${id.slice(-4)}`, kind: 'checking', currency: null }
    } else if (/^60[FM]$/.test(tag)) {
      const currency = /^[CD]\d{6}([A-Z]{3})/.exec(value)?.[1] ?? null
      account = { id, name: `Account ${id.slice(-4)}`, kind: 'checking', currency }
    } else if (tag === '61') {
      const found = ENTRY.exec(value)
      if (!found) {
        yield { line, text: value, refused: 'The booking (:61:) cannot be read.' }
        continue
      }
      const [, yy, mm, dd, entered, mark, , sum = '', , refs = ''] = found
      const year = Number(yy) + (Number(yy) > 79 ? 1900 : 2000)
      const valued = dayOfNumbers(year, Number(mm), Number(dd))
      const date = entered ? (bookedDay(year, Number(mm), entered) ?? valued) : valued
      const amount = readDecimal(sum, ',')
      if (!date || amount === null) {
        yield { line, text: value, refused: 'The date or the amount of the booking (:61:) cannot be read.' }
        continue
      }
      const next = fields[at + 1]
      const told = next?.tag === '86' ? toldIn(next.text) : { payee: value.split('\n')[1] ?? '', memo: '' }
      const isOut = mark === 'D' || mark === 'RC'
      const ref = refs.split('//')[0]?.trim() ?? ''
      yield entryOf({
        line,
        account,
        date,
        amount: isOut && /[1-9]/.test(amount) ? `-${amount}` : amount,
        currency: account?.currency ?? null,
        payee: told.payee || told.memo,
        memo: joined([told.payee ? told.memo : '', /^NONREF$/i.test(ref) ? '' : ref]),
      })
    }
  }
}

/** The day of the booking has no year: the one next to the value date. */
function bookedDay(year: number, month: number, entered: string): string | null {
  const booked = Number(entered.slice(0, 2))
  const off = booked - month > 6 ? -1 : month - booked > 6 ? 1 : 0
  return dayOfNumbers(year + off, booked, Number(entered.slice(2)))
}
