import { field } from '@atrium/contract/fields'
import type { HeldFile } from '@atrium/contract/files'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { z } from 'zod'
import { setOwner } from '../../platform/owner.ts'
import { SchemaForm } from '../schema-form.tsx'
import { answering, calls, page } from '../test-page.tsx'
import { type FakeTus, fakeTus } from '../uploads/test-tus.ts'
import { FileField } from './file-field.tsx'
import { keyOf, remember } from './unfinished.ts'

let tus: FakeTus
const held = (name: string, mime = 'image/png'): HeldFile => ({ id: `id of ${name}`, name, mime, size: 3 })
const names = () => tus.begun().map(({ name }) => name)

beforeEach(() => {
  tus = fakeTus()
  localStorage.clear()
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
  await expect.poll(() => tus.requests.length).toBe(2)
  expect([tus.of('a.png').method, tus.of('a.png').address]).toEqual([
    'POST',
    '/api/m/wallet/files/transactions/receipts/tus',
  ])
  tus.of('a.png').progress(1)
  const bar = screen.getByRole('progressbar', { name: 'Sending “a.png”' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '33')
  tus.arrive('b.pdf', held('b.pdf', 'application/pdf'))
  tus.arrive('a.png', held('a.png'))
  await expect.element(screen.getByRole('button', { name: 'Open “a.png”' })).toBeVisible()
  await expect.element(screen.getByRole('status')).toHaveTextContent('“a.png” was added')
  expect(kept.map(({ name }) => name)).toEqual(['a.png', 'b.pdf'])
  expect(screen.getByRole('progressbar').elements()).toEqual([])
})

test('what arrives while its last progress is drawn is not sent a second time', async () => {
  const screen = await page(<Receipts />)
  await choose(screen, file('a.png'))
  await expect.poll(() => tus.requests.length).toBe(1)
  const bar = screen.getByRole('progressbar').element()
  // told right after the page has changed, and before the effects of that change
  const drawn = new Promise<void>((done) =>
    new MutationObserver((_, watch) => {
      watch.disconnect()
      tus.arrive('a.png', held('a.png'))
      done()
    }).observe(bar, { attributes: true, subtree: true }),
  )
  tus.of('a.png').progress(3)
  await drawn
  await expect.element(screen.getByRole('button', { name: 'Open “a.png”' })).toBeVisible()
  await choose(screen, file('b.png'))
  await expect.poll(names).toEqual(['a.png', 'b.png'])
})

test('what fails says why and can go again; what cannot succeed has no such button', async () => {
  const screen = await page(<Receipts />)
  await choose(screen, file('a.png'), file('b.png'))
  await expect.poll(() => tus.requests.length).toBe(2)
  tus.refuse('a.png', 413, {
    code: 'too_large',
    message: 'There is no room for this file (3 KB): your files take 5 GB of 5 GB.',
    details: { used: 5, quota: 5 },
  })
  tus.refuse('b.png', 415, { code: 'unsupported_media_type', message: 'A file of this kind is not taken here.' })
  await expect.element(screen.getByText(/^There is no room for this file/)).toBeVisible()
  await expect.element(screen.getByText('A file of this kind is not taken here.')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Try again/ }).elements()).toHaveLength(1)
  await screen.getByRole('button', { name: 'Try again a.png' }).click()
  await expect.poll(() => tus.requests.length).toBe(3)
  tus.arrive('a.png', held('a.png'))
  await expect.poll(() => kept.map(({ name }) => name)).toEqual(['a.png'])
  await screen.getByRole('button', { name: 'Take “b.png” off the list' }).click()
  await expect.element(screen.getByText('b.png')).not.toBeInTheDocument()
})

