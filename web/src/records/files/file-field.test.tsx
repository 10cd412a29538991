import { field } from '@atrium/contract/fields'
import type { HeldFile } from '@atrium/contract/files'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { z } from 'zod'
import { SchemaForm } from '../schema-form.tsx'
import { answering, calls, page } from '../test-page.tsx'
import { FileField } from './file-field.tsx'

/** Requests that answer when the test says so. */
interface FakeRequest {
  address: string
  body: File
  status: number
  responseText: string
  isAborted: boolean
  onload?: () => void
  onerror?: () => void
  upload: { onprogress?: (event: { loaded: number; total: number }) => void }
}
let requests: FakeRequest[]
const to = (name: string) => requests.findLast(({ body }) => body.name === name) as FakeRequest
const answer = (name: string, status: number, body: object) => {
  const request = to(name)
  Object.assign(request, { status, responseText: JSON.stringify(body) })
  request.onload?.()
}
const held = (name: string, mime = 'image/png'): HeldFile => ({ id: `id of ${name}`, name, mime, size: 3 })

beforeEach(() => {
  requests = []
  vi.stubGlobal(
    'XMLHttpRequest',
    vi.fn(function (this: FakeRequest & Record<string, unknown>) {
      Object.assign(this, { upload: {}, isAborted: false, setRequestHeader: () => undefined })
      this.open = (_: string, address: string) => Object.assign(this, { address })
      this.send = (body: File) => void requests.push(Object.assign(this, { body }))
      this.abort = () => Object.assign(this, { isAborted: true })
    }),
  )
})
afterEach(() => void vi.unstubAllGlobals())

const LIMITS = { most: 3, largest: 2_000_000, accepts: ['image/png', 'image/jpeg', 'application/pdf'] }
let kept: readonly HeldFile[]
function Receipts({ start = [] }: { start?: HeldFile[] }) {
  const [value, setValue] = useState(start)
  kept = value
  return (
    <form>
      <FileField
        place={{ module: 'wallet', collection: 'transactions', field: 'receipts' }}
        label="Receipts"
        limits={LIMITS}
        value={value}
        onChange={setValue}
      />
      <input aria-label="Note" />
    </form>
  )
}
const file = (name: string, type = 'image/png', text = 'abc') => new File([text], name, { type })
const handed = (files: readonly File[]) => {
  const data = new DataTransfer()
  for (const one of files) data.items.add(one)
  return data
}
type Screen = Awaited<ReturnType<typeof page>>
const choose = (screen: Screen, ...files: File[]) => userEvent.upload(screen.getByLabelText('Add files…'), files)

test('several files are sent at once, each with its progress, and stand in the field when they have arrived', async () => {
  const screen = await page(<Receipts />)
  await choose(screen, file('a.png'), file('b.pdf', 'application/pdf'))
  await expect.poll(() => requests.length).toBe(2)
  expect(to('a.png').address).toBe('/api/m/wallet/files/transactions/receipts?name=a.png')
  to('a.png').upload.onprogress?.({ loaded: 1, total: 4 })
  const bar = screen.getByRole('progressbar', { name: 'Sending “a.png”' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '25')
  answer('b.pdf', 201, held('b.pdf', 'application/pdf'))
  answer('a.png', 201, held('a.png'))
  await expect.element(screen.getByRole('button', { name: 'Open “a.png”' })).toBeVisible()
  await expect.element(screen.getByRole('status')).toHaveTextContent('“a.png” was added')
  expect(kept.map(({ name }) => name)).toEqual(['a.png', 'b.pdf'])
  expect(screen.getByRole('progressbar').elements()).toEqual([])
})

test('what arrives while its last progress is drawn is not sent a second time', async () => {
  const screen = await page(<Receipts />)
  await choose(screen, file('a.png'))
  await expect.poll(() => requests.length).toBe(1)
  const bar = screen.getByRole('progressbar').element()
  // told right after the page has changed, and before the effects of that change
  const drawn = new Promise<void>((done) =>
    new MutationObserver((_, watch) => {
      watch.disconnect()
      answer('a.png', 201, held('a.png'))
      done()
    }).observe(bar, { attributes: true, subtree: true }),
  )
  to('a.png').upload.onprogress?.({ loaded: 4, total: 4 })
  await drawn
  await expect.element(screen.getByRole('button', { name: 'Open “a.png”' })).toBeVisible()
  await choose(screen, file('b.png'))
  await expect.poll(() => requests.map(({ body }) => body.name)).toEqual(['a.png', 'b.png'])
})

test('what fails says why and can go again; what cannot succeed has no such button', async () => {
  const screen = await page(<Receipts />)
  await choose(screen, file('a.png'), file('b.png'))
  await expect.poll(() => requests.length).toBe(2)
  to('a.png').onerror?.()
  answer('b.png', 415, { error: { code: 'unsupported_media_type', message: 'A file of this kind is not taken here.' } })
  await expect.element(screen.getByText("I'm having trouble connecting right now.")).toBeVisible()
  await expect.element(screen.getByText('A file of this kind is not taken here.')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Try again/ }).elements()).toHaveLength(1)
  await screen.getByRole('button', { name: 'Try again a.png' }).click()
  await expect.poll(() => requests.length).toBe(3)
  answer('a.png', 201, held('a.png'))
  await expect.poll(() => kept.map(({ name }) => name)).toEqual(['a.png'])
  await screen.getByRole('button', { name: 'Take “b.png” off the list' }).click()
  await expect.element(screen.getByText('b.png')).not.toBeInTheDocument()
})

