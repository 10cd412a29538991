import type { AddressPart } from '@atrium/contract/addresses'
import type { NamedField } from '@atrium/contract/field-facts'
import { readDuration } from '@atrium/contract/written-duration'
import { countryOf } from '@atrium/domain/addresses/country-names'
import { readAddress } from '@atrium/domain/addresses/written'
import type { DateOrder } from '@atrium/domain/dates/figures'
import { atTime, instantOf, localAt, timeOfMinutes } from '@atrium/domain/dates/local-time'
import { readDate } from '@atrium/domain/dates/written'
import { currenciesOf } from '@atrium/domain/money/currency-marks'
import { minorOf } from '@atrium/domain/money/minor-units'
import { type DecimalSign, decimalOf, readDecimal, writtenNumber } from '@atrium/domain/numbers/reading'
import { plainName } from '@atrium/domain/tables/columns'
import { withoutGuard } from '@atrium/domain/tables/writing'

// A cell of somebody's table as the value of a field. What is left unread is null; the field's schema judges the rest.

export interface HowRead {
  /** Of dates in figures. */
  order: DateOrder
  /** Where a number could be either. */
  decimal: DecimalSign | undefined
  /** IANA: on whose clocks moments are written. */
  timeZone: string
}

type Reads = (cell: string, field: NamedField, how: HowRead) => unknown

const MINUTE = 60_000
/** Words of a box that is ticked, and of one that is not, in the languages that our people write. */
const YES = new Set(
  'x 1 y yes true t on ok done checked ja j wahr oui vrai o si sì sí s verdadero vero sim verdadeiro tak prawda ano да истина evet doğru kyllä igen da naam はい 是 예 نعم כן हाँ ✓ ✔ ☑ ✅ [x]'.split(
    ' ',
  ),
)
const NO = new Set(
  '0 n no false f off open nein falsch non faux nee não nao falso nie fałsz ne нет ложь hayır yanlış ei nem nej いいえ 否 아니요 لا לא नहीं ✗ ✘ ☐ ❌ [ ] - –'
    .split(' ')
    .concat('[ ]'),
)

const RULES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:daily|every day|täglich|jeden tag|quotidien|tous les jours|diario|diariamente|giornaliero|ogni giorno)$/,
    'DAILY',
  ],
  [/^(?:weekly|every week|wöchentlich|jede woche|hebdomadaire|semanal|settimanale)$/, 'WEEKLY'],
  [/^(?:monthly|every month|monatlich|jeden monat|mensuel|mensual|mensal|mensile)$/, 'MONTHLY'],
  [/^(?:yearly|annually|every year|jährlich|jedes jahr|annuel|anual|annuale)$/, 'YEARLY'],
]

function amount(cell: string, { currency = 'EUR' }: NamedField, { decimal }: HowRead): number | null {
  const number = writtenNumber(cell)
  if (!number) return null
  for (const mark of [number.before, number.behind]) {
    if (mark === '' || /^(?:CR|DR|[-–—,.]+)$/i.test(mark)) continue
    if (!currenciesOf(mark)?.includes(currency)) return null // another currency is another amount
  }
  const exact = decimalOf(number, decimal)
  return exact === null ? null : minorOf(exact, currency)
}

function figure(cell: string, units: readonly string[], { decimal }: HowRead): number | null {
  const number = writtenNumber(cell)
  if (number?.before !== '') return null
  const behind = plainUnit(number.behind)
  if (behind !== '' && !units.map(plainUnit).includes(behind)) return null
  const exact = decimalOf(number, decimal)
  return exact === null ? null : Number(exact)
}
const plainUnit = (unit: string) => unit.toLowerCase().replace(/[\s.]/g, '')

function moment(cell: string, { order, timeZone }: HowRead): string | null {
  const read = readDate(cell, { order, isCompact: true })
  if (read?.rest !== '') return null
  const { day, time } = read
  if (time === null) return instantOf(day, timeZone).toISOString()
  const wall = instantOf(
    atTime(day, timeOfMinutes(Math.floor(time.ms / MINUTE))),
    time.offset === null ? timeZone : 'UTC',
  )
  return new Date(wall.getTime() + (time.ms % MINUTE) - (time.offset ?? 0) * MINUTE).toISOString()
}

