import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { atTheEnd } from '../../server/platform/test-end.ts'
import { testModules } from '../../server/records/test-module.ts'
import type { CalendarView } from './calendars.ts'
import type { Occurrence } from './event.ts'
import { feedAddress } from './feeds.ts'
import calendar from './server.ts'

// Somebody's calendar on the internet, as its web server gives it.
const requests: { url: string; headers: IncomingHttpHeaders }[] = []
let answer: (response: ServerResponse, headers: IncomingHttpHeaders) => void
const publisher = createServer((request, response) => {
  requests.push({ url: request.url ?? '', headers: request.headers })
  answer(response, request.headers)
})
publisher.listen(0, '127.0.0.1')
await once(publisher, 'listening')
atTheEnd(() => publisher.close())
const port = (publisher.address() as AddressInfo).port
/** Of this test: the job asks for everybody's. */
let url = ''
const asked = () => requests.filter((one) => url.endsWith(one.url))

const ics = (...events: string[][]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//EN', 'X-WR-CALNAME:Holidays\\, all of them'],
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    ...['END:VCALENDAR', ''],
  ].join('\r\n')
const newYear = ['UID:1', 'SUMMARY:New Year', 'DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=YEARLY', 'DESCRIPTION:At last']
const fair = ['UID:2', 'SUMMARY:Fair', 'DTSTART:20260105T090000Z', 'DTEND:20260105T100000Z', 'LOCATION:Hall 3']
const gives =
  (text: string, headers: Record<string, string> = {}, status = 200): typeof answer =>
  (response, sent) => {
    const isSame = headers.etag !== undefined && sent['if-none-match'] === headers.etag
    response.writeHead(isSame ? 304 : status, { 'content-type': 'text/calendar', ...headers })
    response.end(isSame ? '' : text)
  }

const at = await testModules(calendar)
let people = 0
let who = ''
beforeEach(() => {
  who = `ann${++people}`
  url = `http://127.0.0.1:${port}/${who}.ics`
  answer = gives(ics(newYear, fair), { etag: '"1"' })
})
const call = <T>(action: string, input: unknown = {}) => at.act<T>(who, `content-calendar.${action}`, input, 'UTC')
const act = async <T = CalendarView>(action: string, input: unknown = {}) => {
  const answer = await call<T>(action, input)
  expect([answer.status, answer.error]).toEqual([200, ''])
  return answer.output
}
const shown = async (from = '2026-01-01', to = '2026-02-01') =>
  (await act<{ occurrences: Occurrence[] }>('occurrences', { from, to, zone: 'UTC' })).occurrences
const feedOf = async () =>
  (await act<{ calendars: CalendarView[] }>('overview')).calendars.find(({ feed }) => feed !== null)

test('addresses are taken as calendars hand them around', () => {
  expect(feedAddress(' webcal://example.org/a.ics ')).toBe('https://example.org/a.ics')
  expect(feedAddress('example.org/a.ics')).toBe('https://example.org/a.ics')
  expect(() => feedAddress('file:///etc/passwd')).toThrow('That is no address of a calendar.')
  expect(() => feedAddress('javascript:alert(1)')).toThrow()
})

test('a calendar that somebody publishes is shown beside one’s own, in a colour, only to be looked at', async () => {
  const made = await act('subscribe', { url })
  expect(made).toMatchObject({ name: 'Holidays, all of them', feed: { url, events: 2, error: '' } })
  await act('add', { title: 'Mine', start: '2026-01-05T09:30' })
  const found = await shown()
  expect(found.map(({ title, isForeign, calendar: on }) => [title, isForeign, on])).toEqual([
    ['New Year', true, made.id],
    ['Fair', true, made.id],
    ['Mine', false, null],
  ])
  expect(await shown('2031-01-01', '2031-01-02')).toMatchObject([{ title: 'New Year' }])
  const [first, second] = found
  expect(await act('foreign', { id: first?.id })).toMatchObject({ title: 'New Year', notes: 'At last' })
  expect((await call('remove', { id: second?.id })).status).toBe(404)
  expect((await call('add', { title: 'x', start: '2026-01-05', calendar: made.id })).error).toContain('subscribed to')
  expect((await call('changeCalendar', { id: made.id, isDefault: true })).status).toBe(400)
  expect((await call('subscribe', { url })).error).toBe('You are subscribed to this address already.')
  const stranger = await at.act('stranger', 'content-calendar.foreign', { id: first?.id })
  expect(stranger.status).toBe(404)
})

