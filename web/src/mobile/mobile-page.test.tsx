import type { ThreadHistory } from '@atrium/contract/chat'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { keepCurrentThread } from '../chat/chat-preferences.ts'
import { forgetDrafts } from '../chat/draft-store.ts'
import { eventually, serveApi, testMessage, testThread } from '../chat/test-api.ts'
import { TestScreen } from '../chat/test-screen.tsx'
import { readOwner, setOwner } from '../platform/owner.ts'
import { MobilePage } from './mobile-page.tsx'

beforeEach(async () => {
  forgetDrafts()
  vi.spyOn(console, 'error').mockReturnValue()
  await page.viewport(390, 700)
})

/** With the conversation that this browser has last gone on with, if any. */
async function open(history?: ThreadHistory) {
  const api = serveApi(history && [history])
  setOwner('u', false)
  keepCurrentThread(history?.id ?? null)
  const screen = await render(
    <TestScreen>
      <MobilePage />
    </TestScreen>,
  )
  const composer = screen.getByRole('textbox', { name: 'Message' })
  await expect.element(composer).toBeVisible()
  await eventually(() => expect(readOwner()).toBe('u'))
  const say = async (text: string) => {
    await userEvent.fill(composer, text)
    await userEvent.keyboard('{Enter}')
  }
  return { api, screen, composer, say }
}

test('a reply that failed says why, and one that nobody knows the reason of says that something went wrong', async () => {
  const told = testMessage('told', 'assistant', '', { status: 'failed', meta: { error: 'The model is full.' } })
  const untold = testMessage('untold', 'assistant', '', { status: 'failed', meta: { error: '' } })
  const unknown = testMessage('unknown', 'assistant', '', { status: 'failed', meta: {} })
  const { screen } = await open(testThread('t', [told, untold, unknown]))
  await expect.element(screen.getByText('The model is full.')).toBeVisible()
  await eventually(() => expect(screen.getByText('Sorry, something went wrong.').elements()).toHaveLength(2))
})

test('stopped before the server had it, a message stands in the composer again, and nothing is said', async () => {
  const { api, screen, composer, say } = await open()
  let leave: (cause: unknown) => void = () => undefined
  api.answer = (_, url) => {
    if (url.pathname === '/api/converse/stream') return new Promise((_, reject) => (leave = reject))
    if (url.pathname !== '/api/chat/stop') return undefined
    leave(new DOMException('aborted', 'AbortError'))
    return new Response('', { status: 404 })
  }
  await say('Hello')
  await screen.getByRole('button', { name: 'Stop the reply' }).click()
  await expect.element(composer).toHaveValue('Hello')
  await expect.element(screen.getByText('Sorry, something went wrong.')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('list', { name: 'Suggestions' })).toBeVisible()
})