function stars(cell: string, { most = 5 }: NamedField, how: HowRead): number | null {
  const drawn = /^(★{1,10}|⭐{1,10}|\*{1,10})[☆✩]*$/u.exec(cell)
  if (drawn) return [...(drawn[1] ?? '')].length
  const [, given, of] = /^([\d.,]{1,6})\s?(?:\/|of|von|sur|de|su)\s?(\d{1,3})$/i.exec(cell) ?? []
  if (given === undefined)
    return figure(cell.replace(/\s?(?:stars?|sterne?|étoiles?|estrellas?|stelle)$/i, ''), [], how)
  const share = figure(given, [], how)
  return share === null || Number(of) === 0 ? null : (share / Number(of)) * most
}

const READS: Readonly<Record<NamedField['kind'], Reads>> = {
  text: (cell) => withoutGuard(cell).replace(/\s+/g, ' '),
  longText: (cell) => withoutGuard(cell),
  richText: (cell) => withoutGuard(cell),
  number: (cell, _, { decimal }) => numberOr(readDecimal(cell, decimal)),
  money: amount,
  quantity: (cell, { unit = '' }, how) => figure(cell, [unit], how),
  percent: (cell, _, how) => figure(cell, ['%', 'percent', 'prozent'], how),
  date: (cell, { mayHaveTime }, how) => {
    const read = readDate(cell, { order: how.order, isCompact: true })
    if (read?.rest !== '') return null
    if (!mayHaveTime || read.time === null) return read.day
    const { ms, offset } = read.time
    return offset === null
      ? atTime(read.day, timeOfMinutes(Math.floor(ms / MINUTE)))
      : localAt(new Date(moment(cell, how) as string), how.timeZone)
  },
  moment: (cell, _, how) => moment(cell, how),
  duration: (cell) => readDuration(cell),
  choice: (cell, { options = [] }) => {
    const said = plainName(cell)
    const found = options.find(({ value, label, aliases }) =>
      [value, label, ...aliases].some((one) => plainName(one) === said),
    )
    return found?.value ?? null
  },
  tags: (cell) => [
    ...new Set(
      (/^#\S+(?:\s+#\S+)+$/.test(cell) ? cell.split(/\s+/) : cell.split(/[,;|\n]/))
        .map((tag) => tag.trim().replace(/^#+/, ''))
        .filter(Boolean),
    ),
  ],
  rating: stars,
  colour: (cell) => {
    const [, hex = ''] = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(cell) ?? []
    if (hex === '') return null
    return `#${(hex.length === 3 ? hex.replace(/./g, '$&$&') : hex).toLowerCase()}`
  },
  url: (cell) => (/^www\./i.test(cell) ? `https://${cell}` : cell),
  email: (cell) => /<([^<>\s]{3,254})>$/.exec(cell)?.[1] ?? cell.replace(/^mailto:/i, ''),
  phone: (cell) =>
    cell.replace(/^tel:/i, '').replace(/[\u00a0\u202f\u2011-\u2013]/g, (sign) => (/\s/.test(sign) ? ' ' : '-')),
  address: (cell) => wholeAddress(cell),
  recurrence: (cell) => {
    const word = RULES.find(([pattern]) => pattern.test(cell.toLowerCase()))
    if (word) return `FREQ=${word[1]}`
    const rule = cell.replace(/^RRULE:/i, '')
    return /^[A-Z]+=/i.test(rule) ? rule.toUpperCase() : rule // what is said otherwise is the field's own to read
  },
  reference: (cell) => cell, // a name or an id: what it means is asked of the database
  person: (cell) => cell,
  // no table fills these
  file: () => null,
  image: () => null,
  checkbox: (cell) => {
    const said = cell.toLowerCase()
    return YES.has(said) ? true : NO.has(said) ? false : null
  },
}

/** In one text, as vCard's ADR, or as a program wrote its parts. */
function wholeAddress(cell: string): unknown {
  if (!cell.startsWith('{')) return readAddress(withoutGuard(cell))
  try {
    return JSON.parse(cell)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** A column that has one part of an address. */
const partOf = (part: AddressPart, cell: string) => (part === 'country' ? countryOf(cell) : withoutGuard(cell))

const numberOr = (decimal: string | null) => (decimal === null ? null : Number(decimal))

/** What stands in a cell that is not empty; null when the field cannot hold it. */
export const readCell = (cell: string, field: NamedField, how: HowRead): unknown =>
  field.part ? partOf(field.part, cell.trim()) : READS[field.kind](cell.trim(), field, how)
