import { languageCodes } from '@atrium/contract/catalogue/language-codes'
import { ownLanguage } from '@atrium/contract/catalogue/language-of'
import { filled, type TextValues } from '@atrium/contract/texts'
import { textsIn as textsOfFolder } from '../platform/texts.ts'

const FOLDER = new URL('./texts/', import.meta.url)

/** What a page itself says, besides what its owner wrote. */
export type Say = (key: string, values?: TextValues) => string

/** The language of ours that a tag of BCP 47 means; English when we have none. */
export function pageLanguage(tag: string): string {
  const language = ownLanguage(tag)
  return (languageCodes as readonly string[]).includes(language) ? language : 'en'
}

export const textsIn =
  (language: string): Say =>
  (key, values = {}) =>
    filled(textsOfFolder(FOLDER, language), key, values, language) ??
    filled(textsOfFolder(FOLDER, 'en'), key, values, 'en') ??
    key
