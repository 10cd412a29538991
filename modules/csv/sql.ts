import type { Reading } from './kinds.ts'
import type { ColumnType } from './table.ts'

/** A word, a sign, or a piece in quotes of a statement. */
interface Token {
  kind: 'word' | 'sign' | 'string' | 'name'
  text: string
}

/** The one file that the database may open: rows on their way into it. */
export const ROWS_FILE = 'rows.csv'
/** What a database begins with before it has seen a query, in this order: it fetches nothing, and no query changes that. */
export const SETTINGS = [
  'set autoinstall_known_extensions = false',
  'set autoload_known_extensions = false',
  `set allowed_paths = ['${ROWS_FILE}']`,
  'set enable_external_access = false',
  'set lock_configuration = true',
] as const

// As DuckDB's own scanner has them, so that nothing is a piece of text here and a statement there.
const BLANK = String.raw`[\s\u180e\u200b-\u200f\u2060]+|--[^\r\n]*`
const ESCAPED = String.raw`'(?:\\[\s\S]|''|[^'\\])*'`
/** Strings with a line between them are one string. */
const ESCAPES = String.raw`[eE]${ESCAPED}(?:(?:[^\S\r\n]|--[^\r\n]*)*[\r\n](?:\s|--[^\r\n]*)*${ESCAPED})*`
const LETTER = String.raw`[A-Za-z_]|[^\x00-\x7f\s\u180e\u200b-\u200f\u2060]`
const TOKEN = new RegExp(
  [
    `(?<blank>${BLANK})`,
    `(?<string>${ESCAPES}|'(?:[^']|'')*')`,
    String.raw`(?<dollar>\$(?<tag>(?:(?:${LETTER})(?:${LETTER}|\d)*)?)\$[\s\S]*?\$\k<tag>\$)`,
    '(?<name>"(?:[^"]|"")*")',
    String.raw`(?<word>(?:${LETTER})(?:${LETTER}|[\d$])*)`,
    String.raw`(?<number>\d[\d.]*)`,
    String.raw`(?<sign>[\s\S])`,
  ].join('|'),
  'uy',
)

/** Where the comment ends that begins here: comments may have others in them. Null where it is never closed. */
function commentEnd(sql: string, from: number): number | null {
  const bound = /\/\*|\*\//g
  bound.lastIndex = from
  let depth = 0
  for (let match = bound.exec(sql); match; match = bound.exec(sql)) {
    depth += match[0] === '/*' ? 1 : -1
    if (depth === 0) return bound.lastIndex
  }
  return null
}

/** Comments and blanks are left out. Quotes that are never closed come out as signs. */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(sql); match; match = TOKEN.exec(sql)) {
    const end = sql.startsWith('/*', match.index) ? commentEnd(sql, match.index) : null
    if (end !== null) {
      TOKEN.lastIndex = end
      continue
    }
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

/** A name that DuckDB would open as a file or an address. */
const ADDRESS = /^\w+:\/\/|\.(csv|tsv|json|parquet|db|duckdb)$/i
const BEFORE_TABLE = new Set(['from', 'join', 'table', 'describe', 'summarize', 'show', 'pivot', 'unpivot'])
const ENDS_FROM = new Set(
  'select where group having order limit offset qualify window union intersect except'.split(' '),
)

/** Which tokens stand where a table is named: behind FROM, JOIN and the like, and behind the commas and aliases of a FROM. */
function tablePlaces(tokens: readonly Token[]): boolean[] {
  const outer: boolean[] = []
  let isFrom = false
  let isNext = false
  return tokens.map(({ kind, text }, at) => {
    const isHere = isNext
    isNext = false
    const word = text.toLowerCase()
    if (kind === 'sign') {
      if (/^[([{]$/.test(text)) {
        outer.push(isFrom)
        isFrom = false
      } else if (/^[)\]}]$/.test(text)) isFrom = outer.pop() ?? false
      else if (/^[,:]$/.test(text)) isNext = isFrom
    } else if (kind === 'word') {
      // “is distinct from” compares.
      const compares = word === 'from' && /^distinct$/i.test(tokens[at - 1]?.text ?? '')
      if (compares && /^(is|not)$/i.test(tokens[at - 2]?.text ?? '')) return isHere
      isNext = BEFORE_TABLE.has(word)
      if (word === 'from' || word === 'join') isFrom = true
      else if (ENDS_FROM.has(word)) isFrom = false
    }
    return isHere
  })
}

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
  const isTable = tablePlaces(tokens)
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
    if ((kind === 'string' || (kind === 'name' && ADDRESS.test(text))) && isTable[at])
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
