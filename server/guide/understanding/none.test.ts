import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { intents } from '../intents/all.ts'
import { GUIDE_LANGUAGES } from '../intents/intent.ts'
import { folded } from './words.ts'

const folder = new URL('./none/', import.meta.url)
const files = existsSync(folder) ? readdirSync(folder) : []
const read = (file: string) =>
  z.array(z.string().trim().min(1)).parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
const bare = (text: string) => folded(text).replace(/[?!. ]+$/u, '')

describe('the sentences that ask for nothing that is done here', () => {
  test.each(files)('%s is in a language of the Guide and says nothing twice', (file) => {
    expect(GUIDE_LANGUAGES.map((language) => `${language}.json`)).toContain(file)
    const all = read(file).map((text) => bare(text) || text)
    expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([])
  })

  test.each(files)('%s has none that is an example of something', (file) => {
    const language = GUIDE_LANGUAGES.find((one) => `${one}.json` === file)
    const examples = new Map(
      intents.flatMap((intent) =>
        (language ? (intent.examples[language] ?? []) : []).map((text) => [bare(text), intent.id] as const),
      ),
    )
    expect(read(file).flatMap((text) => examples.get(bare(text)) ?? [])).toEqual([])
  })

  test('there are many in English', () => expect(read('en.json').length).toBeGreaterThanOrEqual(900))
})
