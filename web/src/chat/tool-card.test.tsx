import type { ToolResult } from '@atrium/contract/chat'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { dismissToast } from '../ui/toast.tsx'
import { eventually, serveApi } from './test-api.ts'
import { TestScreen } from './test-screen.tsx'
import { type ThreadActions, ThreadContext } from './thread-context.ts'
import { ToolCard } from './tool-card.tsx'

beforeEach(() => dismissToast())

const nothing = () => undefined
const actions: ThreadActions = {
  threadId: 't',
  busy: false,
  isAdmin: false,
  startEdit: nothing,
  changeEdit: nothing,
  cancelEdit: nothing,
  saveEdit: nothing,
  regenerate: nothing,
  continueReply: nothing,
  select: nothing,
  reconnect: nothing,
}
const approval = { id: 'ap1', argsHash: 'h' }
const card = (tool: Partial<ToolResult>, key = 'card') => (
  <TestScreen>
    <ThreadContext value={actions}>
      <ToolCard
        key={key}
        tool={{ callId: 'c1', action: 'tasks.add', summary: 'Add a task', state: 'done', input: {}, approval, ...tool }}
      />
    </ThreadContext>
  </TestScreen>
)

test.each(['Allow', 'Decline'])('after %s by the keyboard one is still at the card', async (name) => {
  serveApi()
  const screen = await render(card({ state: 'confirm' }))
  const button = screen.getByRole('button', { name, exact: true })
  ;(button.element() as HTMLElement).focus()
  ;(button.element() as HTMLElement).click()
  await expect.element(button).not.toBeInTheDocument()
  await expect.element(screen.getByRole('region', { name: 'Add a task' })).toHaveFocus()
})

test('a write may be allowed for the whole thread; what leaves the workspace is asked about each time', async () => {
  const api = serveApi()
  const screen = await render(card({ state: 'confirm', effect: 'send' }))
  await expect.element(screen.getByRole('button', { name: 'Allow', exact: true })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Always allow in this thread' }).query()).toBeNull()
  await screen.rerender(card({ state: 'confirm', effect: 'write' }))
  await screen.getByRole('button', { name: 'Always allow in this thread' }).click()
  await eventually(() => expect(api.bodies).toContainEqual({ decision: 'approve', argsHash: 'h', always: true }))
})

test('what was undone stays so when the card comes back after scrolling', async () => {
  const api = serveApi()
  const screen = await render(card({ undo: 'ch1' }))
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('Undone')).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Add a task' })).toHaveFocus()
  expect(api.calls).toContain('POST /api/changes/ch1/undo')
  await screen.rerender(card({ undo: 'ch1' }, 'drawn anew'))
  await expect.element(screen.getByText('Undone')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('what was undone elsewhere is undone; what cannot be is not, and it is said', async () => {
  const api = serveApi()
  const refuse = (message: string) => {
    api.answer = (_, url) =>
      url.pathname.endsWith('/undo')
        ? Response.json({ error: { code: 'conflict', message } }, { status: 409 })
        : undefined
  }
  refuse('“Milk” was changed since, so this can no longer be undone.')
  const screen = await render(card({ undo: 'ch2' }))
  const undo = () => screen.getByRole('button', { name: 'Undo' }).click()
  await undo()
  await expect.element(screen.getByText('That could not be undone')).toBeVisible()
  dismissToast()
  refuse('This was undone already.')
  await undo()
  await expect.element(screen.getByText('Undone')).toBeVisible()
  await eventually(() => expect(screen.getByText('That could not be undone').elements()).toEqual([]))
})
