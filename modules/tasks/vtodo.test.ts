import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeText, foldLine, unescapeText } from './ics-lines.ts'
import { formatTodos, parseTodos, type Todo } from './vtodo.ts'

const calendar = (...lines: string[]) => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${lines.join('\r\n')}\r\nEND:VCALENDAR\r\n`
const todo = (...lines: string[]) => calendar('BEGIN:VTODO', 'UID:1', 'SUMMARY:x', ...lines, 'END:VTODO')
const only = (file: string, zone = 'Europe/Berlin') => {
  const { read, refused } = parseTodos(file, zone)
  expect(refused).toEqual([])
  return read[0]?.todo as Todo
}

// The examples of RFC 5545, 3.6.2.
describe('the examples of RFC 5545', () => {
  test('a to-do that is due on a day', () => {
    const file = calendar(
      'BEGIN:VTODO',
      'UID:20070313T123432Z-456553@example.com',
      'DTSTAMP:20070313T123432Z',
      'DUE;VALUE=DATE:20070501',
      'SUMMARY:Submit Quebec Income Tax Return for 2006',
      'CLASS:CONFIDENTIAL',
      'CATEGORIES:FAMILY,FINANCE',
      'STATUS:NEEDS-ACTION',
      'END:VTODO',
    )
    expect(only(file)).toMatchObject({
      title: 'Submit Quebec Income Tax Return for 2006',
      due: '2007-05-01',
      contexts: ['FAMILY', 'FINANCE'],
      done: false,
    })
  })
  test('a to-do that is due at a moment and was completed', () => {
    const file = calendar(
      'BEGIN:VTODO',
      'UID:20070514T103211Z-123404@example.com',
      'DTSTAMP:20070514T103211Z',
      'DTSTART:20070514T110000Z',
      'DUE:20070709T130000Z',
      'COMPLETED:20070707T100000Z',
      'SUMMARY:Submit Revised Internet-Draft',
      'PRIORITY:1',
      'STATUS:NEEDS-ACTION',
      'END:VTODO',
    )
    expect(only(file)).toMatchObject({
      due: '2007-07-09T15:00',
      done: true,
      doneAt: '2007-07-07T10:00:00.000Z',
      priority: 'A',
    })
  })
})

describe('reading', () => {
  test('times: UTC and named zones are put on the own clock, floating ones stay', () => {
    expect(only(todo('DUE:20261001T100000Z')).due).toBe('2026-10-01T12:00')
    expect(only(todo('DUE;TZID=America/New_York:20261001T090000')).due).toBe('2026-10-01T15:00')
    expect(only(todo('DUE:20261001T090000')).due).toBe('2026-10-01T09:00')
    expect(only(todo('DUE;TZID="Own/Zone":20261001T090000')).due).toBe('2026-10-01T09:00')
  })
  test('folded lines, with space or tab, CRLF or LF', () => {
    const file = 'BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMM\n ARY:Buy\n  milk\n\t and eggs\nEND:VTODO\nEND:VCALENDAR'
    expect(only(file).title).toBe('Buy milk and eggs')
  })
  test('escapes, alarms inside, unknown properties and parameters with colons', () => {
    const file = todo(
      'X-A;ALTREP="http://e.x/a;b:c":value',
      'DESCRIPTION:one\\, two\\; three\\nfour \\\\n',
      'BEGIN:VALARM',
      'SUMMARY:Alarm',
      'END:VALARM',
      'RRULE:FREQ=WEEKLY;BYDAY=MO',
    )
    expect(only(file)).toMatchObject({
      title: 'x',
      notes: 'one, two; three\nfour \\n',
      recurrence: 'FREQ=WEEKLY;BYDAY=MO',
    })
  })
  test('priorities 1–4, 5, 6–9 and 0', () => {
    expect(['1', '4', '5', '6', '9', '0'].map((n) => only(todo(`PRIORITY:${n}`)).priority)).toEqual([
      'A',
      'A',
      'B',
      'C',
      'C',
      null,
    ])
  })
  test('what cannot be read is told with its line and reason, the rest is kept', () => {
    const file = calendar(
      'BEGIN:VTODO',
      'UID:a',
      'END:VTODO',
      'BEGIN:VTODO',
      'UID:b',
      'SUMMARY:Bad day',
      'DUE:20260230',
      'END:VTODO',
      'BEGIN:VTODO',
      'UID:c',
      'SUMMARY:Hourly',
      'RRULE:FREQ=HOURLY',
      'END:VTODO',
      'BEGIN:VTODO',
      'UID:d',
      'SUMMARY:Gone',
      'STATUS:CANCELLED',
      'END:VTODO',
      'BEGIN:VEVENT',
      'SUMMARY:A meeting',
      'END:VEVENT',
      'no property',
      'BEGIN:VTODO',
      'UID:e',
      'SUMMARY:Good',
      'END:VTODO',
    )
    const { read, refused } = parseTodos(file, 'UTC')
    expect(read.map((one) => one.todo.title)).toEqual(['Good'])
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'has no SUMMARY'],
      [6, 'DUE:20260230 is no day or time'],
      [11, 'RRULE:FREQ=HOURLY: FREQ=HOURLY is finer than a task needs'],
      [16, '“Gone” was cancelled'],
      [24, 'is no property with a name and a value'],
    ])
  })
  test('a file that is no calendar says so', () => {
    expect(parseTodos('hello', 'UTC').refused.map((one) => one.reason)).toContain(
      'is no calendar: BEGIN:VCALENDAR is missing',
    )
  })
})

describe('writing', () => {
  const octets = (text: string) => new TextEncoder().encode(text).length
  test('no line has more than 75 octets, and no character is cut', () => {
    const text = `SUMMARY:${'Ünïcödé 👩‍👩‍👧 '.repeat(30)}`
    const lines = foldLine(text).split('\r\n')
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) expect(octets(line)).toBeLessThanOrEqual(75)
    expect(lines.map((line, at) => (at ? line.slice(1) : line)).join('')).toBe(text)
  })
  test('any text survives escaping', () => {
    fc.assert(
      fc.property(
        fc.string().map((text) => text.replaceAll('\r', '')),
        (text) => {
          expect(unescapeText(escapeText(text))).toBe(text)
        },
      ),
    )
  })
  test('any to-do, written, reads back as itself', () => {
    const word = fc.stringMatching(/^[A-Za-zäö0-9,;:\\]{1,10}$/)
    const tag = fc.stringMatching(/^[A-Za-z][A-Za-z0-9,;-]{0,9}$/)
    const made = fc.record({
      uid: fc.uuid(),
      title: fc.array(word, { minLength: 1, maxLength: 20 }).map((words) => words.join(' ')),
      notes: fc.array(word, { maxLength: 30 }).map((words) => words.join('\n')),
      due: fc.option(fc.constantFrom('2026-10-01', '2026-10-01T09:05')),
      priority: fc.option(fc.constantFrom('A', 'B', 'C', 'D', 'Z')),
      project: fc.option(tag),
      contexts: fc.uniqueArray(tag, { maxLength: 3 }),
      done: fc.boolean(),
      recurrence: fc.option(fc.constantFrom('FREQ=MONTHLY;BYMONTHDAY=1', 'rec:3d', 'rec:+2b')),
    })
    fc.assert(
      fc.property(made, (one) => {
        const whole = { ...one, doneAt: one.done ? '2026-09-30T10:00:00.000Z' : null }
        const file = formatTodos(
          [{ ...whole, created: '2026-09-01T00:00:00.000Z', modified: '2026-09-02T00:00:00.000Z' }],
          new Date(0),
        )
        for (const line of file.split('\r\n')) expect(octets(line)).toBeLessThanOrEqual(75)
        expect(only(file)).toEqual(whole)
      }),
      { numRuns: 300 },
    )
  })
})
