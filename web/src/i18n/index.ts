import { prefixed } from '@atrium/contract/brand'
import i18next, { type BackendModule } from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import { initReactI18next } from 'react-i18next'
import { storage } from '../platform/storage.ts'
import en from './en.json'

/** Spec 5, "Supported languages", in its order. */
export const languages = [
  'en',
  'es',
  'pt-BR',
  'fr',
  'de',
  'it',
  'nl',
  'pl',
  'tr',
  'ru',
  'zh-Hans',
  'zh-Hant',
  'ja',
  'ko',
  'ar',
  'hi',
  'id',
  'vi',
  'sv',
  'da',
  'no',
  'fi',
  'cs',
  'hu',
  'ro',
  'uk',
  'el',
  'he',
  'fa',
  'ms',
  'th',
  'ta',
  'yo',
  'pcm',
  'ha',
  'ig',
  'sw',
] as const

/** English strings of one feature each (en.json, en-chat.json): bundled, since every other language falls back to them. */
const english = import.meta.glob<Record<string, unknown>>('./en-*.json', { eager: true, import: 'default' })

/** Other languages come when they are asked for: `i18n/locales/de.json`. */
const others = import.meta.glob<Record<string, unknown>>('./locales/*.json', { import: 'default' })

const locales: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, _namespace, done) => {
    const load = others[`./locales/${language}.json`]
    if (!load) return done(null, {})
    load().then(
      (strings) => done(null, strings),
      (cause: unknown) => done(cause instanceof Error ? cause : new Error(String(cause)), null),
    )
  },
}

/** Where the language's choice is looked for, in the spec's order, and kept. */
export const detection = {
  order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
  lookupQuerystring: 'lng',
  lookupCookie: prefixed('lang'),
  lookupLocalStorage: 'i18nextLng',
  lookupSessionStorage: 'i18nextLng',
  caches: ['localStorage'],
  // Browsers name Chinese by region; the strings are by script.
  convertDetectedLanguage: (language: string) => (/^zh-(TW|HK|MO)/i.test(language) ? 'zh-Hant' : language),
}

export const i18n = i18next

/** Changes the language and remembers it where the detector and the server look. */
export async function setLanguage(language: (typeof languages)[number]): Promise<void> {
  storage.write(prefixed('lang'), language)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve.
  document.cookie = `${prefixed('lang')}=${language}; path=/; max-age=31536000; samesite=lax`
  await i18n.changeLanguage(language)
}

export async function startI18n(): Promise<void> {
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language
    document.documentElement.dir = i18n.dir(language)
  })
  await i18n
    .use(LanguageDetector)
    .use(locales)
    .use(initReactI18next)
    .init({
      resources: { en: { translation: Object.assign({}, en, ...Object.values(english)) } },
      partialBundledLanguages: true,
      supportedLngs: languages,
      nonExplicitSupportedLngs: false,
      fallbackLng: 'en',
      detection,
      interpolation: { escapeValue: false },
      returnNull: false,
    })
}
