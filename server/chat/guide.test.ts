import type { Message, ReplyMeta, ThreadHistory, ToolResult } from '@atrium/contract/chat'
import { describe, expect, test } from 'vitest'
import { type Client, testApp } from '../test-app.ts'

const app = await testApp()

describe('without a model', () => {
  test('the Guide answers, streamed, and says once that it is the built-in assistant', async () => {
    const browser = app.visitor()
    const first = await browser.stream('POST', '/api/converse/stream', { message: 'What is 17 % of 2,340?' })
    expect(first.text).toContain('397.8')
    expect(first.text).toMatch(/built-in assistant/i)
    expect(first.events.filter((one) => one.event === 'chunk').length).toBeGreaterThan(3)
    expect(first.data('done')).toMatchObject({ mode: 'guide', meta: { model: 'guide' } })
    const second = await browser.stream('POST', '/api/converse/stream', {
      message: '5 ft 11 in cm',
      threadId: first.headers.get('x-thread-id'),
    })
    expect(second.text).toContain('180.34')
    expect(second.text).not.toMatch(/built-in assistant/i)
  })

  test('the Guide says once that it does not follow the standing instructions of a Space', async () => {
    const ann = await app.member()
    await ann.call('PUT', '/api/spaces/legal/instructions', { instructions: 'Answer in rhymes.' })
    const ask = (message: string, threadId?: string | null) =>
      ann.stream('POST', '/api/converse/stream', { message, spaceId: 'legal', ...(threadId && { threadId }) })
    const first = await ask('What is 2 + 2?')
    expect(first.text).toContain('standing instructions of this Space need a language model')
    const second = await ask('What is 3 + 3?', first.headers.get('x-thread-id'))
    expect(second.text).toContain('6')
    expect(second.text).not.toContain('standing instructions')
    const elsewhere = await ann.stream('POST', '/api/converse/stream', { message: 'What is 2 + 2?' })
    expect(elsewhere.text).not.toContain('standing instructions')
  })

  test('a sentence carries out a module’s action, shows what was saved, and can be undone', async () => {
    const ann = await app.member()
    const reply = await ann.stream('POST', '/api/converse/stream', { message: 'add a task buy oat milk tomorrow' })
    const result = JSON.parse(reply.events.findLast((one) => one.event === 'tool-result')?.data ?? '{}') as ToolResult
    expect(result).toMatchObject({ action: 'tasks.add', state: 'done', undo: expect.any(String) })
    expect(reply.text).toMatch(/oat milk/i)
    const find = async () => JSON.stringify(await ann.call('POST', '/api/m/tasks/search', { words: 'oat' }))
    expect(await find()).toContain('oat milk')
    await ann.call('POST', `/api/changes/${result.undo}/undo`)
    expect(await find()).not.toContain('oat milk')
  })

  test('a visitor is told that there must be a place to keep things first', async () => {
    const reply = await app.visitor().stream('POST', '/api/converse/stream', { message: 'add a task buy oat milk' })
    expect(reply.text).toMatch(/guest|sign in/i)
    expect(reply.ended).toBe(true)
  })

  test('reads an attached CSV', async () => {
    const ann = await app.member()
    const csv = 'region,amount\nNorth,10\nSouth,20\nNorth,30\n'
    const file = (await (
      await ann.send('POST', '/api/files?name=sales.csv', csv, { 'content-type': 'text/csv' })
    ).json()) as { id: string }
    const reply = await ann.stream('POST', '/api/converse/stream', {
      message: 'total amount by region',
      attachments: [file.id],
    })
    expect(reply.text).toMatch(/North.*40/s)
    expect(reply.text).toMatch(/South.*20/s)
  })

  test('remembers with soulMode what it is told to', async () => {
    const ann = await app.member()
    await ann.stream('POST', '/api/converse/stream', { message: 'Remember that I live in Rome', soulMode: true })
    expect(await ann.call('GET', `/api/converse/summary/${ann.id}`)).toMatchObject({
      memories: [{ text: 'I live in Rome' }],
    })
  })
})

describe('going on with a reply of the Guide', () => {
  const lastOf = async (who: Client, threadId: string | null) =>
    (await who.call<ThreadHistory>('GET', `/api/chat/thread/${threadId}`)).messages.at(-1) as Message

  /** Says something, and leaves of the reply what `kept` makes of it, as if it had been cut there. */
  async function cut(who: Client, message: string, kept: (whole: string) => string, meta: ReplyMeta = {}) {
    const begun = await who.stream('POST', '/api/converse/stream', { message })
    const threadId = begun.headers.get('x-thread-id')
    const whole = await lastOf(who, threadId)
    await app.db.$client.query(
      `update messages set content = $2, status = 'stopped', meta = meta || $3 where id = $1`,
      [whole.id, kept(whole.content), JSON.stringify(meta)],
    )
    return { threadId, whole }
  }
  async function goOn(who: Client, { threadId, whole }: { threadId: string | null; whole: Message }) {
    const more = await who.call<{ runId: string }>('POST', `/api/messages/${whole.id}/continue`)
    const stream = await who.stream('GET', `/api/runs/${more.runId}/events`)
    return { stream, reply: await lastOf(who, threadId) }
  }

  test('says the rest of the same answer, and does nothing again', async () => {
    const ann = await app.member()
    const left = await cut(ann, 'add a task buy rye bread', (whole) => whole.slice(0, 30))
    const { stream, reply } = await goOn(ann, left)
    expect(stream.text).toBe(left.whole.content.slice(30))
    expect(reply).toMatchObject({ content: left.whole.content, status: 'complete' })
    expect(reply.meta.tools).toEqual(left.whole.meta.tools)
    const { output } = await ann.call<{ output: { tasks: unknown[] } }>('POST', '/api/m/tasks/search', { words: 'rye' })
    expect(output.tasks).toHaveLength(1)
  })

  test('does not do either what was cut off before it was done', async () => {
    const ann = await app.member()
    const left = await cut(ann, 'What is 6 × 7?', () => '')
    await app.db.$client.query(`update messages set content = 'add a task buy rye bread' where id = $1`, [
      left.whole.parentId,
    ])
    expect((await goOn(ann, left)).reply.content).toMatch(/not done.*Say it again/s)
    const { output } = await ann.call<{ output: { tasks: unknown[] } }>('POST', '/api/m/tasks/search', { words: 'rye' })
    expect(output.tasks).toEqual([])
  })

  test('that was whole already completes it', async () => {
    const ann = await app.member()
    const left = await cut(ann, 'What is 6 × 7?', (whole) => whole)
    expect((await goOn(ann, left)).reply).toMatchObject({ content: left.whole.content, status: 'complete' })
  })

  test('begins anew where it would be worded differently today', async () => {
    const ann = await app.member()
    const left = await cut(ann, 'What is 6 × 7?', () => 'By yesterday’s reckoning it was')
    const { stream, reply } = await goOn(ann, left)
    expect(stream.events.some((one) => one.event === 'status' && one.data.includes('restarted'))).toBe(true)
    expect(stream.text).toBe(left.whole.content)
    expect(reply.content).toBe(left.whole.content)
  })

  test('keeps the words of a model that is there no more', async () => {
    const ann = await app.member()
    const left = await cut(ann, 'What is 6 × 7?', () => 'A model said', { model: 'gpt-4o' })
    expect((await goOn(ann, left)).reply.content).toBe(`A model said\n\n${left.whole.content}`)
  })
})
