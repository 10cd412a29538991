import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentLines, dateLine, escapeText, foldLine, parameterValue, unescapeText } from './content-lines.ts'
import { type CalendarItem, type Refused, readItems } from './items.ts'

const octets = (text: string) => new TextEncoder().encode(text).length

async function read(...lines: string[]): Promise<(CalendarItem | Refused)[]> {
  const options = { names: ['VEVENT', 'VTODO', 'VFREEBUSY'] as const, most: 100, prefix: 'X-OURS-' }
  return await Array.fromAsync(readItems(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'], options))
}
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT']

test('what a to-do is a part of is named by RELATED-TO, which means the parent where it says nothing else', async () => {
  const parent = async (...lines: string[]) => {
    const [found] = await read('BEGIN:VTODO', 'UID:1', ...lines, 'END:VTODO')
    return found?.kind === 'item' ? found.parent : found
  }
  expect(await parent('RELATED-TO:whole@example.org')).toBe('whole@example.org')
  expect(await parent('RELATED-TO;RELTYPE=SIBLING:beside', 'RELATED-TO;RELTYPE=PARENT:above')).toBe('above')
  expect(await parent('RELATED-TO;RELTYPE=CHILD:below')).toBe('')
})

test('guests are read in the shapes of several programs, and none of them keeps an event from being read', async () => {
  const guests = async (...lines: string[]) => {
    const [found] = await read(...event('DTSTART:20260101T090000Z', ...lines))
    return found?.kind === 'item' ? [found.attendees, found.organizer?.address ?? null, found.sequence] : found
  }
  const one = (address: string, name = '') => ({ address, name, role: '', status: '' })
  expect(await guests('ATTENDEE:mailto:a@example.com', 'ORGANIZER:a@example.com', 'SEQUENCE:3')).toEqual([
    [one('a@example.com')],
    'a@example.com',
    3,
  ])
  const several = [
    'ATTENDEE;CN="Doe, A";X-NUM-GUESTS=0:MAILTO:A@Example.com',
    'ATTENDEE;EMAIL=b@x.org:/aUUID/principal/',
  ]
  expect(await guests(...several)).toEqual([[one('a@example.com', 'Doe, A'), one('b@x.org')], null, 0])
  const wrong = ['ATTENDEE;CN="open:mailto:a@x.org', 'ATTENDEE;=:x', 'ORGANIZER:urn:x', 'SEQUENCE:-1']
  expect(await guests(...wrong, `ATTENDEE;CN=${'x'.repeat(50_000)}:mailto:a@x.org`)).toEqual([[], null, 0])
  const many = Array.from({ length: 3000 }, (_, at) => `ATTENDEE:mailto:a${at}@example.com`)
  expect(((await guests(...many)) as [unknown[]])[0].length).toBeLessThanOrEqual(1000)
})

describe('dates', () => {
  test.each(['20260230', '20260230T090000', '20261301T090000', '20260101T250000', '20250229T090000Z', 'soon'])(
    '%s is no day or time, and is not moved to one',
    async (date) => {
      expect(await read(...event(`DTSTART:${date}`))).toMatchObject([
        { refused: 'Its DTSTART is no day or time.', line: 2 },
      ])
      expect(await read(...event('DTSTART:20260101', `EXDATE:20260102,${date}`))).toMatchObject([
        { refused: 'Its EXDATE is no day or time.' },
      ])
    },
  )
  test('of a message, DTSTAMP is an instant, or nothing where no calendar has that day', async () => {
    const stamp = async (line: string) => {
      const [found] = await read(...event('DTSTART:20260101', line))
      return found?.kind === 'item' ? found.stamp : found
    }
    expect(await stamp('DTSTAMP:20260228T090000Z')).toBe('2026-02-28T09:00:00.000Z')
    for (const wrong of ['DTSTAMP:20260230T090000Z', 'X-NOTHING:1']) expect(await stamp(wrong)).toBe('')
  })
  test('are days, floating, of UTC and of zones', async () => {
    const start = async (line: string) => {
      const [found] = await read(...event(line))
      return found?.kind === 'item' ? found.start : found
    }
    expect(await start('DTSTART;VALUE=DATE:20261005')).toEqual({ local: '2026-10-05', zone: null })
    expect(await start('DTSTART:20261005')).toEqual({ local: '2026-10-05', zone: null })
    expect(await start('DTSTART:20261005T090000')).toEqual({ local: '2026-10-05T09:00', zone: null })
    expect(await start('DTSTART:20261005T090000Z')).toEqual({ local: '2026-10-05T09:00', zone: 'UTC' })
    expect(await start('DTSTART;TZID="W. Europe Standard Time":20261005T090000')).toMatchObject({
      zone: 'Europe/Berlin',
    })
    expect(await start('DTSTART;TZID=Made/Up:20261005T090000')).toMatchObject({
      zone: null,
      unknownZone: 'Its time zone “Made/Up” is not known.',
    })
  })
})

test('busy times of the standard’s VFREEBUSY (3.8.2.6), without the free ones', async () => {
  const [found] = await read(
    'BEGIN:VFREEBUSY',
    'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:19970308T160000Z/PT8H30M',
    'FREEBUSY;FBTYPE=FREE:19970308T160000Z/PT3H,19970308T200000Z/PT1H',
    'FREEBUSY:19970308T230000Z/19970309T000000Z',
    'END:VFREEBUSY',
  )
  expect(found).toMatchObject({
    busy: [
      { start: { local: '1997-03-08T16:00' }, end: 30_600 },
      { start: { local: '1997-03-08T23:00' }, end: { local: '1997-03-09T00:00', zone: 'UTC' } },
    ],
  })
})

test('an event that never ends does not take the next with it', async () => {
  const found = await read('BEGIN:VEVENT', 'SUMMARY:Lost', ...event('SUMMARY:Kept', 'DTSTART:20260101'))
  expect(found.map((one) => (one.kind === 'item' ? one.summary : one.refused))).toEqual([
    'It is not finished: its END is missing.',
    'Kept',
  ])
})

test('what cannot be read counts too: a file of nothing but beginnings has an end', async () => {
  await expect(read(...Array.from({ length: 102 }, () => 'BEGIN:VEVENT'))).rejects.toThrow('more than 100 components')
})

describe('writing', () => {
  test('no line has more than 75 octets, and no character is cut', () => {
    const text = `SUMMARY:${'Ünïcödé 👩‍👩‍👧 '.repeat(30)}`
    const lines = foldLine(text).split('\r\n')
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) expect(octets(line)).toBeLessThanOrEqual(75)
    expect(lines.map((line, at) => (at ? line.slice(1) : line)).join('')).toBe(text)
  })
  test('any text survives escaping, and folding and reading', async () => {
    const text = fc.string({ maxLength: 300, unit: 'grapheme' }).map((one) => one.replace(/[\p{Cc}]/gu, '\n').trim())
    await fc.assert(
      fc.asyncProperty(text, async (said) => {
        expect(unescapeText(escapeText(said))).toBe(said)
        const file = contentLines([
          ...event(`DESCRIPTION:${escapeText(said)}`, dateLine('DTSTART', '2026-10-05', 'UTC')),
        ])
        for (const line of file.split('\r\n')) expect(octets(line)).toBeLessThanOrEqual(75)
        expect(await read(...file.trimEnd().split('\r\n'))).toMatchObject([{ description: said }])
      }),
      { numRuns: 100 },
    )
  })
  test('parameters are quoted where they have to be, and hold no quotes (3.2)', () => {
    expect(parameterValue('Ana Ruiz')).toBe('Ana Ruiz')
    expect(parameterValue('Ruiz, Ana "A"\n')).toBe('"Ruiz, Ana A"')
  })
})
