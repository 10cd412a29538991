// Against what Python makes of the same texts (testdata/texts.py).
import { expect, test } from 'vitest'
import { lowerCase, upperCase } from './cases.ts'
import { fromBase64, fromPercent, toBase64, toPercent } from './codecs.ts'
import { countText } from './counts.ts'
import { diffLines } from './differences.ts'
import { csvGrid, readGrid } from './grids.ts'
import { dedupeItems, sortItems } from './items.ts'
import { formatJson, jsonFault, jsonValue, minifyJson, writeJson } from './json.ts'
import { type ReadingLanguage, readingLevel } from './readability.ts'
import { fromRoman, toRoman } from './roman.ts'
import reference from './testdata/texts.json' with { type: 'json' }

test('characters and lines are counted as Python counts them', () => {
  for (const [text, counts] of reference.counts as [string, object][])
    expect([text, countText(text, 'en')]).toEqual([text, { ...counts, words: expect.any(Number) }])
})
test('upper and lower case are Python’s', () => {
  for (const [text, upper, lower] of reference.cases as [string, string, string][])
    expect([upperCase(text, 'en'), lowerCase(text, 'en')]).toEqual([upper, lower])
})
test('lines are sorted by their numbers and their lengths, equal ones as they stood', () => {
  for (const [lines, sorted] of reference.numbers as [string[], string[]][])
    expect(sortItems(lines, { by: 'numbers', language: 'en' })).toEqual(sorted)
  for (const [lines, sorted] of reference.lengths as [string[], string[]][])
    expect(sortItems(lines, { by: 'length', language: 'en' })).toEqual(sorted)
})
test('of equal lines the first stays', () => {
  for (const [lines, unique] of reference.unique as [string[], string[]][]) expect(dedupeItems(lines)).toEqual(unique)
})
test('JSON is laid out and pressed as Python writes it, its numbers as they are', () => {
  for (const [text, pretty, small] of reference.json as [string, string, string][]) {
    expect([formatJson(text), minifyJson(text)]).toEqual([pretty, small])
    expect(formatJson(small)).toBe(pretty)
    expect(jsonFault(text)).toBeNull()
    expect(jsonValue(writeJson(jsonValue(text)))).toEqual(jsonValue(text))
  }
})
test('a fault of JSON stands where Python finds it', () => {
  for (const [text, place] of reference.faults as [string, [number, number]][]) {
    const fault = jsonFault(text)
    expect([text, fault?.line, fault?.column]).toEqual([text, ...place])
  }
})
test('rows are written as Python’s csv writes them, and are the same rows again', () => {
  for (const [rows, written] of reference.csv as [string[][], string][]) {
    expect(csvGrid({ rows })).toBe(written)
    if (rows.every((row) => row.some((cell) => cell !== ''))) expect(readGrid(written)?.rows).toEqual(rows)
  }
})
test('Base64 and per cent signs are Python’s, there and back', () => {
  for (const [text, encoded] of reference.base64 as [string, string][]) {
    expect(toBase64(text)).toBe(encoded)
    expect(fromBase64(encoded)).toEqual({ text })
  }
  for (const [text, encoded] of reference.percent as [string, string][]) {
    expect(toPercent(text)).toBe(encoded)
    expect(fromPercent(encoded)).toEqual({ text })
  }
})
test('as many lines stay as two texts have in common, and the differences give both again', () => {
  for (const [before, after, common] of reference.differences as [string[], string[], number][]) {
    const lines = diffLines(before, after)
    expect(lines.filter(({ sign }) => sign === ' ')).toHaveLength(common)
    expect(lines.filter(({ sign }) => sign !== '+').map(({ text }) => text)).toEqual(before)
    expect(lines.filter(({ sign }) => sign !== '-').map(({ text }) => text)).toEqual(after)
  }
})
test('Roman numerals are those of the table, there and back', () => {
  for (const [number, numeral] of reference.roman as [number, string][])
    expect([toRoman(number), fromRoman(numeral)]).toEqual([numeral, number])
  expect([toRoman(0), toRoman(4000), toRoman(1.5)]).toEqual([null, null, null])
  expect(['IIII', 'IC', 'VX', '', 'MMMM', 'abc'].map(fromRoman)).toEqual([null, null, null, null, null, null])
  expect([fromRoman('mcmxciv'), fromRoman('Ⅻ')]).toEqual([1994, 12])
})
test('reading ease is what the published measures give', () => {
  for (const [words, sentences, syllables, eases] of reference.ease as [
    number,
    number,
    number,
    Record<string, number>,
  ][])
    for (const [language, ease] of Object.entries(eases))
      expect(readingLevel({ words, sentences, syllables }, language as ReadingLanguage).ease).toBeCloseTo(ease, 8)
})
