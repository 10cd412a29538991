import { Link } from 'react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { readOwner, setOwner } from '../platform/owner.ts'
import { ChatPage } from './chat-page.tsx'
import './chat-news.ts'
import './markdown.tsx'
import './message-list.tsx'
import { currentThread, setPreferences } from './chat-preferences.ts'
import { forgetDrafts } from './draft-store.ts'
import { eventually, serveApi, testMessage, testThread } from './test-api.ts'
import { TestScreen } from './test-screen.tsx'
import { readLive } from './thread-runtime.ts'

beforeEach(() => {
  forgetDrafts()
  vi.spyOn(console, 'error').mockReturnValue()
})

async function open(at = '/', histories = [testThread('t')]) {
  const api = serveApi(histories)
  const screen = await render(
    <TestScreen at={at}>
      <Link to="/elsewhere">Leave</Link>
      <ChatPage />
    </TestScreen>,
  )
  const composer = screen.getByRole('textbox', { name: 'Message' })
  await expect.element(composer).toBeVisible()
  await eventually(() => expect(readOwner()).toBe('u'))
  const sent = () =>
    api.bodies.filter((_, index) => api.calls[index] === 'POST /api/converse/stream') as {
      message: string
      messageId: string
      userId: string
      preferredModel: string
      persona: string
    }[]
  const say = async (text: string) => {
    await userEvent.fill(composer, text)
    await userEvent.keyboard('{Enter}')
  }
  return { api, screen, composer, sent, say }
}

/** Loses the first `count` messages on their way: the server has them, its answer never arrives. */
function loseAnswers(api: Awaited<ReturnType<typeof open>>['api'], count: number) {
  let lost = 0
  api.answer = (_, url) => {
    if (url.pathname !== '/api/converse/stream' || lost === count) return undefined
    lost += 1
    return Promise.reject(new TypeError('Failed to fetch'))
  }
}

test('on plain http, where the browser makes no UUIDs, a message is sent all the same', async () => {
  const { composer, say, sent } = await open()
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto), subtle: undefined })
  onTestFinished(() => void vi.unstubAllGlobals())
  await say('Hello')
  await eventually(() => expect(sent()).toMatchObject([{ message: 'Hello', userId: 'u' }]))
  expect(sent()[0]?.messageId).toMatch(/^[0-9a-f-]{36}$/)
  await expect.element(composer).toHaveValue('')
})

test('a message that cannot even be made ready stays in the composer, and it is said', async () => {
  const { screen, composer, say, sent } = await open()
  vi.stubGlobal('crypto', {})
  onTestFinished(() => void vi.unstubAllGlobals())
  await say('Hello')
  await expect.element(screen.getByText('Failed to send message')).toBeVisible()
  await expect.element(composer).toHaveValue('Hello')
  expect(sent()).toEqual([])
})

