import { isSafeLanguageCode, type LanguageDetectorModule } from 'i18next'
import { storage } from '../platform/storage.ts'

export interface Detection {
  lookupQuerystring: string
  lookupCookie: string
  lookupStorage: string
  /** What a tag found somewhere means to us. */
  convert: (tag: string) => string
}

/** A tag comes from anywhere and goes into `<html lang>`. */
const isTag = (tag: unknown): tag is string => isSafeLanguageCode(tag)

function fromSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    // Forbidden by the browser's settings: nothing is kept there.
    return null
  }
}

/**
 * Spec 5: the query string, a cookie, local storage, session storage, the browser's languages, the html tag; kept in local storage.
 * Written here, because the package that does this is 2 KB more in every first load.
 */
export function detector({
  lookupQuerystring,
  lookupCookie,
  lookupStorage,
  convert,
}: Detection): LanguageDetectorModule {
  return {
    type: 'languageDetector',
    detect: () =>
      [
        new URLSearchParams(location.search).get(lookupQuerystring),
        document.cookie
          .split('; ')
          .find((pair) => pair.startsWith(`${lookupCookie}=`))
          ?.slice(lookupCookie.length + 1),
        storage.read(lookupStorage),
        fromSession(lookupStorage),
        ...navigator.languages,
        document.documentElement.lang,
      ]
        .filter(isTag)
        .map(convert),
    cacheUserLanguage: (language) => storage.write(lookupStorage, language),
  }
}
