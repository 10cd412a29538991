import { i18n, KEYED_BY_ENGLISH } from './index.ts'

/**
 * A text that stands in English in the server, the contract's schemas or the catalogue, in the person's language; as it is
 * where nobody has translated it. Numbers stand as `#` in the key, so that "in 5 seconds" and "in 6 seconds" are one.
 */
export function said(text: string): string {
  const language = i18n.resolvedLanguage
  if (!language || language === 'en') return text
  const numbers: string[] = []
  const key = text.replace(/\d+(?:[.,]\d+)*/g, (number) => {
    numbers.push(number)
    return '#'
  })
  for (const namespace of KEYED_BY_ENGLISH) {
    const found: unknown = i18n.getResource(language, namespace, key, { keySeparator: false })
    if (typeof found === 'string') return found.replace(/#/g, () => numbers.shift() ?? '')
  }
  return text
}
