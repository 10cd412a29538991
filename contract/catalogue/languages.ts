import { languageCodes } from './language-codes.ts'

export interface Language {
  /** BCP 47, as in spec 5. */
  code: string
  /** The language's name in itself. */
  name: string
}

const names: Readonly<Record<(typeof languageCodes)[number], string>> = {
  en: 'English',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  tr: 'Türkçe',
  ru: 'Русский',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
  ja: '日本語',
  ko: '한국어',
  ar: 'العربية',
  hi: 'हिन्दी',
  id: 'Bahasa Indonesia',
  vi: 'Tiếng Việt',
  sv: 'Svenska',
  da: 'Dansk',
  no: 'Norsk',
  fi: 'Suomi',
  cs: 'Čeština',
  hu: 'Magyar',
  ro: 'Română',
  uk: 'Українська',
  el: 'Ελληνικά',
  he: 'עברית',
  fa: 'فارسی',
  ms: 'Bahasa Melayu',
  th: 'ไทย',
  ta: 'தமிழ்',
  yo: 'Yorùbá',
  pcm: 'Naijá',
  ha: 'Hausa',
  ig: 'Igbo',
  sw: 'Kiswahili',
}

/** Spec 5, "Supported languages", in its order. */
export const languages: readonly Language[] = languageCodes.map((code) => ({ code, name: names[code] }))

const language = (code: string, name: string): Language => ({ code, name })

/** Bundles that exist with the common strings but are not in the supported list (spec 5). */
export const furtherLanguages: readonly Language[] = [
  language('bg', 'Български'),
  language('sk', 'Slovenčina'),
  language('hr', 'Hrvatski'),
  language('lt', 'Lietuvių'),
  language('lv', 'Latviešu'),
  language('et', 'Eesti'),
  language('sl', 'Slovenščina'),
  language('bn', 'বাংলা'),
  language('ur', 'اردو'),
]
