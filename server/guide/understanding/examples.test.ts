import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Module } from '@atrium/contract/module'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { discover } from '../../records/discover.ts'
import { fieldsOf } from '../actions/fields.ts'
import { targetsOf } from '../actions/targets.ts'
import { GUIDE_LANGUAGES, type GuideLanguage } from '../intents/intent.ts'
import { type Piece, piecesOf } from './example.ts'
import { type Known, knownIn } from './known.ts'
import { mannersOf } from './manners.ts'

const folder = fileURLToPath(new URL('../../../modules/', import.meta.url))
const Examples = z.record(z.string(), z.array(z.string().trim().min(1)).min(1))

/** The files with examples, as `wallet/examples/en.json`. */
const files = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`${folder}${entry.name}/examples`))
  .flatMap(({ name }) => readdirSync(`${folder}${name}/examples`).map((file) => `${name}/examples/${file}`))

let modules: Module[]
beforeAll(async () => {
  const log = { error: (facts: unknown) => expect.unreachable(JSON.stringify(facts)) }
  modules = (await discover(folder, log as never)).map(({ module }) => module)
})

const read = (file: string): unknown => JSON.parse(readFileSync(`${folder}${file}`, 'utf8'))
const slotsOf = (pieces: readonly Piece[]) => pieces.flatMap((piece) => ('slot' in piece ? [piece.slot] : []))

interface Said {
  known: Known
  source: string
}

/** Everything that is an example of an action in this language, with the action. */
const allIn = (language: GuideLanguage): Said[] =>
  knownIn(modules, [], language).flatMap((known) => known.examples.map((source) => ({ known, source })))

/** Whether the action is about something that is looked up by its name: of two the one is meant whose thing is there. */
const namesOne = ({ target }: Known) => !!target && fieldsOf(target.action).some(({ name }) => name === 'id')

/** A sentence without what its slots are called: two of one shape take the same words. */
const shapeOf = ({ known, source }: Said): string =>
  piecesOf(source)
    .map((piece) =>
      'word' in piece ? piece.word : `{${known.kindOf(piece.slot)} ${known.optionsOf(piece.slot).join(' ')}}`,
    )
    .join(' ')

describe('the examples of modules', () => {
  test.each(files)('%s holds sentences by action, in a language of the Guide', (file) => {
    expect(Examples.safeParse(read(file)).error?.issues ?? []).toEqual([])
    expect(GUIDE_LANGUAGES.map((language) => `${language}.json`)).toContain(file.split('/')[2])
  })

  test.each(files)('%s names actions that are there, and their fields alone as slots', (file) => {
    const faults = Object.entries(Examples.parse(read(file))).flatMap(([action, sentences]) => {
      const target = targetsOf(modules).find(({ id }) => id === `${file.split('/')[0]}.${action}`)
      if (!target) return [`there is no action ${action}`]
      const fields = new Set(fieldsOf(target.action).map(({ name }) => name))
      return sentences.filter((source) => {
        const slots = slotsOf(piecesOf(source))
        const braces = source.match(/[{}]/gu)?.length ?? 0
        return slots.some((slot) => !fields.has(slot)) || new Set(slots).size * 2 !== braces
      })
    })
    expect(faults).toEqual([])
  })

  test.each(GUIDE_LANGUAGES)('no two say the same in %s, but of things that are told by their names', (language) => {
    const by = new Map<string, Said>()
    const twice = allIn(language).flatMap((said) => {
      const shape = shapeOf(said)
      const before = by.get(shape)
      by.set(shape, said)
      const isTold = before && before.known !== said.known && namesOne(before.known) && namesOne(said.known)
      return before && !isTold ? [`${before.known.id}: ${before.source} – ${said.known.id}: ${said.source}`] : []
    })
    expect(twice).toEqual([])
  })

  test.each(GUIDE_LANGUAGES)('each has something by which it is known in %s', (language) => {
    const { courtesy, joiners } = mannersOf(language)
    const isWeighty = (known: Known, piece: Piece) =>
      'word' in piece
        ? /[\p{L}\p{N}]/u.test(piece.word) && !courtesy.has(piece.word) && !joiners.has(piece.word)
        : !['text', 'block'].includes(known.kindOf(piece.slot))
    // “I need to {title}” is known by its small words together.
    const small = (pieces: readonly Piece[]) => pieces.filter((piece) => 'word' in piece).length
    const empty = allIn(language).filter(({ known, source }) => {
      const pieces = piecesOf(source)
      return small(pieces) < 3 && !pieces.some((piece) => isWeighty(known, piece))
    })
    expect(empty.map(({ known, source }) => `${known.id}: ${source}`)).toEqual([])
  })

  test('two slots of words never stand side by side, since nobody can tell where one ends', () => {
    const beside = GUIDE_LANGUAGES.flatMap(allIn).filter(({ known, source }) =>
      piecesOf(source).some((piece, at, all) => {
        const next = all[at + 1]
        const isText = (one: Piece | undefined) => !!one && 'slot' in one && known.kindOf(one.slot) === 'text'
        return isText(piece) && isText(next)
      }),
    )
    expect(beside.map(({ known, source }) => `${known.id}: ${source}`)).toEqual([])
  })
})
