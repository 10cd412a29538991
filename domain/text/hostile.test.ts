// Texts that make a careless search take minutes. Nothing is timed: where one takes the square of its length, the test never ends.
import { expect, test } from 'vitest'
import { camelCase, sentenceCase, titleCase } from './cases.ts'
import { fromBase64, fromPercent } from './codecs.ts'
import { linesOf } from './counts.ts'
import { diffLines } from './differences.ts'
import { datesIn, emailsIn, hashtagsIn, linksIn, numbersIn, phonesIn } from './extraction.ts'
import { readGrid } from './grids.ts'
import { itemsOf } from './items.ts'
import { formatJson } from './json.ts'
import { replaceAll } from './replacing.ts'
import { slugOf } from './slugs.ts'
import { syllablesOf } from './syllables.ts'
import { tidied, unwrapped } from './tidying.ts'

const LENGTH = 200_000
const PIECES = [
  ' ',
  '"',
  '[',
  '(',
  'a',
  '1',
  '@',
  '#',
  '.',
  '|',
  ',',
  '%',
  '=',
  '1.',
  'a@',
  '1 ',
  'www.',
  '{"a":',
  '\n',
  ' \n',
  'May 1 ',
]

const WORK: Readonly<Record<string, (text: string) => unknown>> = {
  emailsIn,
  linksIn,
  numbersIn,
  datesIn,
  phonesIn,
  hashtagsIn,
  camelCase,
  titleCase: (text) => titleCase(text, 'en'),
  sentenceCase: (text) => sentenceCase(text, 'en'),
  fromBase64,
  fromPercent,
  formatJson,
  readGrid,
  itemsOf,
  tidied,
  unwrapped,
  slugOf: (text) => slugOf(text, 'en'),
  syllablesOf: (text) => syllablesOf(text, 'pt'),
  replaceAll: (text) => replaceAll(text, `${text.slice(0, 1_000)}x`, ''),
  diffLines: (text) => diffLines(linesOf(text), linesOf(`x${text}`)),
}

test.each(Object.keys(WORK))('%s comes to an end with any text', { timeout: 120_000 }, (name) => {
  for (const piece of PIECES) expect(WORK[name]?.(piece.repeat(LENGTH / piece.length))).toBeDefined()
})
