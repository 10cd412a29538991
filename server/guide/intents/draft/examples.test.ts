import { describe, expect, test } from 'vitest'
import { piecesOf } from '../../understanding/example.ts'
import { fileIntents } from '../file/all.ts'
import { GUIDE_LANGUAGES } from '../intent.ts'
import { draftIntents } from './all.ts'

const intents = [...draftIntents, ...fileIntents]

describe.each(GUIDE_LANGUAGES)('Drafts and questions about files in %s', (language) => {
  test('have enough examples, each once and of one intent, with slots that there are', () => {
    const all = intents.flatMap(({ examples }) => examples[language] ?? [])
    expect(all.filter((sentence, at) => all.indexOf(sentence) !== at)).toEqual([])
    for (const { id, slots, examples } of intents) {
      const said = examples[language] ?? []
      expect([id, said.length >= (language === 'en' ? 60 : 6)]).toEqual([id, true])
      for (const sentence of said) {
        const named = piecesOf(sentence).flatMap((piece) => ('slot' in piece ? [piece.slot] : []))
        expect([sentence, named.filter((name) => !(name in slots)), new Set(named).size]).toEqual([
          sentence,
          [],
          named.length,
        ])
      }
    }
  })

  test('never have two slots of words side by side', () => {
    for (const { slots, examples } of intents)
      for (const sentence of examples[language] ?? [])
        expect([
          sentence,
          piecesOf(sentence).some((piece, at, pieces) => {
            const next = pieces[at + 1]
            const isText = (one: typeof next) => one && 'slot' in one && slots[one.slot]?.kind === 'text'
            return isText(piece) && isText(next)
          }),
        ]).toEqual([sentence, false])
  })
})