test('the hourly job asks for what is new, and says with which version it was', async () => {
  await act('subscribe', { url })
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  await at.due(later(1.5))
  expect(asked()).toHaveLength(1)
  await at.due(later(6))
  expect(asked().map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"'])
  answer = gives(ics([...fair, 'STATUS:CANCELLED']), { 'last-modified': 'Mon, 05 Jan 2026 00:00:00 GMT' })
  await at.due(later(12))
  expect(await shown()).toMatchObject([{ title: 'Fair', status: 'cancelled' }])
  answer = gives('', {}, 304)
  await at.due(later(18))
  expect(asked().at(-1)?.headers['if-modified-since']).toBe('Mon, 05 Jan 2026 00:00:00 GMT')
  expect(await shown()).toHaveLength(1)
})

test('a publisher that wants to be asked seldom is asked seldom', async () => {
  answer = gives(ics(fair).replace('VERSION:2.0', 'VERSION:2.0\r\nREFRESH-INTERVAL;VALUE=DURATION:P1D'))
  await act('subscribe', { url })
  await at.due(new Date(Date.now() + 12 * 3_600_000))
  expect(asked()).toHaveLength(1)
  await at.due(new Date(Date.now() + 26 * 3_600_000))
  expect(asked()).toHaveLength(2)
})

test('what goes wrong is said in a sentence beside what was there, and forgotten once it is well again', async () => {
  const { id } = await act('subscribe', { url })
  for (const [broken, sentence] of [
    [gives('gone', {}, 404), 'There is nothing at this address any more.'],
    [gives('no', {}, 401), 'The server wants a password for this address.'],
    [gives('<html>Sign in</html>'), 'There is no calendar at this address.'],
    [gives('', {}, 503), 'The server answered with status 503.'],
    [((response) => response.destroy()) as typeof answer, 'could not be reached'],
  ] as const) {
    answer = broken
    expect((await act('refresh', { id })).feed?.error).toContain(sentence)
    expect(await shown()).toHaveLength(2)
  }
  answer = gives(ics(fair))
  expect((await act('refresh', { id })).feed).toMatchObject({ error: '', events: 1 })
})

test('an address that gives no calendar is refused, and nothing is added', async () => {
  answer = gives('<html>')
  expect((await call('subscribe', { url })).error).toBe('There is no calendar at this address.')
  expect((await call('subscribe', { url: 'http://192.168.1.1/a.ics' })).error).toContain('private network')
  expect((await call('subscribe', { url: 'mailto:ann@example.org' })).status).toBe(400)
  expect(await feedOf()).toBeUndefined()
  const visitor = await at.act('', 'content-calendar.subscribe', { url })
  expect(visitor.status).toBe(401)
})

test('what one is no longer subscribed to leaves nothing, and undo reads it anew', async () => {
  const { id } = await act('subscribe', { url })
  const files = async () => {
    const { rows } = await at.db.$client.query<{ count: number }>(
      `select count(*)::int as count from files where owner_id = $1`,
      [who],
    )
    return rows[0]?.count
  }
  await act('refresh', { id })
  expect(await files()).toBe(1)
  const removed = await call('removeCalendar', { id })
  expect([await files(), await shown()]).toEqual([0, []])
  await at.undo(who, removed.change)
  expect(await shown()).toEqual([])
  await at.due(new Date(Date.now() + 2 * 3_600_000))
  expect(await shown()).toHaveLength(2)
})
