import { expect, test } from 'vitest'
import { type Client, testApp } from '../test-app.ts'
import { registrationInvitations } from './tables.ts'
import { startFake } from './test-process.ts'

interface Mailed {
  to: string[]
  data: string
}

const [smtp, fake] = await Promise.all([startFake('./test-smtp.ts'), startFake('./test-issuer.ts')])
const mails = smtp.lines as Mailed[]
const issuer = `http://127.0.0.1:${fake.port}`
const mailing = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Desk <desk@example.org>' }
const provided = {
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'atrium',
  OIDC_CLIENT_SECRET: 'the secret',
  OIDC_NAME: 'Example',
}

const decoded = (data: string) =>
  data.replaceAll('=\r\n', '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

/** The one mail to this address that has this in it. */
async function mailTo(address: string, text: RegExp): Promise<string> {
  const found = () => mails.find((mail) => mail.to.includes(address) && text.test(decoded(mail.data)))
  await expect.poll(found, { timeout: 20_000 }).toBeTruthy()
  return decoded(found()?.data ?? '')
}

let made = 0
const newcomer = (more: object = {}) => {
  const name = `comer${++made}`
  return { username: name, email: `${name}@example.org`, password: 'correct horse battery', ...more }
}
const tokenIn = (text: string | null) => /invitation=([\w-]{32})/.exec(text ?? '')?.[1] ?? ''

interface Made {
  id: string
  url: string | null
  email: string | null
}
const invite = (admin: Client, body: object = {}) => admin.call<Made>('POST', '/api/admin/invitations', body)
const listed = async (admin: Client) =>
  (
    await admin.call<{ invitations: (Made & { state: string; usedBy: string | null })[] }>(
      'GET',
      '/api/admin/invitations',
    )
  ).invitations

/** Comes by the provider; answers where it leads. */
async function byProvider(url: string, claims: object, query = ''): Promise<string> {
  const jar = new Map<string, string>()
  const leads = async (address: string) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const one of answer.headers.getSetCookie()) jar.set(one.split('=')[0] ?? '', /=([^;]*)/.exec(one)?.[1] ?? '')
    return answer.headers.get('location') ?? ''
  }
  const asked = await leads(`${url}/auth/oidc/oidc${query}`)
  await fetch(`${issuer}/person`, { method: 'POST', body: JSON.stringify({ claims }) })
  const back = new URL((await fetch(asked, { redirect: 'manual' })).headers.get('location') ?? '')
  return leads(url + back.pathname + back.search)
}

test.each(['closed', 'invite', 'domain:corp.example'])(
  'with REGISTRATION=%s the first account can be made, and no other',
  async (REGISTRATION) => {
    const app = await testApp({ ...mailing, REGISTRATION }, { administrator: false })
    const options = (await app.visitor().call<{ registration: string }>('GET', '/api/auth/options')).registration
    expect(options).toBe('open')
    const first = await app.visitor().call<{ isAdmin: boolean }>('POST', '/api/register', newcomer())
    expect(first.isAdmin).toBe(true)
    expect(await app.visitor().refusal('POST', '/api/register', newcomer())).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    expect(await app.visitor().refusal('POST', '/api/register', newcomer({ email: 'x@corp.example' }))).toMatchObject({
      status: 403,
    })
    const guest = await app.guest()
    expect((await guest.refusal('POST', '/api/register', newcomer())).status, 'a guest who stays').toBe(403)
    expect((await guest.send('GET', '/api/user')).status, 'is a guest still').toBe(200)
    const after = await app.visitor().call('GET', '/api/auth/options')
    expect(after).toMatchObject({
      registration: REGISTRATION.split(':')[0],
      domains: REGISTRATION.includes(':') ? ['corp.example'] : [],
    })
  },
)

