import type { StepInput } from '../cleaning/step-schema.ts'

// One step of cleaning as people say it in English: “sort by date, newest first”, “only keep rows where city is Porto”.

type Test = Extract<StepInput, { kind: 'filter' }>['test']

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[\s_-]+/g, ' ')
    .trim()

const within = (text: string, name: string): number => {
  const at = ` ${text} `.indexOf(` ${name} `)
  return at < 0
    ? ` ${text} `.search(new RegExp(` ${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=[ ,.;:!?=<>]|$)`))
    : at
}

/** The column whose name stands in a text: the longest of several. */
function columnIn(said: string, columns: readonly string[]): string | null {
  const text = plain(said)
  const found = columns.filter((name) => within(text, plain(name)) >= 0)
  return found.sort((a, b) => b.length - a.length)[0] ?? null
}

/** All columns named in a text, in their order there. */
const columnsIn = (said: string, columns: readonly string[]): string[] =>
  columns
    .map((name) => ({ name, at: within(plain(said), plain(name)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name)

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^["'“”‘’]+|["'“”‘’.,]+$/g, '')
    .trim()
const numberIn = (text: string): number | null => {
  const digits = /-?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replace(/,/g, '')
  return digits === undefined ? null : Number(digits)
}

const DESCENDING =
  /\b(?:desc|descending|newest|latest|most recent|largest|biggest|highest|greatest|most expensive|z (?:to|-) a|reverse|decreasing|falling|down)\b/i

/** What is asked of a cell, behind its column's name. */
function testIn(said: string): { test: Test; not: boolean } | null {
  const text = said.trim().replace(/^(?:column|field|values?)\b\s*/i, '')
  const range = (from: number | null, to: number | null): Test => ({ is: 'range', from, to })
  if (
    /^(?:is|are|has|have)?\s*(?:not|n't|no)\s*(?:empty|blank|missing)|^(?:is|are)?\s*filled|^isn't (?:empty|blank|missing)/i.test(
      text,
    )
  )
    return { test: { is: 'filled' }, not: false }
  if (/^(?:is|are)?\s*(?:empty|blank|missing)\b/i.test(text)) return { test: { is: 'blank' }, not: false }
  const between = /^(?:is |are |lies )?between\s+(\S+)\s+and\s+(\S+)/i.exec(text)
  if (between) {
    const [from, to] = [numberIn(between[1] as string), numberIn(between[2] as string)]
    return from === null || to === null ? null : { test: range(from, to), not: false }
  }
  const least = /^(?:is |are |of )?(?:at least|>=|from|no less than)\s*(.+)$/i.exec(text)
  const most = /^(?:is |are |of )?(?:at most|<=|up to|no more than)\s*(.+)$/i.exec(text)
  // A range has its ends within: above 100 is what is not up to 100.
  const above =
    /^(?:is |are |of )?(?:over|above|greater than|more than|larger than|bigger than|higher than|>)\s*(.+)$/i.exec(text)
  const below = /^(?:is |are |of )?(?:under|below|less than|smaller than|lower than|fewer than|<)\s*(.+)$/i.exec(text)
  for (const [match, make] of [
    [least, (one: number) => ({ test: range(one, null), not: false })],
    [most, (one: number) => ({ test: range(null, one), not: false })],
    [above, (one: number) => ({ test: range(null, one), not: true })],
    [below, (one: number) => ({ test: range(one, null), not: true })],
  ] as const) {
    const value = match ? numberIn(match[1] as string) : null
    if (value !== null) return make(value)
  }
  const contains = /^(does not|doesn't|do not)?\s*(?:contains?|includes?|has)\s+(.+)$/i.exec(text)
  if (contains) return { test: { is: 'contains', text: unquoted(contains[2] as string) }, not: !!contains[1] }
  const equals = /^(?:(is not|isn't|are not|!=|<>|is|are|equals|=|:)\s*)(.+)$/i.exec(text)
  if (!equals) return null
  const values = (equals[2] as string)
    .split(/\s*,\s*(?:or )?|\s+or\s+/i)
    .map(unquoted)
    .filter(Boolean)
  if (values.length === 0) return null
  return { test: { is: 'in', values }, not: /not|n't|!|<>/i.test(equals[1] as string) }
}

function filterIn(said: string, columns: readonly string[]): StepInput | null {
  const [, verb = '', rest = ''] =
    /\b(keep|show|filter|drop|remove|delete|exclude|hide|throw out|leave out|want|get rid of|discard)\b(.*)$/i.exec(
      said,
    ) ?? []
  const isOut = /drop|remove|delete|exclude|hide|out|rid|discard/i.test(verb) || /^\s*out\b/i.test(rest)
  const told = rest.replace(/^\s*(?:out|only|to)\b/i, ' ')
  const column = columnIn(told, columns)
  if (verb === '' || column === null) return null
  const at = within(plain(told), plain(column))
  const flat = told.replace(/\s+/g, ' ').trim()
  const tested =
    testIn(flat.slice(at + column.length)) ??
    // “without an e-mail” says it before the column.
    (/\b(?:without|with no|missing|no|empty|blank)\b/i.test(flat.slice(0, at))
      ? { test: { is: 'blank' } as Test, not: false }
      : null)
  return tested && { kind: 'filter', column, test: tested.test, not: tested.not !== isOut }
}

const TYPES: readonly [RegExp, 'text' | 'integer' | 'number' | 'boolean' | 'date'][] = [
  [/\b(?:whole numbers?|integers?)\b/i, 'integer'],
  [/\b(?:numbers?|numeric|decimals?)\b/i, 'number'],
  [/\b(?:dates?|days?)\s*$/i, 'date'],
  [/\b(?:text|strings?)\b/i, 'text'],
  [/\b(?:booleans?|yes (?:or|and) no)\b/i, 'boolean'],
]

/** The step that is meant; null where nobody can tell, or no column of it is there. */
export function stepSaid(words: string, columns: readonly string[]): StepInput | null {
  const said = words
    .replace(/\s+/g, ' ')
    .replace(/[\s,]*(?:\b(?:in|of|from|please)\b[\s,]*)+[.!?]*$/i, '')
    .replace(/\b(?:in|of|from)\s+(?=where\b|with\b|by\b|so\b)/i, '')
    .trim()
  const sort = /\b(?:sort|order|arrange|rank|sorted|ordered)\b(.*)$/i.exec(said)
  if (sort) {
    const rest = sort[1] as string
    const by = columnsIn(/\b(?:by|on)\b(.*)$/i.exec(rest)?.[1] ?? rest, columns)
    const direction = DESCENDING.test(rest) ? 'desc' : 'asc'
    return by.length > 0 ? { kind: 'sort', by: by.map((column) => ({ column, direction })) } : null
  }
  const replaced = /\b(?:replace|change|swap|turn)\s+(.+?)\s+(?:with|by|to|for|into)\s+(.+?)\s+(?:in|of)\s+(.+)$/i.exec(
    said,
  )
  const cells = replaced && columnIn(replaced[3] as string, columns)
  if (replaced && cells && !/\bcolumn\b/i.test(replaced[1] as string))
    return {
      kind: 'replace',
      columns: [cells],
      find: unquoted(replaced[1] as string),
      with: unquoted(replaced[2] as string),
      whole: true,
    }
  const renamed = /\b(?:rename|call|change the name of)\b(.+?)\s+(?:to|as|into)\s+(.+)$/i.exec(said)
  const old = renamed && columnIn(renamed[1] as string, columns)
  if (renamed && old) return { kind: 'rename', column: old, to: unquoted(renamed[2] as string) }
  const cased = /\b(upper|lower|title|capitali[sz]e|capitals)\s*-?\s*(?:case)?/i.exec(said)
  if (cased) {
    const those = columnsIn(said, columns)
    const to = /lower/i.test(cased[1] as string)
      ? 'lower'
      : /upper|capitals/i.test(cased[1] as string)
        ? 'upper'
        : 'title'
    return those.length > 0 ? { kind: 'case', columns: those, to } : null
  }
  if (/\bfill(?:ed)? (?:\w+ )*?down\b|\bfill down\b/i.test(said)) {
    const those = columnsIn(said, columns)
    return those.length > 0 ? { kind: 'fillDown', columns: those } : null
  }
  const split = /\bsplit\b(.+?)\b(?:by|at|on)\s+(.+?)(?:\s+into\s+(\d+)(?: columns| parts)?)?$/i.exec(said)
  const parted = split && columnIn(split[1] as string, columns)
  if (split && parted) {
    const named: Readonly<Record<string, string>> = {
      comma: ',',
      commas: ',',
      space: ' ',
      spaces: ' ',
      dash: '-',
      hyphen: '-',
      slash: '/',
      semicolon: ';',
      colon: ':',
      dot: '.',
    }
    const sign = unquoted((split[2] as string).replace(/^the /i, '')) || (split[2] as string).trim()
    return { kind: 'split', column: parted, by: named[sign.toLowerCase()] ?? sign, into: Number(split[3] ?? 2) }
  }
  if (/\b(?:drop|remove|delete|get rid of|throw out)\b.*\b(?:empty|blank) (?:rows|lines)\b/i.test(said))
    return { kind: 'dropBlank', columns: columnsIn(said, columns) }
  const typed = /\b(?:convert|make|turn|change|treat|set)\b(.+?)\b(?:to|into|as|a|an)\b(.+)$/i.exec(said)
  const changed = typed && columnIn(typed[1] as string, columns)
  const type = typed && TYPES.find(([pattern]) => pattern.test(typed[2] as string))?.[1]
  if (changed && type) return { kind: 'type', column: changed, to: type }
  const isColumns = /\b(?:columns?|fields?)\b/i.test(said) && !/\b(?:where|rows?|with)\b/i.test(said)
  if (isColumns && /\b(?:drop|remove|delete|get rid of|discard|throw out|take out|kill|scrap)\b/i.test(said)) {
    const those = columnsIn(said, columns)
    return those.length > 0 ? { kind: 'remove', columns: those } : null
  }
  return filterIn(said, columns)
}
