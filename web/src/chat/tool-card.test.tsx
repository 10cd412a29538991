import type { ToolResult } from '@atrium/contract/chat'
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { forgetApprovalDrafts } from '../approvals/approval-request.tsx'
import { dismissToast } from '../ui/toast.tsx'
import { eventually, serveApi } from './test-api.ts'
import { TestScreen } from './test-screen.tsx'
import { type ThreadActions, ThreadContext } from './thread-context.ts'
import { ToolCard } from './tool-card.tsx'

beforeEach(() => {
  dismissToast()
  forgetApprovalDrafts()
})

const inputSchema = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string' },
    priority: { enum: ['low', 'high'] },
    list: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    extra: { type: 'object', additionalProperties: {} },
    steps: { type: 'array', items: { $ref: '#/$defs/step' } },
  },
  $defs: { step: { type: 'object', properties: { text: { type: 'string' } } } },
}
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

test('after Allow by the keyboard one is still at the card', async () => {
  serveApi()
  const screen = await render(card({ state: 'confirm' }))
  const button = screen.getByRole('button', { name: 'Allow', exact: true })
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button).not.toBeInTheDocument()
  await expect.element(screen.getByRole('region', { name: 'Add a task' })).toHaveFocus()
})

test('it is declined with a reason or without, by keyboard alone, and Escape leads back to the button', async () => {
  const api = serveApi()
  const screen = await render(card({ state: 'confirm' }))
  const decline = screen.getByRole('button', { name: 'Decline' })
  await expect.element(decline).toBeVisible()
  ;(decline.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const reason = screen.getByRole('textbox', { name: 'Why not (optional)' })
  await expect.element(reason).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(decline).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(reason).toHaveFocus()
  await userEvent.keyboard('There is some left.{Control>}{Enter}{/Control}')
  await eventually(() =>
    expect(api.bodies).toContainEqual({ decision: 'reject', argsHash: 'h', note: 'There is some left.' }),
  )
  await expect.element(screen.getByRole('region', { name: 'Add a task' })).toHaveFocus()
  await expect.element(screen.getByText('declined')).toBeVisible()
})

test('what is asked is changed in the form of its action, with a note, and what does not fit is said at its field', async () => {
  const api = serveApi()
  let refused = true
  api.answer = (method, url) => {
    if (method === 'GET' && url.pathname === '/api/approvals/ap1') return Response.json({ inputSchema })
    if (!url.pathname.endsWith('/decide') || !refused) return undefined
    const fields = [{ field: 'input.list', message: 'There is no such list.' }]
    return Response.json(
      { error: { code: 'bad_request', message: fields[0]?.message, details: { ...fields[0], fields } } },
      { status: 400 },
    )
  }
  const input = { title: 'Milk', steps: [{ text: 'Go' }] }
  const screen = await render(card({ state: 'confirm', effect: 'write', input }))
  await screen.getByRole('button', { name: 'Edit' }).click()
  const title = screen.getByRole('textbox', { name: 'Title' })
  await expect.element(title).toHaveFocus()
  await title.fill('Oat milk')
  await screen.getByText('More fields').click()
  await screen.getByRole('combobox', { name: 'Priority' }).selectOptions('High')
  await screen.getByRole('textbox', { name: 'List' }).fill('Shoping')
  await screen.getByRole('textbox', { name: 'Extra' }).fill('{"a": ')
  await screen.getByRole('button', { name: 'Add a note' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Your note' })).toHaveFocus()
  await userEvent.keyboard('We are out of it.')
  const send = screen.getByRole('button', { name: 'Approve as edited' })
  await send.click()
  const extra = screen.getByRole('textbox', { name: 'Extra' })
  await expect.element(extra).toHaveFocus()
  await expect.element(extra).toHaveAccessibleDescription('This is not valid JSON.')
  expect(api.bodies.filter(Boolean)).toEqual([])
  await extra.fill('{"a": 1}')
  await send.click()
  const list = screen.getByRole('textbox', { name: 'List' })
  await expect.element(list).toHaveFocus()
  await expect.element(list).toHaveAccessibleDescription('There is no such list.')
  refused = false
  await list.fill('Shopping')
  await expect.element(list).toBeValid()
  await send.click()
  await expect.element(screen.getByRole('region', { name: 'Add a task' })).toHaveFocus()
  expect(api.bodies.at(-1)).toEqual({
    decision: 'approve',
    argsHash: 'h',
    note: 'We are out of it.',
    input: { title: 'Oat milk', steps: [{ text: 'Go' }], priority: 'high', list: 'Shopping', extra: { a: 1 } },
  })
})

test('what is being written is still there when the card has been out of sight', async () => {
  serveApi()
  const waits = { state: 'confirm', input: { title: 'Milk' }, approval: { id: 'ap-far', argsHash: 'h' } } as const
  const screen = await render(card(waits))
  await screen.getByRole('button', { name: 'Edit' }).click()
  await screen.getByRole('textbox', { name: 'Title' }).fill('Oat milk')
  await screen.rerender(card(waits, 'drawn anew'))
  await expect.element(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Oat milk')
  await screen.getByRole('button', { name: 'Discard edits' }).click()
  await expect.element(screen.getByText('Milk', { exact: true })).toBeVisible()
})

test('what the person changed before it ran is shown, as it was and as it is, with their note', async () => {
  serveApi()
  const asked = { title: 'Milk', list: 'Shopping' }
  const screen = await render(card({ input: { ...asked, title: 'Oat milk' }, asked, note: 'We are out of it.' }))
  await expect.element(screen.getByText('Changed by you before it ran')).toBeVisible()
  await expect.element(screen.getByRole('deletion')).toHaveTextContent('Milk')
  await expect.element(screen.getByRole('insertion')).toHaveTextContent('Oat milk')
  await expect.element(screen.getByText('We are out of it.')).toBeVisible()
  expect(screen.getByText('Shopping').elements()).toEqual([])
})

test('a write may be allowed for the whole thread; what leaves the workspace is asked about each time', async () => {
  const api = serveApi()
  const screen = await render(card({ state: 'confirm', effect: 'send' }))
  await expect.element(screen.getByRole('button', { name: 'Allow', exact: true })).toBeVisible()
  expect(screen.getByRole('checkbox').query()).toBeNull()
  await screen.rerender(card({ state: 'confirm', effect: 'write' }))
  await screen.getByRole('checkbox', { name: 'Always allow in this thread' }).click()
  await screen.getByRole('button', { name: 'Allow', exact: true }).click()
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
