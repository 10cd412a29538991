import type { ToolResult } from '@atrium/contract/chat'
import { describe, expect, test } from 'vitest'
import { testApp } from '../test-app.ts'

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
