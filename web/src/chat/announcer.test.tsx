import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ChatPage } from './chat-page.tsx'
import './markdown.tsx'
import './message-list.tsx'
import { done, eventually, serveApi, testMessage, testThread } from './test-api.ts'
import { TestScreen } from './test-screen.tsx'

/** Everything that a screen reader is told, in order. */
function listen(region: Element): string[] {
  const heard: string[] = []
  new MutationObserver(() => {
    const text = region.textContent?.trim() ?? ''
    if (text && heard.at(-1) !== text) heard.push(text)
  }).observe(region, { childList: true, characterData: true, subtree: true })
  return heard
}

async function open() {
  const before = [testMessage('u1', 'user', 'Before'), testMessage('a1', 'assistant', 'Answered before')]
  const api = serveApi([testThread('t', before)])
  const screen = await render(
    <TestScreen at="/c/t">
      <ChatPage />
    </TestScreen>,
  )
  await expect.element(screen.getByText('Answered before')).toBeVisible()
  const polite = document.querySelector('[aria-live="polite"][aria-atomic="true"]')
  const status = polite?.nextElementSibling
  if (!polite || !status) throw new Error('Nothing announces.')
  const heard = { text: listen(polite), status: listen(status) }
  await userEvent.fill(screen.getByRole('textbox', { name: 'Message' }), 'Go on')
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(api.calls).toContain('POST /api/converse/stream'))
  const end = (content: string, status: 'complete' | 'stopped' = 'complete') => {
    const asked = testMessage('u2', 'user', 'Go on', { parentId: 'a1' })
    const reply = testMessage('a2', 'assistant', content, { parentId: 'u2', runId: 'run', status })
    api.histories.set('t', testThread('t', [...before, asked, reply]))
    api.emit('run', 'done', done('t', 'a2', { status }))
  }
  return { api, heard, end }
}

test('a reply is announced to its last word, however it ends, and then that it is complete', async () => {
  const { api, heard, end } = await open()
  api.emit('run', 'meta', { threadId: 't', runId: 'run', messageId: 'a2', userMessageId: 'u2' })
  api.emit('run', 'chunk', { type: 'text', text: 'First sentence. Second sen', at: 0 })
  await eventually(() => expect(heard.text).toEqual(['First sentence.']))
  api.emit('run', 'chunk', { type: 'text', text: 'tence. And the end', at: 26 })
  end('First sentence. Second sentence. And the end')
  await eventually(() => expect(heard.text).toEqual(['First sentence.', 'Second sentence. And the end']))
  await eventually(() => expect(heard.status.at(-1)).toBe('The reply is complete.'))
}, 30_000)

test('a reply that comes and goes between two announcements is announced whole', async () => {
  const { api, heard, end } = await open()
  api.emit('run', 'chunk', { type: 'text', text: 'Short.', at: 0 })
  end('Short.')
  await eventually(() => expect(heard.text).toEqual(['Short.']))
  await eventually(() => expect(heard.status.at(-1)).toBe('The reply is complete.'))
}, 30_000)

test('one that was stopped is not called complete', async () => {
  const { api, heard, end } = await open()
  api.emit('run', 'chunk', { type: 'text', text: 'Half of', at: 0 })
  end('Half of', 'stopped')
  await eventually(() => expect(heard.status.at(-1)).toBe('You stopped this reply.'))
  expect(heard.text).toEqual(['Half of'])
}, 30_000)
