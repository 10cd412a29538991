import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Device, device, type Reported, reportedIn } from '../../server/dav/test-dav.ts'
import { join, makeTeam } from '../../server/teams/test-teams.ts'
import { testApp } from '../../server/test-app.ts'
import type { EventRow, Occurrence } from './event.ts'

// The questions are those of RFC 4791 and RFC 6578, by their sections; the events what other programs write.

const app = await testApp()
const HOME = '/dav/me/content-calendar'
const MAIN = `${HOME}/main`
const newDevice = async () => device(app, await app.member())
const CAL = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"'

const act = async <T = Record<string, unknown>>({ person }: Device, action: string, input: object = {}) =>
  (await person.call<{ output: T; change: string }>('POST', `/api/m/content-calendar/${action}`, input)).output
const shown = async (who: Device, from: string, to: string) =>
  (await act<{ occurrences: Occurrence[] }>(who, 'occurrences', { from, to, zone: 'UTC' })).occurrences

/** As Thunderbird writes one: an alarm, a guest, its own notes. */
const event = (uid: string, ...more: string[]) =>
  [
    ...['BEGIN:VCALENDAR', 'PRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN', 'VERSION:2.0', 'BEGIN:VTIMEZONE'],
    ...['TZID:Europe/Berlin', 'BEGIN:DAYLIGHT', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'TZNAME:CEST'],
    ...['DTSTART:19700329T020000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'BEGIN:STANDARD'],
    ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'TZNAME:CET', 'DTSTART:19701025T030000'],
    ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD', 'END:VTIMEZONE', 'BEGIN:VEVENT'],
    ...['CREATED:20260101T000000Z', 'LAST-MODIFIED:20260101T000000Z', 'DTSTAMP:20260101T000000Z', `UID:${uid}`],
    ...['SUMMARY:Fair', 'DTSTART;TZID=Europe/Berlin:20260105T090000', 'DTEND;TZID=Europe/Berlin:20260105T100000'],
    ...['ATTENDEE;CN=Ida;PARTSTAT=ACCEPTED:mailto:ida@example.org', 'X-MOZ-GENERATION:3', 'CLASS:PRIVATE', ...more],
    ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:Soon', 'END:VALARM', 'END:VEVENT'],
    ...['END:VCALENDAR', ''],
  ].join('\r\n')
const put = (who: Device, path: string, body: string, headers: Record<string, string> = {}) =>
  who.send('PUT', path, { body, headers: { 'content-type': 'text/calendar; charset=utf-8', ...headers } })
const body = async (who: Device, path: string) => {
  const answer = await who.send('GET', path)
  return { etag: answer.headers.get('etag') ?? '', text: await answer.text() }
}

async function report(who: Device, path: string, asked: string): Promise<Reported> {
  const answer = await who.send('REPORT', path, { body: asked, headers: { depth: '1' } })
  const text = await answer.text()
  expect(answer.status, text).toBe(207)
  return reportedIn(text)
}
const query = (who: Device, filter: string, path = MAIN) =>
  report(
    who,
    path,
    `<C:calendar-query ${CAL}><D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR">${filter}</C:comp-filter></C:filter></C:calendar-query>`,
  )
const between = (start: string, end: string) =>
  `<C:comp-filter name="VEVENT"><C:time-range start="${start}" end="${end}"/></C:comp-filter>`
const names = ({ found }: Reported) =>
  Object.keys(found)
    .map((href) => href.split('/').at(-1))
    .sort()
const sync = (who: Device, token = '', path = MAIN) =>
  report(
    who,
    path,
    `<D:sync-collection ${CAL}><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop></D:sync-collection>`,
  )

