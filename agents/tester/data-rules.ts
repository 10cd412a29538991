import { numberIn } from '@atrium/domain/numbers/reading'
import { dayIn } from '../kit/day-reader.ts'
import type { Table } from '../kit/table.ts'

// Rules that a column's values keep, one a line, as a tester says them:
//   email: required, unique, matches *@*
//   age: number 0..120
//   status: one of active, paused, closed

export interface Rule {
  /** Where it stands in the text of the rules. */
  line: number
  column: string
  says: string
  /** Null when it holds for the value; else what is wrong. */
  check(value: string): string | null
  isUnique: boolean
}

export interface Violation {
  rule: Rule
  lines: number[]
  /** The first value that breaks it. */
  value: string
  what: string
}

const limited = (text: string) => /^(-?[\d.]+)?\s*\.\.\s*(-?[\d.]+)?$/.exec(text.trim())

/** `*` is any text: no regular expressions, which others' words could make run for ever. */
function likePattern(value: string, pattern: string): boolean {
  const parts = pattern.toLowerCase().split('*')
  const text = value.toLowerCase()
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (parts.length === 1) return text === first
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - last.length
}

function ranged<T extends number | string>(
  read: (value: string) => T | null,
  kind: string,
  low: T | null,
  high: T | null,
): (value: string) => string | null {
  return (value) => {
    if (value === '') return null
    const found = read(value)
    if (found === null) return `is no ${kind}`
    if (low !== null && found < low) return `is below ${low}`
    if (high !== null && found > high) return `is above ${high}`
    return null
  }
}

function ruleOf(says: string): Pick<Rule, 'check' | 'isUnique'> | null {
  const keeps = (check: Rule['check'], isUnique = false) => ({ check, isUnique })
  const [, rest] = /^(?:one of|in)\s*:?\s*(.+)$/i.exec(says) ?? []
  if (rest) {
    const allowed = rest
      .split(/[,|]|\s+or\s+/)
      .map((one) => one.trim().toLowerCase())
      .filter(Boolean)
    return keeps((value) =>
      value === '' || allowed.includes(value.toLowerCase()) ? null : `is none of ${allowed.join(', ')}`,
    )
  }
  if (/^(required|not empty)$/i.test(says)) return keeps((value) => (value === '' ? 'is empty' : null))
  if (/^unique$/i.test(says)) return keeps(() => null, true)
  const [, pattern] = /^(?:matches|like)\s+(\S.*)$/i.exec(says) ?? []
  if (pattern) return keeps((value) => (value === '' || likePattern(value, pattern) ? null : `is not like ${pattern}`))
  const [, kind = '', limits = ''] = /^(number|integer|whole number|date|length)\b\s*(.*)$/i.exec(says) ?? []
  if (!kind) return null
  if (/date/i.test(kind)) {
    const [from, to] = limits.split('..').map((day) => dayIn(day))
    if (limits && !from && !to) return null
    return keeps(ranged(dayIn, 'date', from ?? null, to ?? null))
  }
  const range = limits ? limited(limits) : ([] as string[])
  if (!range) return null
  const [low, high] = [range[1], range[2]].map((text) => (text === undefined ? null : Number(text)))
  if (Number.isNaN(low) || Number.isNaN(high)) return null
  if (/length/i.test(kind)) return keeps(ranged((value) => [...value].length, 'length', low ?? null, high ?? null))
  const whole = /integer|whole/i.test(kind)
  const read = (value: string) => {
    const number = numberIn(value)
    return number === null || /[a-z]/i.test(value) || (whole && !Number.isInteger(number)) ? null : number
  }
  return keeps(ranged(read, whole ? 'whole number' : 'number', low ?? null, high ?? null))
}

/** Parts of a line: commas divide rules, but not the values behind `one of`. */
const partsOf = (text: string): string[] => {
  const at = text.search(/\b(?:one of|in)\s*:?\s/i)
  const [before, list] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
  return [...before.split(','), list].map((one) => one.trim()).filter(Boolean)
}

/** Reads rules; what is none is given back by its line. */
export function readRules(text: string): { rules: Rule[]; unread: { line: number; text: string }[] } {
  const rules: Rule[] = []
  const unread: { line: number; text: string }[] = []
  for (const [at, raw] of text.split(/\r?\n/).slice(0, 500).entries()) {
    if (!raw.trim() || /^\s*(#|\/\/)/.test(raw)) continue
    const [, column, said] = /^\s*([^:]{1,100}?)\s*:\s*(.+)$/.exec(raw) ?? []
    for (const says of said ? partsOf(said) : ['']) {
      const rule = ruleOf(says)
      if (column && rule) rules.push({ line: at + 1, column, says, ...rule })
      else unread.push({ line: at + 1, text: says || raw.trim() })
    }
  }
  return { rules, unread }
}

/** Runs each rule over a table: null where its column is not there. */
export function runRules(
  table: Table,
  rules: readonly Rule[],
): { rule: Rule; column: string | null; violations: Violation[] }[] {
  const plain = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '')
  return rules.map((rule) => {
    const column = table.columns.find((name) => plain(name) === plain(rule.column)) ?? null
    if (column === null) return { rule, column, violations: [] }
    const found = new Map<string, Violation>()
    const seen = new Map<string, number>()
    for (const { line, fields } of table.rows) {
      const value = fields[column] ?? ''
      const before = rule.isUnique && value !== '' ? seen.get(value.toLowerCase()) : undefined
      const what = before === undefined ? rule.check(value) : `is there already in line ${before}`
      if (rule.isUnique && before === undefined) seen.set(value.toLowerCase(), line)
      if (what === null) continue
      const key = rule.isUnique ? value.toLowerCase() : what
      const known = found.get(key)
      if (known) known.lines.push(line)
      else found.set(key, { rule, lines: [line], value, what })
    }
    return { rule, column, violations: [...found.values()] }
  })
}
