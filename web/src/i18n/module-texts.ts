import { useTranslation } from 'react-i18next'

interface Texts {
  [key: string]: string | Texts
}

/**
 * A module's own strings, beside the core's: `const { t, language } = useModuleTexts('flash', en)`, then `t('deck.title')`.
 * Languages without them show the English.
 */
export function useModuleTexts(module: string, english: Texts) {
  const { t, i18n } = useTranslation()
  if (!i18n.getResource('en', 'translation', module))
    i18n.addResourceBundle('en', 'translation', { [module]: english }, true, false)
  return {
    t: (key: string, values?: Record<string, unknown>): string => t(`${module}.${key}`, values ?? {}),
    language: i18n.language,
  }
}
