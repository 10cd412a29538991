import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MadeWebhook, Webhook, WebhookDeliveries, WebhookDelivery, WebhookList } from '@atrium/contract/webhooks'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newApproval, requestApproval } from '../approvals/rows.ts'
import { createKeyCipher } from '../models/key-cipher.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { createEgress } from '../platform/egress/egress.ts'
import { runs } from '../platform/runs/tables.ts'
import { silentLog } from '../platform/telemetry.ts'
import { atTheEnd } from '../platform/test-end.ts'
import { type Client, testApp } from '../test-app.ts'
import { note } from '../workforce/context.ts'
import { createDeliverer } from './deliverer.ts'
import { enqueueWebhooks } from './enqueue.ts'
import { forgetWebhooks } from './webhooks.ts'

interface Got {
  headers: IncomingHttpHeaders
  body: string
}
/** Whoever is told: a real server, which answers what the test says. */
const got: Got[] = []
let answer: { status: number; headers?: Record<string, string>; body?: string } = { status: 200 }
const told: (() => void)[] = []
const receiver = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  got.push({ headers: request.headers, body })
  response.writeHead(answer.status, answer.headers).end(answer.body ?? 'thanks')
  for (const tell of told.splice(0)) tell()
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
atTheEnd(() => {
  receiver.closeAllConnections()
  receiver.close()
})
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

const database = await testDatabase()
const app = await testApp({ EGRESS_ALLOW: '127.0.0.1' }, { database })
beforeEach(async () => {
  await database.db.execute(sql`delete from webhooks`) // the engines of these tests send whatever is due
  got.length = 0
  answer = { status: 200 }
})

const make = (who: Client, more: object = {}) =>
  who.call<MadeWebhook>('POST', '/api/webhooks', { url, events: ['records:tasks'], ...more })
const deliveries = async (who: Client, id: string) =>
  (await who.call<WebhookDeliveries>('GET', `/api/webhooks/${id}/deliveries`)).deliveries
const addTask = (who: Client, title: string) => who.call('POST', '/api/m/tasks/add', { title })

