import type { Approval, ApprovalDetails } from '@atrium/contract/approvals'
import type { ThreadHistory, ToolResult } from '@atrium/contract/chat'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { wordOn } from '../approvals/test-word.ts'
import { type Client, type Stream, testApp } from '../test-app.ts'

const fake = await startFakeProvider()
afterAll(() => fake.stop())
const app = await testApp({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${fake.url}/v1`, MODELS: 'gpt-4o-mini' })
beforeEach(() => fake.reset())

const say = (who: Client, message: string, more: object = {}) =>
  who.stream('POST', '/api/converse/stream', { message, ...more })
const results = (stream: Stream) =>
  stream.events.filter((one) => one.event === 'tool-result').map((one) => JSON.parse(one.data) as ToolResult)
const tasksOf = async (who: Client) =>
  (
    await who.call<{ output: { title: string }[] | { tasks: { title: string }[] } }>('POST', '/api/m/tasks/search', {
      words: 'milk',
    })
  ).output
/** What the model was sent last. */
const lastAsked = async () =>
  ((await fake.requests()).at(-1) as { body: { messages: { role: string; content: string }[] } }).body.messages
const addMilk = { name: 'tasks_add', input: { title: 'buy milk' } }

const isTitled = (input: unknown, title = '') => (input as { title?: string }).title === title

describe('a tool call of the model', () => {
  test('that reads is carried out at once, and its result goes back to the model', async () => {
    const ann = await app.member()
    await ann.call('POST', '/api/m/tasks/add', { title: 'buy milk' })
    await fake.script({ toolCalls: [{ name: 'tasks_search', input: { words: 'milk' } }] }, { text: 'You want milk.' })
    const reply = await say(ann, 'what about milk?')
    expect(results(reply)).toMatchObject([{ action: 'tasks.search', state: 'done' }])
    expect(reply.text).toBe('You want milk.')
    expect(JSON.stringify((await fake.requests()).at(-1)?.body)).toContain('buy milk')
  })

  test('may look for further tools, which are offered from then on', async () => {
    const ann = await app.member()
    const toolsOf = (request: unknown) =>
      (request as { body: { tools: { function: { name: string } }[] } }).body.tools.map((tool) => tool.function.name)
    await fake.script(
      { toolCalls: [{ name: 'find_tools', input: { query: 'reconcile account' } }] },
      { text: 'Found.' },
    )
    const reply = await say(ann, 'hello')
    expect(results(reply)).toMatchObject([{ action: 'find_tools', state: 'done' }])
    const [before, after] = (await fake.requests()).map(toolsOf)
    expect(before?.length).toBeLessThanOrEqual(42)
    expect(before).not.toContain('wallet_reconcile')
    expect(after).toContain('wallet_reconcile')
  })

  test('that writes waits for the person, in fragments too, and is carried out when allowed', async () => {
    const ann = await app.member()
    await fake.script({ text: 'Let me note that.', toolCalls: [addMilk], toolChunkSize: 2 }, { text: 'Noted.' })
    const asked = await say(ann, 'I need milk')
    const [ask] = results(asked)
    expect(ask).toMatchObject({ action: 'tasks.add', state: 'confirm', input: { title: 'buy milk' } })
    expect(asked.ended).toBe(true)
    expect(JSON.stringify(await tasksOf(ann))).not.toContain('buy milk')
    const runId = asked.headers.get('x-run-id') as string
    const threadId = asked.headers.get('x-thread-id') as string
    const waiting = await ann.call<ThreadHistory>('GET', `/api/chat/thread/${threadId}`)
    expect(waiting).toMatchObject({ activeRunId: runId })
    expect(waiting.messages.at(-1)).toMatchObject({ status: 'waiting', content: 'Let me note that.' })

    const after = asked.events.findLast((one) => one.id !== null)?.id
    expect((await ann.refusal('POST', ...wordOn(undefined, 'approve'))).status).toBe(404)
    await ann.call('POST', ...wordOn(ask, 'approve'))
    const rest = await ann.stream('GET', `/api/runs/${runId}/events?after=${after}`)
    const saved = results(rest).at(-1)
    expect(saved).toMatchObject({ callId: ask?.callId, state: 'done' })
    expect(JSON.stringify(await tasksOf(ann))).toContain('buy milk')
    const done = (await ann.call<ThreadHistory>('GET', `/api/chat/thread/${threadId}`)).messages.at(-1)
    expect(done).toMatchObject({ status: 'complete', content: 'Let me note that.\n\nNoted.' })
    expect(done?.meta.tools).toMatchObject([{ state: 'done', undo: saved?.undo }])
    await ann.call('POST', `/api/changes/${saved?.undo}/undo`)
    expect(JSON.stringify(await tasksOf(ann))).not.toContain('buy milk')
    expect((await ann.refusal('POST', ...wordOn(ask, 'approve'))).status).toBe(409)
  })

  test('is not carried out when declined, nor when the person goes on writing', async () => {
    const ann = await app.member()
    await fake.script({ toolCalls: [addMilk] }, { text: 'All right, not then.' })
    const asked = await say(ann, 'I need milk')
    const runId = asked.headers.get('x-run-id') as string
    await ann.call('POST', ...wordOn(results(asked)[0], 'reject', { note: 'There is some left.' }))
    const rest = await ann.stream(
      'GET',
      `/api/runs/${runId}/events?after=${asked.events.findLast((one) => one.id !== null)?.id}`,
    )
    expect(results(rest)).toMatchObject([{ state: 'declined', note: 'There is some left.' }])
    expect((await lastAsked()).find(({ role }) => role === 'tool')?.content).toContain('There is some left.')
    expect(rest.text).toContain('not then')

    await fake.script({ toolCalls: [addMilk] }, { text: 'Moving on.' })
    const second = await say(ann, 'I need milk, really', { threadId: asked.headers.get('x-thread-id') })
    const next = await say(ann, 'never mind', { threadId: asked.headers.get('x-thread-id') })
    expect(next.text).toBe('Moving on.')
    expect((await ann.refusal('POST', ...wordOn(results(second)[0], 'approve'))).status).toBe(409)
    expect(JSON.stringify(await tasksOf(ann))).not.toContain('buy milk')
  })

  test('is done as the person changed it, which the model is told, and refused where that does not fit', async () => {
    const ann = await app.member()
    await fake.script({ toolCalls: [addMilk] }, { text: 'Oat milk it is.' })
    const asked = await say(ann, 'I need milk')
    const [ask] = results(asked)
    const one = `/api/approvals/${ask?.approval?.id}`
    expect(await ann.call<ApprovalDetails>('GET', one)).toMatchObject({
      input: { title: 'buy milk' },
      asked: null,
      inputSchema: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
    })
    expect((await (await app.member()).refusal('GET', one)).status).toBe(404)
    const unfit = await ann.send('POST', ...wordOn(ask, 'approve', { input: { title: 7, priority: 'high' } }))
    expect([unfit.status, await unfit.json()]).toMatchObject([
      400,
      { error: { details: { field: 'input.title', fields: [{ field: 'input.title' }, { field: 'input.priority' }] } } },
    ])
    const note = 'We are out of cow’s milk.'
    await ann.call('POST', ...wordOn(ask, 'approve', { input: { title: 'buy oat milk' }, note }))
    const rest = await ann.stream('GET', `/api/runs/${asked.headers.get('x-run-id')}/events`)
    expect(results(rest).at(-1)).toMatchObject({
      state: 'done',
      input: { title: 'buy oat milk' },
      asked: { title: 'buy milk' },
      note,
    })
    expect(JSON.stringify(await tasksOf(ann))).toContain('buy oat milk')
    const told = (await lastAsked()).find(({ role }) => role === 'tool')?.content
    expect(told).toContain('The person changed the input to {"title":"buy oat milk"}.\nThe person said: We are out of')
    expect(await ann.call<ApprovalDetails>('GET', one)).toMatchObject({
      state: 'edited',
      input: { title: 'buy oat milk' },
      asked: { title: 'buy milk' },
      note,
    })
  })

  test('is a call of its own each time, though its provider counts calls anew in each answer, or gives two of them one id', async () => {
    const ann = await app.member()
    const add = (title: string) => ({ id: 'call_0', name: 'tasks_add', input: { title } })
    const titles = ['milk one', 'milk two', 'milk three', 'milk four', 'milk five']
    const calls = titles.map(add)
    await fake.script(...calls.slice(0, 3).map((call) => ({ toolCalls: [call] })), { toolCalls: calls.slice(3) })
    const asked = await say(ann, 'I need milk')
    const runId = asked.headers.get('x-run-id')
    for (let at = 0; at < titles.length; at++) {
      const reply = await ann.stream('GET', `/api/runs/${runId}/events`)
      const { approvals } = await ann.call<{ approvals: Approval[] }>('GET', '/api/approvals?state=pending')
      const waits = approvals.find(({ input }) => input.title === titles[at])
      const ask = results(reply).findLast(({ state, input }) => state === 'confirm' && isTitled(input, titles[at]))
      expect(ask?.approval, titles[at]).toEqual({ id: waits?.id, argsHash: waits?.argsHash })
      if (at === titles.length - 1) await fake.script({ text: 'All of it.' })
      await ann.call('POST', ...wordOn(ask, 'approve'))
    }
    expect((await ann.stream('GET', `/api/runs/${runId}/events`)).text).toContain('All of it.')
    expect(
      JSON.stringify(await tasksOf(ann))
        .match(/milk (one|two|three|four|five)/g)
        ?.sort(),
    ).toEqual([...titles].sort())
  })

  test('waits in the one list, is no longer asked when something else is said, and tells the model the person’s note', async () => {
    const [ann, bob] = [await app.member(), await app.member()]
    await fake.script({ toolCalls: [addMilk] }, { text: 'Then not.' }, { toolCalls: [addMilk] }, { text: 'Moving on.' })
    const asked = await say(ann, 'I need milk')
    const [ask] = results(asked)
    const list = async (who: Client, query: string) =>
      (await who.call<{ approvals: Approval[] }>('GET', `/api/approvals?${query}`)).approvals
    const threadId = asked.headers.get('x-thread-id')
    expect(await list(ann, 'state=pending&from=chat')).toMatchObject([
      { ...ask?.approval, thread: { id: threadId }, seat: null, action: 'tasks.add', input: { title: 'buy milk' } },
    ])
    expect(await list(ann, 'from=seat')).toEqual([])
    expect(await list(bob, 'state=pending')).toEqual([])
    await ann.call('POST', ...wordOn(ask, 'revise', { note: 'Say which milk.' }))
    await ann.stream('GET', `/api/runs/${asked.headers.get('x-run-id')}/events`)
    const told = (await lastAsked()).find(({ role }) => role === 'tool')?.content
    expect(told).toContain('A person asked for it to be done anew. Say which milk.')

    await say(ann, 'I need milk, really', { threadId })
    await say(ann, 'never mind', { threadId })
    expect((await list(ann, 'from=chat')).map(({ state }) => state)).toEqual(['withdrawn', 'revision'])
  })

  test('that keeps a fact needs soulMode, and no question', async () => {
    const ann = await app.member()
    await fake.script(
      { toolCalls: [{ name: 'remember', input: { fact: 'Has a cat called Miso' } }] },
      { text: 'Lovely.' },
    )
    expect((await say(ann, 'My cat is called Miso', { soulMode: true })).text).toBe('Lovely.')
    expect(await ann.call('GET', `/api/converse/summary/${ann.id}`)).toMatchObject({
      memories: [{ text: 'Has a cat called Miso' }],
    })
    await fake.script({ toolCalls: [{ name: 'remember', input: { fact: 'Sings' } }] }, { text: 'Hm.' })
    expect(results(await say(ann, 'I sing'))).toMatchObject([{ state: 'failed' }])
  })

  test('can be decided by its person only', async () => {
    const ann = await app.member()
    const bob = await app.member()
    await fake.script({ toolCalls: [addMilk] })
    const asked = await say(ann, 'I need milk')
    expect((await bob.refusal('POST', ...wordOn(results(asked)[0], 'approve'))).status).toBe(404)
  })

  test('with wrong arguments tells the model which field, and a tool that is none is named', async () => {
    const ann = await app.member()
    await fake.script(
      { toolCalls: [{ name: 'tasks_search', input: { words: 7 } }] },
      { toolCalls: [{ name: 'no_such', input: {} }] },
      { text: 'Sorry.' },
    )
    const reply = await say(ann, 'go')
    expect(results(reply)).toMatchObject([
      { state: 'failed', action: 'tasks.search' },
      { state: 'failed', action: 'no_such' },
    ])
    expect(reply.text).toBe('Sorry.')
  })

  test('whose answer is a picture or a sound for a screen is none: nothing is drawn, nor kept with the reply', async () => {
    const ann = await app.member()
    const draw = { name: 'content-calendar_drawPictures', input: { prompt: 'A lemon tree' } }
    const speak = { name: 'flash_speak', input: { text: 'Guten Tag' } }
    await fake.script({ toolCalls: [draw, speak] }, { text: 'Not here.' })
    const reply = await say(ann, 'draw it')
    expect(results(reply)).toMatchObject(
      [draw, speak].map(({ name }) => ({ state: 'failed', error: `There is no tool named ${name}.` })),
    )
    expect(JSON.stringify((await fake.requests())[0])).not.toMatch(/drawPictures|flash_speak/)
    expect((await fake.requests()).filter(({ path }) => !path.endsWith('/chat/completions'))).toEqual([])
  })

  test('holds what no database can, and is kept, asked about and carried out all the same', async () => {
    const ann = await app.member()
    const broken = { title: 'buy milk', notes: 'a NUL \0 and half \ud83d a pair', 'k\0ey': ['\udc00'] }
    await fake.script({ text: 'Noting.', toolCalls: [{ name: 'tasks_add', input: broken }] }, { text: 'Noted.' })
    const asked = await say(ann, 'I need milk')
    expect(asked.ended).toBe(true)
    const [threadId, runId] = [asked.headers.get('x-thread-id'), asked.headers.get('x-run-id')]
    const waiting = await ann.call<ThreadHistory>('GET', `/api/chat/thread/${threadId}`)
    expect(waiting.messages.at(-1)).toMatchObject({
      status: 'waiting',
      meta: { tools: [{ state: 'confirm', input: { notes: 'a NUL  and half \ufffd a pair', key: ['\ufffd'] } }] },
    })
    await ann.call('POST', ...wordOn(results(asked)[0], 'approve'))
    const rest = await ann.stream('GET', `/api/runs/${runId}/events`)
    expect(rest.data('done')).toMatchObject({ status: 'complete' })
    expect(JSON.stringify(await tasksOf(ann))).toContain('buy milk')
  })

  test('whose long result is cut gives the model no half of an emoji', async () => {
    const ann = await app.member()
    for (const title of ['milk', 'milk again'])
      await ann.call('POST', '/api/m/tasks/add', { title, notes: '🥛'.repeat(9_000) })
    // The second search's result is one letter longer, so that one of the two is cut within an emoji.
    for (const title of ['milk', 'milk a']) {
      await ann.call('POST', '/api/m/tasks/add', { title: `${title}lone`, notes: 'short' })
      await fake.script({ toolCalls: [{ name: 'tasks_search', input: { words: 'milk' } }] }, { text: 'Found.' })
      await say(ann, 'what about milk?')
      const messages = await lastAsked()
      const result = messages.find((one) => one.role === 'tool')?.content ?? ''
      expect(result.endsWith('… (cut)')).toBe(true)
      expect([result.isWellFormed(), result.includes('\ufffd')]).toEqual([true, false])
    }
  })

  test('that was answered is known in later turns, with the ids of what it found', async () => {
    const ann = await app.member()
    for (const title of ['buy milk', 'boil milk']) await ann.call('POST', '/api/m/tasks/add', { title })
    const { tasks } = (await tasksOf(ann)) as { tasks: { id: string; title: string }[] }
    await fake.script(
      { toolCalls: [{ name: 'tasks_search', input: { words: 'milk' } }] },
      { text: 'Two of them.' },
      { text: 'Which?' },
    )
    const reply = await say(ann, 'Which tasks are about milk?')
    await say(ann, 'Mark the second one done', { threadId: reply.headers.get('x-thread-id') })
    const messages = await lastAsked()
    const said = messages.find((one) => one.role === 'assistant')?.content
    expect(said).toBe(
      `Two of them.\n\n[What the tools did:\n- tasks.search {"words":"milk"}: done: ${tasks.map(({ id, title }) => `${id} "${title}"`).join('; ')}]`,
    )
    expect(
      (await ann.call<ThreadHistory>('GET', `/api/chat/thread/${reply.headers.get('x-thread-id')}`)).messages[1]
        ?.content,
    ).toBe('Two of them.')
  })

  test('is known to the reply that goes on after it, even when nothing was said yet', async () => {
    const ann = await app.member()
    await fake.script(
      { toolCalls: [{ name: 'tasks_search', input: { words: 'milk' } }] },
      { status: 500, body: 'oops' },
    )
    const reply = await say(ann, 'Is there milk?')
    const threadId = reply.headers.get('x-thread-id')
    const failed = (await ann.call<ThreadHistory>('GET', `/api/chat/thread/${threadId}`)).messages.at(-1)
    expect(failed).toMatchObject({ status: 'failed', content: '' })
    const more = await ann.call<{ runId: string }>('POST', `/api/messages/${failed?.id}/continue`)
    await ann.stream('GET', `/api/runs/${more.runId}/events`)
    const messages = await lastAsked()
    expect(messages.map((one) => one.role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(messages[2]?.content).toMatch(/^\[What the tools did:\n- tasks\.search .*: done: /)
    expect(messages[3]?.content).toContain('do not do it again')
  })

  test('never ends in a circle', async () => {
    const ann = await app.member()
    await fake.byDefault({ text: 'again', toolCalls: [{ name: 'tasks_search', input: { words: 'x' } }] })
    const reply = await say(ann, 'loop')
    expect(reply.ended).toBe(true)
    expect((await fake.requests()).length).toBeLessThanOrEqual(10)
  })

  test('of an anonymous visitor is offered no writing tools', async () => {
    await say(app.visitor(), 'hello')
    const body = (await fake.requests()).at(-1)?.body as { tools?: { function: { name: string } }[] }
    const names = (body.tools ?? []).map((tool) => tool.function.name)
    expect(names).not.toContain('tasks_add')
  })
})
