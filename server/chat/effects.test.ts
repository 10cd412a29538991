import type { ToolResult } from '@atrium/contract/chat'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { wordOn } from '../approvals/test-word.ts'
import { testDatabase } from '../platform/database/test-database.ts'
import { type Client, type TestApp, testApp } from '../test-app.ts'

// What a reply is about to do is stored before it is done: whoever takes the reply over must know that it was begun.

const fake = await startFakeProvider()
afterAll(() => fake.stop())
let app: TestApp
let stored: () => Promise<boolean[]>

beforeAll(async () => {
  const database = await testDatabase()
  const sql = database.db.$client
  // At the moment of each task's insertion: has the log of a run already said that it is being done?
  await sql.query(`create table seen (title text, was_stored boolean);
    create function look() returns trigger language plpgsql as $$ begin
      insert into seen values (new.data->>'title', exists (select 1 from run_events where frames like '%' || (new.data->>'title') || '%'
        and frames like '%"state":"running"%'));
      return new; end $$;
    create trigger look before insert on records for each row execute function look()`)
  stored = async () =>
    (await sql.query<{ was_stored: boolean }>('select was_stored from seen')).rows.map((row) => row.was_stored)
  app = await testApp(
    { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${fake.url}/v1`, MODELS: 'gpt-4o-mini' },
    { database },
  )
})

const say = (who: Client, message: string, more: object = {}) =>
  who.stream('POST', '/api/converse/stream', { message, ...more })

test('by a model', async () => {
  const ann = await app.member()
  await fake.script({ toolCalls: [{ name: 'tasks_add', input: { title: 'buy milk' } }] }, { text: 'Noted.' })
  const asked = await say(ann, 'I need milk')
  const ask = JSON.parse(asked.events.find((one) => one.event === 'tool-result')?.data ?? '{}') as ToolResult
  const runId = asked.headers.get('x-run-id')
  await ann.call('POST', ...wordOn(ask, 'approve'))
  const done = await ann.stream('GET', `/api/runs/${runId}/events`)
  expect(done.text).toContain('Noted.')
  expect(await stored()).toEqual([true])
})

test('by the Guide', async () => {
  const ann = await app.member()
  await say(ann, 'add a task buy oat milk tomorrow', { preferredModel: 'guide' })
  expect(await stored()).toEqual([true, true])
})
