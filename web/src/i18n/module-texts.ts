import type { FieldFacts } from '@atrium/contract/field-facts'
import { type TextKey, type Texts, textAt } from '@atrium/contract/texts'
import { useTranslation } from 'react-i18next'
import { i18n } from './index.ts'
import { MODULES, type ModuleTexts } from './module-files.ts'
import { said } from './said.ts'

/**
 * A module's strings: the English, which comes with its page, and those of the other languages, each a file that is loaded for who
 * reads it. In `web/texts.ts`: `export default moduleTexts('flash', en, import.meta.glob('../texts/*.json', { import: 'default' }))`.
 */
export const moduleTexts = <T extends object>(id: string, english: T, files: ModuleTexts['files']) => ({
  id,
  english,
  files,
})

/** `const { t, language } = useModuleTexts(texts)`, then `t('deck.title')`. What a language lacks is shown in English. */
export function useModuleTexts<T extends object>({ id, english }: ModuleTexts<T>) {
  const namespace = `${MODULES}${id}`
  if (!i18n.hasResourceBundle('en', namespace)) i18n.addResourceBundle('en', namespace, english, false, true)
  // A page's are there before it is; what stands elsewhere says it in English until they are.
  const { t } = useTranslation(namespace, { useSuspense: false })
  const say = t as (key: string, values: Record<string, unknown>) => string
  return {
    t: (key: TextKey<T>, values?: Record<string, unknown>): string => say(key, values ?? {}),
    language: i18n.language,
  }
}

type Named = Pick<FieldFacts, 'key' | 'label' | 'help' | 'options'>

/** A word of a module's declaration in the person's language, where its texts are here. */
function word({ key }: Named, group: string, behind = ''): string | undefined {
  const [id, path] = key?.split(':') ?? []
  const texts = i18n.resolvedLanguage && i18n.getResourceBundle(i18n.resolvedLanguage, `${MODULES}${id}`)
  return texts ? textAt(texts as Texts, `module.${group}.${path}${behind}`) : undefined
}

/** What people call a field, in their language. */
export const fieldLabel = (facts: Named): string => word(facts, 'fields') ?? said(facts.label)
export const fieldHelp = (facts: Named): string | undefined =>
  facts.help === undefined ? undefined : (word(facts, 'help') ?? said(facts.help))
/** What stands for a value of a choice. */
export const optionLabel = (facts: Named, value: string): string =>
  word(facts, 'options', `.${value}`) ?? said(facts.options?.find((one) => one.value === value)?.label ?? value)
