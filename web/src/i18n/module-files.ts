type Strings = Record<string, unknown>

export interface ModuleTexts<T extends object = object> {
  id: string
  english: T
  /** By `../texts/<tag>.json`. */
  files: Record<string, () => Promise<unknown>>
}

/** Before a module's id it makes the name of its namespace. */
export const MODULES = 'modules/'

/** Where each module says which texts it has. One without them is shown in English. */
const declared = import.meta.glob<ModuleTexts>('../../../modules/*/web/texts.ts', { import: 'default' })

/** The texts of one module in one language, and nothing else's. */
export async function textsOfModule(id: string, language: string): Promise<Strings> {
  const texts = await declared[`../../../modules/${id}/web/texts.ts`]?.()
  if (!texts) return {}
  const own = language === 'en' ? texts.english : await texts.files[`../texts/${language}.json`]?.()
  return (own ?? {}) as Strings
}
