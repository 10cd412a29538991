import { afterEach, expect, test, vi } from 'vitest'
import { answering, calls, page, told } from '../../../web/src/records/test-page.tsx'
import { fakeTus } from '../../../web/src/records/uploads/test-tus.ts'
import { AltTexts } from './alt-texts.tsx'
import { DrawPicture } from './draw-picture.tsx'

const ACTION = 'POST /api/m/content-calendar'
const models = (able: object) => ({
  'GET /api/models': [200, { models: [{ id: 'm1', name: 'M', provider: 'openai' }], selected: 'm1', able }],
})
/** One pixel each. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const drawn = { pictures: [PNG, `${PNG.slice(0, -4)}ggA=`].map((base64) => ({ mime: 'image/png', base64 })) }
const held = { id: 'f1', name: 'A lemon tree.png', mime: 'image/png', size: 70 }
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('the prompt is proposed from the post, pictures are drawn to choose from, and only the chosen is sent', async () => {
  answering({
    ...models({ draw: 'GPT Image 1' }),
    [`${ACTION}/pictureIdea`]: [200, { output: { prompt: 'A lemon tree' }, change: null }],
    [`${ACTION}/drawPictures`]: [200, { output: drawn, change: null }],
  } as never)
  const tus = fakeTus(() => held)
  const [onKept, onBusy] = [vi.fn(), vi.fn()]
  const screen = await page(<DrawPicture text="Our garden is open" room={5} onKept={onKept} onBusy={onBusy} />)
  await screen.getByText('Draw a picture').click()
  await screen.getByRole('button', { name: 'Propose from the post' }).click()
  await expect.element(screen.getByLabelText('What is to be seen')).toHaveValue('A lemon tree')
  await screen.getByLabelText('Shape').selectOptions('wide')
  await screen.getByRole('button', { name: 'Draw', exact: true }).click()
  const second = screen.getByRole('button', { name: 'Picture 2 of 2' })
  await second.click()
  await expect.element(second).toHaveAttribute('aria-pressed', 'true')
  expect(tus.requests).toEqual([])
  await screen.getByRole('button', { name: 'Add 1 picture to the post' }).click()
  await expect.poll(() => onKept.mock.calls).toEqual([[[held], 'A lemon tree']])
  // the post is not saved while they are on their way
  expect(onBusy.mock.calls).toEqual([[true], [false]])
  expect(onBusy.mock.invocationCallOrder[0]).toBeLessThan(onKept.mock.invocationCallOrder[0] ?? 0)
  expect(tus.begun()).toEqual([{ name: held.name, address: '/api/m/content-calendar/files/events/files/tus' }])
  expect(calls).toContainEqual([`${ACTION}/drawPictures`, { prompt: 'A lemon tree', count: 2, shape: 'wide' }])
  await expect.element(second).not.toBeInTheDocument()
})

test('when one of several is not taken, only that one is sent again', async () => {
  answering({ ...models({ draw: 'M' }), [`${ACTION}/drawPictures`]: [200, { output: drawn, change: null }] } as never)
  const tus = fakeTus()
  const onKept = vi.fn()
  const screen = await page(<DrawPicture text="" room={5} onKept={onKept} onBusy={() => undefined} />)
  await screen.getByText('Draw a picture').click()
  await screen.getByLabelText('What is to be seen').fill('A lemon tree')
  await screen.getByRole('button', { name: 'Draw', exact: true }).click()
  for (const number of [1, 2]) await screen.getByRole('button', { name: `Picture ${number} of 2` }).click()
  const keep = screen.getByRole('button', { name: 'Add 2 pictures to the post' })
  await keep.click()
  await expect.poll(() => tus.begun().length).toBe(1)
  tus.arrive(held.name, held)
  await expect.poll(() => tus.begun().length).toBe(2)
  tus.refuse(held.name, 413, { code: 'too_large', message: 'There is no room for this file.' })
  await expect.poll(told).toEqual([['The picture could not be added', 'There is no room for this file.']])
  expect(onKept).not.toHaveBeenCalled()
  await keep.click()
  await expect.poll(() => tus.begun().length).toBe(3)
  tus.arrive(held.name, { ...held, id: 'f2' })
  await expect.poll(() => onKept.mock.calls).toEqual([[[held, { ...held, id: 'f2' }], 'A lemon tree']])
})

test('a post that takes no more files says so, and drawing can be stopped', async () => {
  let answered: (() => void) | undefined
  answering({ ...models({ draw: 'M' }), [`${ACTION}/drawPictures`]: [200, { output: drawn, change: null }] } as never)
  const screen = await page(<DrawPicture text="" room={1} onKept={() => undefined} onBusy={() => undefined} />)
  await screen.getByText('Draw a picture').click()
  await screen.getByLabelText('What is to be seen').fill('A tree')
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    await new Promise<void>((done, failed) => {
      answered = done
      init?.signal?.addEventListener('abort', () => failed(init.signal?.reason))
    })
    return real(address, init)
  })
  await screen.getByRole('button', { name: 'Draw', exact: true }).click()
  await screen.getByRole('button', { name: 'Stop asking' }).click()
  await expect.element(screen.getByRole('button', { name: 'Draw', exact: true })).toBeEnabled()
  await expect.element(screen.getByRole('button', { name: 'Stop asking' })).not.toBeInTheDocument()
  vi.stubGlobal('fetch', real)
  answered?.()
  await screen.getByRole('button', { name: 'Draw', exact: true }).click()
  for (const number of [1, 2]) await screen.getByRole('button', { name: `Picture ${number} of 2` }).click()
  await expect.element(screen.getByText('A post takes no more files.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add 2 pictures to the post' })).toBeDisabled()
})

test('where no model draws, the button says how to have one', async () => {
  answering(models({ see: 'M' }) as never)
  const screen = await page(<DrawPicture text="x" room={5} onKept={() => undefined} onBusy={() => undefined} />)
  await screen.getByText('Draw a picture').click()
  await screen.getByLabelText('What is to be seen').fill('A tree')
  await screen.getByRole('button', { name: 'Draw', exact: true }).click()
  await expect.element(screen.getByText('No connected model can draw')).toBeVisible()
})

test('each picture has a description, which a model that sees can write', async () => {
  const describe = `${ACTION}/describePicture`
  answering({
    ...models({ see: 'M' }),
    [describe]: [200, { output: { text: 'A tree in a yard' }, change: null }],
  } as never)
  const onChange = vi.fn()
  const files = [held, { ...held, id: 'f2', name: 'notes.pdf', mime: 'application/pdf' }]
  const screen = await page(<AltTexts files={files} altTexts={{ f9: 'kept' }} onChange={onChange} />)
  await screen.getByLabelText('Description of A lemon tree.png').fill('x')
  expect(onChange).toHaveBeenCalledWith({ f9: 'kept', f1: 'x' })
  await screen.getByRole('button', { name: 'Describe it' }).click()
  await expect.poll(() => onChange.mock.lastCall).toEqual([{ f9: 'kept', f1: 'A tree in a yard' }])
  expect(calls).toContainEqual([describe, { file: 'f1' }])
})
