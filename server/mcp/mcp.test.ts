import type { ToolResult } from '@atrium/contract/chat'
import { type Tool, toolCommands } from '@atrium/contract/commands'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeMcp } from '../../e2e/fake-mcp/client.ts'
import { startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { wordOn } from '../approvals/test-word.ts'
import { type Client, type Stream, testApp } from '../test-app.ts'

const [fake, hub] = await Promise.all([startFakeProvider(), startFakeMcp('s3cret')])
afterAll(() => Promise.all([fake.stop(), hub.stop()]))
const app = await testApp({
  OPENAI_API_KEY: 'sk-test',
  OPENAI_BASE_URL: `${fake.url}/v1`,
  MODELS: 'gpt-4o-mini',
  MCP_SERVERS: `hub=http://s3cret@${hub.host}/mcp,away=http://127.0.0.1:1/mcp`,
})
beforeEach(() => fake.reset())

const listed = async (who: Client) =>
  (await who.call<{ tools: Tool[] }>('GET', '/api/tools-registry')).tools.filter(({ key }) => key.startsWith('mcp-'))
const say = (who: Client, message: string) => who.stream('POST', '/api/converse/stream', { message })
const results = (stream: Stream) =>
  stream.events.filter((one) => one.event === 'tool-result').map((one) => JSON.parse(one.data) as ToolResult)
interface Asked {
  body: { tools: { function: { name: string } }[] }
}
const offered = async () =>
  ((await fake.requests()).at(-1) as unknown as Asked).body.tools.map((one) => one.function.name)

async function allowed(who: Client, asked: Stream): Promise<Stream> {
  const runId = asked.headers.get('x-run-id')
  await who.call('POST', ...wordOn(results(asked)[0], 'approve'))
  const after = asked.events.findLast((one) => one.id !== null)?.id
  return who.stream('GET', `/api/runs/${runId}/events?after=${after}`)
}

describe('the tools of a connected MCP server', () => {
  test('stand in the registry by keys that keep them out of the commands, for people with an account alone', async () => {
    const ann = await app.member()
    // The servers are asked while this one starts.
    await expect.poll(() => listed(ann), { timeout: 20_000 }).toHaveLength(2)
    const tools = await listed(ann)
    expect(tools.map(({ key, title, action }) => [key, title, action.type])).toEqual([
      ['mcp-hub.find_issue', 'Find an issue', 'use-tool'],
      ['mcp-hub.issues/open', 'issues/open', 'use-tool'],
    ])
    expect(toolCommands(tools)).toEqual([])
    expect(await listed(app.visitor())).toEqual([])
    expect(await listed(await app.guest())).toEqual([])
  })

  test('are the assistant’s: one that reads is used at once, and its data go back to the model', async () => {
    const ann = await app.member()
    await fake.script({ toolCalls: [{ name: 'mcp-hub_find_issue', input: { words: 'gate' } }] }, { text: 'None.' })
    const reply = await say(ann, 'Is there an issue about the gate?')
    expect(results(reply)).toMatchObject([{ action: 'mcp-hub.find_issue', state: 'done', output: { found: [] } }])
    expect(reply.text).toBe('None.')
    expect(await offered()).toContain('mcp-hub_find_issue')
    const guest = await app.guest()
    await fake.script({ toolCalls: [{ name: 'mcp-hub_find_issue', input: { words: 'gate' } }] }, { text: 'No.' })
    expect(results(await say(guest, 'And now?'))).toMatchObject([{ state: 'failed' }])
    expect(await offered()).not.toContain('mcp-hub_find_issue')
  })

  test('that may change something ask first, in a session that the server forgot too, and say what was wrong', async () => {
    const ann = await app.member()
    const open = (input: object) =>
      fake.script({ toolCalls: [{ name: 'mcp-hub_issues-open', input }] }, { text: 'So.' })
    await open({ title: 'The gate squeaks' })
    const asked = await say(ann, 'Open an issue')
    expect(results(asked)).toMatchObject([{ state: 'confirm', effect: 'send', action: 'mcp-hub.issues/open' }])
    expect(await hub.opened()).toEqual([])
    await hub.forget()
    expect(results(await allowed(ann, asked)).at(-1)).toMatchObject({
      state: 'done',
      output: 'Opened: The gate squeaks',
    })
    expect(await hub.opened()).toEqual(['The gate squeaks'])
    await open({ name: 'no title' })
    expect(results(await allowed(ann, await say(ann, 'Another'))).at(-1)).toMatchObject({
      state: 'failed',
      error: 'hub: The field “title” is missing.',
    })
    expect(await hub.opened()).toHaveLength(1)
  })

  test('that are gone are told of, and the reply goes on', async () => {
    const ann = await app.member()
    await hub.stop()
    await fake.script({ toolCalls: [{ name: 'mcp-hub_find_issue', input: { words: 'x' } }] }, { text: 'It is away.' })
    const reply = await say(ann, 'Look again')
    expect(results(reply)).toMatchObject([
      { state: 'failed', error: 'The connected server “hub” did not answer. Try again in a moment.' },
    ])
    expect(reply.text).toBe('It is away.')
  })
})
