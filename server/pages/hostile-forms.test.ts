import type { PublicPage } from '@atrium/contract/public-pages'
import { expect, test } from 'vitest'
import { testModules } from '../records/test-module.ts'
import { shelfServer } from './test-shelf.ts'

const { act, fetch, visits } = await testModules(shelfServer)

const MB = 1024 * 1024
const FORM = 'application/x-www-form-urlencoded'
const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`

/** A list of this person's with a form by which everybody adds to it; what comes next to it is what visitors send. */
async function formOf(who: string) {
  const page = { module: 'shelf', kind: 'list', slug: `${who}-takes`, title: 'Wishes', allows: ['add'] }
  const made = await fetch(who, '/api/pages', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(page),
  })
  const { slug } = (await made.json()) as PublicPage
  const challenge = async () => {
    const markup = await (await fetch('', `/p/${slug}`)).text()
    return /name="challenge" value="([^"]+)"/.exec(markup)?.[1] ?? ''
  }
  return {
    challenge,
    rows: async () => (await act<{ rows: { title: string }[] }>(who, 'shelf.list')).output.rows,
    send: async (body: string | Uint8Array<ArrayBuffer>, type = FORM, more: Record<string, string> = {}) => {
      const answer = await fetch('', `/p/${slug}/send/add`, {
        ...{ method: 'POST', redirect: 'manual', body },
        headers: { 'content-type': type, accept: 'text/html', ...more },
      })
      return { status: answer.status, markup: await answer.text(), headers: answer.headers }
    },
  }
}

test('what a visitor sends comes back as text, and so it does from the list', async () => {
  const { challenge, send, rows } = await formOf('ann')
  const fields = { title: '', notes: EVIL, price: EVIL, link: 'javascript:alert(1)', [EVIL]: EVIL }
  const refused = await send(new URLSearchParams({ ...fields, challenge: await challenge() }).toString())
  expect(refused.status).toBe(400)
  expect(refused.markup).not.toMatch(/<script|<img src=x|href="javascript:/)
  expect(refused.markup).toContain('&lt;script&gt;')
  const taken = await send(new URLSearchParams({ title: EVIL, notes: EVIL, challenge: await challenge() }).toString())
  expect(taken.status).toBe(303)
  const markup = await (await fetch('', '/p/ann-takes')).text()
  expect(markup).not.toMatch(/<script|<img src=x/)
  expect(await rows()).toMatchObject([{ title: EVIL }])
  // What the owner is told is a sentence, not a mail with headers of a visitor's making.
  expect(visits.at(-1)).toMatchObject({ owner: 'ann', action: 'shelf.add' })
})

test('what is refused is said in the language of whoever looks at the page, by the field’s name', async () => {
  const { challenge, send } = await formOf('gil')
  const refusalIn = async (language: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ ...fields, challenge: await challenge() }).toString()
    const { status, markup } = await send(body, FORM, { 'accept-language': language })
    return [status, /role="alert" dir="auto">([^<]*)</.exec(markup)?.[1]]
  }
  const title = 'A wish'
  expect(await refusalIn('de', {})).toEqual([400, 'Das Feld „Title“ fehlt.'])
  expect(await refusalIn('fr-CA', { title, price: 'beaucoup' })).toEqual([
    400,
    'Le champ « Price » n’est pas écrit comme il faut.',
  ])
  expect(await refusalIn('ja', { title: 'x'.repeat(2_001) })).toEqual([
    400,
    '「Title」は 200 文字以内で入力してください。',
  ])
  expect(await refusalIn('de', { title, link: 'javascript:alert(1)' })).toEqual([
    400,
    'Was im Feld „Link“ steht, passt nicht.',
  ])
  expect(await refusalIn('en', {})).toEqual([400, 'A title is needed.'])
  expect(await refusalIn('xx', {})).toEqual([400, 'A title is needed.'])
})

test('lines in a field make no header, where it leads and what is set included', async () => {
  const { challenge, send, rows } = await formOf('ben')
  const title = 'x\r\nSet-Cookie: a=b\r\nLocation: https://evil.example/\r\n\r\n<script>alert(1)</script>'
  const { status, headers } = await send(
    new URLSearchParams({ title, challenge: await challenge() }).toString(),
    FORM,
    {
      'x-forwarded-host': 'evil.example',
      origin: 'null',
      referer: 'https://evil.example/',
    },
  )
  expect([200, 303, 400, 403]).toContain(status)
  expect(headers.getSetCookie()).toEqual([])
  expect(headers.get('location') ?? '/p/').toMatch(/^\/p\//)
  expect((await rows()).length).toBeLessThan(2)
})

test('10 MB in a field, a million fields and one field again and again are refused or held to one', async () => {
  const { challenge, send, rows } = await formOf('cem')
  const proof = `challenge=${encodeURIComponent(await challenge())}`
  for (const body of [
    `${proof}&title=${'a'.repeat(10 * MB)}`,
    `${proof}&${Array.from({ length: 300_000 }, (_, at) => `f${at}=1`).join('&')}`,
  ])
    expect((await send(body)).status).toBe(413)
  expect((await send(`${proof}&${'title=a&'.repeat(5000)}`)).status).toBeLessThan(500)
  expect(
    (await send(`title=a&title=b&__proto__[x]=1&toString=1&constructor=2&challenge=${await challenge()}`)).status,
  ).toBeLessThan(500)
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  expect((await rows()).length).toBeLessThan(3)
})

test('bytes of another encoding, cut escapes and forms of another type get a sentence', async () => {
  const { challenge, send, rows } = await formOf('dot')
  const bytes = (text: string, encoding: BufferEncoding) => Uint8Array.from(Buffer.from(text, encoding))
  const sent: [string | Uint8Array<ArrayBuffer>, string?][] = [
    ['title=%&x=%E0%A4&%=%zz&&&;='],
    [bytes('title=\u00fc\u0080', 'latin1')],
    [bytes('title=x', 'utf16le'), `${FORM}; charset=utf-16`],
    ['title=+ADw-script+AD4-', `${FORM}; charset=utf-7`],
    ['title=%00%00'],
    ['title=%ED%A0%80'],
    ['--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nx\r\n--x--', 'multipart/form-data; boundary=x'],
    ['{"title":"x"}', 'application/json'],
    ['title=x', 'text/plain'],
    ['', FORM],
    ['x', 'x'],
  ]
  for (const [body, type] of sent) {
    const proof = `&challenge=${encodeURIComponent(await challenge())}`
    const whole = typeof body === 'string' && body !== '' ? body + proof : body
    const { status, markup } = await send(whole, type)
    expect(status, String(body)).toBeLessThan(500)
    expect(markup, String(body)).not.toMatch(/<script/)
    if (status >= 400) expect(markup, String(body)).toMatch(/[A-Z][^<"]{7,}[.!?]/)
  }
  for (const { title } of await rows()) expect(title.isWellFormed() && !title.includes('\0')).toBe(true)
})

test('a challenge is nobody else’s: of another page, of another action, changed, or of long ago', async () => {
  const [one, other] = [await formOf('eli'), await formOf('fin')]
  const foreign = await other.challenge()
  const own = await one.challenge()
  const changed = `${own.slice(0, -2)}${own.endsWith('AA') ? 'BB' : 'AA'}`
  for (const challenge of [foreign, changed, own.slice(0, 10), 'a'.repeat(5000), '%00', '__proto__'])
    expect((await one.send(new URLSearchParams({ title: 'x', challenge }).toString())).status, challenge).toBe(400)
  expect(await one.rows()).toEqual([])
  // Twenty who send the same at once: one.
  const same = new URLSearchParams({ title: 'x', challenge: own }).toString()
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await one.send(same)).status))
  expect(statuses.filter((status) => status === 303)).toHaveLength(1)
  expect(await one.rows()).toHaveLength(1)
})
