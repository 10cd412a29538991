import { prefixed } from '@atrium/contract/brand'
import { directionOf } from '@atrium/contract/catalogue/language-codes'
import { ownLanguage } from '@atrium/contract/catalogue/language-of'
import i18next, { type BackendModule, type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { storage } from '../platform/storage.ts'
import { detector } from './detector.ts'
import { codes, inOrder, writeNumber } from './locale.ts'
import chat from './locales/en/chat.json'
import core from './locales/en/core.json'
import { MODULES } from './module-files.ts'

type Strings = Record<string, unknown>

/**
 * One folder a language, one file a namespace: `locales/de/settings.json`. What every page needs (core and chat) is the
 * default namespace, bundled in English, since every other language falls back to it; the rest comes with the page that
 * asks for it.
 */
const SHARED = 'translation'
const ofShared = ['core', 'chat']
/** Texts that are written where both sides can read them (refusals, schemas, the catalogue): keyed by the English, which needs no file. */
export const KEYED_BY_ENGLISH = ['sentences', 'catalogue']

async function stringsOf(language: string, namespace: string): Promise<Strings> {
  if (namespace.startsWith(MODULES)) {
    const { textsOfModule } = await import('./texts-of-module.ts')
    return textsOfModule(namespace.slice(MODULES.length), language)
  }
  const names = namespace === SHARED ? ofShared : [namespace]
  const { files } = await import('./files.ts')
  const parts = await Promise.all(names.map((name) => files[`./locales/${language}/${name}.json`]?.()))
  return Object.assign({}, ...parts)
}

const locales: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    stringsOf(language, namespace).then(
      (strings) => done(null, strings),
      (cause: unknown) => done(cause instanceof Error ? cause : new Error(String(cause)), null),
    )
  },
}

/** A number in parts and nothing else. Of longer values, which may be kept or searched, nothing is changed. */
const IN_PARTS = /^\d+(?:-\d+)+$/

/**
 * Numbers in sentences: `{{count}}` of 1234 is 1,234 in English, 1.234 in German and ۱٬۲۳۴ in Persian. A number in parts
 * (`2026-0001`) keeps its order in a sentence that runs from right to left.
 */
const numbers: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _, language) => {
    if (typeof value === 'number' && language) return writeNumber(value, language)
    return typeof value === 'string' && language && IN_PARTS.test(value) ? inOrder(value, language) : (value as string)
  },
}

export const i18n = i18next

/** Changes the language and remembers it where the detector and the server look. */
export async function setLanguage(language: string): Promise<void> {
  storage.write(prefixed('lang'), language)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve.
  document.cookie = `${prefixed('lang')}=${language}; path=/; max-age=31536000; samesite=lax`
  await i18n.changeLanguage(language)
}

export async function startI18n(): Promise<void> {
  i18n.on('languageChanged', () => {
    // What the page is written in, which is English where a language has no strings yet.
    const language = i18n.resolvedLanguage ?? 'en'
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
  })
  await i18n
    .use(
      detector({
        lookupQuerystring: 'lng',
        lookupCookie: prefixed('lang'),
        lookupStorage: 'i18nextLng',
        // A tag that is not one of ours letter by letter would be passed over for a later one, and `en` of index.html come first.
        convert: ownLanguage,
      }),
    )
    .use(locales)
    .use(numbers)
    .use(initReactI18next)
    .init({
      resources: {
        en: { [SHARED]: { ...core, ...chat }, ...Object.fromEntries(KEYED_BY_ENGLISH.map((name) => [name, {}])) },
      },
      ns: [SHARED, ...KEYED_BY_ENGLISH],
      defaultNS: SHARED,
      fallbackNS: SHARED,
      partialBundledLanguages: true,
      supportedLngs: codes,
      nonExplicitSupportedLngs: false,
      fallbackLng: 'en',
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    })
}