describe('finding the calendars', () => {
  test('RFC 6764 and 4791, 6.2.1: from the server’s name alone to the calendars', async () => {
    const ann = await newDevice()
    const led = await fetch(`${app.url}/.well-known/caldav`, { method: 'PROPFIND', redirect: 'manual' })
    expect([led.status, led.headers.get('location')]).toEqual([301, '/dav/'])
    const [root] = await ann.propfind('/dav/', '0', '<D:prop><D:current-user-principal/></D:prop>')
    expect(root?.properties['current-user-principal']).toBe('/dav/me/')
    const asked = `<D:prop ${CAL}><C:calendar-home-set/><C:calendar-user-address-set/><D:resourcetype/></D:prop>`
    const [me] = await ann.propfind('/dav/me/', '0', asked)
    expect(me?.properties).toMatchObject({ 'calendar-home-set': `${HOME}/` })
    expect(me?.properties['calendar-user-address-set']).toMatch(/^mailto:.+@/)
    const work = await act<{ id: string }>(ann, 'addCalendar', { name: 'Work', colour: '#123456' })
    const calendars = await ann.propfind(
      `${HOME}/`,
      '1',
      `<D:prop ${CAL}><D:displayname/><A:calendar-color xmlns:A="http://apple.com/ns/ical/"/></D:prop>`,
    )
    expect(
      calendars.map(({ href, properties }) => [href, properties.displayname, properties['calendar-color']]),
    ).toEqual([
      [`${HOME}/`, 'Calendars', undefined],
      [`${MAIN}/`, 'Calendar', '#0f8a7e'],
      [`${HOME}/${work.id}/`, 'Work', '#123456'],
    ])
    const options = await ann.send('OPTIONS', MAIN)
    expect(options.headers.get('dav')).toBe('1, 2, 3, calendar-access')
    expect(options.headers.get('allow')).toContain('REPORT, MKCALENDAR')
  })

  test('a team’s calendars stand beside one’s own, for its members in their roles', async () => {
    const [owner, viewer, stranger] = [await newDevice(), await newDevice(), await newDevice()]
    const { id } = await makeTeam(owner.person, 'Choir')
    await join(owner.person, id, viewer.person, 'viewer')
    const calendar = `/dav/${id}/content-calendar/main`
    expect((await put(owner, `${calendar}/a.ics`, event('a'))).status).toBe(201)
    const [me] = await viewer.propfind('/dav/me/', '0', `<D:prop ${CAL}><C:calendar-home-set/></D:prop>`)
    expect(me?.properties['calendar-home-set']).toBe(`${HOME}//dav/${id}/content-calendar/`)
    expect((await body(viewer, `${calendar}/a.ics`)).text).toContain('SUMMARY:Fair')
    expect((await put(viewer, `${calendar}/b.ics`, event('b'))).status).toBe(403)
    const [shown] = await viewer.propfind(calendar, '0', '<D:prop><D:current-user-privilege-set/></D:prop>')
    expect(shown?.href).toBe(`${calendar}/`)
    for (const method of ['PROPFIND', 'REPORT', 'GET', 'PUT', 'DELETE', 'MKCALENDAR'])
      expect((await stranger.send(method, `${calendar}/a.ics`, { headers: { depth: '0' } })).status, method).toBe(404)
  })
})

