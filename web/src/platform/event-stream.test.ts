import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventParser, type StreamEvent } from './event-stream.ts'

function parse(pieces: readonly string[]): StreamEvent[] {
  const events: StreamEvent[] = []
  const parser = eventParser((event) => events.push(event))
  for (const piece of pieces) parser.push(piece)
  return events
}

/** Cuts a text at the given places. */
const cut = (text: string, places: readonly number[]): string[] => {
  const sorted = [...places].map((place) => place % (text.length + 1)).sort((a, b) => a - b)
  return [...sorted, text.length].map((end, index) => text.slice(index === 0 ? 0 : sorted[index - 1], end))
}

const field = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, '·'))
const event = fc.record({
  type: field.filter((text) => text !== ''),
  id: field,
  lines: fc.array(field, { minLength: 1, maxLength: 3 }),
})
const ending = fc.constantFrom('\n', '\r\n', '\r')

test('whatever the line ends and wherever the text is cut, every event arrives once and whole', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 6 }),
      ending,
      fc.array(fc.nat(), { maxLength: 12 }),
      (events, end, places) => {
        const text = events
          .map(({ type, id, lines }) =>
            [`event: ${type}`, ': heartbeat', `id: ${id}`, ...lines.map((value) => `data: ${value}`), '', ''].join(end),
          )
          .join('')
        const expected = events.map(({ type, id, lines }) => ({ type, id, data: lines.join('\n') }))
        expect(parse(cut(text, places))).toEqual(expected)
      },
    ),
  )
})

test('bytes cut inside a character arrive as that character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(), { maxLength: 20 }), (value, places) => {
      const clean = value.replace(/[\r\n]/g, ' ')
      const bytes = new TextEncoder().encode(`data: ${clean}é😀\n\n`)
      const decoder = new TextDecoder()
      const ends = [...places.map((place) => place % bytes.length).sort((a, b) => a - b), bytes.length]
      const pieces = ends.map((end, index) =>
        decoder.decode(bytes.slice(index === 0 ? 0 : ends[index - 1], end), { stream: true }),
      )
      expect(parse(pieces)).toEqual([{ type: 'message', id: '', data: `${clean}é😀` }])
    }),
  )
})

test('comments and an unfinished last event dispatch nothing, a byte order mark is skipped', () => {
  expect(parse(['\uFEFFdata: a\n\n: ping\n\n', 'data: unfinished\n'])).toEqual([{ type: 'message', id: '', data: 'a' }])
})

test('only one space after the colon is dropped, and a field without a colon is an empty one', () => {
  expect(parse(['data:  two\ndata\ndata:x\n\n'])).toEqual([{ type: 'message', id: '', data: ' two\n\nx' }])
})
