import { existsSync, readFileSync } from 'node:fs'
import { languageCodes } from '@atrium/contract/catalogue/language-codes'

const FOLDER = new URL('./texts/', import.meta.url)
const read = (code: string) => {
  const file = new URL(`${code}.json`, FOLDER)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
}
const english = read('en')
const known = new Map<string, Readonly<Record<string, string>>>()

/** What a page itself says, besides what its owner wrote. */
export type Say = (key: string, values?: Readonly<Record<string, string>>) => string

/** One of our languages for a tag of BCP 47: itself, or the one of its first part; English when we have neither. */
export function pageLanguage(tag: string): string {
  const has = (code: string) => (languageCodes as readonly string[]).includes(code)
  const base = tag.split('-', 1)[0] ?? ''
  const closest = languageCodes.find((code) => code.split('-', 1)[0] === base)
  return has(tag) ? tag : has(base) ? base : (closest ?? 'en')
}

export function textsIn(language: string): Say {
  const code = pageLanguage(language)
  const texts = known.get(code) ?? read(code)
  known.set(code, texts)
  return (key, values = {}) =>
    (texts[key] ?? english[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
