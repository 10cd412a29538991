import type { Table } from './table.ts'

// Who asked not to be written to, as a table says it in its columns. In doubt nobody is written to.

const squeezed = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Parts of a column's name by which it lists refusals. */
const REFUSALS = [
  'optout',
  'optedout',
  'unsubscri',
  'donotcontact',
  'donotemail',
  'donotmail',
  'donotcall',
  'dontcontact',
  'nocontact',
  'dnc',
  'suppress',
  'blocklist',
  'abgemeldet',
  'abmeldung',
  'widerspruch',
  'werbesperre',
  'nichtkontaktieren',
  'desabonn',
  'desinscri',
  'nepascontacter',
  'nocontactar',
  'darsedebaja',
  'disiscri',
  'noncontattare',
  'naocontatar',
  'uitgeschreven',
  'nietcontacteren',
]
/** Parts of a column's name by which it lists consents. */
const CONSENTS = ['optin', 'optedin', 'consent', 'subscribed', 'permission', 'einwilligung', 'consentement', 'consenso']
/** Names of columns whose values may be a refusal among others. */
const STATES = ['status', 'state', 'outcome', 'subscription', 'marketing', 'lifecycle', 'disposition']

const YES = new Set([
  'y',
  'yes',
  'true',
  '1',
  'x',
  'ja',
  'j',
  'oui',
  'o',
  'si',
  's',
  'sim',
  'optin',
  'optedin',
  'given',
])
const NO = new Set(['', 'n', 'no', 'false', '0', 'nein', 'non', 'nao', 'nee', 'none', 'never'])

/** Why a row’s person is not to be written to; null when no column says so. */
export type Refusal = (fields: Readonly<Record<string, string>>) => string | null

/**
 * Reads the columns of a table that say whom not to write to. In a column of refusals whatever is not a plain no refuses; in
 * one of consents whatever is not a plain yes; in a status one of the words of a refusal.
 */
export function refusalsOf(table: Pick<Table, 'columns'>): { refusal: Refusal; columns: string[] } {
  const has = (column: string, parts: readonly string[]) => parts.some((part) => squeezed(column).includes(part))
  const refusing = table.columns.filter((column) => has(column, REFUSALS))
  const consenting = table.columns.filter((column) => !refusing.includes(column) && has(column, CONSENTS))
  const states = table.columns.filter(
    (column) => !refusing.includes(column) && !consenting.includes(column) && has(column, STATES),
  )
  const quoted = (column: string, value: string) => `the column “${column}” says “${value.slice(0, 60)}”`
  return {
    columns: [...refusing, ...consenting, ...states],
    refusal(fields) {
      for (const column of refusing)
        if (!NO.has(squeezed(fields[column] ?? ''))) return quoted(column, fields[column] ?? '')
      for (const column of consenting)
        if (!YES.has(squeezed(fields[column] ?? ''))) return quoted(column, fields[column] || 'nothing')
      for (const column of states) if (has(fields[column] ?? '', REFUSALS)) return quoted(column, fields[column] ?? '')
      return null
    },
  }
}
