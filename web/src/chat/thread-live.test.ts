import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryClient } from '../platform/query.ts'
import { isActive, messagesWith } from './live-reply.ts'
import { done, eventually, serveApi, testMessage, testThread } from './test-api.ts'
import { continueReply, editMessage, regenerate, sendIn, stopReply } from './thread-actions.ts'
import { hearOfThread, viewThread } from './thread-follow.ts'
import { threadQuery } from './thread-queries.ts'
import { onThread, readLive, stableKey } from './thread-runtime.ts'

const open = (id: string) => queryClient.fetchQuery(threadQuery(id))
const shown = (id: string) =>
  messagesWith(queryClient.getQueryData(threadQuery(id).queryKey)?.messages ?? [], readLive(id)).map(
    ({ role, content, status }) => [role, content, status],
  )
const say = (text: string, at: number) => ({ type: 'text', text, at })
const message = { text: 'Hello', attachments: [], options: {} }

test('a message shows at once, its reply as it comes, and the history has both at the end', async () => {
  const api = serveApi([testThread('t')])
  await open('t')
  const sent = sendIn('t', 't', message)
  expect(shown('t')).toEqual([
    ['user', 'Hello', 'complete'],
    ['assistant', '', 'streaming'],
  ])
  expect(await sent).toEqual({ threadId: 't' })
  api.emit('run', 'meta', { threadId: 't', runId: 'run', messageId: 'a1', userMessageId: 'u1', model: 'gpt-4o' })
  api.emit('run', 'chunk', say('Hi ', 0))
  api.emit('run', 'chunk', say('there', 3))
  await eventually(() => expect(shown('t')[1]).toEqual(['assistant', 'Hi there', 'streaming']))
  api.histories.set(
    't',
    testThread('t', [
      testMessage('u1', 'user', 'Hello'),
      testMessage('a1', 'assistant', 'Hi there', { parentId: 'u1', runId: 'run' }),
    ]),
  )
  api.emit('run', 'done', done('t', 'a1'))
  await eventually(() => expect(readLive('t')).toBeNull())
  expect(shown('t')).toEqual([
    ['user', 'Hello', 'complete'],
    ['assistant', 'Hi there', 'complete'],
  ])
})

test('a message keeps its place on screen when the server names it', async () => {
  const api = serveApi([testThread('t')])
  await open('t')
  await sendIn('t', 't', message)
  const before = readLive('t')?.reply.id ?? ''
  api.emit('run', 'meta', { threadId: 't', runId: 'run', messageId: 'a7', userMessageId: 'u7' })
  await eventually(() => expect(readLive('t')?.reply.id).toBe('a7'))
  expect(stableKey('a7')).toBe(before)
})

test('a new conversation goes on under the id the server gave it', async () => {
  serveApi()
  expect(await sendIn('new', null, message)).toEqual({ threadId: 'new-thread' })
  expect(readLive('new')).toBeNull()
  expect(shown('new-thread')).toHaveLength(2)
})

test('a refused message leaves nothing behind and says why', async () => {
  const api = serveApi([testThread('t')])
  api.answer = (_, url) => (url.pathname === '/api/converse/stream' ? Response.json({}, { status: 503 }) : undefined)
  await open('t')
  expect(await sendIn('t', 't', message)).toMatchObject({ refused: { status: 503 } })
  expect(shown('t')).toEqual([])
})

