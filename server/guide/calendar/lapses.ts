import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import { quantityAt } from '../calculation/tokens.ts'
import { counted } from './durations.ts'

const minutesOf: Readonly<Record<string, number>> = {
  hour: 60,
  hr: 60,
  h: 60,
  minute: 1,
  min: 1,
  m: 1,
  second: 1 / 60,
  sec: 1 / 60,
  s: 1 / 60,
}

/** A hundred years. */
const MINUTES_MAX = 52_600_000
const unitAt = /^ ?(hour|hr|h|minute|min|m|second|sec|s)s?\b\.?(?: ?, ?(?:and )?| and | )?/iu
const worded: [RegExp, string][] = [
  [/^(?:(?:an? )?half[ -](?:an[ -])?hour)$/iu, '30 minutes'],
  [/^(?:a )?quarter of an hour$/iu, '15 minutes'],
  [/^(?:an? |one )?hour and a half$/iu, '90 minutes'],
  [/^(?:an? |one )?hour and a quarter$/iu, '75 minutes'],
  [
    /^(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) and a half hours?$/iu,
    '$1 hours 30 minutes',
  ],
]

/** Minutes in "90 minutes", "1 hour and 30 minutes", "1h30", "2.5 hours", "half an hour", "2:30"; null for anything else. */
export function readLapse(said: string, style: NumberStyle): number | null {
  let text = said.trim()
  for (const [pattern, plain] of worded) text = text.replace(pattern, plain)
  const short = /^(?<h>\d{1,3})(?:h|:)(?<m>[0-5]?\d)(?:m(?:in)?)?$/iu.exec(text)?.groups
  if (short) return Number(short.h) * 60 + Number(short.m)
  let rest = text.replace(/^an? (?=\p{L})/iu, '1 ')
  let total = 0
  for (let parts = 0; rest !== ''; parts++) {
    const number = quantityAt(rest, 0, style)
    const unit = number && unitAt.exec(rest.slice(number.end))
    if (!number || !unit || parts === 3 || number.value.abs().gt(MINUTES_MAX)) return null
    total += number.value.toNumber() * (minutesOf[(unit[1] as string).toLowerCase()] as number)
    rest = rest.slice(number.end + unit[0].length).replace(/^an? (?=\p{L})/iu, '1 ')
  }
  return total > 0 && total <= MINUTES_MAX ? total : null
}

/** "1 hour 30 minutes"; seconds only where there are some. */
export function sayLapse(minutes: number, locale = 'en'): string {
  const seconds = Math.round(Math.abs(minutes) * 60)
  const parts = [
    [Math.floor(seconds / 3_600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ] as const
  const said = parts.flatMap(([count, unit]) => (count > 0 ? [counted(count, unit, locale)] : []))
  return said.join(' ') || 'no time'
}

/** In the unit that was asked for, and in hours and minutes where that says more: "**510 minutes**, which is 8 hours 30 minutes". */
export function sayIn(minutes: number, unit: string, locale: string): string {
  const whole = sayLapse(minutes, locale)
  const count = /^min/iu.test(unit) ? minutes : /^sec/iu.test(unit) ? minutes * 60 : null
  if (count === null || !Number.isInteger(count)) return `**${whole}**`
  const inUnit = counted(count, /^min/iu.test(unit) ? 'minute' : 'second', locale)
  return inUnit === whole ? `**${whole}**` : `**${inUnit}** (${whole})`
}
