import { formatDate, formatNumber } from '../ui/formats.ts'

/** What the core writes on every row; nothing to a reader. */
const own = new Set(['id', 'version', 'createdAt', 'updatedAt', 'deletedAt'])

/** A value of a record as people read it; an empty text when there is none. */
export function shown(value: unknown, language: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return formatNumber(value, language, { maximumFractionDigits: 12 })
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}($|T\d)/.test(value) ? formatDate(value, language) : value
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (Array.isArray(value)) return value.map((one) => shown(one, language)).join(', ')
  if (typeof value === 'object' && 'mime' in value && 'name' in value) return String(value.name) // a file
  return JSON.stringify(value)
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Fields in which two records differ: those with a label, or all of them where none has one. */
export function differences(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  labels?: Readonly<Record<string, string>>,
): string[] {
  const names = labels ? Object.keys(labels) : [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.filter((name) => !own.has(name) && !isSame(before[name], after[name]))
}

/** What a row is called in a list that knows nothing of its module. */
export function titleOf(row: Record<string, unknown>): string {
  const texts = Object.entries(row).filter(
    (entry): entry is [string, string] => !own.has(entry[0]) && typeof entry[1] === 'string' && entry[1].trim() !== '',
  )
  const named = texts.find(([name]) => /^(title|name|label|subject|front|payee|text|summary)$/.test(name))
  return (named ?? texts.find(([name, text]) => !/id$/i.test(name) && !/^\d{4}-\d{2}-/.test(text)))?.[1] ?? ''
}
