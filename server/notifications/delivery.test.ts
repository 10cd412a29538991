import type { NewPushSubscription, NotificationPage, NotificationTest } from '@atrium/contract/notifications'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { sessions, users } from '../accounts/tables.ts'
import { startFake } from '../accounts/test-process.ts'
import { createKeyCipher } from '../models/key-cipher.ts'
import { createEgress, type Egress } from '../platform/egress/egress.ts'
import { testServer } from '../platform/http/test-server.ts'
import type { News } from '../platform/live.ts'
import { createMail } from '../platform/mail.ts'
import { silentLog } from '../platform/telemetry.ts'
import { ownerZones } from '../preferences/tables.ts'
import { installed } from '../records/installed.ts'
import { testModules } from '../records/test-module.ts'
import { teamMembers, teams } from '../teams/tables.ts'
import { createNotifications } from './notifications.ts'
import { notificationDeliveries, notifications, waitingNotifications } from './tables.ts'
import { remindingServer } from './test-reminding.ts'

interface Pushed {
  path: string
  ttl: string
  signed: { key: string; aud: string; sub: string; exp: number } | null
  pushed: { title: string; body: string; link: string; tag: string }
}

const smtp = await startFake('../accounts/test-smtp.ts')
const service = await startFake('../notifications/test-push-service.ts')
const keys = (await (await fetch(`http://127.0.0.1:${service.port}/`)).json()) as NewPushSubscription['keys']
const pushes = () => service.lines as Pushed[]
const mails = () => smtp.lines as { to: string[]; data: string }[]

const modules = await testModules(remindingServer)
const { act, db } = modules
const egress = createEgress({ allow: ['127.0.0.1'], log: silentLog })
const toService: Egress['fetch'] = (url, request) =>
  egress.fetch(url.replace('https://push.test', `http://127.0.0.1:${service.port}`), request)
const news: { owner: string; news: News }[] = []
const instance = () =>
  createNotifications({
    ...{ db, modules: [installed(remindingServer)], send: toService, baseUrl: 'https://atrium.test', log: silentLog },
    live: { tell: (owner, told) => news.push({ owner, news: told }) },
    cipher: createKeyCipher('a secret of the tests that is long enough'),
    mail: createMail({ url: `smtp://127.0.0.1:${smtp.port}`, from: 'desk@example.org' }),
  })
const [here, there] = [instance(), instance()]
const url = await testServer(here.routes)

