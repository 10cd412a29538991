import { linesOf } from '@atrium/domain/text/counts'
import type { Grid } from '@atrium/domain/text/grids'
import { readGrid } from '@atrium/domain/text/grids'
import { DEPTH_MOST, type JsonExpected, type JsonFault, jsonFault, jsonValue } from '@atrium/domain/text/json'
import { gridRecords, recordsGrid } from '@atrium/domain/text/records'
import type { Block, GuideLanguage } from '../intent.ts'
import { quoted, type Result } from './result.ts'
import { say } from './say.ts'
import { readYaml, YAML_MOST, type YamlRead } from './yaml.ts'

/** What a text holds, in whichever of the notations it is; `fault` is what is said where it cannot be read. */
export type Data = { value: unknown; grid?: Grid } | { fault: Result }

/** `name:` or `- item`, as nearly every line of YAML begins. */
const YAML_LINE =
  /^\s*(?:-(?:\s|$)|(?:[\p{L}\p{N}_$.-][^:#{}[\],"]{0,80}|"[^"]{0,80}"|'[^']{0,80}'):(?:\s|$)|#|---|\.\.\.)/u

const looksLikeYaml = (text: string): boolean => {
  const lines = linesOf(text)
    .filter((line) => line.trim() !== '')
    .slice(0, 200)
  return lines.filter((line) => YAML_LINE.test(line.slice(0, 400))).length >= lines.length * 0.6
}

const WHAT: Readonly<Record<Exclude<JsonExpected, 'depth'>, readonly string[]>> = {
  value: ['value'],
  valueOrEnd: ['value', '`]`'],
  name: ['name'],
  nameOrEnd: ['name', '`}`'],
  colon: ['`:`'],
  commaOrBracket: ['`,`', '`]`'],
  commaOrBrace: ['`,`', '`}`'],
  end: ['nothing'],
  quote: ['`"`'],
  escape: ['escape'],
  escapedLine: ['escape'],
  digit: ['digit'],
}

/** Where a JSON text breaks off, and what should stand there. */
export function faultOfJson({ line, column, expected, found }: JsonFault, language: GuideLanguage): Result {
  const place = say(language, 'data.badJson', { line, column })
  if (expected === 'depth') return { said: say(language, 'data.depth', { most: DEPTH_MOST }) }
  const words = WHAT[expected].map((what) =>
    what.startsWith('`') ? what : say(language, `data.${what as 'value'}`, { example: '`\\n`' }),
  )
  const what = new Intl.ListFormat(language, { type: 'disjunction' }).format(words)
  const there = found === '' ? say(language, 'data.ends') : say(language, 'data.found', { found: quoted(found) })
  return { said: [place, `${say(language, 'data.expected', { what })} ${there}`] }
}

function faultOfYaml(read: Exclude<YamlRead, { value: unknown }>, language: GuideLanguage): Result {
  if ('line' in read) return { said: say(language, 'data.badYaml', { ...read }) }
  return { said: say(language, `data.${read.refused}`, { most: DEPTH_MOST }) }
}

const ofGrid = (grid: Grid): Data => ({ value: grid, grid })

/** Values as JSON or YAML has them, or a table; by the file's name where it has one, else by what the text looks like. */
export function dataOf({ text, name }: Block, language: GuideLanguage): Data {
  const ending = /\.(\w{2,5})$/.exec(name ?? '')?.[1]?.toLowerCase() ?? ''
  const isJson = ending === 'json' || /^\s*[[{]/.test(text)
  const fault = isJson || /^\s*(?:"|-?\d|true|false|null)/.test(text) ? jsonFault(text) : null
  if (isJson && !fault) return { value: jsonValue(text) }
  if (fault?.expected === 'depth') return { fault: faultOfJson(fault, language) }
  const isYaml = ending === 'yaml' || ending === 'yml' || (ending !== 'csv' && ending !== 'tsv' && looksLikeYaml(text))
  if (text.length > YAML_MOST && (isYaml || isJson))
    return {
      fault:
        isJson && fault
          ? faultOfJson(fault, language)
          : { said: say(language, 'tooLong', { characters: text.length, most: YAML_MOST }) },
    }
  if (isYaml || isJson) {
    const read = readYaml(text)
    if ('value' in read) return { value: read.value }
    return { fault: isJson && fault ? faultOfJson(fault, language) : faultOfYaml(read, language) }
  }
  const grid = readGrid(text)
  return grid ? ofGrid(grid) : { fault: { said: say(language, 'data.unknown') } }
}

/** Characters of a result; a few long names over many short rows would make far more. */
export const RESULT_MOST = 4_000_000

/** The value of what a text holds; a table is a list of its rows. */
export function recordsOf(
  data: Exclude<Data, { fault: Result }>,
  language: GuideLanguage,
): { value: unknown } | { fault: Result } {
  const { grid } = data
  if (!grid) return data
  const names = (grid.rows[0] ?? []).reduce((sum, name) => sum + name.length + 10, 0)
  if (names * grid.rows.length > RESULT_MOST) return { fault: { said: say(language, 'table.tooLarge') } }
  return { value: gridRecords(grid) }
}

const PAIR = /^(.{1,80}?)(?::\s+|\s+[-–=]\s+|\s+(?=[\p{Sc}]?\d[\d.,]*\s?[\p{Sc}%]?$))(.{1,200})$/u

/** “Milk 1.20”, “Tom: 31”: a name and what is said of it, in each line or in each part of one. */
function pairsOf(text: string): Grid | null {
  const lines = linesOf(text.trim()).filter((line) => line.trim() !== '')
  const parts = lines.length === 1 ? (lines[0] as string).split(/[,;]\s+/u) : lines
  if (parts.length < 2 || parts.length > 1_000) return null
  const rows = parts.map((part) => PAIR.exec(part.slice(0, 300).trim())?.slice(1) ?? null)
  return rows.every((row) => row !== null) ? { rows: rows as string[][], isNamed: false } : null
}

/** The rows of what a text holds. */
export function gridOf(block: Block, language: GuideLanguage): Grid | { fault: Result } {
  const isData = /^\s*[[{]/.test(block.text) || /\.(?:json|ya?ml)$/i.test(block.name ?? '')
  if (!isData) {
    const grid = readGrid(block.text)
    if (grid && !(looksLikeYaml(block.text) && !block.text.includes('|'))) return grid
    if (!looksLikeYaml(block.text))
      return (grid ? null : pairsOf(block.text)) ?? { fault: { said: say(language, 'table.none') } }
  }
  const data = dataOf(block, language)
  if ('fault' in data) return data
  if (data.grid) return data.grid
  if (typeof data.value !== 'object' || data.value === null) return { fault: { said: say(language, 'table.none') } }
  return recordsGrid(data.value) ?? { fault: { said: say(language, 'table.tooLarge') } }
}
