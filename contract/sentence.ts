import { filled, type TextKey, type Texts, type TextValues } from './texts.ts'

/** What is said to a person, by its key: it can be said in any language that the module has a file of. */
export interface Sentence {
  module: string
  /** In the module's texts: `server.noAccount`. */
  key: string
  values: TextValues
  english: string
  /** The address of the folder where the texts stand, a file for each language. */
  folder: string
}

/**
 * The sentences of a module's server, which stand under `server` in its texts. In its `say.ts`:
 * `export const say = sentencesOf('wallet', en, import.meta.url)`, then `new AppError('not_found', say('noAccount', { name }))`.
 */
export function sentencesOf<T extends { server: object }>(module: string, english: T, beside: string) {
  const folder = new URL('texts/', beside).href
  return (key: TextKey<T['server']>, values: TextValues = {}): Sentence => ({
    module,
    key: `server.${key}`,
    values,
    english: filled(english as unknown as Texts, `server.${key}`, values, 'en') ?? key,
    folder,
  })
}
