import { describe, expect, test } from 'vitest'
import { startFake } from '../../server/accounts/test-process.ts'
import { acting } from '../../server/sharing/test-shares.ts'
import { type Client, testApp } from '../../server/test-app.ts'
import type { EventRow } from './event.ts'
import { type Guest, NO_GUESTS } from './guest-fields.ts'
import { keepingAnswers } from './guests.ts'
import { mailsOf } from './test-mails.ts'

// The messages of RFC 5546, 4.2, and what Google, Outlook and Apple send of their own shapes. The mail server speaks SMTP.

const smtp = await startFake('../accounts/test-smtp.ts')
const app = await testApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'atrium@example.org' })
await app.administrator()
const act = acting('content-calendar')
const made = async <T>(who: Client, action: string, input: object) => {
  const answer = await act<T>(who, action, input)
  expect(answer.error?.message).toBeUndefined()
  return answer.output
}
const mails = mailsOf(smtp)
const arrived = (to: string, count: number) => expect.poll(() => mails(to).length, { timeout: 15_000 }).toBe(count)
let people = 0
const address = () => `guest${++people}@example.com`
const email = async (who: Client) => (await who.call<{ email: string }>('GET', '/api/user')).email
const lunch = { title: 'Lunch', start: '2026-11-10T12:00', minutes: 60, zone: 'Europe/Berlin', place: 'Mensa' }

/** An event of Ann's with these guests, invited. */
async function invited(...guests: { address: string; name?: string; role?: string }[]) {
  const ann = await app.member()
  const event = await made<EventRow>(ann, 'add', lunch)
  await made(ann, 'setGuests', { id: event.id, attendees: guests })
  expect(await made(ann, 'invite', { id: event.id })).toEqual({ sent: guests.length, failed: [] })
  const now = async () => (await made<{ event: EventRow }>(ann, 'get', { id: event.id })).event
  return { ann, event, now, uid: event.uid }
}
const statuses = ({ guests }: EventRow) => guests?.attendees.map(({ status }: Guest) => status)

const file = (method: string, ...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'PRODID:-//Example/ExampleCalendarClient//EN', `METHOD:${method}`, 'VERSION:2.0', 'BEGIN:VEVENT']
    .concat(lines, 'END:VEVENT', 'END:VCALENDAR', '')
    .join('\r\n')

interface Imported {
  added: number
  changed: number
  same: number
  refused: number
  rows: { refused: { reason: string }[] }
}
async function open(who: Client, text: string): Promise<Imported> {
  const sent = await who.call<{ id: string }>('POST', '/api/uploads?name=invite.ics', new TextEncoder().encode(text))
  return (await who.call<{ report: Imported }>('POST', '/api/m/content-calendar/imports/ics', { upload: sent.id }))
    .report
}

