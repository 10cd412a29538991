export interface Language {
  /** BCP 47, as in spec 5. */
  code: string
  /** The language's name in itself. */
  name: string
}

const language = (code: string, name: string): Language => ({ code, name })

/** Spec 5, "Supported languages", in its order. */
export const languages: readonly Language[] = [
  language('en', 'English'),
  language('es', 'Español'),
  language('pt-BR', 'Português (Brasil)'),
  language('fr', 'Français'),
  language('de', 'Deutsch'),
  language('it', 'Italiano'),
  language('nl', 'Nederlands'),
  language('pl', 'Polski'),
  language('tr', 'Türkçe'),
  language('ru', 'Русский'),
  language('zh-Hans', '简体中文'),
  language('zh-Hant', '繁體中文'),
  language('ja', '日本語'),
  language('ko', '한국어'),
  language('ar', 'العربية'),
  language('hi', 'हिन्दी'),
  language('id', 'Bahasa Indonesia'),
  language('vi', 'Tiếng Việt'),
  language('sv', 'Svenska'),
  language('da', 'Dansk'),
  language('no', 'Norsk'),
  language('fi', 'Suomi'),
  language('cs', 'Čeština'),
  language('hu', 'Magyar'),
  language('ro', 'Română'),
  language('uk', 'Українська'),
  language('el', 'Ελληνικά'),
  language('he', 'עברית'),
  language('fa', 'فارسی'),
  language('ms', 'Bahasa Melayu'),
  language('th', 'ไทย'),
  language('ta', 'தமிழ்'),
  language('yo', 'Yorùbá'),
  language('pcm', 'Naijá'),
  language('ha', 'Hausa'),
  language('ig', 'Igbo'),
  language('sw', 'Kiswahili'),
]

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

const rightToLeft = new Set(['ar', 'he', 'fa', 'ur'])

export const directionOf = (code: string): 'ltr' | 'rtl' => (rightToLeft.has(code) ? 'rtl' : 'ltr')
