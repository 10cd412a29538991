import type { Reading } from './kinds.ts'
import type { ColumnType } from './table.ts'

/** A word, a sign, or a piece in quotes of a statement. */
interface Token {
  kind: 'word' | 'sign' | 'string' | 'name'
  text: string
}

const TOKEN =
  /(?<blank>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>[eE]?'(?:[^']|'')*')|(?<dollar>\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|(?<name>"(?:[^"]|"")*")|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<number>\d[\w.]*)|(?<sign>[\s\S])/uy

/** Comments and blanks are left out. Quotes that are never closed come out as signs. */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(sql); match; match = TOKEN.exec(sql)) {
    const { blank, string, dollar, name, word, number, sign } = match.groups as Record<string, string | undefined>
    if (blank !== undefined) continue
    if (string !== undefined || dollar !== undefined) tokens.push({ kind: 'string', text: match[0] })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name.slice(1, -1).replaceAll('""', '"') })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word })
    else tokens.push({ kind: 'sign', text: number ?? sign ?? match[0] })
  }
  return tokens
}

const BEGINS = new Set([
  'select',
  'with',
  'from',
  'values',
  'describe',
  'summarize',
  'explain',
  'pivot',
  'unpivot',
  'table',
  'show',
])
/** What a model may begin with. */
const SELECTS = new Set(['select', 'with', 'from'])
/** Words that begin what changes something: also behind EXPLAIN and in a WITH. Columns may have these names. */
const CHANGES = new Set(
  'insert update delete drop alter create truncate attach detach copy install load pragma merge vacuum'.split(' '),
)
const BEFORE_STATEMENT = new Set(['(', ')', 'explain', 'analyze', 'materialized'])
/** Functions that read what is no table of this page. */
const OUTSIDE =
  /^(read_\w+|scan_\w+|\w+_scan|sniff_csv|glob|parquet_\w+|getenv|query|query_table|which_secret|duckdb_secrets|open_\w+|json_execute_serialized_sql)$/i

/** Why a query may not run: it is empty, several, or does more than read; null when it may. */
export type Refusal = 'empty' | 'several' | 'begins' | 'changes' | 'outside'

export function refusalOf(sql: string, only?: 'select'): { why: Refusal; word: string } | null {
  const tokens = tokensOf(sql)
  while (tokens.at(-1)?.text === ';' && tokens.at(-1)?.kind === 'sign') tokens.pop()
  const [first] = tokens.filter(({ text }) => text !== '(')
  if (!first) return { why: 'empty', word: '' }
  if (tokens.some(({ kind, text }) => kind === 'sign' && text === ';')) return { why: 'several', word: ';' }
  const begins = only ? SELECTS : BEGINS
  if (first.kind !== 'word' || !begins.has(first.text.toLowerCase())) return { why: 'begins', word: first.text }
  for (const [at, { kind, text }] of tokens.entries()) {
    const word = text.toLowerCase()
    const next = tokens[at + 1]
    const before = tokens[at - 1]
    const goesOn = next !== undefined && next.kind !== 'sign'
    if (kind === 'word' && CHANGES.has(word) && goesOn && BEFORE_STATEMENT.has(before?.text.toLowerCase() ?? ''))
      return { why: 'changes', word: text }
    if (kind !== 'sign' && kind !== 'string' && OUTSIDE.test(text) && next?.text === '(')
      return { why: 'outside', word: text }
    // FROM 'file.csv' reads a file or an address.
    if (kind === 'string' && before && /^(from|join)$/i.test(before.text)) return { why: 'outside', word: text }
    if (
      kind === 'name' &&
      before &&
      /^(from|join)$/i.test(before.text) &&
      /^\w+:\/\/|\.(csv|tsv|json|parquet|db|duckdb)$/i.test(text)
    )
      return { why: 'outside', word: text }
  }
  return null
}

const RESERVED = new Set(
  'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create default deferrable desc describe distinct do else end except false fetch for foreign from grant group having in initially intersect into lambda lateral leading limit not null offset on only or order pivot placing primary qualify references returning select show some summarize symmetric table then to trailing true union unique unpivot using variadic when where window with'.split(
    ' ',
  ),
)

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
/** A name as one writes it: with quotes only where it needs them. */
export const writeName = (name: string): string =>
  /^[\p{Ll}_][\p{Ll}\p{N}_]*$/u.test(name) && !RESERVED.has(name) && !CHANGES.has(name) ? name : quoteName(name)

/** A table's name in SQL: `Sales 2026.csv` is `sales_2026`. */
export function tableName(name: string, taken: ReadonlySet<string> = new Set()): string {
  const bare = name
    .replace(/\.\w{2,7}$/, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  const safe =
    bare === '' || /^\p{N}/u.test(bare) || RESERVED.has(bare) || CHANGES.has(bare)
      ? `t_${bare}`.replace(/_$/, '')
      : bare
  let free = safe
  for (let count = 2; taken.has(free); count++) free = `${safe}_${count}`
  return free
}

/** Names that a statement says, in lower case: which tables it may mean. */
export const namesSaid = (sql: string): Set<string> =>
  new Set(tokensOf(sql).flatMap(({ kind, text }) => (kind === 'word' || kind === 'name' ? [text.toLowerCase()] : [])))

const TYPES: Record<ColumnType, string> = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'TIMESTAMP',
}
export const sqlType = ({ type }: Pick<Reading, 'type'>): string => TYPES[type]

/** Datasets under the names that queries know them by. The oldest keep theirs when another of the same name comes. */
export function tableNames<T extends { name: string }>(newestFirst: readonly T[]): (T & { table: string })[] {
  const taken = new Set<string>()
  return newestFirst.toReversed().map((dataset) => {
    const table = tableName(dataset.name.replace(/\s*\(sample\)$/, ''), taken)
    taken.add(table)
    return { ...dataset, table }
  })
}

/** A table as a model is told of it: its columns, their types and a few of their values. */
export function described(
  table: string,
  columns: readonly { name: string; type: ColumnType; examples: readonly string[] }[],
): string {
  const lines = columns.map(({ name, type, examples }) => {
    const shown = examples.map((value) => JSON.stringify(value)).join(', ')
    return `  ${quoteName(name)} ${TYPES[type]}${shown && ` -- such as ${shown}`}`
  })
  return `${writeName(table)} (\n${lines.join('\n')}\n)`
}