let people = 0
let ann = ''
const call = async <T = unknown>(who: string, method: string, path: string, body?: unknown) => {
  const headers = { 'x-test-person': who, 'content-type': 'application/json' }
  const answer = await fetch(`${url}${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as T }
}
const PREFERENCES = '/api/notifications/preferences'
const prefer = (change: object) => call(ann, 'PATCH', PREFERENCES, change)
const inboxOf = async (who: string) => (await call<NotificationPage>(who, 'GET', '/api/notifications')).body
const titlesOf = async (who: string) => (await inboxOf(who)).notifications.map(({ title }) => title)

async function newPerson(more: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const id = `person${++people}`
  await db.insert(users).values({ id, name: id, email: `${id}@example.org`, ...more })
  const expiresAt = new Date('2199-01-01')
  await db.insert(sessions).values({ id: `session-${id}`, token: `token-${id}`, userId: id, expiresAt })
  return id
}
const subscribe = (who: string, path = '/push/201') =>
  call(who, 'POST', '/api/push-subscriptions', { endpoint: `https://push.test${path}?of=${who}`, keys })
/** Its channels as they stand, told first to last. */
const deliveriesOf = async (who: string) => {
  const { channel, state, tries, problem } = notificationDeliveries
  const rows = await db
    .select({ title: notifications.title, channel, state, tries, problem })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
    .where(eq(notificationDeliveries.ownerId, who))
    .orderBy(asc(notifications.title), asc(channel))
  return rows
}
const pushesTo = (who: string) => pushes().filter(({ path }) => path.endsWith(`of=${who}`))
const mailsTo = (who: string) => mails().filter(({ to }) => to.includes(`${who}@example.org`))
const tell = (title: string, at: string, more: object = {}) => act(ann, 'reminding.tell', { title, at, ...more })

beforeEach(async () => {
  ann = await newPerson()
  await db.insert(ownerZones).values({ owner: ann, timeZone: 'Europe/Berlin', language: 'de' })
})
const NOON = new Date('2099-05-04T12:00:00Z')
const minutesAfter = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000)

test('two instances that look at once bring each notification once, to the inbox and to every way', async () => {
  await subscribe(ann)
  const at = NOON.toISOString()
  for (let count = 0; count < 30; count++) await tell(`Word ${count}`, at, { kind: count % 2 ? 'word' : 'due' })
  expect(await titlesOf(ann)).toEqual([])
  await Promise.all([here.deliver(NOON), there.deliver(NOON), here.deliver(NOON), there.deliver(NOON)])
  expect(new Set(await titlesOf(ann)).size).toBe(30)
  expect(await titlesOf(ann)).toHaveLength(30)
  expect(await db.$count(waitingNotifications, eq(waitingNotifications.scopeId, ann))).toBe(0)
  const states = (await deliveriesOf(ann)).map(({ channel, state, tries }) => `${channel} ${state} ${tries}`)
  expect(new Set(states)).toEqual(new Set(['push sent 1', 'mail sent 1']))
  await expect.poll(() => mailsTo(ann).length).toBeGreaterThan(0)
  const told = pushesTo(ann).flatMap(({ pushed }) =>
    pushed.title.startsWith('Word') ? [1] : [Number(/\d+/.exec(pushed.title))],
  )
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(15)
  expect(news.findLast((one) => one.owner === ann)?.news).toEqual({ topic: 'notifications', unread: 30 })
})

test('a push is sealed for the browser, and signed as this server', async () => {
  await subscribe(ann)
  await tell('Tea', NOON.toISOString(), { kind: 'due', body: 'It is ready', link: '/reminding' })
  await here.deliver(NOON)
  const [push] = pushesTo(ann)
  expect(push?.pushed).toEqual({ title: 'Tea', body: 'It is ready', link: '/reminding', tag: expect.any(String) })
  const { pushKey } = (await call<{ pushKey: string }>(ann, 'GET', PREFERENCES)).body
  expect(push?.signed).toMatchObject({ key: pushKey, aud: 'https://push.test', sub: 'https://atrium.test' })
  expect((await call<{ pushKey: string }>(ann, 'GET', PREFERENCES)).body.pushKey).toBe(pushKey)
  await db.delete(sessions).where(eq(sessions.userId, ann))
  await tell('After signing out', NOON.toISOString(), { kind: 'due' })
  await here.deliver(NOON)
  expect(pushesTo(ann)).toHaveLength(1)
})

test('a browser that is gone is forgotten, a service that cannot now is tried again and then given up', async () => {
  await subscribe(ann, '/push/410')
  await tell('Gone', NOON.toISOString(), { kind: 'due' })
  await here.deliver(NOON)
  expect(await deliveriesOf(ann)).toMatchObject([
    { state: 'failed', problem: 'No browser of yours is subscribed to pushes.' },
  ])
  expect((await call<{ devices: number }>(ann, 'GET', PREFERENCES)).body.devices).toBe(0)

  const bob = await newPerson()
  await subscribe(bob, '/push/503')
  await act(bob, 'reminding.tell', { title: 'Later', kind: 'due', at: NOON.toISOString() })
  let now = NOON
  for (const minutes of [0, 1, 5, 30, 120]) {
    now = minutesAfter(now, minutes)
    await here.deliver(minutesAfter(now, -0.5))
    await here.deliver(now)
    await here.deliver(now)
  }
  expect(pushesTo(bob)).toHaveLength(5)
  expect(await deliveriesOf(bob)).toMatchObject([
    { state: 'failed', tries: 5, problem: 'The push service cannot take it now.' },
  ])
})

test('what comes in quiet hours is in the inbox at once, and pushed as one when they are over', async () => {
  await subscribe(ann)
  await prefer({ quiet: { from: '22:00', to: '07:00' } })
  const night = new Date('2099-05-04T21:00:00Z') // 23:00 in Berlin
  await tell('One', night.toISOString(), { kind: 'due' })
  await tell('Two', minutesAfter(night, 60).toISOString(), { kind: 'due' })
  await tell('Read meanwhile', minutesAfter(night, 60).toISOString(), { kind: 'due' })
  await here.deliver(night)
  expect(await titlesOf(ann)).toEqual(['One'])
  await here.deliver(minutesAfter(night, 60))
  const { notifications: shown } = await inboxOf(ann)
  await call(ann, 'POST', '/api/notifications/read', {
    ids: [shown.find(({ title }) => title === 'Read meanwhile')?.id],
  })
  await here.deliver(new Date('2099-05-05T04:59:00Z'))
  expect(pushesTo(ann)).toEqual([])
  await here.deliver(new Date('2099-05-05T05:00:00Z'))
  expect(pushesTo(ann).map(({ pushed }) => [pushed.title, pushed.body])).toEqual([['Atrium (2)', 'One\nTwo']])
})

test('what is one person’s is taken together, however many take at once', async () => {
  await subscribe(ann)
  await prefer({ quiet: { from: '22:00', to: '07:00' } })
  const night = new Date('2099-05-04T21:00:00Z')
  for (const title of ['One', 'Two']) await tell(title, night.toISOString(), { kind: 'due' })
  await here.deliver(night)
  const other = await db.$client.connect()
  await other.query('begin')
  await other.query(
    `select from notification_deliveries where owner_id = $1 and channel = 'push' order by at, notification_id limit 1 for update`,
    [ann],
  )
  await here.deliver(new Date('2099-05-05T05:00:00Z'))
  await other.query('rollback')
  other.release()
  expect(pushesTo(ann)).toEqual([])
  await here.deliver(new Date('2099-05-05T05:00:00Z'))
  expect(pushesTo(ann).map(({ pushed }) => pushed.title)).toEqual(['Atrium (2)'])
})

test('what was missed for long comes to the inbox and to the digest, and wakes nobody', async () => {
  await subscribe(ann)
  await prefer({ digestAt: '08:00', kinds: [{ module: 'reminding', kind: 'due', channels: { mail: true } }] })
  await db.execute(`update notification_settings set next_digest = '2099-05-05T06:00:00Z' where owner_id = '${ann}'`)
  await tell('Missed', '2099-05-04T09:00', { kind: 'due' }) // 7:00 UTC
  await here.deliver(new Date('2099-05-04T19:01:00Z'))
  expect(await titlesOf(ann)).toEqual(['Missed'])
  expect((await deliveriesOf(ann)).map(({ channel, state }) => `${channel} ${state}`)).toEqual([
    'mail skipped',
    'push skipped',
  ])
  await here.deliver(new Date('2099-05-05T05:59:00Z'))
  expect([pushesTo(ann), mailsTo(ann)]).toEqual([[], []])
  await Promise.all([here, there].map((one) => one.deliver(new Date('2099-05-05T06:00:00Z'))))
  await here.deliver(new Date('2099-05-05T06:05:00Z'))
  await expect.poll(() => mailsTo(ann).length).toBe(1)
  expect(mailsTo(ann)[0]?.data).toContain('Missed')
  await here.deliver(new Date('2099-05-06T06:00:00Z')) // nothing new: no mail
  await tell('New', '2099-05-06T09:00', { kind: 'due' })
  await prefer({ kinds: [{ module: 'reminding', kind: 'due', channels: { mail: false, push: false } }] })
  await here.deliver(new Date('2099-05-06T09:00:00Z'))
  await here.deliver(new Date('2099-05-07T06:00:00Z'))
  await expect.poll(() => mailsTo(ann).length).toBe(2)
  expect(mailsTo(ann)[1]?.data).not.toContain('Missed')
})

test('each kind comes by the ways that its person chose, and a guest has the inbox alone', async () => {
  await prefer({ kinds: [{ module: 'reminding', kind: 'due', channels: { inbox: false, push: false } }] })
  await tell('Quietly', NOON.toISOString(), { kind: 'due' })
  await here.deliver(NOON)
  expect(await inboxOf(ann)).toMatchObject({
    unread: 0,
    notifications: [{ title: 'Quietly', readAt: expect.any(String) }],
  })
  expect(await deliveriesOf(ann)).toEqual([])
  const guest = await newPerson({ isAnonymous: true })
  await act(`${guest}:guest`, 'reminding.tell', { title: 'For a guest', kind: 'due', at: NOON.toISOString() })
  await here.deliver(NOON)
  expect(await titlesOf(`${guest}:guest`)).toEqual(['For a guest'])
  expect(await deliveriesOf(guest)).toEqual([])
  expect((await subscribe(`${guest}:guest`)).status).toBe(403)
})

test('in a team it comes to the members, or to those who are named; another person sees and changes nothing', async () => {
  const [bob, eve] = [await newPerson(), await newPerson()]
  await db.insert(teams).values({ id: `team-${ann}`, name: 'Team' })
  for (const userId of [ann, bob])
    await db.insert(teamMembers).values({ teamId: `team-${ann}`, userId, role: 'editor' })
  const team = { id: `team-${ann}`, role: 'editor' } as const
  const principal = { kind: 'member', owner: `team:team-${ann}`, userId: ann, sessionId: 's', team } as const
  const say = (input: object) => modules.actions.call({ principal, action: 'reminding.tell', input, via: 'http' })
  await say({ title: 'To all', at: NOON.toISOString() })
  await say({ title: 'To Bob', at: NOON.toISOString(), to: [bob, eve] })
  await here.deliver(NOON)
  expect(await titlesOf(ann)).toEqual(['To all'])
  expect((await titlesOf(bob)).sort()).toEqual(['To Bob', 'To all'])
  expect(await titlesOf(eve)).toEqual([])
  const { notifications: theirs } = await inboxOf(bob)
  const [one] = theirs
  expect(one?.team).toBe(team.id)
  expect((await call(eve, 'DELETE', `/api/notifications/${one?.id}`)).status).toBe(404)
  await call(eve, 'POST', '/api/notifications/read', { ids: theirs.map(({ id }) => id) })
  expect((await inboxOf(bob)).unread).toBe(2)
  expect((await call(bob, 'DELETE', `/api/notifications/${one?.id}`)).status).toBe(200)
  await call(bob, 'POST', '/api/notifications/read', {})
  expect(await inboxOf(bob)).toMatchObject({ unread: 0, notifications: [{ readAt: expect.any(String) }] })
})

test('the list goes on where a page ended, and what is no place is refused', async () => {
  const rows = Array.from({ length: 120 }, (_, at) => ({
    ...{ id: `${ann}-${1000 + at}`, ownerId: ann, scopeId: ann, module: 'reminding', kind: 'due', title: `${at}` },
    ...{ body: '', createdAt: minutesAfter(NOON, Math.floor(at / 3)), readAt: at % 2 ? NOON : null },
  }))
  await db.insert(notifications).values(rows)
  const seen: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page: NotificationPage = (
      await call<NotificationPage>(ann, 'GET', `/api/notifications${next && `?before=${next}`}`)
    ).body
    seen.push(...page.notifications.map(({ title }) => title))
    next = page.next
  }
  expect(seen).toEqual(rows.map(({ title }) => title).reverse())
  expect(
    (await call<NotificationPage>(ann, 'GET', '/api/notifications?unread=true')).body.notifications[0]?.title,
  ).toBe('118')
  for (const before of ['x', '1', '99999999999999999.a', '1.%27', '-1.a'])
    expect((await call(ann, 'GET', `/api/notifications?before=${before}`)).status, before).toBe(400)
})