describe('what goes out by mail', () => {
  test('an invitation has the method, each guest, who organises it, SEQUENCE 0 and a text', async () => {
    const [b, c] = [address(), address()]
    const { ann, uid } = await invited({ address: b, name: 'B' }, { address: c, role: 'optional' })
    await arrived(b, 1)
    const [mail] = mails(b)
    expect(mail).toMatchObject({ method: 'REQUEST', subject: 'Invitation: Lunch' })
    for (const line of [
      'METHOD:REQUEST',
      `UID:${uid}`,
      'SEQUENCE:0',
      'DTSTART;TZID=Europe/Berlin:20261110T120000',
      'BEGIN:VTIMEZONE',
      `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=B:mailto:${b}`,
      `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=OPT-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${c}`,
    ])
      expect(mail?.calendar).toContain(line)
    expect(mail?.calendar).toMatch(new RegExp(`ORGANIZER[^\\r\\n]*:mailto:${await email(ann)}`))
    expect(mail?.calendar).toMatch(/DTSTAMP:\d{8}T\d{6}Z/)
    expect(mail?.text).toMatch(
      /invites you to “Lunch”[\s\S]*November 10, 2026[\s\S]*Mensa[\s\S]*Answer with the buttons/,
    )
  })

  test('another time is the next SEQUENCE and asks anew, another title is not; who is off the list gets its end', async () => {
    const [b, c] = [address(), address()]
    const { ann, event, now } = await invited({ address: b }, { address: c })
    const invite = () => made(ann, 'invite', { id: event.id })
    await open(ann, file('REPLY', `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${b}`, `UID:${event.uid}`, 'SEQUENCE:0'))
    await made(ann, 'change', { id: event.id, change: { title: 'Late lunch' } })
    await invite()
    expect([(await now()).guests?.sequence, statuses(await now())]).toEqual([0, ['accepted', 'open']])
    const untold = async () => (await made<{ isUntold: boolean }>(ann, 'get', { id: event.id })).isUntold
    expect(await untold()).toBe(false)
    await made(ann, 'move', { id: event.id, start: '2026-11-10T13:00' })
    expect(await untold()).toBe(true)
    await made(ann, 'setGuests', { id: event.id, attendees: [{ address: b }] })
    expect(await invite()).toEqual({ sent: 2, failed: [] })
    expect([(await now()).guests?.sequence, statuses(await now())]).toEqual([1, ['open']])
    await arrived(b, 3)
    await arrived(c, 3)
    expect(mails(b).at(-1)).toMatchObject({ method: 'REQUEST', subject: 'Changed: Late lunch' })
    expect(mails(b).at(-1)?.calendar).toContain('SEQUENCE:1')
    const last = mails(c).at(-1)
    expect(last).toMatchObject({ method: 'CANCEL', subject: 'Called off: Late lunch' })
    expect(last?.calendar).toContain('STATUS:CANCELLED')
    expect(last?.calendar).not.toContain(b)
  })

  test('an event that is called off tells all who were told of it, once', async () => {
    const b = address()
    const { ann, event } = await invited({ address: b })
    expect(await made(ann, 'callOff', { id: event.id })).toEqual({ sent: 1, failed: [] })
    await arrived(b, 2)
    expect(mails(b).at(-1)?.calendar).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:1/)
    expect((await act(ann, 'callOff', { id: event.id })).status).toBe(400)
  })

  test('names and titles cannot begin a header or a line of their own', async () => {
    const b = address()
    const ann = await app.member()
    const event = await made<EventRow>(ann, 'add', { ...lunch, title: 'A\r\nBcc: x@example.com' })
    const attendees = [{ address: b, name: 'B"\r\nATTENDEE:mailto:evil@example.com;X=:,' }]
    await made(ann, 'setGuests', { id: event.id, attendees })
    await made(ann, 'invite', { id: event.id })
    await arrived(b, 1)
    const raw = (smtp.lines as { to: string[]; data: string }[]).find(({ to }) => to[0] === b)
    expect(raw?.to).toEqual([b])
    expect(raw?.data).not.toMatch(/^Bcc:/im)
    expect(mails(b)[0]?.calendar).not.toMatch(/^ATTENDEE:mailto:evil/m)
    for (const wrong of ['b', 'b@', 'b@x.org\r\nBcc: y@x.org', 'a b@x.org', 'a@x.org,c@x.org'])
      expect((await act(ann, 'setGuests', { id: event.id, attendees: [{ address: wrong }] })).status, wrong).toBe(400)
  })

  test('who has no account, comes from elsewhere, or asks too much sends none', async () => {
    const b = address()
    const { ann, event } = await invited({ address: b })
    const other = await app.member()
    expect((await act(other, 'invite', { id: event.id })).status).toBe(404)
    const nobody = await app.guest()
    const own = await made<EventRow>(nobody, 'add', lunch)
    await made(nobody, 'setGuests', { id: own.id, attendees: [{ address: b }] })
    expect((await act(nobody, 'invite', { id: own.id })).status).toBe(403)
    expect((await made<{ canMail: boolean }>(nobody, 'overview', {})).canMail).toBe(false)
    for (let at = 0; at < 11; at++) await made(ann, 'invite', { id: event.id })
    expect((await act(ann, 'invite', { id: event.id })).status).toBe(429)
  })
})

