import { describe, expect, test } from 'vitest'
import { readTable } from './csv.ts'
import { type ReadEvent, readCalendar } from './ics-read.ts'
import { startsOf } from './rules.ts'

// Files that somebody sends to stop the server. What is not bounded does not come to its end within the time of a test.

async function* linesOf(text: string) {
  yield* text.split('\r\n')
}
async function read(...lines: string[]): Promise<ReadEvent[]> {
  const found: ReadEvent[] = []
  const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
  for await (const one of readCalendar(linesOf(calendar), 'Europe/Berlin')) found.push(one)
  return found
}
const said = (found: ReadEvent[]) => found.map((one) => ('refused' in one ? one.refused : one.event.title))
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1@x', 'SUMMARY:Lunch', ...lines, 'END:VEVENT']
const zone = (tzid: string, ...rules: string[]) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  ...rules,
  'END:STANDARD',
  'END:VTIMEZONE',
]
const many = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n).join(',')

describe('a time zone of a file', () => {
  const lunch = (tzid: string) => event(`DTSTART;TZID=${tzid}:20260301T120000`)
  test.each([
    ['by the second', 'RRULE:FREQ=SECONDLY'],
    ['by the minute', 'RRULE:FREQ=MINUTELY;INTERVAL=1'],
    ['by the hour', 'RRULE:FREQ=HOURLY'],
    ['every day', 'RRULE:FREQ=DAILY'],
    ['a thousand times a year', `RRULE:FREQ=YEARLY;BYHOUR=${many(0, 23)};BYMINUTE=${many(0, 59)}`],
    [
      'at ten thousand dates',
      ...Array.from({ length: 10_000 }, (_, n) => `RDATE:20260101T0000${String(n % 60).padStart(2, '0')}`),
    ],
  ])('that changes its clocks %s is no zone, and its events are refused in a sentence', async (_, ...rules) => {
    const found = said(await read(...zone('Odd', ...rules), ...lunch('Odd'), ...lunch('Europe/Paris')))
    expect(found).toEqual([
      expect.stringMatching(/^Its time zone “Odd” changes its clocks more often than any/),
      'Lunch',
    ])
  })
  test('as Outlook writes it, since 1601, is found by its offsets, whatever the year of its event', async () => {
    const outlook = [
      'BEGIN:VTIMEZONE',
      'TZID:Customized Time Zone',
      'BEGIN:STANDARD',
      'DTSTART:16010101T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010101T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ]
    for (const year of ['2026', '9000']) {
      const [found] = await read(...outlook, ...event(`DTSTART;TZID=Customized Time Zone:${year}0301T120000`))
      expect(found).toMatchObject({ event: { start: `${year}-03-01T12:00`, zone: 'Europe/Berlin' } })
    }
  })
  test('is looked for once, and a file of thousands of them is not gone through', async () => {
    const names = Array.from({ length: 3_000 }, (_, n) => `Own ${n}`)
    const rule = 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'
    const found = said(await read(...names.flatMap((name) => zone(name, rule)), ...names.flatMap(lunch)))
    expect(found).toHaveLength(3_000)
    expect(found.filter((one) => one.includes('more than 50 time zones of its own'))).toHaveLength(2_950)
    const same = said(
      await read(
        ...zone('Odd', rule).map((line) => line.replace('+0100', '+0107')),
        ...Array.from({ length: 3_000 }, () => lunch('Odd')).flat(),
      ),
    )
    expect(new Set(same)).toEqual(new Set(['Its time zone “Odd” is not known.']))
  })
})

describe('an event', () => {
  test.each([
    'FREQ=SECONDLY',
    'FREQ=MINUTELY;COUNT=5',
    'FREQ=HOURLY',
    'FREQ=DAILY;COUNT=99999',
    'FREQ=DAILY;COUNT=100;BYMONTH=2;BYMONTHDAY=29',
    `FREQ=DAILY;BYHOUR=${many(0, 23)};BYMINUTE=${many(0, 59)}`,
    `FREQ=DAILY;BYHOUR=${many(0, 23)};BYMINUTE=${many(0, 59)};BYSECOND=${many(0, 59)}`,
    `FREQ=YEARLY;BYYEARDAY=${many(1, 110)}`,
    'FREQ=OFTEN',
  ])('that repeats by %s is refused, from a calendar and from a table', async (rule) => {
    const found = said(await read(...event('DTSTART:20000101T120000', `RRULE:${rule}`)))
    expect(found).toEqual([expect.stringMatching(/^(That recurrence cannot be kept|It cannot be read)/)])
    const table = `title,start,repeat\nLunch,2000-01-01 12:00,"${rule}"\n`
    expect([...readTable(table, 'Europe/Berlin', () => undefined)]).toEqual([
      expect.objectContaining({ refused: expect.stringContaining('That recurrence cannot be kept') }),
    ])
  })
  test.each([
    `FREQ=YEARLY;BYHOUR=${many(0, 23)};BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=366;COUNT=3660`,
    'RSCALE=HEBREW;FREQ=YEARLY;COUNT=3660;BYMONTH=2;BYMONTHDAY=3',
  ])('by %s, which a million times would have to be made for, is refused', async (rule) => {
    const found = said(await read(...event('DTSTART:20260101T120000', `RRULE:${rule}`)))
    expect(found).toEqual([expect.stringMatching(/^That recurrence cannot be kept/)])
  })
  test('that comes each year for 3,660 years asks for the clocks of no year twice', async () => {
    const lines = Array.from({ length: 20 }, (_, n) =>
      event(`DTSTART;TZID=Europe/Berlin:20260329T02${String(10 + n)}00`, 'RRULE:FREQ=YEARLY;COUNT=3660'),
    )
    expect(await read(...lines.flat())).toHaveLength(20)
  })
  test('that was kept with such a rule before does not stop the calendar that shows it', () => {
    for (const rrule of [
      'FREQ=SECONDLY',
      'FREQ=DAILY;COUNT=99999',
      `FREQ=DAILY;BYHOUR=${many(0, 23)};BYMINUTE=${many(0, 59)};BYSECOND=${many(0, 59)}`,
    ]) {
      const series = { start: '1900-01-01T12:00', minutes: 60, zone: 'Europe/Berlin', rrule, rdates: [], exdates: [] }
      expect(startsOf(series, new Date('2026-11-01'), new Date('2026-12-01'))).toEqual([])
    }
  })
  test.each(['99999-01-01', '+275000-01-01', '9990-01-01', '0000-01-01', '1899-12-31'])(
    'on %s, a day that is not kept, is refused by itself, from a calendar and from a table',
    async (day) => {
      const digits = day.replaceAll('-', '')
      const of = (...lines: string[]) => read(...event(...lines), ...event('DTSTART:20260105T120000'))
      for (const lines of [
        [`DTSTART:${digits}T120000`],
        [`DTSTART;VALUE=DATE:${digits}`],
        ['DTSTART:20260105T120000', `RECURRENCE-ID:${digits}T120000`],
      ]) {
        const found = said(await of(...lines))
        const [refused] = found.filter((one) => one !== 'Lunch')
        expect(found, lines.join()).toHaveLength(2)
        expect(refused, lines.join()).toMatch(
          /^(?:That is no day of the calendar|Say when: a day, or a day and a time|Its [A-Z-]+ is no day or time)\.$/,
        )
      }
      const table = `title,start\nFar,${day} 12:00\nLunch,2026-01-05 12:00\n`
      const rows = [...readTable(table, 'Europe/Berlin', () => undefined)]
      expect(rows.map((row) => ('refused' in row ? 'refused' : row.event.title))).toEqual(['refused', 'Lunch'])
    },
  )
  test('of a number of times lies no longer than its last', async () => {
    const [found] = await read(...event('DTSTART:20260105T120000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3'))
    expect(found).toMatchObject({ event: { spanFrom: '2026-01-04', spanTo: '2026-01-21' } })
  })
  test('of too many dates, parameters, lines or characters is refused, and the one after it is read', async () => {
    const dates = Array.from({ length: 50_000 }, () => '20260101T120000').join(',')
    const odd = [
      event('DTSTART:20260101T120000', `RDATE:${dates}`),
      event('DTSTART:20260101T120000', `EXDATE:${dates}`),
      event(`DTSTART${';X=1'.repeat(100_000)}:20260101T120000`),
      event('DTSTART:20260101T120000', `CATEGORIES:${'a,'.repeat(100_000)}`),
      event('DTSTART:20260101T120000', ...Array.from({ length: 30_000 }, () => 'COMMENT:x')),
      event('DTSTART:20260101T120000', `DESCRIPTION:${'x'.repeat(3_000_000)}`),
    ]
    const found = said(await read(...odd.flat(), ...event('DTSTART:20260101T120000')))
    expect(found).toEqual([
      'Its RDATE has more than 5,000 values.',
      'Its EXDATE has more than 5,000 values.',
      'Its DTSTART has more parameters than can be read.',
      'Its CATEGORIES has more than 5,000 values.',
      'It is too long for an event.',
      'It is too long for an event.',
      'Lunch',
    ])
  })
  test('with alarms, guests and a picture is read without them, however deep they lie', async () => {
    const deep = [
      ...Array.from({ length: 5_000 }, () => 'BEGIN:VALARM'),
      ...Array.from({ length: 5_000 }, () => 'END:VALARM'),
    ]
    const guests = Array.from({ length: 2_000 }, (_, n) => `ATTENDEE;CN="Guest ${n}":mailto:${n}@example.org`)
    const picture = `ATTACH;ENCODING=BASE64;VALUE=BINARY:${'QUJD'.repeat(1_000_000)}`
    const found = await read(...event('DTSTART:20260101T120000Z', ...guests, picture, ...deep, 'LOCATION:Caf\\, é'))
    expect(found).toMatchObject([{ event: { title: 'Lunch', place: 'Caf, é', start: '2026-01-01T12:00' } }])
  })
  test('in more than 20,000 of them is refused with what to do', async () => {
    const lines = Array.from({ length: 20_001 }, () => event('DTSTART:20260101T120000', 'RRULE:FREQ=DAILY'))
    await expect(read(...lines.flat())).rejects.toThrow('more than 20,000 events. Split it')
  })
})
