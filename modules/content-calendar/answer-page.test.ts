import { describe, expect, test } from 'vitest'
import { startFake } from '../../server/accounts/test-process.ts'
import { acting } from '../../server/sharing/test-shares.ts'
import { type Client, client, testApp } from '../../server/test-app.ts'
import type { EventRow } from './event.ts'
import { mailsOf } from './test-mails.ts'

// Whoever is invited answers on a page of their own, by the link in their mail: no account, and nothing of the other guests.

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
let people = 0
const address = () => `visitor${++people}@example.com`
const lunch = { title: 'Lunch', start: '2095-11-10T12:00', minutes: 60, zone: 'Europe/Berlin', place: 'Mensa' }
const pathIn = (text: string) => /https?:\/\/[^\s]+(\/p\/l\/[\w-]+)/.exec(text)?.[1] ?? ''

/** The path of the page in the last of `count` mails to somebody. */
async function pathFor(to: string, count = 1): Promise<string> {
  await expect.poll(() => mails(to).length, { timeout: 15_000 }).toBe(count)
  return pathIn(mails(to).at(-1)?.text ?? '')
}
async function invited(event: object, ...guests: { address: string; name?: string; role?: string }[]) {
  const ann = await app.member()
  const { id } = await made<EventRow>(ann, 'add', { ...lunch, ...event })
  await made(ann, 'setGuests', { id, attendees: guests })
  await made(ann, 'invite', { id })
  const guest = async (of: string) =>
    (await made<{ event: EventRow }>(ann, 'get', { id })).event.guests?.attendees.find((one) => one.address === of)
  return { ann, id, guest }
}
/** A browser without an account, at a page. */
function visitor(path: string, headers: Record<string, string> = {}) {
  const browser = client(app.url)
  const open = async () => {
    const answer = await browser.send('GET', path, undefined, headers)
    return { status: answer.status, text: await answer.text(), policy: answer.headers.get('content-security-policy') }
  }
  /** What the browser sends by the form of the page, whose hidden field it has. */
  const send = async (fields: Record<string, string>, more: Record<string, string> = {}) => {
    const { text } = await open()
    const challenge = /name="challenge" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const body = new URLSearchParams({ challenge, ...fields, ...more }).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await browser.send('POST', `${path}/send/respond`, body, { ...type, ...headers })
    return { status: answer.status, text: await answer.text(), to: answer.headers.get('location'), body }
  }
  return { open, send, browser }
}

