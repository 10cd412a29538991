import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { ChatPage } from './chat-page.tsx'
import './markdown.tsx'
import './message-list.tsx'
import { eventually, serveApi, testMessage, testThread } from './test-api.ts'
import { TestScreen } from './test-screen.tsx'

/** Opens a thread and presses Ctrl+F; whether the browser's own search was left to do it. */
async function pressFind(texts: string[]) {
  serveApi([
    testThread(
      't',
      texts.map((text, index) => testMessage(`m${index}`, index % 2 ? 'assistant' : 'user', text)),
    ),
  ])
  const screen = await render(
    <TestScreen at="/c/t">
      <ChatPage />
    </TestScreen>,
  )
  await eventually(() => expect(document.querySelectorAll('[data-index]').length).toBeGreaterThan(1))
  const drawn = document.querySelectorAll('[data-index]').length
  const press = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true })
  const left = document.body.dispatchEvent(press)
  return { screen, drawn, left }
}

test('our own search opens where messages are not drawn, however few they are', async () => {
  const { screen, drawn } = await pressFind(Array.from({ length: 14 }, (_, index) => `Long ${index}\n\n`.repeat(60)))
  expect(drawn).toBeLessThan(14)
  await expect.element(screen.getByRole('textbox', { name: 'Find in this conversation' })).toHaveFocus()
})

test('where all of them are, the browser’s own does', async () => {
  const { screen, left } = await pressFind(['Question', 'Answer'])
  expect(left).toBe(true)
  expect(screen.getByRole('textbox', { name: 'Find in this conversation' }).elements()).toEqual([])
})
