import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutEmptyLines } from './empty-lines.ts'

const lines = (text: string) => text.split(/\r\n|\n|\r/)

test('lines with nothing on them are left out, and the others know where they stood', () => {
  const piece = fc.constantFrom('a', 'b c', '', ' ', '\t', '\n', '\r\n', '\r', '\n\n\n')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const whole = pieces.join('')
      const { text, lineOf } = withoutEmptyLines(whole)
      const left = lines(text).flatMap((line, at) => (line.trim() === '' ? [] : [[lineOf(at + 1), line] as const]))
      const wanted = lines(whole).flatMap((line, at) => (line.trim() === '' ? [] : [[at + 1, line] as const]))
      expect(left).toEqual(wanted)
      expect(lines(text).filter((line) => line.trim() === '').length).toBeLessThanOrEqual(1) // behind the last line end
    }),
    { numRuns: 2_000 },
  )
})

test('a quoted cell keeps its empty lines, but none has hundreds', () => {
  const cell = 'a,"one\n\n\n\ntwo"\n\nb,c\n'
  expect(withoutEmptyLines(cell).text).toBe(cell)
  const { text, lineOf } = withoutEmptyLines(`"a"\n${'\n'.repeat(1_000_000)}b`)
  expect([text, lineOf(1), lineOf(2)]).toEqual(['"a"\nb', 1, 1_000_002])
})