describe('an event', () => {
  test('5.3.2: is put, found in the calendar, and given back with what is not known here', async () => {
    const ann = await newDevice()
    expect((await put(ann, `${MAIN}/odd%20name.ics`, event('fair@example.org'), { 'if-none-match': '*' })).status).toBe(
      201,
    )
    expect(await shown(ann, '2026-01-01', '2026-02-01')).toMatchObject([{ title: 'Fair', start: '2026-01-05T08:00' }])
    const { text, etag } = await body(ann, `${MAIN}/odd%20name.ics`)
    for (const line of event('fair@example.org').split('\r\n').slice(3, -3)) expect(text).toContain(line)
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    expect((await ann.send('GET', `${MAIN}/odd%20name.ics`, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test('that is changed here keeps its guests, its alarm and its notes, under another tag', async () => {
    const bob = await newDevice()
    await put(bob, `${MAIN}/a.ics`, event('a', `X-LONG:${'x'.repeat(60)}`, ' folded'))
    const before = await body(bob, `${MAIN}/a.ics`)
    const [{ id } = { id: '' }] = await shown(bob, '2026-01-01', '2026-02-01')
    await act(bob, 'change', { id, change: { title: 'Great fair', start: '2026-01-06T09:00' } })
    const after = await body(bob, `${MAIN}/a.ics`)
    expect(after.etag).not.toBe(before.etag)
    for (const line of ['SUMMARY:Great fair', 'DTSTART;TZID=Europe/Berlin:20260106T090000', 'X-MOZ-GENERATION:3'])
      expect(after.text).toContain(line)
    expect(after.text).toContain('ATTENDEE;CN=Ida;PARTSTAT=ACCEPTED:mailto:ida@example.org')
    expect(after.text.replaceAll('\r\n ', '')).toContain(`X-LONG:${'x'.repeat(60)}folded`)
    expect(after.text.match(/BEGIN:VALARM/g)).toHaveLength(1)
    expect(after.text.match(/^(?:SUMMARY|DTSTART;TZID=Europe)/gm)).toHaveLength(2)
    expect(after.text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1)
    // A program that had the first one is told that it is too late.
    expect((await put(bob, `${MAIN}/a.ics`, event('a'), { 'if-match': before.etag })).status).toBe(412)
    expect((await bob.send('DELETE', `${MAIN}/a.ics`, { headers: { 'if-match': before.etag } })).status).toBe(412)
    expect((await put(bob, `${MAIN}/a.ics`, event('a'), { 'if-match': after.etag })).status).toBe(204)
    expect(await shown(bob, '2026-01-01', '2026-02-01')).toMatchObject([{ id, title: 'Fair' }])
    expect((await bob.send('DELETE', `${MAIN}/a.ics`)).status).toBe(204)
    expect((await bob.send('GET', `${MAIN}/a.ics`)).status).toBe(404)
    await bob.undoLast()
    expect((await bob.send('GET', `${MAIN}/a.ics`)).status).toBe(200)
  })

  test('of two programs that have the same of it, one is told that it was too late', async () => {
    const cleo = await newDevice()
    await put(cleo, `${MAIN}/a.ics`, event('a'))
    const { etag } = await body(cleo, `${MAIN}/a.ics`)
    const both = ['One', 'Two', 'Three'].map((title) =>
      put(cleo, `${MAIN}/a.ics`, event('a').replace('SUMMARY:Fair', `SUMMARY:${title}`), { 'if-match': etag }),
    )
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([204, 412, 412])
  })

  test('a series comes with its exceptions and its changed occurrences, and those go with the program’s next version', async () => {
    const dan = await newDevice()
    const series = (changed: string) =>
      event('s', 'RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;TZID=Europe/Berlin:20260119T090000').replace(
        'END:VEVENT\r\nEND:VCALENDAR',
        `END:VEVENT\r\n${changed}END:VCALENDAR`,
      )
    const moved = [
      ...['BEGIN:VEVENT', 'UID:s', 'RECURRENCE-ID;TZID=Europe/Berlin:20260112T090000', 'SUMMARY:Moved'],
      ...['DTSTART;TZID=Europe/Berlin:20260113T110000', 'DURATION:PT30M', 'X-OWN:1', 'END:VEVENT', ''],
    ].join('\r\n')
    await put(dan, `${MAIN}/s.ics`, series(moved))
    const days = async () =>
      (await shown(dan, '2026-01-01', '2026-02-01')).map(({ title, start }) => [title, start.slice(0, 10)])
    expect(await days()).toEqual([
      ['Fair', '2026-01-05'],
      ['Moved', '2026-01-13'],
      ['Fair', '2026-01-26'],
    ])
    const { text } = await body(dan, `${MAIN}/s.ics`)
    expect(text.indexOf('RRULE')).toBeLessThan(text.indexOf('RECURRENCE-ID'))
    expect(text).toContain('X-OWN:1')
    await put(dan, `${MAIN}/s.ics`, series(''))
    expect((await days()).map(([title]) => title)).toEqual(['Fair', 'Fair', 'Fair'])
    expect((await dan.propfind(MAIN, '1')).length).toBe(2)
  })

  test('that was made here has a name and a text, and a post that a program puts back stays what it is', async () => {
    const eve = await newDevice()
    const channel = await act<{ id: string }>(eve, 'addChannel', { network: 'x' })
    const post = {
      title: 'Launch',
      kind: 'post',
      start: '2026-01-05T09:00',
      zone: 'UTC',
      text: 'We are open',
      notes: 'Mine',
    }
    const { id } = await act<EventRow>(eve, 'add', { ...post, channels: [channel.id] })
    await act(eve, 'decide', { id, status: 'scheduled' })
    const [, found] = await eve.propfind(MAIN, '1', '<D:prop><D:getetag/></D:prop>')
    const path = found?.href ?? ''
    const { text } = await body(eve, path)
    expect(text).toContain('DESCRIPTION:We are open\\n\\nMine')
    await put(
      eve,
      path,
      text.replace('DTSTART:20260105T090000Z', 'DTSTART:20260105T100000Z').replace(/X-ATRIUM.*\r\n/g, ''),
    )
    expect((await act<{ event: EventRow }>(eve, 'get', { id })).event).toMatchObject({
      ...{ kind: 'post', status: 'scheduled', text: 'We are open', notes: 'Mine', start: '2026-01-05T10:00' },
      channels: [channel.id],
    })
  })

  test('goes from one calendar to another', async () => {
    const finn = await newDevice()
    const work = await act<{ id: string }>(finn, 'addCalendar', { name: 'Work' })
    await put(finn, `${MAIN}/a.ics`, event('a'))
    expect((await finn.move(`${MAIN}/a.ics`, `${HOME}/${work.id}/a.ics`)).status).toBe(201)
    expect(await shown(finn, '2026-01-01', '2026-02-01')).toMatchObject([{ calendar: work.id }])
    expect((await finn.send('GET', `${MAIN}/a.ics`)).status).toBe(404)
    // The same UID in two calendars are two events.
    expect((await put(finn, `${MAIN}/a.ics`, event('a'))).status).toBe(201)
    expect((await finn.send('DELETE', `${HOME}/${work.id}/a.ics`)).status).toBe(204)
    expect(await shown(finn, '2026-01-01', '2026-02-01')).toMatchObject([{ calendar: null }])
  })
})

describe('questions', () => {
  test('7.8: by time, with repetitions and whole days, by a word, by what is there', async () => {
    const ann = await newDevice()
    await put(ann, `${MAIN}/fair.ics`, event('fair'))
    await put(
      ann,
      `${MAIN}/weekly.ics`,
      event('weekly', 'RRULE:FREQ=WEEKLY').replace('SUMMARY:Fair', 'SUMMARY:Stand-up'),
    )
    const day = event('day').replace(/DT(START|END);TZID=Europe\/Berlin:2026010(\d)T\d+/g, (_, which) =>
      which === 'START' ? 'DTSTART;VALUE=DATE:20260110' : 'DTEND;VALUE=DATE:20260111',
    )
    await put(ann, `${MAIN}/day.ics`, day)
    expect(names(await query(ann, between('20260105T000000Z', '20260106T000000Z')))).toEqual(['fair.ics', 'weekly.ics'])
    expect(names(await query(ann, between('20260110T000000Z', '20260110T120000Z')))).toEqual(['day.ics'])
    // It begins when it ends elsewhere: an end is not in it, a start is.
    expect(names(await query(ann, between('20260105T090000Z', '20260105T100000Z')))).toEqual([])
    expect(names(await query(ann, between('20260105T080000Z', '20260105T080001Z')))).toEqual(['fair.ics', 'weekly.ics'])
    expect(names(await query(ann, between('20310106T080000Z', '20310106T090000Z')))).toEqual(['weekly.ics'])
    const open = (range: string) => query(ann, `<C:comp-filter name="VEVENT"><C:time-range ${range}/></C:comp-filter>`)
    expect(names(await open('start="20260201T000000Z"'))).toEqual(['weekly.ics'])
    expect(names(await open('end="20260106T000000Z"'))).toEqual(['fair.ics', 'weekly.ics'])
    const word = (match: string) =>
      `<C:comp-filter name="VEVENT"><C:prop-filter name="SUMMARY">${match}</C:prop-filter></C:comp-filter>`
    expect(names(await query(ann, word('<C:text-match collation="i;ascii-casemap">STAND</C:text-match>')))).toEqual([
      'weekly.ics',
    ])
    expect(names(await query(ann, word('<C:text-match negate-condition="yes">Fair</C:text-match>')))).toEqual([
      'weekly.ics',
    ])
    expect(names(await query(ann, word('<C:is-not-defined/>')))).toEqual([])
    expect(names(await query(ann, '<C:comp-filter name="VTODO"/>'))).toEqual([])
    const all = await query(ann, '<C:comp-filter name="VEVENT"/>')
    expect(names(all)).toEqual(['day.ics', 'fair.ics', 'weekly.ics'])
    expect(all.found[`${MAIN}/fair.ics`]?.['calendar-data']).toContain('UID:fair')
  })

  test('an occurrence that was moved away is where it is now', async () => {
    const bob = await newDevice()
    await put(bob, `${MAIN}/weekly.ics`, event('weekly', 'RRULE:FREQ=WEEKLY'))
    const [{ id } = { id: '' }] = await shown(bob, '2026-01-05', '2026-01-06')
    await act(bob, 'move', { id, occurrence: '2026-01-12T09:00', start: '2026-01-14T09:00' })
    expect(names(await query(bob, between('20260112T000000Z', '20260113T000000Z')))).toEqual([])
    expect(names(await query(bob, between('20260114T000000Z', '20260115T000000Z')))).toEqual(['weekly.ics'])
  })

  test('7.9: several at once, and those that are not there are named', async () => {
    const cleo = await newDevice()
    await put(cleo, `${MAIN}/a.ics`, event('a'))
    const hrefs = [`${MAIN}/a.ics`, `${MAIN}/b.ics`, `${app.url}${MAIN}/a.ics`, '/etc/passwd', `/dav/me/sync/a.ics`]
    const asked = `<C:calendar-multiget ${CAL}><D:prop><D:getetag/><C:calendar-data/></D:prop>${hrefs.map((one) => `<D:href>${one}</D:href>`).join('')}</C:calendar-multiget>`
    const { found, missing } = await report(cleo, MAIN, asked)
    expect(Object.keys(found)).toEqual([`${MAIN}/a.ics`])
    expect(missing).toEqual([`${MAIN}/b.ics`, '/etc/passwd', '/dav/me/sync/a.ics'])
  })

  test('RFC 6578: what came, what changed and what went since the last time, whoever did it', async () => {
    const dora = await newDevice()
    await put(dora, `${MAIN}/a.ics`, event('a'))
    await put(dora, `${MAIN}/b.ics`, event('b'))
    const first = await sync(dora)
    expect(names(first)).toEqual(['a.ics', 'b.ics'])
    const ctag = async () =>
      (
        await dora.propfind(
          MAIN,
          '0',
          '<D:prop><c:getctag xmlns:c="http://calendarserver.org/ns/"/><D:sync-token/></D:prop>',
        )
      )[0]?.properties['sync-token']
    expect(await ctag()).toBe(first.token)
    await put(dora, `${MAIN}/c.ics`, event('c'))
    await dora.send('DELETE', `${MAIN}/a.ics`)
    const made = await act<EventRow>(dora, 'add', { title: 'Here', start: '2026-01-05T09:00' })
    const second = await sync(dora, first.token)
    expect(second.token).not.toBe(first.token)
    expect(names(second)).toEqual(expect.arrayContaining(['c.ics', `${made.uid}.ics`]))
    expect(second.missing).toEqual([`${MAIN}/a.ics`])
    await dora.undoLast()
    expect((await sync(dora, second.token)).missing).toContain(`${MAIN}/${made.uid}.ics`)
    // What went to another calendar is gone from this one.
    const work = await act<{ id: string }>(dora, 'addCalendar', { name: 'Work' })
    const third = await sync(dora)
    await dora.move(`${MAIN}/b.ics`, `${HOME}/${work.id}/b.ics`)
    expect((await sync(dora, third.token)).missing).toContain(`${MAIN}/b.ics`)
    expect(names(await sync(dora, third.token, `${HOME}/${work.id}`))).toContain('b.ics')
    // Once the trash is emptied nobody can say what was in it.
    await app.db.$client.query('delete from records where scope_id = $1 and deleted_at is not null', [dora.person.id])
    const late = await dora.send('REPORT', MAIN, {
      body: `<D:sync-collection ${CAL}><D:sync-token>${third.token}</D:sync-token><D:sync-level>1</D:sync-level><D:prop/></D:sync-collection>`,
    })
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('<D:valid-sync-token/>')])
  })
})

describe('calendars', () => {
  test('5.3.1: are made, named, coloured and deleted by programs, with what they keep of them', async () => {
    const ann = await newDevice()
    const asked = `<C:mkcalendar ${CAL} xmlns:A="http://apple.com/ns/ical/"><D:set><D:prop><D:displayname>Lisa's Events</D:displayname><A:calendar-color>#FF2968FF</A:calendar-color><C:calendar-description>All of them</C:calendar-description></D:prop></D:set></C:mkcalendar>`
    expect((await ann.send('MKCALENDAR', `${HOME}/lisa/`, { body: asked })).status).toBe(201)
    expect((await ann.send('MKCALENDAR', `${HOME}/lisa/`, { body: asked })).status).toBe(403)
    // RFC 5689, as vdirsyncer asks.
    const folder =
      '<mkcol xmlns="DAV:"><set><prop><resourcetype><collection/><C:calendar xmlns:C="urn:ietf:params:xml:ns:caldav"/></resourcetype></prop></set></mkcol>'
    expect((await ann.send('MKCOL', `${HOME}/club/`, { body: folder })).status).toBe(201)
    expect((await ann.propfind(`${HOME}/club/`, '0'))[0]?.properties.displayname).toBe('club')
    expect((await ann.send('DELETE', `${HOME}/club/`)).status).toBe(204)
    const overview = async () =>
      (await act<{ calendars: { name: string; colour: string; id: string }[] }>(ann, 'overview')).calendars
    expect(await overview()).toMatchObject([
      { name: 'Calendar' },
      { name: 'Lisa’s Events'.replace('’', "'"), colour: '#ff2968' },
    ])
    const set = `<D:propertyupdate ${CAL} xmlns:A="http://apple.com/ns/ical/"><D:set><D:prop><D:displayname>Lisa</D:displayname><A:calendar-color>#000000</A:calendar-color><A:calendar-order>3</A:calendar-order></D:prop></D:set></D:propertyupdate>`
    expect((await ann.send('PROPPATCH', `${HOME}/lisa/`, { body: set })).status).toBe(207)
    expect(await overview()).toMatchObject([{}, { name: 'Lisa', colour: '#000000' }])
    const [found] = await ann.propfind(
      `${HOME}/lisa`,
      '0',
      `<D:prop ${CAL} xmlns:A="http://apple.com/ns/ical/"><D:displayname/><A:calendar-order/><C:calendar-description/></D:prop>`,
    )
    expect(found?.properties).toEqual({
      ...{ displayname: 'Lisa', 'calendar-order': '3', 'calendar-description': 'All of them' },
    })
    expect((await put(ann, `${HOME}/lisa/a.ics`, event('a'))).status).toBe(201)
    expect((await ann.send('DELETE', `${HOME}/lisa/`)).status).toBe(204)
    expect(await shown(ann, '2026-01-01', '2026-02-01')).toEqual([])
    expect((await ann.send('DELETE', `${MAIN}/`)).status).toBe(403)
  })

  test('5.3.1: nothing that a program sets stands for what the server says of a calendar', async () => {
    const ann = await newDevice()
    const set = `<D:getetag>"mine"</D:getetag><D:sync-token>urn:x</D:sync-token><S:getctag xmlns:S="http://calendarserver.org/ns/">mine</S:getctag>`
    const asked = `<C:mkcalendar ${CAL}><D:set><D:prop>${set}</D:prop></D:set></C:mkcalendar>`
    expect((await ann.send('MKCALENDAR', `${HOME}/club/`, { body: asked })).status).toBe(201)
    const names = `<D:prop ${CAL}><D:getetag/><D:sync-token/><S:getctag xmlns:S="http://calendarserver.org/ns/"/></D:prop>`
    const said = async () => (await ann.propfind(`${HOME}/club`, '0', names))[0]
    expect(await said()).toMatchObject({
      properties: {
        'sync-token': expect.stringMatching(/^urn:atrium:sync:/),
        getctag: expect.not.stringMatching('mine'),
      },
      missing: ['getetag'],
    })
    const many = Array.from({ length: 101 }, (_, at) => `<p${at} xmlns="urn:x"/>`).join('')
    for (const more of [many, `<p xmlns="urn:x">${'x'.repeat(33_000)}</p>`]) {
      const body = `<C:mkcalendar ${CAL}><D:set><D:prop>${more}</D:prop></D:set></C:mkcalendar>`
      expect((await ann.send('MKCALENDAR', `${HOME}/more/`, { body })).status).toBe(507)
    }
    // What was kept of one before that was so.
    await app.db.execute(sql`update records set data = jsonb_set(data, '{properties}', ${'{"{DAV:}sync-token":"<a/>"}'}::jsonb)
      where scope_id = ${ann.person.id} and module = 'content-calendar' and collection = 'calendars'`)
    expect((await said())?.properties['sync-token']).toMatch(/^urn:atrium:sync:/)
  })

  test('MOVE: two things of one UID do not come into a calendar', async () => {
    const ann = await newDevice()
    const { id } = await act<{ id: string }>(ann, 'addCalendar', { name: 'Work', colour: '#123456' })
    await put(ann, `${MAIN}/a.ics`, event('a'))
    await put(ann, `${MAIN}/b.ics`, event('b'))
    await put(ann, `${HOME}/${id}/a.ics`, event('a'))
    const refused = await ann.move(`${MAIN}/a.ics`, `${HOME}/${id}/other.ics`)
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining(':no-uid-conflict')])
    expect((await ann.move(`${MAIN}/b.ics`, `${HOME}/${id}/b.ics`)).status).toBe(201)
    expect((await ann.move(`${HOME}/${id}/b.ics`, `${HOME}/${id}/c.ics`)).status).toBe(201)
    expect((await ann.move(`${MAIN}/a.ics`, `${HOME}/${id}/a.ics`)).status).toBe(204)
    expect(await ann.propfind(`${HOME}/${id}`, '1')).toHaveLength(3)
  })

  test('7.8: the edges of the calendar can be asked for', async () => {
    const ann = await newDevice()
    await put(ann, `${MAIN}/a.ics`, event('a', 'RRULE:FREQ=DAILY'))
    for (const [start, end, found] of [
      ['00000101T000000Z', '99991231T235959Z', ['a.ics']],
      ['99991230T000000Z', '99991231T235959Z', []],
      ['00000101T000000Z', '00000102T000000Z', []],
    ] as const)
      expect(names(await query(ann, between(start, end))), start).toEqual(found)
  })

  test('an answer is no longer than the server can hold', async () => {
    const ann = await newDevice()
    await put(ann, `${MAIN}/a.ics`, event('a'))
    await app.db.execute(sql`insert into records (id, scope_id, module, collection, data, schema_version, created_at, updated_at, search)
      select gen_random_uuid(), scope_id, module, collection, jsonb_set(data, '{uid}', to_jsonb('n' || n)), schema_version, created_at, updated_at, search
      from records, generate_series(1, 200) as n where scope_id = ${ann.person.id} and module = 'content-calendar' and collection = 'events'`)
    const namespace = '&amp;'.repeat(200)
    const asked = Array.from({ length: 200 }, (_, at) => `<${'p'.repeat(900)}${at}/>`).join('')
    const prop = `<D:prop xmlns="${namespace}">${asked}</D:prop>`
    const filter = '<C:filter><C:comp-filter name="VCALENDAR"/></C:filter>'
    for (const [method, sent, status] of [
      ['REPORT', `<C:calendar-query ${CAL}>${prop}${filter}</C:calendar-query>`, 403],
      [
        'REPORT',
        `<D:sync-collection ${CAL}><D:sync-token/><D:sync-level>1</D:sync-level>${prop}</D:sync-collection>`,
        403,
      ],
      ['PROPFIND', `<D:propfind ${CAL}>${prop}</D:propfind>`, 403],
      ['PROPFIND', `<D:propfind ${CAL}><D:prop><D:getetag/></D:prop></D:propfind>`, 207],
    ] as const) {
      const answer = await ann.send(method, MAIN, { body: sent, headers: { depth: '1' } })
      expect(answer.status, sent.slice(0, 40)).toBe(status)
      await answer.text()
    }
  })

  const hostile: [string, string, string, string, string?][] = [
    ['no calendar at all', 'PUT', 'a.ics', 'hello', 'valid-calendar-data'],
    ['no event', 'PUT', 'a.ics', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n', 'valid-calendar-data'],
    [
      'a to-do',
      'PUT',
      'a.ics',
      'BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\nEND:VTODO\r\nEND:VCALENDAR\r\n',
      'valid-calendar-data',
    ],
    [
      'two events',
      'PUT',
      'a.ics',
      event('a').replace('END:VCALENDAR', event('b').split('\r\n').slice(18, -2).join('\r\n')),
      'valid-calendar-data',
    ],
    [
      'a day that no calendar has',
      'PUT',
      'a.ics',
      event('a').replaceAll('20260105', '20260230'),
      'valid-calendar-data',
    ],
    ['a rule by the second', 'PUT', 'a.ics', event('a', 'RRULE:FREQ=SECONDLY'), 'valid-calendar-data'],
    ['the UID of another', 'PUT', 'b.ics', event('there'), 'no-uid-conflict'],
    ['too much', 'PUT', 'a.ics', event('a', `X-BIG:${'x'.repeat(300_000)}`), 'max-resource-size'],
    ['an event beside the calendars', 'PUT', '../a.ics', event('a'), 'calendar-collection-location-ok'],
    ['a calendar in a calendar', 'MKCALENDAR', 'inner', '', 'calendar-collection-location-ok'],
    [
      'a calendar of to-dos',
      'MKCALENDAR',
      '../todo',
      `<C:mkcalendar ${CAL}><D:set><D:prop><C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set></D:prop></D:set></C:mkcalendar>`,
      'supported-calendar-component',
    ],
    ['no question', 'REPORT', '', ''],
    ['a question nobody knows', 'REPORT', '', '<D:expand-property xmlns:D="DAV:"/>', 'supported-report'],
    ['a question without a filter', 'REPORT', '', `<C:calendar-query ${CAL}/>`, 'valid-filter'],
    [
      'times that are none',
      'REPORT',
      '',
      `<C:calendar-query ${CAL}><C:filter><C:comp-filter name="VCALENDAR">${between('soon', 'later')}</C:comp-filter></C:filter></C:calendar-query>`,
      'valid-filter',
    ],
    [
      'a time that ends first',
      'REPORT',
      '',
      `<C:calendar-query ${CAL}><C:filter><C:comp-filter name="VCALENDAR">${between('20260105T000000Z', '20260104T000000Z')}</C:comp-filter></C:filter></C:calendar-query>`,
      'valid-filter',
    ],
    [
      'more filters than a program has',
      'REPORT',
      '',
      `<C:calendar-query ${CAL}><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">${'<C:prop-filter name="UID"/>'.repeat(21)}</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`,
      'supported-filter',
    ],
    [
      'a token of nobody',
      'REPORT',
      '',
      `<D:sync-collection ${CAL}><D:sync-token>http://example.org/1</D:sync-token><D:sync-level>1</D:sync-level><D:prop/></D:sync-collection>`,
      'valid-sync-token',
    ],
    [
      'a token made up',
      'REPORT',
      '',
      `<D:sync-collection ${CAL}><D:sync-token>urn:atrium:sync:1-999999-9</D:sync-token><D:sync-level>1</D:sync-level><D:prop/></D:sync-collection>`,
      'valid-sync-token',
    ],
    ['a question to files', 'REPORT', '/dav/me/sync/', '<D:sync-collection xmlns:D="DAV:"/>'],
  ]
  const hurt = newDevice().then(async (who) => {
    await put(who, `${MAIN}/there.ics`, event('there'))
    return who
  })
  test.each(hostile)(
    '%s: %s %s is refused in a sentence, and nothing is changed',
    async (_, method, path, sent, condition) => {
      const who = await hurt
      const before = await who.propfind(MAIN, '1')
      const place = path.startsWith('/')
        ? path
        : path.startsWith('../')
          ? `${HOME}/${path.slice(3)}`
          : `${MAIN}/${path}`
      const answer = await who.send(method, place, sent === '' ? {} : { body: sent })
      const text = await answer.text()
      expect(answer.status, text).toBeGreaterThanOrEqual(400)
      expect(answer.status, text).toBeLessThan(500)
      expect(text).toMatch(/<message [^>]*>[^<]{10,}<\/message>/)
      if (condition) expect(text).toContain(`:${condition}`)
      expect(await who.propfind(MAIN, '1')).toEqual(before)
    },
  )
})
