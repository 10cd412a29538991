import { expect, test } from 'vitest'
import { worstOfAll } from '../../e2e/hostile/corpus.ts'
import { readTable } from './table.ts'

const MEGABYTE = 1_000_000
const refusal = (text: string) => {
  try {
    readTable({ name: 'list.csv', text })
    return null
  } catch (error) {
    return error as Error
  }
}

test('a table says its columns and rows, each with its line', () => {
  const { columns, rows } = readTable({ name: 'list.csv', text: '\uFEFFName; City \n Ann ;Porto\n' })
  expect(columns).toEqual(['Name', 'City'])
  expect(rows).toEqual([{ line: 2, fields: { Name: 'Ann', City: 'Porto' } }])
})

test.each([
  ['a megabyte of commas', ','.repeat(MEGABYTE), /more than 1,000 columns/],
  ['a megabyte of one letter', 'a'.repeat(MEGABYTE - 1), /more than 100,000 characters in a line/],
  ['a heading of 2,000 columns', `${','.repeat(2_000)}\n`, /more than 1,000 columns/],
  [
    'short rows under many columns',
    `${Array.from({ length: 900 }, (_, at) => `c${at}`).join()}\n${'x\n'.repeat(19_000)}`,
    /more than 1,000,000 cells/,
  ],
  ['rows without end', `a,b\n${'1,2\n'.repeat(200_000)}`, /more than 20,000 rows/],
])('%s are refused in a sentence', (_, text, sentence) => {
  expect(refusal(text)).toMatchObject({ code: 'bad_request', message: expect.stringMatching(sentence) })
})

test('the worst texts of the hostile corpus are read, or refused in a sentence', () => {
  const texts = worstOfAll.filter(({ name }) => /\.(csv|tsv|txt)$/.test(name))
  expect(texts.length).toBeGreaterThan(0)
  for (const file of texts) {
    const error = refusal(Buffer.from(file.bytes()).toString('utf8').slice(0, MEGABYTE))
    if (error) expect([file.name, error]).toEqual([file.name, expect.objectContaining({ code: 'bad_request' })])
  }
})

test('a line that no table has is refused before it is searched for quotes', () => {
  expect(() => readTable({ name: 'a.csv', text: `a,b\n${'"a" '.repeat(200_000)}` })).toThrow(
    /100,000 characters in a line/,
  )
})