describe('answers', () => {
  test('a REPLY (RFC 5546, 4.2.2) sets who answered; older ones, others’ and unknown events change nothing', async () => {
    const [b, c] = [address(), address()]
    const { ann, event, now, uid } = await invited({ address: b }, { address: c })
    const reply = (...lines: string[]) =>
      open(ann, file('REPLY', ...lines, `UID:${uid}`, `ORGANIZER:mailto:x@example.com`))
    const said = (status: string, who = b) => `ATTENDEE;PARTSTAT=${status}:mailto:${who}`
    const yes = [said('ACCEPTED'), 'SEQUENCE:0', 'REQUEST-STATUS:2.0;Success', 'DTSTAMP:20260612T190000Z']
    expect(await reply(...yes)).toMatchObject({ changed: 1, refused: 0 })
    expect(statuses(await now())).toEqual(['accepted', 'open'])
    expect(await reply(said('DECLINED'), 'SEQUENCE:0', 'DTSTAMP:20260611T190000Z')).toMatchObject({ changed: 0 })
    // Google: names in quotes, capitals, a parameter of its own, CRLF folded.
    const google = `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=TENTATIVE;CN="Doe, C";\r\n X-NUM-GUESTS=0:MAILTO:${c.toUpperCase()}`
    await reply(google, 'SEQUENCE:0', 'DTSTAMP:20260613T190000Z')
    expect(statuses(await now())).toEqual(['accepted', 'tentative'])
    expect((await reply(said('ACCEPTED', 'party@crasher.com'))).rows.refused[0]?.reason).toContain(
      'not among its guests',
    )
    await made(ann, 'move', { id: event.id, start: '2026-11-11T12:00' })
    await made(ann, 'invite', { id: event.id })
    expect(await reply(said('ACCEPTED'), 'SEQUENCE:0', 'DTSTAMP:20261231T190000Z')).toMatchObject({ changed: 0 })
    expect(statuses(await now())).toEqual(['open', 'open'])
    const stranger = await app.member()
    expect((await open(stranger, file('REPLY', ...yes, `UID:${uid}`))).rows.refused[0]?.reason).toContain(
      'not on your calendar',
    )
  })

  test('a REQUEST becomes an event that is answered by a REPLY; its update and its end follow, older ones do not', async () => {
    const ben = await app.member()
    const me = await email(ben)
    // Outlook: a name for its zone, organiser in capitals, SEQUENCE at the end.
    const request = (sequence: number, start: string, stamp = '20260611T190000Z', from = 'A@example.com') =>
      file(
        'REQUEST',
        `ORGANIZER;CN=A:MAILTO:${from}`,
        `ATTENDEE;ROLE=CHAIR;PARTSTAT=ACCEPTED;CN=A:mailto:a@example.com`,
        `ATTENDEE;RSVP=TRUE;CUTYPE=INDIVIDUAL;CN=B:mailto:${me.toUpperCase()}`,
        'ATTENDEE;RSVP=FALSE;CUTYPE=ROOM:conf_big@example.com',
        `DTSTAMP:${stamp}`,
        `DTSTART:${start}`,
        'DURATION:PT1H',
        'SUMMARY:Conference',
        'UID:calsrv.example.com-873970198738777@example.com',
        `SEQUENCE:${sequence}`,
        'STATUS:CONFIRMED',
      )
    expect(await open(ben, request(1, '20261110T200000Z'))).toMatchObject({ added: 1 })
    const found = async () =>
      (await made<{ events: EventRow[] }>(ben, 'search', { words: 'Conference' })).events[0] as EventRow
    const event = await found()
    expect(event.guests).toMatchObject({ me, organizer: { address: 'a@example.com', name: 'A' }, sequence: 1 })
    expect((await act(ben, 'invite', { id: event.id })).status).toBe(400)
    await made(ben, 'answer', { id: event.id, status: 'accepted' })
    expect(await made(ben, 'sendAnswer', { id: event.id })).toEqual({ sent: 1, failed: [] })
    await arrived('a@example.com', 1)
    const [mail] = mails('a@example.com')
    expect(mail?.method).toBe('REPLY')
    expect(mail?.calendar).toMatch(new RegExp(`PARTSTAT=ACCEPTED[^\\r\\n]*:mailto:${me}`))
    expect(mail?.calendar).not.toContain('conf_big')
    expect(mail?.calendar).toContain('SEQUENCE:1')
    expect(await open(ben, request(0, '20261111T200000Z'))).toMatchObject({ added: 0, changed: 0 })
    expect(await open(ben, request(2, '20261112T200000Z', undefined, 'mallory@example.com'))).toMatchObject({
      changed: 0,
    })
    expect(await open(ben, request(2, '20261112T200000Z'))).toMatchObject({ changed: 1 })
    expect([(await found()).start, statuses(await found())?.[1]]).toEqual(['2026-11-12T20:00', 'open'])
    const cancel = (from: string, sequence: number) =>
      file(
        'CANCEL',
        `ORGANIZER:mailto:${from}`,
        `ATTENDEE:mailto:${me}`,
        `UID:${event.uid}`,
        `SEQUENCE:${sequence}`,
        'STATUS:CANCELLED',
      )
    expect(await open(ben, cancel('mallory@example.com', 9))).toMatchObject({ changed: 0 })
    expect(await open(ben, cancel('a@example.com', 1))).toMatchObject({ changed: 0 })
    expect(await open(ben, cancel('a@example.com', 3))).toMatchObject({ changed: 1 })
    expect((await found()).status).toBe('cancelled')
  })

  test('one occurrence of a series is called off by its RECURRENCE-ID (RFC 5546, 4.4.5)', async () => {
    const ben = await app.member()
    const head = ['ORGANIZER:mailto:a@example.com', `ATTENDEE:mailto:${await email(ben)}`, 'UID:series-1@example.com']
    const weekly = ['DTSTART:20261105T200000Z', 'DTEND:20261105T210000Z', 'RRULE:FREQ=WEEKLY;COUNT=3', 'SUMMARY:Weekly']
    await open(ben, file('REQUEST', ...head, ...weekly, 'SEQUENCE:0', 'DTSTAMP:20260601T000000Z'))
    const one = ['RECURRENCE-ID:20261112T200000Z', 'SEQUENCE:1', 'STATUS:CANCELLED', 'DTSTAMP:20260602T000000Z']
    expect(await open(ben, file('CANCEL', ...head, ...one))).toMatchObject({ changed: 1 })
    const { occurrences } = await made<{ occurrences: { start: string }[] }>(ben, 'occurrences', {
      ...{ from: '2026-11-01', to: '2026-12-01', zone: 'UTC' },
    })
    expect(occurrences.map(({ start }) => start.slice(0, 10))).toEqual(['2026-11-05', '2026-11-19'])
  })
})

