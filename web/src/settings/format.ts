import { useTranslation } from 'react-i18next'

/** Dates and numbers in the page's language. */
export function useFormats() {
  const { i18n } = useTranslation()
  const language = i18n.language
  return {
    language,
    day: (iso: string) => new Date(iso).toLocaleDateString(language, { dateStyle: 'medium' }),
    moment: (iso: string) => new Date(iso).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }),
    number: (value: number) => value.toLocaleString(language),
    list: (parts: readonly string[]) => new Intl.ListFormat(language).format(parts),
  }
}
