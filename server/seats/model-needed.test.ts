import { totalsOf } from '@atrium/contract/workforce'
import type { OrderDetails, WorkforceCatalogue } from '@atrium/contract/workforce-orders'
import type { PublishedAgentList, SeatAtWork, SeatsAtWork } from '@atrium/contract/workforce-seats'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { type Client, testApp } from '../test-app.ts'
import { testBilling } from '../workforce/test-order.ts'
import { attempt, give, hire, isNow, taskOf, until } from './test-seats.ts'

const fake = await startFakeProvider()
afterAll(() => fake.stop())
// No model of the installation's own; a person may bring one.
const app = await testApp({ ANTHROPIC_BASE_URL: fake.url })
beforeEach(async () => {
  await fake.reset()
  await fake.lists({ anthropic: [{ id: 'claude-own-1', display_name: 'Own' }] })
})

const KEY = '/api/user/provider-keys/anthropic'
const connect = (person: Client) => person.call('PUT', KEY, { key: 'sk-ant-of-the-person-WXYZ' })
const order = (items: Record<string, number>, word = attempt()) => ({
  items,
  billingPeriod: 'monthly',
  billing: testBilling,
  expectedTotalCents: totalsOf({ items, billingPeriod: 'monthly' }).totalCents,
  attempt: word,
})
const catalogue = (person: Client) => person.call<WorkforceCatalogue>('GET', '/api/workforce/catalogue')
const modelOf = ({ agents }: WorkforceCatalogue, key: string) =>
  agents.find((one) => one.key === key)?.connectors.find(({ kind }) => kind === 'model')

test('an agent without a playbook needs a model, and no other does', async () => {
  const ann = await app.member()
  const shown = await catalogue(ann)
  const { agents } = await ann.call<z.infer<typeof PublishedAgentList>>('GET', '/api/workforce/agents')
  for (const { key } of agents) {
    const { playbooks } = await ann.call<{ playbooks: unknown[] }>('GET', `/api/workforce/agents/${key}`)
    expect([key, modelOf(shown, key)]).toMatchObject([key, { isOptional: playbooks.length > 0, isThere: false }])
  }
  expect(modelOf(shown, 'copywriter')?.isOptional).toBe(false)
  await connect(ann)
  expect(modelOf(await catalogue(ann), 'copywriter')).toMatchObject({ isOptional: false, isThere: true })
  expect(modelOf(await catalogue(await app.member()), 'copywriter')).toMatchObject({ isThere: false })
})

test('it cannot be ordered where no model is, alone or beside others; with a key of their own a person may', async () => {
  const [ann, bob] = [await app.member(), await app.member()]
  const teams: Record<string, number>[] = [{ copywriter: 1 }, { sales: 2, copywriter: 1 }]
  for (const items of teams)
    expect(await ann.refusal('POST', '/api/workforce/orders', order(items))).toMatchObject({
      status: 409,
      message: '“Copywriter” works with a model connected, and none is. Connect one first, or take this agent out.',
    })
  expect(await ann.call('GET', '/api/workforce/orders')).toEqual({ orders: [] })
  await connect(ann)
  const asked = order({ copywriter: 1 })
  const placed = await ann.call<OrderDetails>('POST', '/api/workforce/orders', asked)
  expect(placed.lines).toMatchObject([{ agentKey: 'copywriter' }])
  expect(await bob.refusal('POST', '/api/workforce/orders', order({ copywriter: 1 }))).toMatchObject({ status: 409 })
  // Sent again because its answer was lost, it is the order that was placed.
  await ann.call('DELETE', KEY)
  expect(await ann.call('POST', '/api/workforce/orders', asked)).toMatchObject({ id: placed.id })
})

test('a team grows by such an agent only where a model is, and may always shrink', async () => {
  const ann = await app.member()
  await connect(ann)
  const [seat] = await hire(app, ann, { copywriter: 2, sales: 1 })
  await ann.call('DELETE', KEY)
  const path = `/api/workforce/subscriptions/${seat?.subscriptionId}/preview`
  const team = (items: Record<string, number>) => ({ items, billingPeriod: 'monthly' })
  expect(await ann.refusal('POST', path, team({ copywriter: 3, sales: 1 }))).toMatchObject({ status: 409 })
  const change = { ...team({ copywriter: 2, sales: 1, kb: 1 }), expectedTotalCents: 12_900, attempt: attempt() }
  expect(await ann.refusal('POST', path.replace('preview', 'change'), change)).toMatchObject({
    status: 409,
    message: expect.stringContaining('“Knowledge Base Editor” works with a model connected'),
  })
  await ann.call('POST', path, team({ copywriter: 2, sales: 2 }))
  await ann.call('POST', path, team({ copywriter: 1, sales: 1 }))
})

test('a seat whose model is gone says so, is given nothing, and goes on when one is there again', async () => {
  const ann = await app.member()
  await connect(ann)
  const [seat] = (await hire(app, ann, { copywriter: 1 })) as [SeatAtWork]
  const needed = await give(ann, { title: 'Choose the bread' })
  const waiting = await give(ann, { seatId: seat.id, title: 'Write a line on bread', needs: [needed.id] })
  await ann.call('DELETE', KEY)
  const { seats } = await ann.call<SeatsAtWork>('GET', '/api/workforce/seats')
  expect(seats[0]?.missing).toContain('It works with a model connected, and none is. Connect one first.')
  const another = { seatId: seat.id, title: 'Write another', attempt: attempt() }
  expect(await ann.refusal('POST', '/api/workforce/tasks', another)).toMatchObject({
    status: 400,
    message: 'It works with a model connected, and none is. Connect one first.',
  })
  await ann.call('PATCH', `/api/workforce/tasks/${needed.id}`, { status: 'done', version: needed.version })
  // Another seat of theirs, woken later, has worked meanwhile.
  const [, sales] = await hire(app, ann, { support: 1 })
  await ann.call('POST', `/api/workforce/seats/${sales?.id}/try`, { playbook: 'reportService', attempt: attempt() })
  await expect
    .poll(async () => (await ann.call<SeatsAtWork>('GET', '/api/workforce/seats')).seats.map((one) => one.delivered), {
      timeout: 60_000,
    })
    .toEqual([0, 1])
  expect(await taskOf(ann, waiting.id)).toMatchObject({ status: 'todo', runs: [] })

  await fake.lists({ anthropic: [{ id: 'claude-own-1', display_name: 'Own' }] })
  await fake.script({ text: 'Bread that keeps.' })
  await connect(ann)
  const done = await until(ann, waiting.id, isNow('in_review'))
  expect(JSON.stringify(done.deliverables)).toContain('Bread that keeps.')
})
