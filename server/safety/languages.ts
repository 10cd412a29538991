import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { createRecogniser, type Recognised } from './recognise.ts'
import { LanguageSigns } from './signs.ts'

const FOLDER = new URL('./languages/', import.meta.url)

const { learn, recognise: ask } = createRecogniser()
let unread: string[] | null = null

/** Reads one language more; false when none is left. */
function readNext(): boolean {
  unread ??= readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  const name = unread.shift()
  if (name)
    learn(name.replace('.json', ''), LanguageSigns.parse(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))))
  return unread.length > 0
}

/** Reads the languages before somebody writes, one by one, so that requests go on between them. */
export async function prepareLanguages(): Promise<void> {
  while (readNext()) await turn()
}

/** The catalogue's tag of a request's language: `de-AT` is `de`, `zh-TW` is `zh-Hant`, `pt` is `pt-BR`, `nb` is `no`. */
function tagOf(locale: string): string {
  try {
    const { language, script } = new Intl.Locale(locale).maximize()
    if (language === 'zh') return `zh-${script}`
    if (language === 'pt') return 'pt-BR'
    return language === 'nb' || language === 'nn' ? 'no' : language
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

/**
 * Recognises people in danger in every language of the product. Null where nobody seems to be. What `prepareLanguages` has
 * not read yet is read now: danger is never asked of half of the languages.
 */
export function recognise(text: string, preferred = ''): Recognised | null {
  while (readNext());
  return ask(text, tagOf(preferred))
}