describe('guests of a series', () => {
  const weekly = { ...lunch, title: 'Weekly', rrule: 'FREQ=WEEKLY;COUNT=4' }
  const series = async (b: string) => {
    const ann = await app.member()
    const event = await made<EventRow>(ann, 'add', weekly)
    await made(ann, 'setGuests', { id: event.id, attendees: [{ address: b }] })
    await made(ann, 'invite', { id: event.id })
    return { ann, event, at: '2026-11-17T12:00' }
  }

  test('a changed occurrence goes along by its RECURRENCE-ID with the next SEQUENCE, and asks nobody anew', async () => {
    const b = address()
    const { ann, event, at } = await series(b)
    await open(ann, file('REPLY', `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${b}`, `UID:${event.uid}`, 'SEQUENCE:0'))
    await made(ann, 'move', { id: event.id, occurrence: at, scope: 'this', start: '2026-11-18T12:00' })
    await made(ann, 'invite', { id: event.id })
    await arrived(b, 2)
    const sent = mails(b).at(-1)?.calendar ?? ''
    expect(sent.match(/^SEQUENCE:1\r$/gm)).toHaveLength(2)
    expect(sent).toContain('RECURRENCE-ID;TZID=Europe/Berlin:20261117T120000')
    const shown = await made<{ event: EventRow; series: { id: string } }>(ann, 'get', { id: event.id, occurrence: at })
    expect([shown.event.start, shown.series.id, statuses(shown.event)]).toEqual([
      '2026-11-18T12:00',
      event.id,
      ['accepted'],
    ])
    await made(ann, 'remove', { id: event.id, occurrence: '2026-11-24T12:00', scope: 'this' })
    await made(ann, 'invite', { id: event.id })
    await arrived(b, 3)
    expect(mails(b).at(-1)?.calendar).toMatch(/SEQUENCE:2[\s\S]*EXDATE;TZID=Europe\/Berlin:20261124T120000/)
  })

  test('what follows under a name of its own invites anew', async () => {
    const b = address()
    const { ann, event, at } = await series(b)
    const change = { title: 'Fortnightly' }
    const rest = await made<{ event: EventRow }>(ann, 'change', {
      ...{ id: event.id, occurrence: at, scope: 'following', change },
    })
    expect(rest.event.uid).not.toBe(event.uid)
    expect(rest.event.guests).toMatchObject({ sequence: 0, sent: null, attendees: [{ address: b, status: 'open' }] })
    await made(ann, 'invite', { id: rest.event.id })
    await arrived(b, 2)
    expect(mails(b).at(-1)).toMatchObject({ subject: 'Invitation: Fortnightly' })
  })
})