test('what failed does not go again where others have taken its place, until one of them is removed', async () => {
  const screen = await page(<Receipts start={['x.png', 'y.png'].map((name) => held(name))} />)
  await choose(screen, file('a.png'))
  await expect.poll(() => tus.requests.length).toBe(1)
  tus.refuse('a.png', 413, { code: 'too_large', message: 'There is no room.', details: { used: 5, quota: 5 } })
  await expect.element(screen.getByText('There is no room.')).toBeVisible()
  await choose(screen, file('b.png'))
  await expect.poll(() => tus.requests.length).toBe(2)
  tus.arrive('b.png', held('b.png'))
  await expect.element(screen.getByRole('button', { name: 'Open “b.png”' })).toBeVisible()
  await screen.getByRole('button', { name: 'Try again a.png' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('No more than 3 files fit here. Remove one first.')
  expect(tus.requests).toHaveLength(2)
  await screen.getByRole('button', { name: 'Remove “x.png”' }).click()
  await screen.getByRole('button', { name: 'Try again a.png' }).click()
  await expect.poll(() => tus.requests.length).toBe(3)
  tus.arrive('a.png', held('a.png'))
  await expect.poll(() => kept.map(({ name }) => name).toSorted()).toEqual(['a.png', 'b.png', 'y.png'])
})

const LARGE = 1_500_000
const large = () => new File([new Uint8Array(LARGE)], 'film.png', { type: 'image/png', lastModified: 7 })
const AT = '/api/m/wallet/unfinished/u1'
const PLACE = { module: 'wallet', collection: 'transactions', field: 'receipts' }

test('what is cut says so, goes on by itself where it stopped, and keeps what has come when it is left', async () => {
  const screen = await page(<Receipts />)
  await choose(screen, large())
  await expect.poll(() => tus.requests.length).toBe(1)
  expect(tus.of('film.png').body).toBeNull() // what comes with the beginning would be lost with it
  tus.of('film.png').answer(201, { Location: AT })
  await expect.poll(() => tus.of('film.png').method).toBe('PATCH')
  tus.of('film.png').progress(600_000)
  tus.of('film.png').cut()
  await expect.element(screen.getByText('The connection is gone. It goes on by itself.')).toBeVisible()
  await expect.poll(() => tus.of('film.png').method).toBe('HEAD')
  tus.of('film.png').answer(200, { 'Upload-Offset': '500000', 'Upload-Length': String(LARGE) })
  await expect.poll(() => tus.of('film.png').method).toBe('PATCH')
  expect([tus.of('film.png').headers['Upload-Offset'], tus.of('film.png').body?.size]).toEqual(['500000', 1_000_000])
  await expect.element(screen.getByText(/connection is gone/)).not.toBeInTheDocument()
  await screen.unmount()
  expect(tus.of('film.png').isAborted).toBe(true)
  expect(tus.requests.some(({ method }) => method === 'DELETE')).toBe(false)
  expect(JSON.parse(localStorage.getItem(keyOf(PLACE)) ?? '')).toEqual([AT])
})

test('what stopped when the page was left is shown with how far it came, and goes on when it is chosen again', async () => {
  remember(keyOf(PLACE), AT, true)
  remember(keyOf(PLACE), '/api/m/wallet/unfinished/gone', true)
  const metadata = [`filename ${btoa('film.png')}`, `modified ${btoa('7')}`].join(',')
  const answers: Record<string, Response> = {
    [AT]: new Response(null, {
      headers: { 'Upload-Offset': '600000', 'Upload-Length': String(LARGE), 'Upload-Metadata': metadata },
    }),
    '/api/me': Response.json({ role: 'user', userId: '' }),
  }
  vi.stubGlobal('fetch', async (address: string) => answers[address]?.clone() ?? new Response('{}', { status: 404 }))
  const screen = await page(<Receipts />)
  await expect.element(screen.getByText('Stopped at 40 %. Choose the same file again to go on.')).toBeVisible()
  await expect.poll(() => JSON.parse(localStorage.getItem(keyOf(PLACE)) ?? '')).toEqual([AT])
  const again = screen.getByLabelText('Choose the file again: film.png')
  await userEvent.upload(again, file('other.png'))
  await expect.element(screen.getByText('That is another file. Choose “film.png” of 1.5 MB.')).toBeVisible()
  // a file as the person chose it before, of the same moment
  const input = again.element() as HTMLInputElement
  input.files = handed([large()]).files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.poll(() => tus.requests.map(({ method }) => method)).toEqual(['HEAD'])
  const [ask] = tus.requests
  expect(new URL(ask?.address ?? '', location.href).pathname).toBe(AT)
  ask?.answer(200, { 'Upload-Offset': '600000', 'Upload-Length': String(LARGE) })
  await expect.poll(() => tus.requests.length).toBe(2)
  const [, rest] = tus.requests
  expect([rest?.method, rest?.headers['Upload-Offset'], rest?.body?.size]).toEqual(['PATCH', '600000', 900_000])
  const film = { ...held('film.png'), size: LARGE }
  rest?.answer(204, { 'Upload-Offset': String(LARGE), 'X-File': encodeURIComponent(JSON.stringify(film)) })
  await expect.poll(() => kept).toEqual([film])
  expect(localStorage.getItem(keyOf(PLACE))).toBeNull()
})

test('what stopped is not forgotten while the server is busy, nor asked for by somebody else', async () => {
  const key = keyOf(PLACE)
  // Its own: the page of a test before may yet forget what it had.
  const another = '/api/m/wallet/unfinished/u9'
  remember(key, another, true)
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked++
    return new Response('', { status: 503 })
  })
  await page(<Receipts />)
  await expect.poll(() => asked).toBe(1)
  await new Promise((done) => setTimeout(done, 50))
  expect(JSON.parse(localStorage.getItem(key) ?? '[]')).toEqual([another])
  setOwner('somebody else', false)
  expect(localStorage.getItem(keyOf(PLACE))).toBeNull()
  setOwner('', false)
  setOwner('their guest', true)
  expect(JSON.parse(localStorage.getItem(keyOf(PLACE)) ?? '[]')).toEqual([another])
  setOwner('', false)
})

