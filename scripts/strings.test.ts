import { furtherLanguages, languages } from '@atrium/contract/catalogue/languages'
import { expect, test } from 'vitest'
import {
  glossaryOf,
  namespaces,
  problemsOf,
  sentencesInSource,
  stringsOf,
  textsInCatalogue,
  unfinished,
  unfinishedFurther,
} from './strings.mjs'

const translated = languages.map(({ code }) => code).filter((code) => code !== 'en' && !unfinished.includes(code))
const further = furtherLanguages.map(({ code }) => code).filter((code) => !unfinishedFurther.includes(code))

test.each(translated)('every string is said in %s, with its placeholders and the glossary’s terms', (language) => {
  expect(namespaces.flatMap((namespace) => problemsOf(language, namespace))).toEqual([])
})

test('each language has a glossary of the same terms', () => {
  const terms = Object.keys(glossaryOf('en') ?? {}).sort()
  for (const language of translated) expect(Object.keys(glossaryOf(language) ?? {}).sort(), language).toEqual(terms)
})

test.each(further)('%s, not offered yet, has the common strings', (language) => {
  expect(problemsOf(language, 'core')).toEqual([])
})

test('what the server and the catalogue say stands in the files to be translated', async () => {
  const known = (namespace: string) => stringsOf('en', namespace) ?? new Map<string, string>()
  const missing = (texts: readonly string[], namespace: string) => texts.filter((text) => !known(namespace).has(text))
  expect(missing(sentencesInSource(), 'sentences'), 'node scripts/strings.mjs --sentences takes them in').toEqual([])
  expect(missing(await textsInCatalogue(), 'catalogue'), 'node scripts/strings.mjs --sentences takes them in').toEqual(
    [],
  )
})
