import { existsSync, readFileSync } from 'node:fs'
import { filled, type TextKey, type Texts, type TextValues } from '@atrium/contract/texts'
import { textsIn } from '../../platform/texts.ts'
import { GUIDE_LANGUAGES, type GuideLanguage, type Intent } from './intent.ts'

/**
 * The sentences of an area of intents, which stand in `texts/<language>.json` beside it; English where nobody has translated
 * one. In its `say.ts`: `export const say = textsOf(en, import.meta.url)`, then `say('de', 'perMonth', { payment })`.
 */
export function textsOf<T extends object>(english: T, beside: string) {
  const folder = new URL('texts/', beside)
  return (language: GuideLanguage, key: TextKey<T>, values: TextValues = {}): string =>
    filled(textsIn(folder, language), key, values, language) ??
    filled(english as unknown as Texts, key, values, 'en') ??
    key
}

type ExamplesOfArea = Readonly<Record<string, readonly string[]>>
type Examples = Intent['examples']

/** What people say for the intents of an area, by the intent's id: `examples/<language>.json` beside it. */
export function examplesOf(beside: string): (id: string) => Examples {
  const folder = new URL('examples/', beside)
  const areas = GUIDE_LANGUAGES.flatMap((language): [GuideLanguage, ExamplesOfArea][] => {
    const file = new URL(`${language}.json`, folder)
    return existsSync(file) ? [[language, JSON.parse(readFileSync(file, 'utf8')) as ExamplesOfArea]] : []
  })
  return (id) =>
    Object.fromEntries(areas.flatMap(([language, area]) => (area[id] ? [[language, area[id]] as const] : [])))
}