test('an invitation makes one account, for whoever has its link, until it is withdrawn or too old', async () => {
  const app = await testApp({ REGISTRATION: 'invite' })
  const admin = await app.administrator()
  const one = await invite(admin)
  const invitation = tokenIn(one.url)
  expect(one.url).toMatch(/^http:\/\/localhost:3000\/auth\?mode=register&invitation=[\w-]{32}$/)
  expect(JSON.stringify(await app.db.select().from(registrationInvitations)), 'the token as it is').not.toContain(
    invitation,
  )
  expect(await app.visitor().call('GET', `/auth/invitations/${invitation}`)).toEqual({ email: null })
  expect((await app.visitor().refusal('POST', '/api/register', newcomer({ invitation: 'x'.repeat(32) }))).status).toBe(
    410,
  )
  const comer = newcomer({ invitation })
  const answers = await Promise.all(
    [comer, newcomer({ invitation }), newcomer({ invitation })].map((body) =>
      app.visitor().send('POST', '/api/register', body),
    ),
  )
  expect(answers.map(({ status }) => status).sort(), 'three at once').toEqual([201, 410, 410])
  expect((await app.visitor().refusal('GET', `/auth/invitations/${invitation}`)).status).toBe(410)
  expect((await listed(admin))[0]).toMatchObject({ id: one.id, state: 'used', usedBy: expect.stringMatching(/^comer/) })

  const withdrawn = await invite(admin)
  await admin.call('DELETE', `/api/admin/invitations/${withdrawn.id}`)
  expect((await admin.refusal('DELETE', `/api/admin/invitations/${withdrawn.id}`)).status).toBe(404)
  const old = await invite(admin, { expiresInDays: 1 })
  await app.db.$client.query(
    `update registration_invitations set expires_at = now() - interval '1 second' where id = $1`,
    [old.id],
  )
  expect((await listed(admin)).find(({ id }) => id === old.id)?.state).toBe('expired')
  for (const { url } of [withdrawn, old])
    expect(await app.visitor().refusal('POST', '/api/register', newcomer({ invitation: tokenIn(url) }))).toMatchObject({
      status: 410,
      message: 'This invitation has been used, was withdrawn, or is too old. Ask for a new one.',
    })
})

test('a registration that fails uses no invitation up; a guest who is invited keeps what they made', async () => {
  const app = await testApp({ REGISTRATION: 'invite' })
  const invitation = tokenIn((await invite(await app.administrator())).url)
  const taken = newcomer({ invitation: tokenIn((await invite(await app.administrator())).url) })
  await app.visitor().call('POST', '/api/register', taken)
  const again = newcomer({ username: taken.username, invitation })
  expect((await app.visitor().refusal('POST', '/api/register', again)).status).toBe(409)
  const guest = await app.guest()
  const { id } = await guest.call<{ id: string }>('POST', '/api/threads', {})
  await guest.call('POST', '/api/register', newcomer({ invitation }))
  expect((await guest.send('GET', `/api/chat/thread/${id}`)).status).toBe(200)
})

test('an invitation for an address goes by mail, is good for that address alone, and shows that the mailbox is theirs', async () => {
  const app = await testApp({ ...mailing, REGISTRATION: 'invite' })
  const admin = await app.administrator()
  const one = await invite(admin, { email: 'Grace@Example.org' })
  expect(one).toMatchObject({ email: 'grace@example.org', url: null })
  const invitation = tokenIn(await mailTo('grace@example.org', /invites you to Atrium/))
  expect(await app.visitor().call('GET', `/auth/invitations/${invitation}`)).toEqual({ email: 'grace@example.org' })
  expect(await app.visitor().refusal('POST', '/api/register', newcomer({ invitation }))).toMatchObject({
    status: 403,
    message: 'This invitation is for another e-mail address.',
  })
  await app.visitor().call('POST', '/api/register', newcomer({ email: 'grace@example.org', invitation }))
  const { rows } = await app.db.execute(`select email_verified from users where email = 'grace@example.org'`)
  expect(rows).toEqual([{ email_verified: true }])
})

