import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SearchDialog } from './search-dialog.tsx'
import { eventually, serveApi, testThread } from './test-api.ts'
import { TestScreen } from './test-screen.tsx'
import { ThreadList } from './thread-list.tsx'

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
const threads = () => [
  testThread('a', [], { title: 'Newest' }),
  testThread('b', [], { title: 'Older', updatedAt: day(3) }),
  testThread('c', [], { title: 'Kept', updatedAt: day(90), pinned: true }),
  testThread('d', [], { title: 'Busy', updatedAt: day(4), activeRunId: 'r' }),
]

async function openList() {
  const api = serveApi(threads())
  const screen = await render(
    <TestScreen>
      <ThreadList />
    </TestScreen>,
  )
  await expect.element(screen.getByRole('link', { name: 'Newest' })).toBeVisible()
  const titles = () =>
    screen
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('title'))
  return { api, screen, titles }
}

test('conversations stand in their stretch of time, pinned ones first, busy ones with a mark', async () => {
  const { screen, titles } = await openList()
  expect(titles()).toEqual(['Kept', 'Newest', 'Older', 'Busy'])
  expect(
    screen
      .getByRole('heading')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Pinned', 'Today', 'Previous 7 days'])
  expect(screen.getByRole('img', { name: 'Replying' }).elements()).toHaveLength(1)
})

test('j and k walk, Enter opens', async () => {
  const { screen } = await openList()
  ;(screen.getByRole('link', { name: 'Kept' }).element() as HTMLElement).focus()
  await userEvent.keyboard('jj')
  await expect.element(screen.getByRole('link', { name: 'Older' })).toHaveFocus()
  await userEvent.keyboard('k{Enter}')
  await expect.element(screen.getByTestId('address')).toHaveTextContent('/c/a')
})

test('a new title is shown at once, and the old one again when the server refuses', async () => {
  const { api, screen } = await openList()
  ;(screen.getByRole('link', { name: 'Newest' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{F2}')
  const field = screen.getByRole('textbox', { name: 'Title of the conversation' })
  await userEvent.fill(field, 'Renamed')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('link', { name: 'Renamed' })).toBeVisible()
  expect(api.bodies[api.calls.indexOf('PATCH /api/threads/a')]).toEqual({ title: 'Renamed' })

  api.answer = (method) =>
    method === 'PATCH' ? Response.json({ error: { code: 'internal', message: 'No.' } }, { status: 500 }) : undefined
  ;(screen.getByRole('link', { name: 'Older' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{F2}')
  await userEvent.fill(field, 'Refused')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('The title was not saved')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Older' })).toBeVisible()
})

test('deleting takes the conversation away at once, and Undo brings it back', async () => {
  const { api, screen, titles } = await openList()
  ;(screen.getByRole('link', { name: 'Older' }).element() as HTMLElement).focus()
  await userEvent.keyboard('#')
  await eventually(() => expect(titles()).toEqual(['Kept', 'Newest', 'Busy']))
  await expect.element(screen.getByText('Deleted “Older”')).toBeVisible()
  expect(api.calls).toContain('DELETE /api/threads/b')
  await screen.getByRole('button', { name: 'Undo' }).click()
  await eventually(() => expect(api.calls).toContain('POST /api/threads/b/restore'))
  await eventually(() => expect(titles()).toContain('Older'))
})

test('archiving moves the conversation to the archive', async () => {
  const { api, screen, titles } = await openList()
  ;(screen.getByRole('link', { name: 'Older' }).element() as HTMLElement).focus()
  api.answer = (method, _, body) => {
    if (method === 'PATCH') api.histories.set('b', { ...testThread('b'), ...(body as object), title: 'Older' })
    return undefined
  }
  await userEvent.keyboard('e')
  await eventually(() => expect(titles()).not.toContain('Older'))
  await screen.getByRole('button', { name: 'Archived', exact: true }).click()
  await expect.element(screen.getByRole('link', { name: 'Older' })).toBeVisible()
  expect(api.calls).toContain('GET /api/threads?archived=true')
})

test('searching marks the words found and opens the conversation at the message', async () => {
  const api = serveApi(threads())
  api.answer = (_, url) =>
    url.pathname === '/api/threads/search'
      ? Response.json({
          hits: [
            { threadId: 'a', messageId: 'm1', title: 'Newest', snippet: 'about \uE000tea\uE001 and cups', at: day(1) },
            { threadId: 'b', messageId: 'm7', title: 'Older', snippet: '\uE000tea\uE001 again', at: day(2) },
          ],
        })
      : undefined
  const screen = await render(
    <TestScreen>
      <SearchDialog open onOpenChange={() => undefined} />
    </TestScreen>,
  )
  const field = screen.getByRole('combobox', { name: 'Words in titles and messages' })
  await userEvent.fill(field, 'tea')
  await eventually(() => expect(screen.getByRole('option').elements()).toHaveLength(2))
  expect(document.querySelector('mark')?.textContent).toBe('tea')
  expect(api.calls.filter((call) => call.includes('search'))).toEqual(['GET /api/threads/search?q=tea'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(screen.getByTestId('address')).toHaveTextContent('/c/b?m=m7')
})