describe('the page of an invitation', () => {
  test('stands in the mail of each guest, one for each, and the same in the next mail', async () => {
    const [b, c] = [address(), address()]
    const { ann, id } = await invited({}, { address: b, name: 'Bo' }, { address: c })
    const [ofB, ofC] = [await pathFor(b), await pathFor(c)]
    expect(ofB).toMatch(/^\/p\/l\/[\w-]{32}$/)
    expect(ofC).not.toBe(ofB)
    await made(ann, 'invite', { id })
    expect(await pathFor(b, 2)).toBe(ofB)
  })

  test('shows what, when, where and who invites, and nothing of the other guests', async () => {
    const [b, c] = [address(), address()]
    const event = { notes: 'Bring <b>spoons</b>', link: 'https://meet.example.org/x' }
    const { ann } = await invited(event, { address: b }, { address: c, name: 'Cy' })
    const own = (await ann.call<{ email: string }>('GET', '/api/user')).email
    const { status, text, policy } = await visitor(await pathFor(b)).open()
    expect(status).toBe(200)
    for (const words of ['<h1 dir="auto">Lunch</h1>', 'November 10, 2095', '12:00', 'Europe/Berlin', 'Mensa', own])
      expect(text).toContain(words)
    expect(text).toContain('href="https://meet.example.org/x"')
    expect(text).toContain('Bring &lt;b&gt;spoons&lt;/b&gt;')
    expect(text).toContain('data-from="2095-11-10T11:00:00.000Z"')
    expect(text).not.toMatch(new RegExp(`${c}|Cy`))
    expect(policy).toMatch(/default-src 'none'.*script-src 'sha256-[^']+'$/)
    expect(text).toContain('noindex')
  })

  test('speaks the language of its visitor', async () => {
    const b = address()
    await invited({}, { address: b })
    const { text } = await visitor(await pathFor(b), { 'accept-language': 'de' }).open()
    expect(text).toContain('lang="de"')
    expect(text).toMatch(/10\. November 2095[\s\S]*Kommst du\?[\s\S]*Vielleicht/)
  })

  test('answers nothing by being opened: a preview of the link is no answer', async () => {
    const b = address()
    const { guest } = await invited({}, { address: b })
    const path = await pathFor(b)
    await visitor(path).open()
    await client(app.url).send('HEAD', path)
    expect((await guest(b))?.status).toBe('open')
  })

  test('of a series shows the next times, without those that are left out', async () => {
    const b = address()
    const { ann, id } = await invited({ rrule: 'FREQ=WEEKLY;COUNT=4' }, { address: b })
    await made(ann, 'remove', { id, occurrence: '2095-11-17T12:00', scope: 'this' })
    const { text } = await visitor(await pathFor(b)).open()
    expect(Array.from(text.matchAll(/data-from="(\S{10})/g), ([, day]) => day)).toEqual([
      '2095-11-10',
      '2095-11-24',
      '2095-12-01',
    ])
  })
})

describe('an answer by the page', () => {
  test('is kept with its note as one by mail is, told to whoever invited, and can be changed', async () => {
    const b = address()
    const { ann, guest } = await invited({}, { address: b, name: 'Bo' })
    const { open, send } = visitor(await pathFor(b))
    const sent = await send({ answer: 'accepted', note: 'A little <late>' })
    expect([sent.status, sent.to]).toEqual([303, `${await pathFor(b)}?sent=1`])
    expect(await guest(b)).toMatchObject({ status: 'accepted', note: 'A little <late>' })
    const page = (await open()).text
    expect(page).toMatch(
      /You have said yes[\s\S]*value="accepted" required checked[\s\S]*A little &lt;late&gt;<\/textarea>/,
    )
    const told = async () =>
      (await ann.call<{ notifications: { kind: string; title: string; body: string }[] }>('GET', '/api/notifications'))
        .notifications
    await expect.poll(told, { timeout: 15_000 }).toHaveLength(1)
    expect((await told())[0]).toMatchObject({ kind: 'answer', title: 'Lunch', body: 'Bo comes. A little <late>' })
    await send({ answer: 'declined' })
    const after = await guest(b)
    expect([after?.status, after?.note]).toEqual(['declined', undefined])
    await expect.poll(told, { timeout: 15_000 }).toHaveLength(2)
    expect((await told())[0]?.body).toBe('Bo does not come.')
  })

  test('is kept beside those of all others who answer at the same moment', async () => {
    const all = Array.from({ length: 8 }, address)
    const { guest } = await invited({}, ...all.map((one) => ({ address: one })))
    const visitors = await Promise.all(all.map(async (one) => visitor(await pathFor(one))))
    await Promise.all(visitors.map(({ send }) => send({ answer: 'accepted' })))
    expect(await Promise.all(all.map(async (one) => (await guest(one))?.status))).toEqual(all.map(() => 'accepted'))
  })

  test('is refused, with all that was typed, where it says neither yes nor no', async () => {
    const b = address()
    const { guest } = await invited({}, { address: b })
    const { send } = visitor(await pathFor(b))
    for (const answer of ['', 'perhaps']) {
      const refused = await send({ answer, note: 'I wonder' })
      expect([answer, refused.status]).toEqual([answer, 400])
      expect(refused.text).toMatch(/role="alert"[\s\S]*I wonder<\/textarea>/)
    }
    expect((await send({ answer: 'accepted', note: 'x'.repeat(1001) })).status).toBe(400)
    expect((await guest(b))?.status).toBe('open')
  })

  test('is taken from people alone, once for each time that the page was opened', async () => {
    const b = address()
    const { guest } = await invited({}, { address: b })
    const path = await pathFor(b)
    const { send, browser } = visitor(path)
    expect((await send({ answer: 'accepted' }, { website: 'https://spam.example' })).status).toBe(400)
    expect((await send({ answer: 'accepted' }, { challenge: 'made-up' })).status).toBe(400)
    expect((await guest(b))?.status).toBe('open')
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const { body } = await send({ answer: 'tentative' })
    expect((await browser.send('POST', `${path}/send/respond`, body, type)).status).toBe(400)
    expect((await browser.send('POST', `${path}/send/setGuests`, body, type)).status).toBe(403)
    expect(
      (await browser.send('POST', `${path}/send/respond`, body, { ...type, origin: 'https://evil.example' })).status,
    ).toBe(403)
    expect((await guest(b))?.status).toBe('tentative')
  })

  test('cannot name another guest or another event', async () => {
    const [b, c] = [address(), address()]
    const { id, guest } = await invited({}, { address: b }, { address: c })
    await visitor(await pathFor(b)).send({ answer: 'accepted', id, address: c })
    expect([(await guest(b))?.status, (await guest(c))?.status]).toEqual(['accepted', 'open'])
  })

  test('is noted by whoever invites as well: somebody has said it on the telephone', async () => {
    const b = address()
    const { ann, id, guest } = await invited({}, { address: b })
    expect(await made(ann, 'respond', { id, address: b, answer: 'declined' })).toEqual({
      title: 'Lunch',
      answer: 'declined',
    })
    expect((await guest(b))?.status).toBe('declined')
    expect((await act(ann, 'respond', { answer: 'accepted' })).status).toBe(400)
    expect((await act(ann, 'respond', { id, address: 'x@example.com', answer: 'accepted' })).status).toBe(404)
  })
})

describe('what has become of the event', () => {
  test('a moved one says so and from when, also before the next mail, and asks anew after it', async () => {
    const b = address()
    const { ann, id, guest } = await invited({}, { address: b })
    const { open, send } = visitor(await pathFor(b))
    await send({ answer: 'accepted' })
    await made(ann, 'move', { id, start: '2095-11-11T15:00' })
    expect((await open()).text).toMatch(/was moved\.[^<]*November 10, 2095[\s\S]*November 11, 2095/)
    await made(ann, 'invite', { id })
    expect(await guest(b)).toMatchObject({ status: 'open' })
    const { text } = await open()
    expect(text).toMatch(/was moved\.[^<]*November 10, 2095[\s\S]*November 11, 2095/)
    expect(text).not.toContain('You have said')
  })

  test('one that is called off, over, deleted, or without this guest says so, and takes no answer', async () => {
    const [b, c] = [address(), address()]
    const { ann, id } = await invited({}, { address: b }, { address: c })
    const [ofB, ofC] = [visitor(await pathFor(b)), visitor(await pathFor(c))]
    await made(ann, 'setGuests', { id, attendees: [{ address: b }] })
    const without = (await ofC.open()).text
    expect(without).toContain('no longer on the list')
    expect(without).not.toMatch(/Lunch|Mensa|<form/)
    await made(ann, 'callOff', { id })
    const off = (await ofB.open()).text
    expect(off).toContain('was called off')
    expect(off).not.toContain('<form')
    expect((await ofB.send({ answer: 'accepted' })).status).toBe(400)
    await made(ann, 'remove', { id })
    expect((await ofB.open()).text).toContain('no longer planned')

    const d = address()
    const past = await invited({ start: '2020-11-10T12:00' }, { address: d })
    // A page is kept for a while after the end, not for years.
    expect((await visitor(await pathFor(d)).open()).status).toBe(404)
    await made(past.ann, 'move', { id: past.id, start: '2095-11-10T12:00' })
    await made(past.ann, 'invite', { id: past.id })
    const again = visitor(await pathFor(d, 2))
    expect((await again.open()).status).toBe(200)
    await made(past.ann, 'move', { id: past.id, start: '2020-11-10T12:00' })
    expect((await again.open()).text).toContain('is over')
  })

  test('a page that was closed is gone; the next mail has another one', async () => {
    const b = address()
    const { ann, id } = await invited({}, { address: b })
    const path = await pathFor(b)
    expect((await made<{ path: string }>(ann, 'answerLink', { id, address: b })).path).toBe(path)
    expect(await made(ann, 'closeAnswerLink', { id, address: b })).toEqual({ closed: 1 })
    const gone = await visitor(path).open()
    expect([gone.status, gone.text.includes('Lunch')]).toEqual([404, false])
    await made(ann, 'invite', { id })
    const next = await pathFor(b, 2)
    expect(next).not.toBe(path)
    expect((await visitor(next).open()).status).toBe(200)
    expect((await act(ann, 'answerLink', { id, address: 'x@example.com' })).status).toBe(400)
  })

  test('whoever is locked out, or has another module’s link, has no page', async () => {
    const b = address()
    const { ann } = await invited({}, { address: b })
    const path = await pathFor(b)
    const feed = await made<{ path: string }>(ann, 'makeFeed', {})
    const token = /feed\/([^/]+)/.exec(feed.path)?.[1]
    expect((await visitor(`/p/l/${token}`).open()).status).toBe(404)
    await ann.call('POST', '/api/user/deletion', { password: 'correct horse battery' })
    expect((await visitor(path).open()).status).toBe(404)
  })
})