/** As standardwebhooks.com describes a receiver, by another implementation of HMAC than ours. */
async function verifies(secret: string, { headers, body }: Got): Promise<boolean> {
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (letter) => letter.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const content = new TextEncoder().encode(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  const [version, signature = ''] = String(headers['webhook-signature']).split(',')
  const mac = Uint8Array.from(atob(signature), (letter) => letter.charCodeAt(0))
  return version === 'v1' && crypto.subtle.verify('HMAC', key, mac, content)
}

/** The engine without its timer, on the same database, at moments that the test says. */
function engine(start = '2030-01-01T00:00:00Z') {
  let now = new Date(start)
  const gone: string[] = []
  const delivering = {
    ...{ db: database.db, log: silentLog, now: () => now },
    egress: createEgress({ allow: ['127.0.0.1'], log: silentLog }),
    cipher: createKeyCipher('a secret of the tests that is long enough', 'atrium webhooks 1'),
    gaveUp: async (owner: string) => void gone.push(owner),
  }
  return {
    gone,
    enqueue: (owner: string, event: string) =>
      enqueueWebhooks(database.db.$client as never, owner, event, { module: 'tasks' }, now),
    later: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
    deliver: () => {
      const deliverer = createDeliverer(delivering)
      deliverer.look()
      return deliverer.idle()
    },
  }
}

test('a change of records is told at once, signed as Standard Webhooks has it', async () => {
  const ann = await app.member()
  const { secret, id } = await make(ann)
  const heard = new Promise<void>((resolve) => told.push(resolve))
  await addTask(ann, 'Write')
  await heard
  expect(got).toHaveLength(1)
  const [message] = got as [Got]
  expect(JSON.parse(message.body)).toEqual({
    type: 'records:tasks',
    timestamp: expect.any(String),
    data: { module: 'tasks' },
  })
  expect(message.headers['content-type']).toBe('application/json')
  expect(await verifies(secret, message)).toBe(true)
  expect(await verifies(secret, { ...message, body: `${message.body} ` })).toBe(false)
  expect(await verifies((await make(ann)).secret, message)).toBe(false)
  expect(id).not.toBe('')
})

test('a change that is taken back, another’s change and another event tell nothing', async () => {
  const [ann, ben] = [await app.member(), await app.member()]
  const { id } = await make(ann)
  await addTask(ben, 'Of another')
  await ann.send('POST', '/api/m/tasks/add', { title: '' })
  await ann.call('POST', '/api/m/flash/add', { deck: 'Sea', front: 'a', back: 'b' })
  expect(await deliveries(ann, id)).toEqual([])
})

test('the secret is told when it is made and when it is renewed, and lies encrypted', async () => {
  const ann = await app.member()
  const made = await make(ann)
  expect(made.secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/)
  const list = await ann.call<WebhookList>('GET', '/api/webhooks')
  expect(list.webhooks).toMatchObject([{ id: made.id, url, isOn: true }])
  expect(list.events).toContainEqual({ name: 'records:tasks', title: 'Task Inbox' })
  const renewed = await ann.call<MadeWebhook>('POST', `/api/webhooks/${made.id}/secret`)
  expect(renewed.secret).not.toBe(made.secret)
  await ann.call('POST', `/api/webhooks/${made.id}/test`)
  expect(await verifies(renewed.secret, got[0] as Got)).toBe(true)
  const { rows } = await app.db.execute(sql`select * from webhooks where id = ${made.id}`)
  for (const { secret } of [made, renewed]) {
    expect(JSON.stringify([rows, list])).not.toContain(secret)
    expect(JSON.stringify([rows, list])).not.toContain(secret.slice('whsec_'.length))
  }
})

test('a test is sent at once, and its answer shown: status and first kilobyte', async () => {
  const ann = await app.member()
  const { id } = await make(ann)
  answer = { status: 418, body: 'x'.repeat(5000) }
  const failed = await ann.call<WebhookDelivery>('POST', `/api/webhooks/${id}/test`)
  expect(failed).toMatchObject({ event: 'test', status: 418, attempts: 1, answer: 'x'.repeat(1024) })
  expect(failed.ms).toBeGreaterThanOrEqual(0)
  answer = { status: 204 }
  const again = await ann.call<WebhookDelivery>('POST', `/api/webhooks/${id}/deliveries/${failed.id}/resend`)
  expect(again).toMatchObject({ id: failed.id, state: 'delivered', status: 204, attempts: 2, nextAt: null })
  expect(got.map(({ headers }) => headers['webhook-id'])).toEqual([failed.id, failed.id])
  expect(await deliveries(ann, id)).toMatchObject([{ id: failed.id, state: 'delivered' }])
})

test('what is refused or not there is an answer too', async () => {
  const ann = await app.member()
  const { id } = await make(ann, { url: 'http://127.0.0.1:1/' })
  const failed = await ann.call<WebhookDelivery>('POST', `/api/webhooks/${id}/test`)
  expect(failed).toMatchObject({ status: null, answer: expect.stringContaining('could not be reached') })
  answer = { status: 302, headers: { location: 'http://127.0.0.1:1/' } }
  const moved = await make(ann)
  expect(await ann.call('POST', `/api/webhooks/${moved.id}/test`)).toMatchObject({ status: 302, state: 'waiting' })
})

test('an address inside, one that is none, and events that nobody knows are refused in a sentence', async () => {
  const ann = await app.member()
  const refusal = (body: object) => ann.refusal('POST', '/api/webhooks', { url, events: ['*'], ...body })
  expect(await refusal({ url: 'http://192.168.1.1/' })).toMatchObject({ status: 400 })
  expect((await refusal({ url: 'http://169.254.169.254/' })).message).toContain('private network')
  expect((await refusal({ url: 'ftp://example.org/' })).message).toContain('https://')
  expect((await refusal({ url: 'https://u:p@example.org/' })).status).toBe(400)
  expect((await refusal({ events: ['records:none'] })).message).toContain('records:none')
  expect((await refusal({ events: [] })).message).toContain('Choose at least one')
  const { id, url: escaped } = await make(ann, { url: `${url}/a b` })
  expect(escaped).toBe(`${url}/a%20b`)
  expect((await ann.refusal('PATCH', `/api/webhooks/${id}`, { url: 'http://10.0.0.1/' })).status).toBe(400)
  for (let made = 1; made < 20; made++) await make(ann)
  expect((await refusal({})).message).toContain('20 webhooks')
})

test('what failed is tried again after growing times with the same id, and then given up', async () => {
  const ann = await app.member()
  const { id } = await make(ann)
  const { enqueue, deliver, later } = engine()
  answer = { status: 500 }
  expect(await enqueue(ann.id, 'records:tasks')).toBe(1)
  const waits = [5, 300, 1800, 7200, 18_000, 36_000, 86_400]
  for (const [tries, seconds] of waits.entries()) {
    expect(await deliver(), `attempt ${tries + 1}`).toBe(1)
    const [one] = await deliveries(ann, id)
    expect(one).toMatchObject({ state: 'waiting', attempts: tries + 1, status: 500 })
    later(seconds * 1000 - 1)
    expect(await deliver()).toBe(0)
    later(1)
  }
  expect(await deliver()).toBe(1)
  expect(await deliveries(ann, id)).toMatchObject([{ state: 'failed', attempts: 8, nextAt: null }])
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(got.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8)
})

test('who asks to be left alone is left alone for so long', async () => {
  const ann = await app.member()
  await make(ann)
  const { enqueue, deliver, later } = engine('2031-01-01T00:00:00Z')
  answer = { status: 429, headers: { 'retry-after': '600' } }
  await enqueue(ann.id, 'records:tasks')
  await deliver()
  later(599_000)
  expect(await deliver()).toBe(0)
  later(1_000)
  expect(await deliver()).toBe(1)
})

test('after five days of failures, or at 410, a webhook is switched off and its owner told once', async () => {
  const ann = await app.member()
  const { id } = await make(ann)
  const { enqueue, deliver, later, gone } = engine('2032-01-01T00:00:00Z')
  answer = { status: 500 }
  for (let day = 0; day <= 5; day++) {
    await enqueue(ann.id, 'records:tasks')
    await deliver()
    later(86_400_000)
  }
  const shown = async () => (await ann.call<WebhookList>('GET', '/api/webhooks')).webhooks[0] as Webhook
  expect(await shown()).toMatchObject({ isOn: false, givenUpAt: expect.any(String) })
  expect(gone).toEqual([ann.id])
  expect((await deliveries(ann, id)).filter(({ nextAt }) => nextAt !== null)).toEqual([])
  expect(await enqueue(ann.id, 'records:tasks')).toBe(0)

  await ann.call('PATCH', `/api/webhooks/${id}`, { isOn: true })
  expect(await shown()).toMatchObject({ isOn: true, givenUpAt: null, failingSince: null })
  answer = { status: 410 }
  await enqueue(ann.id, 'records:tasks')
  await deliver()
  expect(await shown()).toMatchObject({ isOn: false })
})

test('something that was taken in between makes the days count anew', async () => {
  const ann = await app.member()
  await make(ann)
  const { enqueue, deliver, later } = engine('2033-01-01T00:00:00Z')
  for (let day = 0; day <= 8; day++) {
    answer = { status: day === 4 ? 200 : 500 }
    await enqueue(ann.id, 'records:tasks')
    await deliver()
    later(86_400_000)
  }
  expect((await ann.call<WebhookList>('GET', '/api/webhooks')).webhooks).toMatchObject([{ isOn: true }])
})

test('all of a kind, and everything, can be asked for; two engines send one delivery once', async () => {
  const ann = await app.member()
  for (const events of [['records:*'], ['*'], ['records:flash']]) await make(ann, { events })
  const [one, other] = [engine('2034-01-01T00:00:00Z'), engine('2034-01-01T00:00:00Z')]
  expect(await one.enqueue(ann.id, 'records:tasks')).toBe(2)
  const tried = await Promise.all([one.deliver(), other.deliver()])
  expect(tried.reduce((sum, tries) => sum + tries, 0)).toBe(2)
  expect(got).toHaveLength(2)
})

/** A receiver that answers when the test lets it. */
async function slowReceiver() {
  const held: (() => void)[] = []
  let isHolding = true
  const server = createServer((request, response) => {
    request.resume()
    const answers = () => void response.writeHead(200).end()
    if (isHolding) held.push(answers)
    else answers()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atTheEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/slow`,
    held,
    letGo() {
      isHolding = false
      for (const answers of held.splice(0)) answers()
    },
  }
}

test('a receiver that takes its time holds up no other, nor what happens meanwhile', async () => {
  const [ann, ben] = [await app.member(), await app.member()]
  const slow = await slowReceiver()
  await make(ann, { url: slow.url })
  await make(ann)
  await make(ben)
  for (const [n, who] of [ann, ann, ben].entries()) {
    const heard = new Promise<void>((resolve) => told.push(resolve))
    await addTask(who, `Number ${n}`)
    await heard
  }
  expect(got).toHaveLength(3)
  await expect.poll(() => slow.held.length).toBe(2)
  slow.letGo()
})

test('what waits for a host is neither tried nor late until it is sent, and others go by it', async () => {
  const ann = await app.member()
  const slow = await slowReceiver()
  const { id } = await make(ann, { url: slow.url })
  const { enqueue, deliver, later } = engine('2035-01-01T00:00:00Z')
  for (let count = 0; count < 10; count++) await enqueue(ann.id, 'records:tasks')
  later(1000)
  const quick = await make(ann)
  await enqueue(ann.id, 'records:tasks')
  const delivered = deliver()
  await expect.poll(() => [slow.held.length, got.length]).toEqual([4, 1])
  const waits = (await deliveries(ann, id)).filter(({ state }) => state === 'waiting')
  expect(waits.map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0, 0, 0, 0])
  slow.letGo()
  expect(await delivered).toBe(12)
  expect(new Set((await deliveries(ann, id)).map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(
    new Set(['delivered 1']),
  )
  expect(await deliveries(ann, quick.id)).toMatchObject([{ state: 'delivered' }])
})

test('a receiver that is away keeps at most a thousand waiting', async () => {
  const ann = await app.member()
  const { id } = await make(ann)
  await app.db.execute(sql`insert into webhook_deliveries (id, webhook_id, event, body, next_at)
    select 'msg_' || n, ${id}, 'records:tasks', '{}', '2100-01-01' from generate_series(1, 1000) n`)
  expect(await engine().enqueue(ann.id, 'records:tasks')).toBe(0)
})

test('a team’s are its owners’ and admins’; a guest has none; with the team they go', async () => {
  const [ann, ben, guest] = [await app.member(), await app.member(), await app.guest()]
  expect((await guest.refusal('POST', '/api/webhooks', { url, events: ['*'] })).status).toBe(403)
  const team = await ann.call<{ id: string }>('POST', '/api/teams', { name: 'Crew' })
  const scope = { 'x-scope': `team:${team.id}` }
  await app.db.execute(sql`insert into team_members (team_id, user_id, role) values (${team.id}, ${ben.id}, 'editor')`)
  const body = { url, events: ['records:tasks'] }
  expect((await ben.refusal('POST', '/api/webhooks', body, scope)).status).toBe(403)
  const { id } = (await (await ann.send('POST', '/api/webhooks', body, scope)).json()) as MadeWebhook
  expect((await ann.call<WebhookList>('GET', '/api/webhooks')).webhooks).toEqual([])
  const heard = new Promise<void>((resolve) => told.push(resolve))
  await ben.send('POST', '/api/m/tasks/add', { title: 'Of the crew' }, scope)
  await heard
  expect(got).toHaveLength(1)
  expect((await ben.refusal('GET', `/api/webhooks/${id}/deliveries`)).status).toBe(404)
  await app.db.transaction((tx) => forgetWebhooks(tx, `team:${team.id}`))
  const { rows } = await app.db.execute(sql`select from webhook_deliveries`)
  expect(rows).toEqual([])
})

test('what waits for a person and what was ordered is told, in the transaction of its own, to whoever asked for it', async () => {
  const [ann, ben] = [await app.member(), await app.member()]
  const { id } = await make(ann, { events: ['approval:waiting', 'order:*'] })
  const runId = randomUUID()
  await database.db.insert(runs).values({ id: runId, kind: 'chat', ownerId: ann.id, status: 'waiting' })
  const of = { callId: 'c' }
  const asked = newApproval({
    ...{ ownerId: ann.id, runId, of, action: 'tasks.add', effect: 'write', why: '' },
    ...{ input: {}, expiresInDays: null },
  } as const)
  await requestApproval(database.db.$client, asked)
  await requestApproval(database.db.$client, { ...asked, id: 'once-more' }) // it waits already
  for (const owner of [ann.id, ben.id])
    await database.db.transaction((tx) =>
      note(tx, { ownerId: owner, actorId: owner, kind: 'order.placed', subject: 'o1', data: { totalCents: 5 } }),
    )
  await note(database.db, { ownerId: ann.id, actorId: ann.id, kind: 'order.cancelled', subject: 'o2' })
  expect((await deliveries(ann, id)).map(({ event }) => event).sort()).toEqual(['approval:waiting', 'order:placed'])
  const { rows } = await database.db.execute<{ body: string }>(sql`select body from webhook_deliveries order by event`)
  expect(rows.map(({ body }) => JSON.parse(body).data)).toEqual([
    { id: asked.id, action: 'tasks.add', effect: 'write', from: 'chat' },
    { id: 'o1', totalCents: 5 },
  ])
})
