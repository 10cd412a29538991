import { HIT_END, HIT_START } from '@atrium/contract/chat'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MARKS, SearchDialog } from './search-dialog.tsx'
import { serveApi } from './test-api.ts'
import { TestScreen } from './test-screen.tsx'

const hit = (threadId: string, title: string) => ({
  threadId,
  messageId: null,
  title,
  snippet: title,
  at: '2026-06-01T10:00:00Z',
})

test('Enter goes nowhere while what is listed was found for other words', async () => {
  const api = serveApi()
  const slow = Promise.withResolvers<Response>()
  api.answer = (_, url) => {
    if (url.pathname !== '/api/threads/search') return undefined
    return url.searchParams.get('q') === 'cat' ? Response.json({ hits: [hit('cats', 'About cats')] }) : slow.promise
  }
  const screen = await render(
    <TestScreen>
      <SearchDialog open onOpenChange={() => undefined} />
    </TestScreen>,
  )
  const input = screen.getByRole('combobox')
  const address = screen.getByTestId('address')
  await userEvent.fill(input, 'cat')
  await expect.element(screen.getByRole('option', { name: /About cats/ })).toBeVisible()
  await userEvent.fill(input, 'category theory')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => api.calls.at(-1)).toContain('category')
  await userEvent.keyboard('{Enter}')
  expect(address.element().textContent).toBe('/')
  slow.resolve(Response.json({ hits: [hit('maths', 'Category theory')] }))
  await expect.element(screen.getByRole('option', { name: /Category theory/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(address).toHaveTextContent('/c/maths')
})

test('found words stand between the contract’s marks', () => {
  expect(`a ${HIT_START}cat${HIT_END} sat`.split(MARKS)).toEqual(['a ', 'cat', ' sat'])
})