test('a message whose answer is cut off before it begins goes out once more by itself, under its own id, and is followed', async () => {
  const { api, screen, composer, sent, say } = await open()
  loseAnswers(api, 1)
  await say('Hello')
  await eventually(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual(sent()[0])
  await expect.element(screen.getByTestId('address')).toHaveTextContent('/c/new-thread')
  api.emit('run', 'chunk', { type: 'text', text: 'Hi there', at: 0 })
  await expect.element(screen.getByText('Hi there')).toBeVisible()
  await expect.element(composer).toHaveValue('')
})

test('sent again unchanged a lost message keeps its id, changed it is another', async () => {
  const { api, screen, composer, sent, say } = await open('/c/t')
  loseAnswers(api, 4)
  await say('Hello')
  await expect.element(composer).toHaveValue('Hello')
  await screen.getByRole('button', { name: 'Send again' }).click()
  await eventually(() => expect(sent()).toHaveLength(4))
  await expect.element(composer).toHaveValue('Hello')
  expect(new Set(sent().map(({ messageId }) => messageId)).size).toBe(1)
  await say('Hello you')
  await eventually(() => expect(sent()).toHaveLength(5))
  expect(new Set(sent().map(({ messageId }) => messageId)).size).toBe(2)
})

test('a thread is answered by the persona and the model that its composer shows, a new one by the chosen ones', async () => {
  const thread = testThread('t', [], { model: 'gpt-5', persona: 'smb' })
  const first = await open('/c/t', [thread])
  setPreferences({ model: 'claude-sonnet-4', persona: 'personal' })
  await expect.element(first.screen.getByText('Small business')).toBeVisible()
  await first.say('Hello')
  await eventually(() => expect(first.sent()).toMatchObject([{ preferredModel: 'gpt-5', persona: 'smb' }]))
  await first.screen.unmount()
  const second = await open('/')
  await second.say('Hello')
  await eventually(() =>
    expect(second.sent()).toMatchObject([{ preferredModel: 'claude-sonnet-4', persona: 'personal' }]),
  )
})

test('a new conversation is the current one; who has gone elsewhere meanwhile is not fetched back', async () => {
  const { api, screen, say, sent } = await open()
  const accept = Promise.withResolvers<undefined>()
  api.answer = (_, url) =>
    url.pathname === '/api/converse/stream'
      ? accept.promise.then(
          () => new Response(': open\n\n', { headers: { 'X-Thread-Id': 'new-thread', 'X-Run-Id': 'run' } }),
        )
      : undefined
  await say('Hello')
  await eventually(() => expect(sent()).toHaveLength(1))
  await screen.getByRole('link', { name: 'Leave' }).click()
  await expect.element(screen.getByText('another page')).toBeVisible()
  accept.resolve(undefined)
  await eventually(() => expect(currentThread()).toBe('new-thread'))
  await expect.element(screen.getByTestId('address')).toHaveTextContent('/elsewhere')
})

test('stopped before the server has answered, what the message began is stopped by the message', async () => {
  const { api, screen, composer, sent, say } = await open('/c/t')
  api.answer = (_, url) => {
    if (url.pathname === '/api/converse/stream') return new Promise(() => undefined)
    if (url.pathname === '/api/chat/stop') return Response.json({ id: 'run', threadId: 't' })
    return undefined
  }
  await say('Hello')
  await eventually(() => expect(sent()).toHaveLength(1))
  await screen.getByRole('button', { name: /^Stop/ }).click()
  await eventually(() => expect(api.calls).toContain('POST /api/chat/stop'))
  expect(api.bodies[api.calls.indexOf('POST /api/chat/stop')]).toEqual({ messageId: sent()[0]?.messageId })
  await expect.element(composer).toHaveFocus()
})

test('who signs out takes the reply that is being written along', async () => {
  const { api, screen, say } = await open('/c/t')
  await say('My secret')
  api.emit('run', 'chunk', { type: 'text', text: 'It is safe', at: 0 })
  await expect.element(screen.getByText('It is safe')).toBeVisible()
  setOwner('', false)
  await expect.element(screen.getByText('It is safe')).not.toBeInTheDocument()
  await expect.element(screen.getByText('My secret')).not.toBeInTheDocument()
  expect(readLive('t')).toBeNull()
})

test('a hit of the search on another branch shows that branch', async () => {
  const question = testMessage('u1', 'user', 'Question')
  const shown = testThread('t', [question, testMessage('a1', 'assistant', 'This answer', { siblings: ['a1', 'a2'] })])
  const other = testThread('t', [question, testMessage('a2', 'assistant', 'Other answer', { siblings: ['a1', 'a2'] })])
  const api = serveApi([shown])
  api.answer = (_, url) => (url.pathname === '/api/messages/a2/select' ? Response.json(other) : undefined)
  const screen = await render(
    <TestScreen at="/c/t?m=a2">
      <ChatPage />
    </TestScreen>,
  )
  await expect.element(screen.getByText('Other answer')).toBeVisible()
  expect(api.calls.filter((call) => call.endsWith('/select'))).toEqual(['POST /api/messages/a2/select'])
})

test('the title stands in its own direction', async () => {
  const { screen } = await open('/c/t', [testThread('t', [], { title: 'كيف حالك؟' })])
  const title = screen.getByRole('heading', { name: 'كيف حالك؟' })
  await expect.element(title).toBeVisible()
  expect(getComputedStyle(title.element()).direction).toBe('rtl')
})

test('who asks for another reply, or edits, by the keyboard goes on at the composer', async () => {
  const messages = [testMessage('u1', 'user', 'Question'), testMessage('a1', 'assistant', 'Answer')]
  const { api, screen, composer } = await open('/c/t', [testThread('t', messages)])
  let refuse = () => {}
  api.answer = (_, url) =>
    /^\/api\/messages\//.test(url.pathname)
      ? new Promise((resolve) => {
          refuse = () => resolve(Response.json({}, { status: 500 }))
        })
      : undefined
  await screen.getByRole('button', { name: 'Answer again' }).click()
  await screen.getByRole('menuitem', { name: 'Try again' }).click()
  await eventually(() => expect(api.calls).toContain('POST /api/messages/a1/regenerate'))
  await expect.element(composer).toHaveFocus()
  refuse()
  await expect.element(screen.getByText('Answer', { exact: true })).toBeVisible()
  await composer.click()
  await userEvent.keyboard('{ArrowUp}')
  const field = screen.getByRole('textbox', { name: 'Edit your message' })
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('!{Enter}')
  await eventually(() => expect(api.calls).toContain('POST /api/messages/u1/edit'))
  await expect.element(composer).toHaveFocus()
  refuse()
  // Refused: what was written stands in the form again, which has the focus.
  await expect.element(field).toHaveValue('Question!')
  await expect.element(field).toHaveFocus()
})
