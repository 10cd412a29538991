// Values as YAML 1.2: lists and names in blocks, texts without quotation marks where they stay texts in 1.1 too.
import { writeJson } from './json.ts'

/** Begins and ends with a letter or a digit and has no sign that means something to YAML within. */
const PLAIN = /^[\p{L}\p{N}_/](?:[^\p{Cc}:#,[\]{}"'`&*!|>%@\\\u2028\u2029\ufeff]*[\p{L}\p{M}\p{N}_.)/?%+-])?$/u
/** Numbers, days and times, also as older readers take them: `1_000`, `0x1F`, `12:30`, `2026-01-15`. */
const FIGURE = /^[-+.]?\d[\d_.,:eExXoO+-]*$|^0[xo][\da-fA-F_]+$|^\d{4}-\d/
const WORD = /^(?:true|false|yes|no|on|off|null|y|n|nan|inf)$/i

const written = (text: string): string =>
  text.length < 1_000 && PLAIN.test(text) && !FIGURE.test(text) && !WORD.test(text) ? text : quoted(text)

/** JSON's strings are YAML's, but for signs that YAML wants escaped. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const emptyOf = (value: object): string | null =>
  Array.isArray(value) ? (value.length === 0 ? '[]' : null) : Object.keys(value).length === 0 ? '{}' : null

const scalar = (value: unknown): string =>
  typeof value === 'string' ? written(value) : isObject(value) ? (emptyOf(value) ?? '') : writeJson(value)

/** The lines of a list or an object; the first goes behind the hyphen of the list that it stands in. */
function lines(value: object, indent: string, out: string[], lead: string): void {
  let before = lead
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item): [string, unknown] => ['-', item])
    : Object.entries(value).map(([name, item]) => [`${written(name)}:`, item])
  for (const [mark, item] of entries) {
    if (!isObject(item) || emptyOf(item)) out.push(`${before}${mark} ${scalar(item)}`)
    else if (mark === '-') lines(item, `${indent}  `, out, `${before}- `)
    else {
      out.push(before + mark)
      lines(item, `${indent}  `, out, `${indent}  `)
    }
    before = indent
  }
}

/** A value of JSON, nested no deeper than JSON is read here. */
export function writeYaml(value: unknown): string {
  if (!isObject(value) || emptyOf(value)) return scalar(value)
  const out: string[] = []
  lines(value, '', out, '')
  return out.join('\n')
}
