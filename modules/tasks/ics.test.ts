import { createPause } from '@atrium/contract/pauses'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTodos } from './ics-read.ts'
import { formatTodos } from './ics-write.ts'
import type { Todo } from './todo.ts'

const calendar = (...lines: string[]) => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${lines.join('\r\n')}\r\nEND:VCALENDAR\r\n`
const todo = (...lines: string[]) => calendar('BEGIN:VTODO', 'UID:1', 'SUMMARY:x', ...lines, 'END:VTODO')
const parse = (file: string, zone = 'UTC') => parseTodos(file, zone)
const only = async (file: string, zone = 'Europe/Berlin') => {
  const { read, refused } = await parse(file, zone)
  expect(refused).toEqual([])
  return read[0]?.todo as Todo
}

// The examples of RFC 5545, 3.6.2.
describe('the examples of RFC 5545', () => {
  test('a to-do that is due on a day', async () => {
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
    expect(await only(file)).toMatchObject({
      title: 'Submit Quebec Income Tax Return for 2006',
      due: '2007-05-01',
      contexts: ['FAMILY', 'FINANCE'],
      done: false,
    })
  })
  test('a to-do that is due at a moment and was completed', async () => {
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
    expect(await only(file)).toMatchObject({
      due: '2007-07-09T15:00',
      done: true,
      doneAt: '2007-07-07T10:00:00.000Z',
      priority: 'A',
    })
  })
})

describe('reading', () => {
  test('times: UTC and named zones are put on the own clock, floating ones stay', async () => {
    expect((await only(todo('DUE:20261001T100000Z'))).due).toBe('2026-10-01T12:00')
    expect((await only(todo('DUE;TZID=America/New_York:20261001T090000'))).due).toBe('2026-10-01T15:00')
    expect((await only(todo('DUE:20261001T090000'))).due).toBe('2026-10-01T09:00')
    expect((await only(todo('DUE;TZID="Own/Zone":20261001T090000'))).due).toBe('2026-10-01T09:00')
  })
  test('folded lines, with space or tab, CRLF or LF', async () => {
    const file = 'BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMM\n ARY:Buy\n  milk\n\t and eggs\nEND:VTODO\nEND:VCALENDAR'
    expect((await only(file)).title).toBe('Buy milk and eggs')
  })
  test('escapes, alarms inside, unknown properties and parameters with colons', async () => {
    const file = todo(
      'X-A;ALTREP="http://e.x/a;b:c":value',
      'DESCRIPTION:one\\, two\\; three\\nfour \\\\n',
      'BEGIN:VALARM',
      'SUMMARY:Alarm',
      'END:VALARM',
      'RRULE:FREQ=WEEKLY;BYDAY=MO',
    )
    expect(await only(file)).toMatchObject({
      title: 'x',
      notes: 'one, two; three\nfour \\n',
      recurrence: 'FREQ=WEEKLY;BYDAY=MO',
    })
  })
  test('priorities 1–4, 5, 6–9 and 0', async () => {
    const all = await Promise.all(['1', '4', '5', '6', '9', '0'].map((n) => only(todo(`PRIORITY:${n}`))))
    expect(all.map(({ priority }) => priority)).toEqual(['A', 'A', 'B', 'C', 'C', null])
  })
  test('what cannot be read is told with its line and reason, the rest is kept', async () => {
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
    const { read, refused } = await parse(file)
    expect(read.map((one) => one.todo.title)).toEqual(['Good'])
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'has no SUMMARY'],
      [6, 'Its DUE is no day or time.'],
      [11, 'RRULE:FREQ=HOURLY: a task comes again by days, weeks, months or years, not by the hour'],
      [16, '“Gone” was cancelled'],
      [24, 'is no property with a name and a value'],
    ])
  })
  test('a file that is no calendar says so', async () => {
    expect((await parse('hello')).refused.map((one) => one.reason)).toContain(
      'is no calendar: BEGIN:VCALENDAR is missing',
    )
  })
})

describe('a file made to hurt', () => {
  const lines = (file: string) => file.split('\n')
  test('of components inside components is passed over, and what comes after is read', async () => {
    const deep = [...Array(20_000).fill('BEGIN:X'), 'SUMMARY:too deep', ...Array(20_000).fill('END:X')]
    const { read, refused } = await parse(calendar(...deep, ...lines('BEGIN:VTODO\nUID:1\nSUMMARY:Good\nEND:VTODO')))
    expect(read.map((one) => one.todo.title)).toEqual(['Good'])
    expect(refused).toEqual([])
  })
  test('of lines that end what never began is given up with a sentence', async () => {
    const file = calendar(...Array(10_000).fill('BEGIN:A'), ...Array(10_000).fill('END:B'))
    await expect(parse(calendar(...Array(10_000).fill('END:B')))).rejects.toThrow('Is it an iCalendar file')
    expect((await parse(file)).refused.length).toBeLessThan(20)
  })
  test('of a single endless line is refused', async () => {
    const long = 'x'.repeat(1_000_000)
    const heads = [`SUMMARY;A=${long}:x`, `CATEGORIES:${long}`, `RRULE:FREQ=DAILY;BYDAY=MO${',MO'.repeat(100_000)}`]
    for (const head of heads) {
      const { read, refused } = await parse(calendar('BEGIN:VTODO', head, 'SUMMARY:x', 'END:VTODO'))
      expect(refused, head.slice(0, 20)).toHaveLength(1)
      expect(read).toEqual([])
    }
  })
  test('of dates at the edge of time is refused line by line', async () => {
    const dates = ['COMPLETED:00010101T000000Z', 'COMPLETED:99991231T235959Z', 'DUE:00010101T000000Z', 'DUE:18991231']
    for (const date of dates) expect((await parse(todo(date), 'America/New_York')).refused, date).toHaveLength(1)
  })
  test('of more than 20,000 to-dos is refused with a sentence', async () => {
    const many = (count: number) => parse(calendar(...Array(count).fill('BEGIN:VTODO\nSUMMARY:x\nEND:VTODO')))
    expect((await many(20_000)).read).toHaveLength(20_000)
    await expect(many(20_001)).rejects.toThrow('more than 20,000 tasks')
  })
})

describe('writing', () => {
  const whole: Todo = {
    uid: '1',
    title: 'Rent',
    notes: '',
    due: '2026-10-01',
    priority: null,
    project: null,
    contexts: [],
    done: false,
    doneAt: null,
    recurrence: 'FREQ=MONTHLY;BYMONTHDAY=1',
  }
  test('a recurring to-do never starts when it is due (3.8.2.3), and starts on a day of its rule or not at all', async () => {
    const write = (due: string) =>
      formatTodos(
        [{ ...whole, due, created: '2026-09-01T00:00:00.000Z', modified: '2026-09-01T00:00:00.000Z' }],
        new Date(0),
        createPause(),
      )
    expect(await write('2026-10-01T09:00')).toContain('DTSTART:20261001T000000\r\n')
    expect(await write('2026-10-01T00:00')).not.toContain('DTSTART')
    expect(await write('2026-10-01')).not.toContain('DTSTART')
  })
  const octets = (text: string) => new TextEncoder().encode(text).length
  test('any to-do, written, reads back as itself', async () => {
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
    await fc.assert(
      fc.asyncProperty(made, async (one) => {
        const whole = { ...one, doneAt: one.done ? '2026-09-30T10:00:00.000Z' : null }
        const file = await formatTodos(
          [{ ...whole, created: '2026-09-01T00:00:00.000Z', modified: '2026-09-02T00:00:00.000Z' }],
          new Date(0),
          createPause(),
        )
        for (const line of file.split('\r\n')) expect(octets(line)).toBeLessThanOrEqual(75)
        expect(await only(file)).toEqual(whole)
      }),
      { numRuns: 300 },
    )
  })
})