test('a test is sent by every way, and each says what came of it', async () => {
  const send = async () => (await call<NotificationTest>(ann, 'POST', '/api/notifications/test', {})).body.outcomes
  expect((await send()).map(({ channel, isSent }) => `${channel} ${isSent}`)).toEqual([
    'inbox true',
    'push false',
    'mail true',
  ])
  await subscribe(ann)
  expect((await send()).map(({ isSent }) => isSent)).toEqual([true, true, true])
  expect(pushesTo(ann)).toHaveLength(1)
  await expect.poll(() => mailsTo(ann).length).toBe(2)
})

test('what is no choice and no push service is refused in a sentence', async () => {
  const refusals: [string, unknown][] = [
    [PREFERENCES, { quiet: { from: '22:00', to: '22:00' } }],
    [PREFERENCES, { digestAt: '8' }],
    [PREFERENCES, { kinds: [{ module: 'nobody', kind: 'x', channels: {} }] }],
    ['/api/push-subscriptions', { endpoint: 'http://push.test/', keys }],
    ['/api/push-subscriptions', { endpoint: 'https://push.test/', keys: { p256dh: 'x', auth: 'y' } }],
  ]
  for (const [path, body] of refusals) {
    const { status } = await call(ann, path === PREFERENCES ? 'PATCH' : 'POST', path, body)
    expect(status, JSON.stringify(body)).toBe(400)
  }
})