test('text comes to the screen in few updates, however many pieces it has', async () => {
  const api = serveApi([testThread('t')])
  await open('t')
  await sendIn('t', 't', message)
  let updates = 0
  onThread('t', () => {
    updates += 1
  })
  const from = performance.now()
  for (let at = 0; at < 300; at += 1) {
    api.emit('run', 'chunk', say('x', at))
    if (at % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await eventually(() => expect(readLive('t')?.reply.content).toHaveLength(300))
  await new Promise((resolve) => setTimeout(resolve, 80))
  // One for the change of status, and then one in 50 ms at most.
  expect(updates).toBeLessThanOrEqual(2 + Math.ceil((performance.now() - from) / 50))
})

test('a conversation that is opened while a reply is written follows it from what is stored', async () => {
  const partial = testMessage('a1', 'assistant', 'Once upon', { status: 'streaming', runId: 'r9' })
  const api = serveApi([testThread('t', [testMessage('u1', 'user', 'Tell'), partial], { activeRunId: 'r9' })])
  api.emit('r9', 'chunk', say('Once ', 0))
  api.emit('r9', 'chunk', say('upon a time', 5))
  await open('t')
  const leave = viewThread('t')
  await eventually(() => expect(shown('t')[1]).toEqual(['assistant', 'Once upon a time', 'streaming']))
  expect(api.calls).toContain('GET /api/runs/r9/events?after=0')
  leave()
})

test('another tab hears that a reply has begun, and follows it', async () => {
  const api = serveApi([testThread('t', [testMessage('u1', 'user', 'Tell')])])
  await open('t')
  const close = new QueryObserver(queryClient, threadQuery('t')).subscribe(() => undefined)
  const leave = viewThread('t')
  api.histories.set(
    't',
    testThread(
      't',
      [testMessage('u1', 'user', 'Tell'), testMessage('a1', 'assistant', '', { status: 'streaming', runId: 'r9' })],
      { activeRunId: 'r9' },
    ),
  )
  api.emit('r9', 'chunk', say('Here', 0))
  hearOfThread('t')
  await eventually(() => expect(shown('t')[1]).toEqual(['assistant', 'Here', 'streaming']))
  leave()
  close()
})

test('a reply goes on while another conversation is read', async () => {
  const api = serveApi([testThread('t'), testThread('other')])
  await open('t')
  const leave = viewThread('t')
  await sendIn('t', 't', message)
  leave()
  const leaveOther = viewThread('other')
  api.emit('run', 'chunk', say('still here', 0))
  await eventually(() => expect(shown('t')[1]).toEqual(['assistant', 'still here', 'streaming']))
  leaveOther()
})

const started = (messageId: string, userMessageId: string | null = null) =>
  Response.json({ threadId: 't', runId: 'r2', messageId, userMessageId, text: '', response: '', meta: {} })

test('regenerating hides the old reply and what follows it, and shows the new one', async () => {
  const old = [
    testMessage('u1', 'user', 'Q'),
    testMessage('a1', 'assistant', 'old'),
    testMessage('u2', 'user', 'more'),
    testMessage('a2', 'assistant', 'more old'),
  ]
  const api = serveApi([testThread('t', old)])
  api.answer = (_, url) => (url.pathname === '/api/messages/a1/regenerate' ? started('a9') : undefined)
  await open('t')
  const begun = regenerate('t', old[1] as (typeof old)[0], 'gpt-5')
  expect(shown('t').map(([, text]) => text)).toEqual(['Q', ''])
  await begun
  expect(api.bodies[api.calls.indexOf('POST /api/messages/a1/regenerate')]).toEqual({ preferredModel: 'gpt-5' })
  api.emit('r2', 'chunk', say('new', 0))
  await eventually(() => expect(shown('t').map(([, text]) => text)).toEqual(['Q', 'new']))
})

test('an edit that the server refuses puts everything back', async () => {
  const old = [testMessage('u1', 'user', 'Q'), testMessage('a1', 'assistant', 'old')]
  const api = serveApi([testThread('t', old)])
  api.answer = (_, url) => (url.pathname === '/api/messages/u1/edit' ? Response.json({}, { status: 500 }) : undefined)
  await open('t')
  const begun = editMessage('t', old[0] as (typeof old)[0], 'Better question')
  expect(shown('t').map(([, text]) => text)).toEqual(['Better question', ''])
  await expect(begun).rejects.toThrow()
  expect(shown('t').map(([, text]) => text)).toEqual(['Q', 'old'])
})

test('continuing adds to the kept text', async () => {
  const kept = testMessage('a1', 'assistant', 'Kept', { status: 'stopped' })
  const api = serveApi([testThread('t', [testMessage('u1', 'user', 'Q'), kept])])
  api.answer = (_, url) => (url.pathname === '/api/messages/a1/continue' ? started('a1') : undefined)
  await open('t')
  await continueReply('t', kept)
  api.emit('r2', 'chunk', say(' and more', 4))
  await eventually(() => expect(shown('t')[1]).toEqual(['assistant', 'Kept and more', 'streaming']))
})

test('stopping asks the server, which ends the reply as stopped', async () => {
  const api = serveApi([testThread('t')])
  await open('t')
  await sendIn('t', 't', message)
  api.emit('run', 'meta', { threadId: 't', runId: 'run', messageId: 'a1', userMessageId: 'u1' })
  api.emit('run', 'chunk', say('Half', 0))
  await stopReply('t')
  expect(api.calls).toContain('POST /api/runs/run/stop')
  api.histories.set(
    't',
    testThread('t', [
      testMessage('u1', 'user', 'Hello'),
      testMessage('a1', 'assistant', 'Half', { status: 'stopped', runId: 'run' }),
    ]),
  )
  api.emit('run', 'done', done('t', 'a1', { status: 'stopped' }))
  await eventually(() => expect(readLive('t')).toBeNull())
  expect(shown('t')[1]).toEqual(['assistant', 'Half', 'stopped'])
})

test('an error event keeps the text and says what happened', async () => {
  const api = serveApi([testThread('t')])
  await open('t')
  await sendIn('t', 't', message)
  api.emit('run', 'chunk', say('Half', 0))
  api.emit('run', 'error', { message: 'The model is gone.', code: 'provider_failed' })
  await eventually(() => expect(shown('t')[1]).toEqual(['assistant', 'Half', 'failed']))
  expect(queryClient.getQueryData(threadQuery('t').queryKey)?.messages[1]?.meta.error).toBe('The model is gone.')
})

test('a reply that waits for a decision does not keep one from writing something else', async () => {
  const asked = testMessage('a1', 'assistant', 'May I?', { status: 'waiting', runId: 'r9' })
  const api = serveApi([testThread('t', [testMessage('u1', 'user', 'Do it'), asked], { activeRunId: 'r9' })])
  await open('t')
  const leave = viewThread('t')
  expect(isActive(readLive('t'))).toBe(false)
  expect(await sendIn('t', 't', message)).toEqual({ threadId: 't' })
  expect(shown('t').map(([, text]) => text)).toEqual(['Do it', 'May I?', 'Hello', ''])
  expect(isActive(readLive('t'))).toBe(true)
  api.emit('run', 'tool-result', { callId: 'c', action: 'a.b', summary: 'Delete it', state: 'confirm', input: {} })
  await eventually(() => expect(isActive(readLive('t'))).toBe(false))
  api.emit('run', 'chunk', say('Done', 0))
  await eventually(() => expect(isActive(readLive('t'))).toBe(true))
  leave()
})
