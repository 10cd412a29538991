import { readFileSync } from 'node:fs'
import { type Texts, textAt } from '@atrium/contract/texts'
import { numberStyle } from '@atrium/domain/numbers/number-style'
import { describe, expect, test } from 'vitest'
import { Exact } from '../calculation/numbers.ts'
import { readQuantity } from '../measures/quantity.ts'
import { calcIntents } from './calc/all.ts'
import { chanceIntents } from './chance/all.ts'
import { clothingIntents } from './clothing/all.ts'
import { GUIDE_LANGUAGES, type GuideLanguage, type Intent, type SlotKind } from './intent.ts'
import { moneyIntents } from './money/all.ts'
import { recipeIntents } from './recipe/all.ts'
import { replied } from './test-reply.ts'
import { unitsIntents } from './units/all.ts'

const areas: Readonly<Record<string, readonly Intent[]>> = {
  calc: calcIntents,
  money: moneyIntents,
  chance: chanceIntents,
  recipe: recipeIntents,
  clothing: clothingIntents,
  units: unitsIntents,
}
const intents = Object.values(areas).flat()
const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as T

const keysOf = (texts: Texts, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [before + key] : keysOf(value, `${before}${key}.`),
  )
const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort()

describe.each([...Object.keys(areas), 'talk', 'memory'])('The texts of %s', (area) => {
  const english = read<Texts>(`./${area}/texts/en.json`)
  const keys = keysOf(english)
  test.each(GUIDE_LANGUAGES)('in %s are all there, with the same values', (language) => {
    const texts = read<Texts>(`./${area}/texts/${language}.json`)
    expect(keysOf(texts).sort()).toEqual([...keys].sort())
    for (const key of keys)
      expect([key, placeholders(textAt(texts, key) ?? '')]).toEqual([key, placeholders(textAt(english, key) ?? '')])
  })
})

describe.each(intents.map((intent) => [intent.id, intent] as const))('The examples of %s', (_, { slots, examples }) => {
  test('are enough in every language, each once, and name slots that there are', () => {
    for (const language of GUIDE_LANGUAGES) {
      const sentences = examples[language] ?? []
      expect([language, sentences.length >= (language === 'en' ? 10 : 4)]).toEqual([language, true])
      expect(new Set(sentences).size).toBe(sentences.length)
      for (const sentence of sentences)
        for (const [, name = ''] of sentence.matchAll(/\{(\w*)(?::[^{}]*)?\}/g))
          expect([sentence, Object.keys(slots)]).toEqual([sentence, expect.arrayContaining([name])])
    }
  })
  test('say each required slot in every language', () => {
    const required = Object.entries(slots).flatMap(([name, slot]) => (slot.required ? [name] : []))
    for (const language of GUIDE_LANGUAGES)
      for (const name of required)
        expect((examples[language] ?? []).join(' ')).toMatch(new RegExp(`\\{${name}[:}]`, 'u'))
  })
})

test('examples are of intents that there are', () => {
  for (const [area, ours] of Object.entries(areas))
    for (const language of GUIDE_LANGUAGES) {
      const ids = Object.keys(read<object>(`./${area}/examples/${language}.json`))
      expect(ids.sort()).toEqual(ours.map(({ id }) => id).sort())
    }
})

test('words are there in every language, but those that a language puts no spaces around', () => {
  const none = new Set(['chance and ja', 'chance and zh-Hans', 'chance and ar'])
  for (const area of Object.keys(areas)) {
    const { cues = {}, ...lists } = read<Record<string, Record<string, unknown>>>(`./${area}/words.json`)
    const { compounding = {}, ...others } = lists
    for (const [name, words] of Object.entries({ ...cues, ...compounding, ...others }))
      for (const language of GUIDE_LANGUAGES) {
        const list = (words as Partial<Record<GuideLanguage, string[]>>)[language] ?? []
        const isThere = list.length > 0 || none.has(`${area} ${name} ${language}`)
        expect([area, name, language, isThere]).toEqual([area, name, language, true])
      }
  }
})

const quantity = (text: string) => readQuantity(text, numberStyle('en-US'), 'us')
/** A value of each kind; what makes a better one for a slot stands by its name. */
const values: Readonly<Record<SlotKind, unknown>> = {
  number: new Exact(4),
  numbers: [new Exact(4), new Exact(5)],
  percent: new Exact(7),
  money: { amount: new Exact(250), currency: 'EUR' },
  quantity: quantity('100 cm'),
  duration: { years: 2 },
  date: '2027-06-01',
  moment: '2027-06-01T10:00',
  block: { text: '200 g flour\n3 eggs', name: null },
  text: 'a, b, c',
}
const better: Readonly<Record<string, unknown>> = {
  distance: quantity('450 km'),
  consumption: quantity('6.5 L/100 km'),
  dice: '2d6',
  deposit: { amount: new Exact(50), currency: 'EUR' },
  goal: { amount: new Exact(9_000), currency: 'EUR' },
  letter: 'L',
  sizes: [quantity('500 g'), quantity('2 kg')],
  hours: { hours: 38 },
  foot: quantity('27 cm'),
}
const many = { money: [values.money, { amount: new Exact(300), currency: 'EUR' }] } as Partial<
  Record<SlotKind, unknown>
>

test.each(GUIDE_LANGUAGES)(
  'every intent answers in %s, with nothing left to fill in and no word of the code',
  async (language) => {
    for (const intent of intents)
      for (const isAll of [false, true]) {
        const given = Object.fromEntries(
          Object.entries(intent.slots).flatMap(([name, { kind, isMany, required }]) =>
            required || isAll
              ? [[name, better[name] ?? (isMany ? (many[kind] ?? [values[kind], values[kind]]) : values[kind])]]
              : [],
          ),
        )
        const { markdown } = await replied(intent, given as Parameters<typeof replied>[1], { language })
        expect(markdown).not.toBe('')
        expect(markdown).not.toMatch(/\{\{|\}\}|\bundefined\b|\bNaN\b|\bnull\b|\[object/)
        expect(markdown.split('\n\n').length).toBeLessThanOrEqual(5)
      }
  },
)
