import '../ui/styles.css'
import type { Comment } from '@atrium/contract/comments'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Dialog } from '../ui/dialog.tsx'
import { currentToasts } from '../ui/toast-store.ts'
import { Comments } from './comments.tsx'
import { answering, calls, comesInstead, page } from './test-page.tsx'

const PATH = '/api/m/shelf/collections/books/b1/comments'
let said: Comment[] = []
let count = 0
const made = (text: string, more: Partial<Comment> = {}): Comment => ({
  ...{ id: `c${++count}`, text, by: 'Ada', isMine: true, at: '2026-10-05T12:00:00.000Z', editedAt: null, ...more },
})
const rights = { canWrite: true, canModerate: false }
const listed =
  (more: object = {}) =>
  () => [200, { comments: said, before: null, total: said.length, ...rights, ...more }]
const sent = (call: string) => calls.filter(([one]) => one === call).map(([, body]) => body)
const show = () => page(<Comments module="shelf" collection="books" id="b1" />)

beforeEach(() => {
  localStorage.clear()
  said = []
})

test('something is said with the keyboard alone, shown, and the place to say more keeps the focus', async () => {
  answering({
    [`GET ${PATH}`]: listed() as never,
    [`POST ${PATH}`]: ((body: { text: string }) => {
      said = [...said, made(body.text)]
      return [201, said.at(-1)]
    }) as never,
  })
  const screen = await show()
  const area = screen.getByLabelText('Write a comment')
  await area.fill('Read it slowly')
  await expect.element(screen.getByRole('button', { name: 'Comment', exact: true })).toBeEnabled()
  await area.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))
  await expect.element(screen.getByRole('listitem').getByText('Read it slowly')).toBeVisible()
  await expect.element(area).toHaveValue('')
  await expect.element(area).toHaveFocus()
  expect(sent(`POST ${PATH}`)).toEqual([{ text: 'Read it slowly' }])
})

test('what the server refuses is said beside what was typed, which stays', async () => {
  answering({
    [`GET ${PATH}`]: listed() as never,
    [`POST ${PATH}`]: [409, { error: { code: 'conflict', message: 'There are 1,000 comments here already.' } }],
  })
  const screen = await show()
  await screen.getByLabelText('Write a comment').fill('One more')
  await screen.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect.element(screen.getByText('There are 1,000 comments here already.')).toBeVisible()
  await expect.element(screen.getByLabelText('Write a comment')).toHaveValue('One more')
})

