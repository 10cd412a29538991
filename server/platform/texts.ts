import { existsSync, readFileSync } from 'node:fs'
import { languageCodes } from '@atrium/contract/catalogue/language-codes'
import { ownLanguage } from '@atrium/contract/catalogue/language-of'
import type { AppError } from '@atrium/contract/errors'
import type { Sentence } from '@atrium/contract/sentence'
import { filled, type Texts } from '@atrium/contract/texts'

const none: Texts = {}
/** By the file's address: there are as many as modules have languages. */
const known = new Map<string, Texts>()
const ours = new Set<string>(languageCodes)

/** The texts of a folder in the language that a tag means; none where it has no such file. */
export function textsIn(folder: string | URL, tag: string): Texts {
  const language = ownLanguage(tag)
  if (!ours.has(language)) return none
  const file = new URL(`${language}.json`, folder)
  const texts = known.get(file.href) ?? (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : none)
  known.set(file.href, texts)
  return texts
}

/** The sentence in this language, in English where nobody has translated it. */
export const saidIn = ({ key, values, english, folder }: Sentence, language: string): string =>
  filled(textsIn(folder, language), key, values, ownLanguage(language)) ?? english

/** What is told of a refusal to somebody who reads this language. */
export const refusalIn = ({ said, message }: AppError, language: string): string =>
  said ? saidIn(said, language) : message
