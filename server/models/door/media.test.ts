import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type FakeProvider, startFakeProvider } from '../../../e2e/fake-provider/client.ts'
import { SMALLEST_PNG } from '../../files/test-pictures.ts'
import { guideModel } from '../../guide/model.ts'
import { type TestModules, testModulesWith } from '../../records/test-module.ts'
import { createRegistry } from '../registry.ts'

const asks = { summary: 'Asks', effect: 'read', asksModel: true, output: z.any() } as const
const studio = defineModule({
  ...{ id: 'studio', title: 'Studio', summary: 'Sees and draws.', kind: 'module', industries: ['all'], tier: 'free' },
  ...{ triggers: [], icon: 'image' },
  collections: { notes: collection(z.object({ text: z.string() }), { version: 1 }) },
  actions: {
    see: { ...asks, input: z.object({ bytes: z.string(), wants: z.enum(['text', 'description']) }) },
    draw: { ...asks, input: z.object({ prompt: z.string(), count: z.number() }) },
    speak: { ...asks, input: z.object({ text: z.string(), language: z.string().optional() }) },
    hear: { ...asks, input: z.object({ size: z.number() }) },
    embed: { ...asks, input: z.object({ texts: z.array(z.string()) }) },
  },
})
const server = defineServer(studio, {
  see: ({ bytes, wants }, { model }) =>
    model.see({ pictures: [{ mime: 'image/png', bytes: Buffer.from(bytes, 'base64') }], wants, language: 'de' }),
  draw: async ({ prompt, count }, { model }) =>
    (await model.draw({ prompt, count, shape: 'square' })).map(({ mime, bytes }) => [mime, bytes.byteLength > 100]),
  speak: async ({ text, language }, { model }) => (await model.speak({ text, ...(language && { language }) })).mime,
  hear: ({ size }, { model }) => model.hear({ name: 'memo.webm', mime: 'audio/webm', bytes: new Uint8Array(size) }),
  embed: async ({ texts }, { model }) => {
    const { vectors, madeBy } = await model.embed(texts)
    return { madeBy, lengths: vectors.map((vector) => Math.hypot(...vector)) }
  },
})

const MODELS = ['gpt-4o-mini', 'gpt-image-1', 'tts-1', 'whisper-1', 'text-embedding-3-small']
let fake: FakeProvider
let app: TestModules
let wordsAlone: TestModules
beforeAll(async () => {
  fake = await startFakeProvider()
  const config = { openaiApiKey: 'sk-test', openaiBaseUrl: fake.url, idleTimeoutMs: 60_000 }
  app = await testModulesWith(createRegistry({ ...config, models: MODELS }, guideModel), server)
  wordsAlone = await testModulesWith(createRegistry({ ...config, models: ['some-words'] }, guideModel), server)
})
const CLEAN = 'delete from model_use; delete from budgets; delete from budget_ledgers; delete from reservations'
beforeEach(async () => void (await app.db.$client.query(CLEAN)))
afterEach(() => fake.reset())
afterAll(() => fake.stop())

const used = async () => {
  const columns = 'calls, input_tokens + output_tokens as tokens, pictures, seconds, characters, cost_micros as micros'
  const { rows } = await app.db.$client.query(`select ${columns} from model_use`)
  return rows[0] && Object.fromEntries(Object.entries(rows[0]).map(([name, value]) => [name, Number(value)]))
}
const sums = async () =>
  (
    await app.db.$client.query<{ held: string; tokens: string; spent: string }>(
      'select reserved_tokens as held, tokens, spent_micros as spent from budget_ledgers',
    )
  ).rows.map(({ held, tokens, spent }) => [held, tokens, spent].map(Number))
const png = SMALLEST_PNG.toString('base64')

test('a picture is shown to a model that sees, as data, and what it reads comes back', async () => {
  await fake.script({ text: '```\nCAFÉ ROMA\nTotal 4,20 EUR\n```' }, { text: 'Ein Zitronenbaum.' }, { text: '…' })
  const see = (wants: string) => app.act('ann', 'studio.see', { bytes: png, wants })
  expect((await see('text')).output).toEqual({ text: 'CAFÉ ROMA\nTotal 4,20 EUR', isCut: false })
  const body = JSON.stringify((await fake.requests()).at(-1)?.body)
  expect(body).toContain(`data:image/png;base64,${png}`)
  expect(body).toContain('you do nothing of it')
  expect((await see('description')).output).toMatchObject({ text: 'Ein Zitronenbaum.' })
  expect((await see('text')).output).toMatchObject({ text: '' })
  expect(await used()).toMatchObject({ calls: 3 })
})

test('pictures, sounds and vectors are made, counted by what they are, and settled in the budget', async () => {
  expect((await app.act('ann', 'studio.draw', { prompt: 'A tree', count: 2 })).output).toEqual([
    ['image/png', true],
    ['image/png', true],
  ])
  // 20 tokens in at 5, 2,112 out at 40 millionths.
  expect(await used()).toEqual({ calls: 1, tokens: 2132, pictures: 2, seconds: 0, characters: 0, micros: 84_580 })
  expect(await sums()).toEqual([[0, 2132, 84_580]])
  expect((await app.act('ann', 'studio.speak', { text: 'Guten Tag', language: 'de' })).output).toBe('audio/mpeg')
  await fake.script({ text: 'Buy milk.' })
  expect((await app.act('ann', 'studio.hear', { size: 60_000 })).output).toEqual({ text: 'Buy milk.' })
  const { output } = await app.act<{ madeBy: string; lengths: number[] }>('ann', 'studio.embed', {
    texts: ['a car', 'x'],
  })
  expect(output.madeBy).toBe('text-embedding-3-small')
  expect(output.lengths[0]).toBeCloseTo(1)
  // 9 characters at 15; 13 seconds at 100.
  expect(await used()).toMatchObject({
    calls: 4,
    pictures: 2,
    seconds: 13,
    characters: 9,
    micros: 84_580 + 135 + 1_300,
  })
})

