import type { ModuleTexts } from './module-files.ts'

type Strings = Record<string, unknown>

/** Where each module says which texts it has. One without them is shown in English. */
const declared = import.meta.glob<ModuleTexts>('../../../modules/*/web/texts.ts', { import: 'default' })

/** The texts of one module in one language, and nothing else's. */
export async function textsOfModule(id: string, language: string): Promise<Strings> {
  const texts = await declared[`../../../modules/${id}/web/texts.ts`]?.()
  if (!texts) return {}
  const own = language === 'en' ? texts.english : await texts.files[`../texts/${language}.json`]?.()
  return (own ?? {}) as Strings
}
