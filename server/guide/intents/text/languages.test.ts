import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Texts } from '@atrium/contract/texts'
import { expect, test } from 'vitest'
import { GUIDE_LANGUAGES } from '../intent.ts'
import { textIntents } from './all.ts'
import en from './texts/en.json' with { type: 'json' }

const folder = (name: string) => join(import.meta.dirname, name)
const read = (name: string): unknown => JSON.parse(readFileSync(folder(name), 'utf8'))
const flat = (texts: Texts, before = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[before + key, text]] : flat(text, `${before}${key}.`),
  )
const valuesIn = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()

test('there is a file of examples and one of texts for each language', () => {
  const files = GUIDE_LANGUAGES.map((language) => `${language}.json`).sort()
  expect(readdirSync(folder('examples')).sort()).toEqual(files)
  expect(readdirSync(folder('texts')).sort()).toEqual(files)
})
test.each(GUIDE_LANGUAGES)('%s has every sentence, each with the values of the English one', (language) => {
  const texts = new Map(flat(read(`texts/${language}.json`) as Texts))
  const english = flat(en)
  expect([...texts.keys()]).toEqual(english.map(([key]) => key))
  for (const [key, text] of english) {
    expect([key, valuesIn(texts.get(key) as string)]).toEqual([key, valuesIn(text)])
    if (language !== 'en') expect(texts.get(key)).not.toBe('')
  }
})
test.each(GUIDE_LANGUAGES)('%s has enough examples of every intent, with slots that it has', (language) => {
  const examples = read(`examples/${language}.json`) as Record<string, string[]>
  expect(Object.keys(examples).sort()).toEqual(textIntents.map(({ id }) => id).sort())
  for (const { id, slots, examples: known } of textIntents) {
    const said = known[language] ?? []
    expect([id, said]).toEqual([id, examples[id]])
    expect([id, said.length >= (language === 'en' ? 10 : 4), new Set(said).size]).toEqual([id, true, said.length])
    for (const sentence of said) {
      const named = [...sentence.matchAll(/\{(\w+)(?::[^{}]*)?\}/g)].map((match) => match[1] as string)
      expect([sentence, named.filter((name) => !(name in slots))]).toEqual([sentence, []])
      // A request is more than a verb: words beside what it is about.
      expect([sentence, /[\p{L}\p{M}]{2}/u.test(sentence.replace(/\{\w+(?::[^{}]*)?\}/g, ''))]).toEqual([
        sentence,
        true,
      ])
      const needed = Object.entries(slots).filter(([, { kind, required }]) => required && kind !== 'block')
      expect([sentence, needed.filter(([name]) => !named.includes(name))]).toEqual([sentence, []])
    }
  }
})
test('no sentence is an example of two intents', () => {
  for (const language of GUIDE_LANGUAGES) {
    const all = textIntents.flatMap(({ examples }) => examples[language] ?? [])
    expect([language, all.filter((sentence, at) => all.indexOf(sentence) !== at)]).toEqual([language, []])
  }
})