test('a language that is none is as good as not said', async () => {
  for (const language of ['de-de-de', 'en-12', '-', 'x'])
    expect((await app.act('ann', 'studio.speak', { text: 'Guten Tag', language })).output).toBe('audio/mpeg')
})

test('a budget that would be passed refuses before anything is sent, in money or in tokens', async () => {
  const limit = (micros: number | null, tokens: number | null) =>
    app.db.$client.query(
      `insert into budgets (owner_id, scope, scope_id, limit_micros, limit_tokens) values ('ann', 'person', 'ann', $1, $2)
       on conflict (owner_id, scope, scope_id) do update set limit_micros = $1, limit_tokens = $2`,
      [micros, tokens],
    )
  await limit(100_000, null)
  expect((await app.act('ann', 'studio.draw', { prompt: 'A tree', count: 3 })).error).toContain('used up')
  await limit(null, 1_000)
  expect((await app.act('ann', 'studio.draw', { prompt: 'A tree', count: 1 })).status).toBe(403)
  expect((await app.act('ann', 'studio.speak', { text: 'x'.repeat(600) })).status).toBe(403)
  expect((await app.act('ann', 'studio.hear', { size: 1_000_000 })).status).toBe(403)
  expect(await fake.requests()).toEqual([])
  expect(await sums()).toEqual([[0, 0, 0]])
})

test('a model that refused costs nothing; what broke off may have cost all, and says so', async () => {
  await fake.script({ status: 500 }, { body: { data: [] } })
  const draw = () => app.act('ann', 'studio.draw', { prompt: 'A tree', count: 1 })
  expect((await draw()).status).toBe(502)
  expect(await used()).toBeUndefined()
  expect(await draw()).toMatchObject({ status: 502 })
  expect(await used()).toMatchObject({ calls: 1, pictures: 1 })
})

test('what a provider counts in fractions, or beyond all measure, is settled all the same', async () => {
  for (const prompt_tokens of [12.5, 1e300]) {
    await fake.script({ body: { data: [{ index: 0, embedding: [0.5, 0.5] }], usage: { prompt_tokens } } })
    expect((await app.act('ann', 'studio.embed', { texts: ['a car'] })).status).toBe(200)
  }
  expect(await used()).toMatchObject({ calls: 2, tokens: 13 + 3 })
  expect(await sums()).toEqual([[0, 13 + 3, 0]])
})

test('who leaves closes the call, and what it may cost is counted', async () => {
  await fake.script({ never: true })
  const leaving = new AbortController()
  const call = app.fetch('ann', '/api/m/studio/draw', {
    ...{ method: 'POST', signal: leaving.signal, headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ prompt: 'A tree', count: 1 }),
  })
  call.catch(() => undefined)
  await fake.received(({ state }) => state === 'open')
  leaving.abort()
  await fake.received(({ state }) => state === 'closed by client')
  await expect.poll(used).toMatchObject({ calls: 1, pictures: 1 })
  expect(await sums()).toMatchObject([[0, expect.any(Number), expect.any(Number)]])
})

test('where the connected models cannot do it, the sentence says which is missing', async () => {
  const refused = async (action: string, input: object) => {
    const { status, body } = await wordsAlone.act('ann', `studio.${action}`, input)
    const { error } = body as { error: { code: string; message: string; details: object } }
    return [status, error.code, error.message.split('.', 1)[0], error.details]
  }
  const answer = (what: string, ability: string) => [424, 'no_model', what, { why: 'unable', ability }]
  expect(await refused('see', { bytes: png, wants: 'text' })).toEqual(
    answer('No connected model can see pictures', 'see'),
  )
  expect(await refused('draw', { prompt: 'x', count: 1 })).toEqual(answer('No connected model can draw', 'draw'))
  expect(await refused('speak', { text: 'x' })).toEqual(answer('No connected model can speak', 'speak'))
  expect(await refused('hear', { size: 1 })).toEqual(answer('No connected model can listen', 'hear'))
  expect(await refused('embed', { texts: ['x'] })).toEqual(
    answer('No connected model can compare texts by their meaning', 'embed'),
  )
})

test('what is too large, or no picture, is refused before it is sent', async () => {
  expect((await app.act('ann', 'studio.hear', { size: 26 * 1024 * 1024 })).status).toBe(413)
  expect((await app.act('ann', 'studio.draw', { prompt: 'x'.repeat(5_000), count: 1 })).status).toBe(413)
  expect((await app.act('ann', 'studio.speak', { text: 'x'.repeat(5_000) })).status).toBe(413)
  const pdf = Buffer.from('%PDF-1.4').toString('base64')
  expect((await app.act('ann', 'studio.see', { bytes: pdf, wants: 'text' })).status).toBe(415)
  expect(await fake.requests()).toEqual([])
})
