import { textsIn } from '../../platform/texts.ts'
import type { GuideLanguage } from '../intents/intent.ts'

const folder = new URL('./none/', import.meta.url)

/** Sentences in a language that mean nothing that can be done here. */
export function noneIn(language: GuideLanguage): readonly string[] {
  const sentences: unknown = textsIn(folder, language)
  return Array.isArray(sentences) ? sentences.map(String) : []
}
