import type { DoneEvent, ErrorEvent, Message, ThreadHistory } from '@atrium/contract/chat'
import type { ModelUse } from '@atrium/contract/models'
import { SCOPE_HEADER } from '@atrium/contract/teams'
import type { Budget } from '@atrium/contract/workforce-seats'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { CALL, runsThatHold } from '../models/budget-ledger.ts'
import { type Client, client, testApp } from '../test-app.ts'
import { purge } from './threads.ts'

const fake = await startFakeProvider()
afterAll(() => fake.stop())
const app = await testApp({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${fake.url}/v1`, MODELS: 'gpt-4o-mini' })
const pool = app.db.$client
beforeEach(() => fake.reset())

const usage = { inputTokens: 1_000, cachedInputTokens: 0, outputTokens: 100 }
const COST = 1_000 * 0.15 + 100 * 0.6 // micro-dollars: dollars a million tokens of gpt-4o-mini
const REACHED = 'Your budget for models is used up for this month.'

const say = (who: Client, message: string, more: object = {}) =>
  who.stream('POST', '/api/converse/stream', { message, ...more })
const lastOf = async (who: Client, threadId: string | null) =>
  (await who.call<ThreadHistory>('GET', `/api/chat/thread/${threadId}`)).messages.at(-1) as Message
const budgetOf = async (who: Client) => {
  const { budgets } = await who.call<{ budgets: Budget[] }>('GET', '/api/workforce/budgets')
  return budgets.find(({ scope }) => scope === 'person') as Budget
}
const limit = (who: Client, limits: object) =>
  who.call('PUT', '/api/workforce/budgets', { scope: 'person', limitMicros: null, ...limits })
const sums = async (owner: string) =>
  (
    await pool.query(
      `select scope, scope_id, spent_micros as micros, tokens, reserved_micros as held, reserved_tokens as "heldTokens"
       from budget_ledgers where owner_id = $1 order by scope`,
      [owner],
    )
  ).rows

describe('what replies cost', () => {
  test('is counted for their person: every round, the broken ones too, and shown beside what modules asked', async () => {
    const ann = await app.member()
    await fake.script(
      { toolCalls: [{ name: 'tasks_search', input: { words: 'milk' } }], usage },
      { text: 'No milk', usage },
    )
    await say(ann, 'Is there milk?')
    expect(await sums(ann.id)).toEqual([
      { scope: 'person', scope_id: ann.id, micros: 2 * COST, tokens: 2_200, held: 0, heldTokens: 0 },
    ])
    expect(await budgetOf(ann)).toMatchObject({ spentMicros: 2 * COST, tokens: 2_200, limitMicros: null })
    const use = await ann.call<ModelUse>('GET', '/api/user/model-use')
    expect(use.modules).toMatchObject([{ module: 'chat', calls: 2, tokens: 2_200, costMicros: 2 * COST }])
    // A refusal of the provider costs nothing; what breaks off in the middle costs what was asked and said.
    await fake.script({ status: 500, body: {} })
    await say(ann, 'And bread?')
    expect((await sums(ann.id))[0]).toMatchObject({ tokens: 2_200, heldTokens: 0 })
    await fake.script({ text: 'There is bread in the cupboard', dropAfter: 3 })
    await say(ann, 'And cheese?')
    const [sum] = await sums(ann.id)
    expect(sum.heldTokens).toBe(0)
    expect(sum.tokens).toBeGreaterThan(2_200)
  })

  test('is counted for the team in whose place they are written, and for a guest as for anybody', async () => {
    const ann = await app.member()
    const team = await ann.call<{ id: string }>('POST', '/api/teams', { name: 'Bakers' })
    await fake.script({ text: 'Hello', usage })
    const said = await ann.send(
      'POST',
      '/api/converse/stream',
      { message: 'Hello' },
      { [SCOPE_HEADER]: `team:${team.id}` },
    )
    await said.text()
    const counted = { micros: COST, tokens: 1_100, held: 0, heldTokens: 0 }
    expect(await sums(ann.id)).toEqual([
      { scope: 'person', scope_id: ann.id, ...counted },
      { scope: 'team', scope_id: team.id, ...counted },
    ])
    const guest = await app.guest()
    await fake.script({ text: 'Hello', usage })
    await say(guest, 'Hello')
    const { userId } = await guest.call<{ userId: string }>('GET', '/api/me')
    expect(await sums(userId)).toMatchObject([{ scope: 'person', ...counted }])
  })

  test('counts for the account that a guest gets while it is being written', async () => {
    const guest = await app.guest()
    await fake.script({ text: 'Hello there', usage, pauseAt: [1] })
    const reply = say(guest, 'Hello')
    await fake.received(() => true)
    const held = `select 1 from reservations where state = 'held'`
    await expect.poll(async () => (await pool.query(held)).rowCount, { timeout: 30_000 }).toBe(1)
    const { id } = await guest.call<{ id: string }>('POST', '/api/register', {
      username: 'carla-spends',
      email: 'carla-spends@example.org',
      password: 'correct horse battery',
    })
    await fake.goOn()
    await reply
    await expect
      .poll(() => sums(id), { timeout: 30_000 })
      .toEqual([{ scope: 'person', scope_id: id, micros: COST, tokens: 1_100, held: 0, heldTokens: 0 }])
    const use = await guest.call<ModelUse>('GET', '/api/user/model-use')
    expect(use.modules).toMatchObject([{ module: 'chat', calls: 1, costMicros: COST }])
  })

  test('meets a limit: the next reply is refused in a sentence before anything is asked, until there is more', async () => {
    const ann = await app.member()
    await limit(ann, { limitTokens: 60_000 })
    await fake.script({ text: 'Hello', usage: { ...usage, outputTokens: 59_500 } })
    const first = await say(ann, 'Hello')
    expect(first.data<DoneEvent>('done').status).toBe('complete')
    expect(await budgetOf(ann)).toMatchObject({ tokens: 60_500, isReached: true })
    const threadId = first.headers.get('x-thread-id')
    const refused = await say(ann, 'Again', { threadId })
    expect(refused.data<ErrorEvent>('error')).toEqual({ message: REACHED, code: 'forbidden' })
    expect(await fake.requests()).toHaveLength(1)
    expect(await lastOf(ann, threadId)).toMatchObject({ status: 'failed', meta: { mode: 'error', error: REACHED } })
    await limit(ann, { limitTokens: 200_000 })
    await fake.script({ text: 'Here again', usage })
    expect((await say(ann, 'And now?', { threadId })).text).toBe('Here again')
  })

  test('never passes a limit together, however many conversations ask at once', async () => {
    const ann = await app.member()
    await limit(ann, { limitTokens: 40_000 })
    await fake.byDefault({ text: 'Hello', usage, delay: 20 })
    const replies = await Promise.all(Array.from({ length: 6 }, () => say(ann, 'Hello')))
    const ends = replies.map((one) => (one.events.some(({ event }) => event === 'error') ? 'refused' : 'said'))
    expect(ends.filter((one) => one === 'said').length).toBe((await fake.requests()).length)
    expect(new Set(ends)).toEqual(new Set(['said', 'refused']))
    expect((await sums(ann.id))[0]).toMatchObject({ heldTokens: 0 })
  })

  test('is counted when its worker died: what it had held is spent once the reply is over', async () => {
    const ann = await app.member()
    await fake.script({ text: 'Hello', usage })
    const reply = await say(ann, 'Hello')
    const runId = reply.headers.get('x-run-id') as string
    expect(runId.startsWith(CALL)).toBe(false)
    await pool.query(`update reservations set state = 'held' where run_id = $1`, [runId])
    expect(await runsThatHold(pool)).toContain(runId)
  })

  test('is forgotten with a visitor whose conversation is gone, and what was settled long ago with its day', async () => {
    const [visitor, ann] = [client(app.url), await app.member()]
    for (const who of [visitor, ann]) {
      await fake.script({ text: 'Hello', usage })
      await say(who, 'Hello')
    }
    const count = async (table: string, who: string) =>
      (await pool.query(`select 1 from ${table} where owner_id like $1`, [who])).rowCount
    const kept = async (who: string) => [
      await count('model_use', who),
      await count('budget_ledgers', who),
      await count('reservations', who),
    ]
    await purge(pool)
    expect(await kept('anon:%')).toEqual([1, 1, 1])
    await pool.query(`update threads set updated_at = now() - interval '2 days' where owner_id like 'anon:%'`)
    await pool.query(`update reservations set created_at = now() - interval '40 days'`)
    await purge(pool)
    expect(await kept('anon:%')).toEqual([0, 0, 0])
    expect(await kept(ann.id)).toEqual([1, 1, 0])
  })
})