test('without mail set up an invitation is a file, to be sent by hand, and so are its change and its end', async () => {
  const alone = await testApp()
  await alone.administrator()
  const ann = await alone.member()
  const event = await made<EventRow>(ann, 'add', lunch)
  await made(ann, 'setGuests', { id: event.id, attendees: [{ address: 'by.hand@example.com' }] })
  expect((await made<{ canMail: boolean }>(ann, 'overview', {})).canMail).toBe(false)
  const refused = await act(ann, 'invite', { id: event.id })
  expect([refused.status, refused.error?.message]).toEqual([409, expect.stringContaining('No mail is set up here')])
  const handed = (method: string) => made<{ text: string; mime: string }>(ann, 'messageFile', { id: event.id, method })
  const sent = await handed('REQUEST')
  expect([sent.mime, sent.text.includes('mailto:by.hand@example.com')]).toEqual(['text/calendar; method=REQUEST', true])
  expect(sent.text).toContain('SEQUENCE:0')
  await made(ann, 'move', { id: event.id, start: '2026-11-10T13:00' })
  expect((await handed('REQUEST')).text).toContain('SEQUENCE:1')
  expect((await handed('CANCEL')).text).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:2[\s\S]*STATUS:CANCELLED/)
  expect((await made<{ event: EventRow }>(ann, 'get', { id: event.id })).event.status).toBe('cancelled')
})

test('whom the mail server does not take is told, noted, and invited with the next one', async () => {
  const gone = await testApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'atrium@example.org' })
  await gone.administrator()
  const ann = await gone.member()
  const event = await made<EventRow>(ann, 'add', lunch)
  const all = ['x@example.com', 'y@example.com', 'z@example.com']
  await made(ann, 'setGuests', { id: event.id, attendees: all.map((one) => ({ address: one })) })
  const { sent, failed } = await made<{ sent: number; failed: string[] }>(ann, 'invite', { id: event.id })
  expect([sent, failed.toSorted()]).toEqual([0, all])
  const { guests } = (await made<{ event: EventRow }>(ann, 'get', { id: event.id })).event
  expect([guests?.sent?.to, guests?.sent?.failed.toSorted()]).toEqual([[], all])
})

test('one’s own invitation, come back, changes nothing', async () => {
  const b = address()
  const { ann, event, now } = await invited({ address: b })
  await arrived(b, 1)
  const before = await now()
  expect(await open(ann, mails(b)[0]?.calendar ?? '')).toMatchObject({ added: 0, changed: 0, refused: 0 })
  expect(await now()).toEqual(before)
  expect(event.uid).toBe(before.uid)
})

test('who answers while the others are still being written to keeps their answer', () => {
  const guest = (address: string, more: Partial<Guest> = {}): Guest => ({
    ...{ address, name: '', role: 'required', status: 'open', answeredAt: '' },
    ...more,
  })
  const [early, late] = [
    guest('a@example.com', { status: 'declined', answeredAt: '2026-01-01T00:00:00.000Z' }),
    guest('b@example.com'),
  ]
  const read = { ...NO_GUESTS, attendees: [early, late] }
  // It was moved: what was answered before is open again.
  const next = { ...NO_GUESTS, sequence: 1, attendees: [guest('a@example.com'), late, guest('c@example.com')] }
  const answered = guest('b@example.com', {
    status: 'accepted',
    answeredAt: '2026-01-02T00:00:00.000Z',
    note: 'Gladly',
  })
  const now = { ...NO_GUESTS, attendees: [early, answered] }
  expect(keepingAnswers(next, read, now)).toEqual({
    ...next,
    attendees: [next.attendees[0], answered, next.attendees[2]],
  })
  expect(keepingAnswers(next, read, null)).toEqual(next)
})
