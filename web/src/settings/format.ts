import { useTranslation } from 'react-i18next'
import { localeOf } from '../i18n/locale.ts'

/** Dates and numbers in the page's language. */
export function useFormats() {
  const { i18n } = useTranslation()
  const language = i18n.language
  const locale = localeOf(language)
  return {
    language,
    day: (iso: string) => new Date(iso).toLocaleDateString(locale, { dateStyle: 'medium' }),
    moment: (iso: string) => new Date(iso).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' }),
    number: (value: number) => value.toLocaleString(locale),
    list: (parts: readonly string[]) => new Intl.ListFormat(locale).format(parts),
  }
}
