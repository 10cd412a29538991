import { useTranslation } from 'react-i18next'
import en from '../en.json'

/** The module's own strings, beside the core's. Languages without them fall back to English. */
export function useTexts() {
  const { t, i18n } = useTranslation()
  if (!i18n.getResource('en', 'translation', 'tasks'))
    i18n.addResourceBundle('en', 'translation', { tasks: en }, true, false)
  return {
    t: (key: string, values?: Record<string, unknown>): string => t(`tasks.${key}`, values ?? {}),
    language: i18n.language,
  }
}