test('without a mail server, and where it does not take the mail, the link is the administrator’s to hand over', async () => {
  const plain = await testApp({ REGISTRATION: 'invite' })
  const one = await invite(await plain.administrator(), { email: 'a@example.org' })
  await plain
    .visitor()
    .call('POST', '/api/register', newcomer({ email: 'a@example.org', invitation: tokenIn(one.url) }))
  const { rows } = await plain.db.execute(`select email_verified from users where email = 'a@example.org'`)
  expect(rows, 'it went by no mailbox').toEqual([{ email_verified: false }])
  const broken = await testApp({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.org', REGISTRATION: 'invite' })
  expect((await invite(await broken.administrator(), { email: 'b@example.org' })).url).toContain('invitation=')
})

test('invitations are administrators’ alone, and none opens a closed installation', async () => {
  const app = await testApp({ REGISTRATION: 'closed' })
  const admin = await app.administrator()
  const invitation = tokenIn((await invite(admin)).url)
  expect((await app.visitor().refusal('GET', `/auth/invitations/${invitation}`)).status).toBe(410)
  expect((await app.visitor().refusal('POST', '/api/register', newcomer({ invitation }))).status).toBe(403)
  const open = await testApp()
  const member = await open.member()
  for (const [method, path, body] of [
    ['GET', '/api/admin/invitations'],
    ['POST', '/api/admin/invitations', {}],
    ['DELETE', '/api/admin/invitations/x'],
  ] as const)
    expect((await member.refusal(method, path, body)).status, method).toBe(403)
  expect((await admin.refusal('POST', '/api/admin/invitations', { expiresInDays: 31 })).status).toBe(400)
})

test('with a domain, whoever reads mail there gets a link; what is answered does not tell who has an account', async () => {
  const app = await testApp({ ...mailing, REGISTRATION: 'domain:corp.example' })
  const ask = (email: string) => app.visitor().send('POST', '/auth/invitations', { email })
  const [answer, body] = await ask('Ada@Corp.example').then(async (one) => [one.status, await one.text()] as const)
  expect([answer, JSON.parse(body)]).toEqual([200, { sent: true }])
  const invitation = tokenIn(await mailTo('ada@corp.example', /asked for an account/))
  const ada = newcomer({ email: 'ada@corp.example', invitation })
  expect((await app.visitor().refusal('POST', '/api/register', { ...ada, email: 'eve@corp.example' })).status).toBe(403)
  await app.visitor().call('POST', '/api/register', ada)

  const again = await ask('ada@corp.example')
  expect([again.status, await again.text()]).toEqual([answer, body])
  expect(await mailTo('ada@corp.example', /You have an account at Atrium already/)).not.toContain('invitation=')
  for (const elsewhere of ['a@elsewhere.example', 'a@sub.corp.example', 'a@corp.example.evil.example'])
    expect((await ask(elsewhere)).status, elsewhere).toBe(403)
  const open = await testApp(mailing)
  expect((await open.visitor().refusal('POST', '/auth/invitations', { email: 'a@corp.example' })).status).toBe(403)
})

test('who comes by OpenID Connect is admitted by the same rules', async () => {
  let person = 0
  const claims = (email: string) => ({ sub: `sub-${++person}-${email}`, email, email_verified: true })
  const refused = '/auth?error=oidc_not_admitted'
  const invited = await testApp({ ...provided, REGISTRATION: 'invite' })
  expect(await byProvider(invited.url, claims('a@corp.example'))).toBe(refused)
  const invitation = tokenIn((await invite(await invited.administrator())).url)
  const known = claims('b@corp.example')
  expect(await byProvider(invited.url, known, `?invitation=${invitation}&next=/spaces`)).toBe('/spaces')
  expect(await byProvider(invited.url, claims('c@corp.example'), `?invitation=${invitation}`)).toBe(refused)
  expect(await byProvider(invited.url, known), 'who has an account comes in').toBe('/')

  const domain = await testApp({ ...provided, REGISTRATION: 'domain:corp.example' })
  expect(await byProvider(domain.url, claims('d@elsewhere.example'))).toBe(refused)
  expect(await byProvider(domain.url, claims('d@corp.example'))).toBe('/')
  const closed = await testApp({ ...provided, REGISTRATION: 'closed' }, { administrator: false })
  expect(await byProvider(closed.url, claims('e@corp.example')), 'the first').toBe('/')
  expect(await byProvider(closed.url, claims('f@corp.example'))).toBe(refused)
})
