import { languageCodes } from './language-codes.ts'

const codes: readonly string[] = languageCodes

/** What our languages are called elsewhere: macrolanguages' members, older codes. */
const others: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', iw: 'he', in: 'id', zsm: 'ms', pes: 'fa' }

/**
 * The language of ours that a tag means: browsers name regions (`de-AT`, `zh-TW`), our strings are by language, and
 * Chinese by script. A tag that means none of ours stays as it is.
 */
export function ownLanguage(tag: string): string {
  if (codes.includes(tag)) return tag
  let locale: Intl.Locale
  try {
    locale = new Intl.Locale(tag.replaceAll('_', '-')).maximize()
  } catch (error) {
    // Anybody can write anything behind ?lng=.
    if (error instanceof RangeError) return tag
    throw error
  }
  const { language, script } = locale
  const own = [`${language}-${script}`, others[language] ?? language]
  return own.find((code) => codes.includes(code)) ?? codes.find((code) => code.startsWith(`${language}-`)) ?? tag
}