test('what stopped is not forgotten when it is asked for after the session has ended', async () => {
  const mine = '/api/m/wallet/unfinished/u8'
  const asked: string[] = []
  remember(keyOf(PLACE), mine, true)
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, location.href).pathname)
    return address === '/api/me' ? Response.json({ role: null, userId: null }) : new Response('{}', { status: 404 })
  })
  await page(<Receipts />)
  await expect.poll(() => asked).toEqual([mine, '/api/me'])
  await new Promise((done) => setTimeout(done, 50))
  expect(JSON.parse(localStorage.getItem(keyOf(PLACE)) ?? '[]')).toEqual([mine])
})

test('what is on its way when the session ends is kept, and goes on once somebody is there again', async () => {
  const screen = await page(<Receipts />)
  await choose(screen, large())
  await expect.poll(() => tus.requests.length).toBe(1)
  tus.of('film.png').answer(201, { Location: AT })
  await expect.poll(() => tus.of('film.png').method).toBe('PATCH')
  tus.refuse('film.png', 404, { code: 'not_found', message: 'File not found' })
  await expect.element(screen.getByText('File not found')).toBeVisible()
  expect(JSON.parse(localStorage.getItem(keyOf(PLACE)) ?? '[]')).toEqual([AT])
  await screen.getByRole('button', { name: 'Try again film.png' }).click()
  await expect.poll(() => tus.of('film.png').method).toBe('HEAD')
})

test('what one tab sends no other lists, until that one is left', async () => {
  const metadata = [`filename ${btoa('film.png')}`, `modified ${btoa('7')}`].join(',')
  const lengths = { 'Upload-Offset': '600000', 'Upload-Length': String(LARGE), 'Upload-Metadata': metadata }
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return new Response(null, { headers: lengths })
  })
  const first = await page(<Receipts />)
  await choose(first, large())
  await expect.poll(() => tus.requests.length).toBe(1)
  tus.of('film.png').answer(201, { Location: AT })
  await expect.poll(() => tus.of('film.png').method).toBe('PATCH')
  const second = await page(<Receipts />)
  await new Promise((done) => setTimeout(done, 50))
  expect(asked).toEqual([])
  await first.unmount()
  await expect.element(second.getByText('Stopped at 40 %. Choose the same file again to go on.')).toBeVisible()
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
  await expect.poll(names).toEqual(['three.png'])
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
  await expect.poll(() => tus.requests.length).toBe(1)
  await screen.getByRole('button', { name: 'Stop sending “shot.png”' }).click()
  expect(tus.of('shot.png').isAborted).toBe(true)
  await expect.element(screen.getByText('shot.png')).not.toBeInTheDocument()
  expect(kept).toEqual([])
})

test('a removed file leaves the focus in the field; only what no record names is taken back from the server', async () => {
  answering({ 'DELETE /api/m/wallet/files/id%20of%20new.png': [200, { ok: true }] })
  const screen = await page(<Receipts start={[held('old.png')]} />)
  await choose(screen, file('new.png'))
  await expect.poll(() => tus.requests.length).toBe(1)
  tus.arrive('new.png', held('new.png'))
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
  await expect.poll(() => tus.requests.length).toBe(1)
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(/^Files are still on their way/)).toBeVisible()
  expect(saved).toEqual([])
  tus.arrive('a.png', held('a.png'))
  await expect.element(screen.getByRole('button', { name: 'Open “a.png”' })).toBeVisible()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => saved).toEqual([{ photos: [held('a.png')] }])
})
