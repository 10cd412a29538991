// iCalendar (RFC 5545): rules that come again by the second, zones without end, lines without end.
import { type HostileFile, hostile, MB, many, worst } from './file.ts'

const lines = (...rows: string[]) => rows.join('\r\n')
const calendar = (...inside: string[]) =>
  lines('BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//hostile//EN', ...inside, 'END:VCALENDAR', '')
const event = (...rows: string[]) =>
  lines('BEGIN:VEVENT', 'UID:1@example.org', 'DTSTAMP:20260101T000000Z', 'SUMMARY:x', ...rows, 'END:VEVENT')
const todo = (...rows: string[]) => lines('BEGIN:VTODO', 'UID:1@example.org', 'SUMMARY:x', ...rows, 'END:VTODO')
const rule = (text: string, start = '20260101T090000Z') =>
  calendar(event(`DTSTART:${start}`, 'DURATION:PT1H', `RRULE:${text}`))
const zone = (...rows: string[]) => lines('BEGIN:VTIMEZONE', 'TZID:Made/Up', ...rows, 'END:VTIMEZONE')
const observance = (kind: string, start: string, ...rows: string[]) =>
  lines(`BEGIN:${kind}`, `DTSTART:${start}`, 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', ...rows, `END:${kind}`)
const inZone = event('DTSTART;TZID=Made/Up:20260105T090000', 'DTEND;TZID=Made/Up:20260105T100000', 'RRULE:FREQ=WEEKLY')

/** Of 690 bytes, as it was found. */
function bySeconds(): string {
  const text = (filling: string) =>
    calendar(
      zone(
        observance('STANDARD', '19700101T000000', 'RRULE:FREQ=SECONDLY', 'TZNAME:A'),
        observance('DAYLIGHT', '19700101T000001', 'RRULE:FREQ=SECONDLY', 'TZNAME:B'),
      ),
      event('DTSTART;TZID=Made/Up:20260105T090000', 'DTEND;TZID=Made/Up:20260105T100000', `DESCRIPTION:${filling}`),
    )
  return text('x'.repeat(Math.max(0, 690 - text('').length)))
}

export const calendars: readonly HostileFile[] = [
  worst('zone-by-seconds.ics', '690 bytes whose time zone changes by the second since 1970', bySeconds),
  hostile('zone-by-seconds-weekly.ics', 'the same, asked by an event of every week', () =>
    calendar(
      zone(
        observance('STANDARD', '16010101T000000', 'RRULE:FREQ=SECONDLY'),
        observance('DAYLIGHT', '16010101T000001', 'RRULE:FREQ=MINUTELY;INTERVAL=1'),
      ),
      inZone,
    ),
  ),
  hostile('zone-never.ics', 'a zone whose rule never comes', () =>
    calendar(
      zone(
        observance('STANDARD', '19700101T000000', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31'),
        observance('DAYLIGHT', '19700101T000000', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'),
      ),
      inZone,
    ),
  ),
  hostile('zone-of-observances.ics', 'a zone of 50,000 observances', () =>
    calendar(
      zone(...Array.from({ length: 50_000 }, () => observance('STANDARD', '19700101T000000', 'RRULE:FREQ=DAILY'))),
      inZone,
    ),
  ),
  hostile('zones.ics', '20,000 zones of one name', () =>
    calendar(...Array.from({ length: 20_000 }, () => zone(observance('STANDARD', '19700101T000000'))), inZone),
  ),
  hostile('zone-of-dates.ics', 'a zone with 500,000 dates of change', () =>
    calendar(
      zone(
        observance(
          'STANDARD',
          '19700101T000000',
          `RDATE:${many(500_000, (at) => `${1000 + (at % 9000)}0101T000000`, ',')}`,
        ),
      ),
      inZone,
    ),
  ),
  hostile('event-by-seconds.ics', 'an event of every second', () => rule('FREQ=SECONDLY')),
  hostile('event-by-minutes.ics', 'an event of every minute, two thousand million times', () =>
    rule('FREQ=MINUTELY;COUNT=2000000000'),
  ),
  hostile('event-never.ics', 'a rule by the second that never comes', () =>
    rule('FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'),
  ),
  hostile('event-never-yearly.ics', 'a rule by the year that never comes', () =>
    rule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31;BYEASTER=1'),
  ),
  hostile('event-interval-0.ics', 'an interval of nothing', () => rule('FREQ=DAILY;INTERVAL=0')),
  hostile('event-interval-far.ics', 'an interval of 2^53 seconds', () =>
    rule('FREQ=SECONDLY;INTERVAL=9007199254740993'),
  ),
  hostile('event-lists.ics', 'lists of all seconds, minutes, hours, days, weeks and positions', () => {
    const upTo = (end: number, start = 0) => many(end - start + 1, (at) => `${at + start}`, ',')
    return rule(
      `FREQ=YEARLY;BYSECOND=${upTo(59)};BYMINUTE=${upTo(59)};BYHOUR=${upTo(23)};BYYEARDAY=${upTo(366, 1)};BYSETPOS=${upTo(366, 1)}`,
    )
  }),
  hostile('event-list-of-500000.ics', 'a list of 500,000 hours', () =>
    rule(`FREQ=DAILY;BYHOUR=${many(500_000, (at) => String(at % 24), ',')}`),
  ),
  hostile('event-since-year-1.ics', 'every day since the year 1', () => rule('FREQ=DAILY', '00010101T000000Z')),
  hostile('event-until-9999.ics', 'every hour until the year 9999', () => rule('FREQ=HOURLY;UNTIL=99991231T235959Z')),
  hostile('event-rules.ics', 'an event of 20,000 rules', () =>
    calendar(event('DTSTART:20260101T090000Z', ...Array.from({ length: 20_000 }, () => 'RRULE:FREQ=HOURLY'))),
  ),
  hostile('event-without.ics', '300,000 dates that are left out', () =>
    calendar(
      event(
        'DTSTART:20260101T090000Z',
        'RRULE:FREQ=DAILY',
        many(300_000, () => 'EXDATE:20260102T090000Z', '\r\n'),
      ),
    ),
  ),
  hostile('event-with.ics', '300,000 dates that come on top', () =>
    calendar(event('DTSTART:20260101T090000Z', `RDATE:${many(300_000, () => '20260102T090000Z', ',')}`)),
  ),
  hostile('event-changes.ics', '30,000 changed occurrences of one event', () =>
    calendar(
      event('DTSTART:20260101T090000Z', 'RRULE:FREQ=DAILY'),
      ...Array.from({ length: 30_000 }, (_, at) =>
        event(`RECURRENCE-ID:${2026 + (at % 50)}0103T090000Z`, 'DTSTART:20260103T100000Z'),
      ),
    ),
  ),
  hostile('events-50000.ics', '50,000 events that repeat each day', () =>
    calendar(
      ...Array.from({ length: 50_000 }, (_, at) =>
        event('DTSTART:20260101T090000Z', 'RRULE:FREQ=DAILY').replace('UID:1', `UID:${at}`),
      ),
    ),
  ),
  hostile('event-long.ics', 'an event of 99,999,999,999 weeks, every day', () =>
    calendar(event('DTSTART:20260101T090000Z', 'DURATION:P99999999999W', 'RRULE:FREQ=DAILY')),
  ),
  hostile('event-dates.ics', 'dates that there are not', () =>
    calendar(
      ...[
        '99999999T999999Z',
        '00000000',
        '20260230T250000',
        '-20260101',
        '20260101T',
        '999999999999999999999999',
        'NaN',
      ].map((date) => event(`DTSTART:${date}`, `DTEND:${date}`, 'RRULE:FREQ=DAILY')),
    ),
  ),
  hostile('deep.ics', '200,000 parts in one another', () => 'BEGIN:VEVENT\r\n'.repeat(200_000)),
  hostile(
    'ends.ics',
    '300,000 ends without a beginning',
    () => `BEGIN:VCALENDAR\r\n${'END:VEVENT\r\n'.repeat(300_000)}`,
  ),
  hostile('folded.ics', 'a line folded a million times', () =>
    calendar(event(`DESCRIPTION:${'a\r\n '.repeat(MB)}`, 'DTSTART:20260101T090000Z')),
  ),
  hostile('line.ics', 'a line of 10 MB', () =>
    calendar(event(`DESCRIPTION:${'a'.repeat(10 * MB)}`, 'DTSTART:20260101T090000Z')),
  ),
  hostile('escapes.ics', 'two million backslashes', () =>
    calendar(event(`DESCRIPTION:${'\\'.repeat(2 * MB)}`, 'DTSTART:20260101T090000Z')),
  ),
  hostile('parameters.ics', 'a property of 200,000 parameters', () =>
    calendar(event(`DTSTART${many(200_000, (at) => `;X${at}=1`)}:20260101T090000Z`)),
  ),
  hostile('quotes.ics', 'two million quotes in a parameter', () =>
    calendar(event(`ATTENDEE;CN=${'"'.repeat(2 * MB)}:mailto:a@a`, 'DTSTART:20260101T090000Z')),
  ),
  hostile('quotes-in-pairs.ics', 'quotes, colons and semicolons in turn', () =>
    calendar(event(`ATTENDEE;CN=${'"a";:"'.repeat(400_000)}`, 'DTSTART:20260101T090000Z')),
  ),
  hostile('attachment.ics', 'an attachment of 15 MB in base64', () =>
    calendar(event('DTSTART:20260101T090000Z', `ATTACH;ENCODING=BASE64;VALUE=BINARY:${'QUFB'.repeat(4 * MB)}`)),
  ),
  hostile('attendees.ics', 'an event with 300,000 guests', () =>
    calendar(
      event(
        'DTSTART:20260101T090000Z',
        many(300_000, () => 'ATTENDEE;CN=a:mailto:a@a', '\r\n'),
      ),
    ),
  ),
  hostile('odd-zone.ics', 'zones with names of 1 MB, of ways, of half characters', () =>
    calendar(
      ...['A'.repeat(MB), '../../etc/passwd', '\ud800', '__proto__', 'constructor', 'Etc/GMT+99'].map((name) =>
        event(`DTSTART;TZID=${name}:20260105T090000`),
      ),
    ),
  ),
  hostile('todo-by-seconds.ics', 'a to-do of every second', () =>
    calendar(todo('DTSTART:20200101T000000Z', 'DUE:20200101T000001Z', 'RRULE:FREQ=SECONDLY')),
  ),
  hostile('todo-never.ics', 'a to-do that never comes', () =>
    calendar(todo('DUE:20260101T000000Z', 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30')),
  ),
  hostile('todos.ics', '25,000 to-dos that repeat', () =>
    calendar(
      ...Array.from({ length: 25_000 }, (_, at) =>
        todo('DUE:20200101T000000Z', 'RRULE:FREQ=DAILY').replace('UID:1', `UID:${at}`),
      ),
    ),
  ),
  hostile('todos-below.ics', '20,000 to-dos that are each other’s parents', () =>
    calendar(
      ...Array.from({ length: 20_000 }, (_, at) =>
        todo(`RELATED-TO:${(at + 1) % 20_000}@example.org`).replace('UID:1', `UID:${at}`),
      ),
    ),
  ),
  hostile('rules.todo.txt', 'tasks that repeat by nothing, by 10^18 days and by the second', () =>
    many(
      2000,
      (at) =>
        `(A) 2020-01-01 x due:2020-01-01 rec:${['0d', '999999999999999999d', '1s', '+1d', '-1d', 'd', '1e9y'][at % 7]}\n`,
    ),
  ),
  hostile('rrules.todo.txt', 'tasks whose rule is by the second', () =>
    'x due:2020-01-01 rrule:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30\n'.repeat(2000),
  ),
  hostile('tags.todo.txt', 'a task of 500,000 projects, contexts and tags', () => `x ${'+a @b c:d '.repeat(450_000)}`),
  hostile('lines.todo.txt', '19,999 tasks of 200 characters', () =>
    many(19_999, (at) => `(B) ${at} ${'word '.repeat(40)}due:2026-01-01\n`),
  ),
]
