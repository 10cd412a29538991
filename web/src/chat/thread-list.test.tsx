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

test('a next page that fails is asked for once, and then by a press', async () => {
  const api = serveApi(threads())
  let works = false
  const pages = () => api.calls.filter((call) => call.includes('cursor=')).length
  const list = threads().map(({ messages: _, ...one }) => one)
  api.answer = (_, url) => {
    if (url.pathname !== '/api/threads') return undefined
    if (!url.searchParams.has('cursor')) return Response.json({ threads: list, nextCursor: 'next' })
    const older = { ...list[1], id: 'z', title: 'From before' }
    return works
      ? Response.json({ threads: [older], nextCursor: null })
      : Response.json({ error: { code: 'bad_request', message: 'Not this one.' } }, { status: 400 })
  }
  const screen = await render(
    <TestScreen>
      <ThreadList />
    </TestScreen>,
  )
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Not this one.')
  for (let frame = 0; frame < 30; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(pages()).toBe(1)
  works = true
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('link', { name: 'From before' })).toBeVisible()
})

test('the options of a conversation are reached with the Tab key and used with the keyboard', async () => {
  const { api, screen } = await openList()
  const link = screen.getByRole('link', { name: 'Newest' })
  ;(link.element() as HTMLElement).focus()
  await userEvent.tab()
  const options = screen.getByRole('button', { name: /Newest/ })
  await expect.element(options).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('menuitem', { name: 'Pin' })).toBeVisible()
  for (const name of [/^Rename/, /^Archive/, /^Delete/])
    await expect.element(screen.getByRole('menuitem', { name })).toBeVisible()
  await expect.element(screen.getByRole('menuitem', { name: /^Rename/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('menuitem', { name: 'Pin' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(api.bodies[api.calls.indexOf('PATCH /api/threads/a')]).toEqual({ pinned: true }))
})

test.each([
  ['{Enter}', 'Renamed'],
  ['{Escape}', 'Newest'],
])('after renaming, %s leads back to the conversation in the list', async (key, title) => {
  const { screen } = await openList()
  ;(screen.getByRole('link', { name: 'Newest' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{F2}')
  await userEvent.fill(screen.getByRole('textbox', { name: 'Title of the conversation' }), 'Renamed')
  await userEvent.keyboard(key)
  await expect.element(screen.getByRole('link', { name: title })).toHaveFocus()
})

test('deleting from the list leads to the next conversation, by the key and by the menu', async () => {
  const { screen } = await openList()
  ;(screen.getByRole('link', { name: 'Newest' }).element() as HTMLElement).focus()
  await userEvent.keyboard('#')
  await expect.element(screen.getByRole('link', { name: 'Older' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await screen.getByRole('menuitem', { name: /^Delete/ }).click()
  await expect.element(screen.getByRole('link', { name: 'Busy Replying' })).toHaveFocus()
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