test('what the field does not take is told before it is sent', async () => {
  const screen = await page(<Receipts start={[held('one.png'), held('two.png')]} />)
  await expect.element(screen.getByText(/Pictures and PDF, each up to 2/)).toBeVisible()
  screen
    .getByRole('group', { name: 'Receipts' })
    .element()
    .dispatchEvent(
      new DragEvent('drop', {
        bubbles: true,
        dataTransfer: handed([file('song.mp3', 'audio/mpeg'), file('empty.png', 'image/png', '')]),
      }),
    )
  await expect.element(screen.getByText('A file of this kind is not taken here.')).toBeVisible()
  await expect.element(screen.getByText('This file is empty. Choose another.')).toBeVisible()
  await choose(screen, file('big.png', 'image/png', 'a'.repeat(2_000_001)))
  await expect.element(screen.getByText('This file is too large: at most 2 MB.')).toBeVisible()
  await choose(screen, file('three.png'), file('four.png'))
  await expect.element(screen.getByText('No more than 3 files fit here. Remove one first.')).toBeVisible()
  await expect.poll(() => requests.map(({ body }) => body.name)).toEqual(['three.png'])
})

test('a picture pasted anywhere in the form is taken, and one that is on its way can be stopped', async () => {
  const screen = await page(<Receipts />)
  const paste = () =>
    screen
      .getByLabelText('Note')
      .element()
      .dispatchEvent(
        new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: handed([file('shot.png')]) }),
      )
  paste()
  await expect.poll(() => requests.length).toBe(1)
  await screen.getByRole('button', { name: 'Stop sending “shot.png”' }).click()
  expect(to('shot.png').isAborted).toBe(true)
  await expect.element(screen.getByText('shot.png')).not.toBeInTheDocument()
  expect(kept).toEqual([])
})

test('a removed file leaves the focus in the field; only what no record names is taken back from the server', async () => {
  answering({ 'DELETE /api/m/wallet/files/id%20of%20new.png': [200, { ok: true }] })
  const screen = await page(<Receipts start={[held('old.png')]} />)
  await choose(screen, file('new.png'))
  await expect.poll(() => requests.length).toBe(1)
  answer('new.png', 201, held('new.png'))
  await screen.getByRole('button', { name: 'Remove “old.png”' }).click()
  await screen.getByRole('button', { name: 'Remove “new.png”' }).click()
  await expect.poll(() => calls.map(([call]) => call)).toEqual(['DELETE /api/m/wallet/files/id%20of%20new.png'])
  await expect.element(screen.getByRole('group', { name: 'Receipts' })).toHaveFocus()
  expect(kept).toEqual([])
})

test('a file opens in a preview, and the arrow keys go to the next', async () => {
  const screen = await page(<Receipts start={[held('one.png'), held('two.png')]} />)
  await screen.getByRole('button', { name: 'Open “one.png”' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'one.png' })).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('dialog', { name: 'two.png' })).toBeVisible()
  await expect
    .element(screen.getByRole('img', { name: 'two.png' }))
    .toHaveAttribute('src', '/api/files/id%20of%20two.png')
})

test('a form waits for the files that are on their way', async () => {
  const schema = z.object({ photos: field.image({ label: 'Photos' }) })
  const saved: unknown[] = []
  const screen = await page(
    <SchemaForm
      schema={schema}
      place={{ module: 'album', collection: 'finds' }}
      submit="Save"
      onSubmit={(value) => void saved.push(value)}
    />,
  )
  await choose(screen, file('a.png'))
  await expect.poll(() => requests.length).toBe(1)
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(/^Files are still on their way/)).toBeVisible()
  expect(saved).toEqual([])
  answer('a.png', 201, held('a.png'))
  await expect.element(screen.getByRole('button', { name: 'Open “a.png”' })).toBeVisible()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => saved).toEqual([{ photos: [held('a.png')] }])
})
