import { isDay } from '@atrium/domain/dates/days'
import { localAt } from '@atrium/domain/dates/local-time'
import { numberStyle } from '@atrium/domain/numbers/number-style'
import { momentOf, showDay, showTime } from '../calendar/reading.ts'
import type { GuideContext } from '../guide.ts'
import { cell } from '../markdown.ts'

const ROWS_MAX = 20
const COLUMNS_MAX = 6

/** Fields that every stored row has and no reader needs. */
const internal = new Set(['id', 'version', 'createdAt', 'updatedAt', 'deletedAt', 'scopeId', 'ownerId'])

type Locale = Pick<GuideContext, 'now' | 'timeZone' | 'locale'>
type Entry = Record<string, unknown>

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)

const label = (name: string): string => {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/gu, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** One value in words: dates and numbers as the person's locale writes them. */
export function say(value: unknown, locale: Locale): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const style = numberStyle(locale.locale)
  if (typeof value === 'number')
    return Number.isFinite(value)
      ? new Intl.NumberFormat(style.locale, { maximumFractionDigits: 6 }).format(value)
      : '—'
  if (typeof value === 'string') return cell(sayDate(value, locale, style.locale) ?? value)
  if (Array.isArray(value))
    return value.length === 0
      ? '—'
      : value
          .slice(0, 8)
          .map((item) => (isEntry(item) ? summaryOf(item, locale) : say(item, locale)))
          .join(', ') + (value.length > 8 ? ` and ${value.length - 8} more` : '')
  return isEntry(value) ? summaryOf(value, locale) : '—'
}

/** A day, an instant, or a reading of the person's own clock (which carries no zone), in words; null for other text. */
function sayDate(text: string, locale: Locale, language: string): string | null {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/u.exec(text)
  if (!parts) return null
  const [, day = '', time, zone] = parts
  if (!isDay(day)) return null
  if (time === undefined) return showDay(day, language)
  if (zone === undefined) return `${showDay(day, language)}, ${showTime(time, language)}`
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) return null
  const clock = localAt(instant, momentOf(locale).zone)
  return `${showDay(clock, language)}, ${showTime(clock, language)}`
}

const namingFields = ['title', 'name', 'label', 'subject', 'text', 'front']
const summaryOf = (entry: Entry, locale: Locale): string => {
  const name = namingFields.find((field) => typeof entry[field] === 'string' && entry[field] !== '')
  return name
    ? say(entry[name], locale)
    : Object.entries(entry)
        .filter(([key]) => !internal.has(key))
        .slice(0, 3)
        .map(([key, value]) => `${label(key)}: ${isEntry(value) || Array.isArray(value) ? '…' : say(value, locale)}`)
        .join(', ')
}

/** The fields of one record that say something, as a two-column table. */
export function recordTable(entry: Entry, locale: Locale): string {
  const rows = Object.entries(entry).filter(
    ([key, value]) =>
      !internal.has(key) &&
      value !== null &&
      value !== undefined &&
      value !== '' &&
      !(Array.isArray(value) && value.length === 0),
  )
  if (rows.length === 0) return ''
  return [
    '| Field | Value |',
    '| --- | --- |',
    ...rows.slice(0, 20).map(([key, value]) => `| ${cell(label(key))} | ${say(value, locale)} |`),
  ].join('\n')
}

function listTable(entries: readonly Entry[], locale: Locale): string {
  const shown = entries.slice(0, ROWS_MAX)
  const keys = [...new Set(shown.flatMap((entry) => Object.keys(entry)))].filter((key) => !internal.has(key))
  const used = keys.filter((key) => shown.some((entry) => say(entry[key], locale) !== '—')).slice(0, COLUMNS_MAX)
  if (used.length === 0) return ''
  const lines = [
    `| ${used.map((key) => cell(label(key))).join(' | ')} |`,
    `| ${used.map(() => '---').join(' | ')} |`,
    ...shown.map((entry) => `| ${used.map((key) => say(entry[key], locale)).join(' | ')} |`),
  ]
  return lines.join('\n') + more(entries.length)
}

const more = (count: number): string =>
  count > ROWS_MAX ? `\n\n…and ${(count - ROWS_MAX).toLocaleString('en')} more.` : ''

/** What a `read` found, with its count: nothing, one, or a table of at most twenty. */
export function sayFound(output: unknown, summary: string, locale: Locale): string {
  if (Array.isArray(output)) {
    if (output.length === 0) return `**${summary}**: nothing.`
    const count = `**${summary}**: ${new Intl.NumberFormat(numberStyle(locale.locale).locale).format(output.length)}.`
    const entries = output.filter(isEntry)
    if (entries.length === output.length)
      return `${count}\n\n${output.length === 1 ? recordTable(entries[0] as Entry, locale) : listTable(entries, locale)}`
    return `${count}\n\n${output
      .slice(0, ROWS_MAX)
      .map((item) => `- ${say(item, locale)}`)
      .join('\n')}${more(output.length)}`
  }
  if (isEntry(output)) {
    const lists = Object.entries(output).filter((field): field is [string, unknown[]] => Array.isArray(field[1]))
    const [first] = lists
    if (lists.length === 1 && first) {
      const { [first[0]]: _list, ...rest } = output
      const facts = Object.entries(rest)
        .filter(([key, value]) => !internal.has(key) && say(value, locale) !== '—')
        .map(([key, value]) => `${label(key)}: ${say(value, locale)}`)
        .join(' · ')
      return [sayFound(first[1], summary, locale), facts].filter(Boolean).join('\n\n')
    }
    return `**${summary}**\n\n${recordTable(output, locale) || 'Nothing to show.'}`
  }
  if (output === null || output === undefined) return `**${summary}**: done.`
  return `**${summary}**: ${say(output, locale)}.`
}

/** What a `write` saved. */
export function saySaved(output: unknown, values: Entry, locale: Locale): string {
  if (Array.isArray(output)) return sayFound(output, 'Saved', locale)
  return recordTable(isEntry(output) ? output : values, locale)
}