test('one’s own is said differently and taken away after a question; others’ are read', async () => {
  said = [made('Mine'), made('Theirs', { isMine: false, by: 'Ben', editedAt: '2026-10-05T13:00:00.000Z' })]
  const [own] = said
  answering({
    [`GET ${PATH}`]: listed() as never,
    [`PATCH ${PATH}/${own?.id}`]: ((body: { text: string }) => {
      said = said.map((one) => (one === said[0] ? { ...one, text: body.text } : one))
      return [200, said[0]]
    }) as never,
    [`DELETE ${PATH}/${own?.id}`]: (() => {
      said = said.slice(1)
      return [200, { ok: true }]
    }) as never,
  })
  const screen = await show()
  const theirs = screen.getByRole('listitem').nth(1)
  for (const text of ['Ben', 'edited', 'Theirs'])
    await expect.element(theirs.getByText(text, { exact: true })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Edit comment' }).all()).toHaveLength(1)
  await screen.getByRole('button', { name: 'Edit comment' }).click()
  await screen.getByLabelText('Edit comment').fill('Mine, as I meant it')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Mine, as I meant it')).toBeVisible()
  await screen.getByRole('button', { name: 'Remove comment' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Remove comment' }).click()
  await expect.element(screen.getByText('Mine, as I meant it')).not.toBeInTheDocument()
  expect(currentToasts()).toEqual([])
})

test('who may only read sees no place to write, and that nobody has said anything', async () => {
  answering({ [`GET ${PATH}`]: listed({ canWrite: false }) as never })
  const screen = await show()
  await expect.element(screen.getByText('Nobody has said anything yet.')).toBeVisible()
  expect(screen.getByRole('textbox').all()).toHaveLength(0)
})

test('earlier ones are asked for, and stand above', async () => {
  const [earlier, later] = [made('Earlier'), made('Later')]
  let asked = 0
  answering({
    [`GET ${PATH}`]: () =>
      asked++ === 0
        ? [200, { comments: [later], before: later.id, total: 2, ...rights }]
        : [200, { comments: [earlier], before: null, total: 2, ...rights }],
  })
  const screen = await show()
  await screen.getByRole('button', { name: 'Earlier comments' }).click()
  await expect.element(screen.getByRole('listitem').nth(0).getByText('Earlier')).toBeVisible()
  await expect.element(screen.getByRole('listitem').nth(1).getByText('Later')).toBeVisible()
})

test('what was typed stays when it is refused, and when the list cannot be fetched anew', async () => {
  said = [made('Mine')]
  let isDown = false
  answering({
    [`GET ${PATH}`]: () => (isDown ? [503, { error: { message: 'The server rests.' } }] : listed()()) as never,
    [`PATCH ${PATH}/${said[0]?.id}`]: () => {
      isDown = true
      return [409, { error: { code: 'conflict', message: 'It was changed meanwhile.' } }]
    },
    [`POST ${PATH}`]: () => {
      isDown = true
      return [201, made('First')]
    },
  })
  const screen = await show()
  await screen.getByRole('button', { name: 'Edit comment' }).click()
  await screen.getByLabelText('Edit comment').fill('Mine, said at length')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => currentToasts().length).toBe(1)
  await expect.element(screen.getByLabelText('Edit comment')).toHaveValue('Mine, said at length')
  const area = screen.getByLabelText('Write a comment')
  await area.fill('First')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await area.fill('And more')
  await expect.element(screen.getByRole('alert').getByText('The server rests.')).toBeVisible()
  await expect.element(area).toHaveValue('And more')
  await expect.element(screen.getByLabelText('Edit comment')).toHaveValue('Mine, said at length')
})

test('Escape in a comment that is edited leaves the dialog open and goes back to its button', async () => {
  said = [made('Mine')]
  answering({ [`GET ${PATH}`]: listed() as never })
  const onClose = vi.fn()
  const screen = await page(
    <Dialog open title="A book" onOpenChange={onClose}>
      <Comments module="shelf" collection="books" id="b1" />
    </Dialog>,
  )
  const edit = screen.getByRole('button', { name: 'Edit comment' })
  await edit.click()
  await expect.element(screen.getByLabelText('Edit comment')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(edit).toHaveFocus()
  expect(onClose).not.toHaveBeenCalled()
})

test('what was begun is there again when the record is opened anew, until it is said or given up', async () => {
  said = [made('Mine')]
  answering({
    [`GET ${PATH}`]: listed() as never,
    [`POST ${PATH}`]: () => [201, made('Not sent yet')],
  })
  const first = await show()
  await first.getByLabelText('Write a comment').fill('Not sent yet')
  await first.getByRole('button', { name: 'Edit comment' }).click()
  await first.getByLabelText('Edit comment').fill('Mine, half said')
  await first.unmount() // as the record's own Save does it
  const second = await show()
  await expect.element(second.getByLabelText('Write a comment')).toHaveValue('Not sent yet')
  await expect.element(second.getByLabelText('Edit comment')).toHaveValue('Mine, half said')
  expect(document.activeElement).toBe(document.body)
  await second.getByRole('button', { name: 'Cancel' }).click()
  await second.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect.element(second.getByLabelText('Write a comment')).toHaveValue('')
  await second.unmount()
  const third = await show()
  await expect.element(third.getByLabelText('Write a comment')).toHaveValue('')
  await expect.element(third.getByRole('button', { name: 'Edit comment' })).toBeVisible()
})

test('a draft is of one record and of one person', async () => {
  answering({ [`GET ${PATH}`]: listed() as never, [`GET ${PATH.replace('b1', 'b2')}`]: listed() as never })
  const first = await show()
  await first.getByLabelText('Write a comment').fill('Of this one')
  await first.unmount()
  const other = await page(<Comments module="shelf" collection="books" id="b2" />)
  await expect.element(other.getByLabelText('Write a comment')).toHaveValue('')
  await other.unmount()
  comesInstead('somebody else')
  const theirs = await show()
  await expect.element(theirs.getByLabelText('Write a comment')).toHaveValue('')
})

test('when a comment is taken away the one beside it has the focus, and at last the place to write', async () => {
  said = ['First', 'Second', 'Third'].map((text) => made(text))
  const removing = Object.fromEntries(
    said.map(({ id }) => [
      `DELETE ${PATH}/${id}`,
      () => {
        said = said.filter((one) => one.id !== id)
        return [200, { ok: true }] as const
      },
    ]),
  )
  answering({ [`GET ${PATH}`]: listed(), ...removing } as never)
  const screen = await show()
  const takeAway = async (at: number) => {
    await screen.getByRole('button', { name: 'Remove comment' }).nth(at).click()
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Remove comment' }).click()
  }
  await takeAway(1)
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Third' })).toHaveFocus()
  await takeAway(1)
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'First' })).toHaveFocus()
  await takeAway(0)
  await expect.element(screen.getByLabelText('Write a comment')).toHaveFocus()
})
