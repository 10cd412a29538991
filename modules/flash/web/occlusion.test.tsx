import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { OCCLUSION_FIELDS, readDrawing } from '../occlusion-shapes.ts'
import type { NoteDraft } from './note-fields.tsx'
import OcclusionNote from './occlusion/occlusion-note.tsx'

let picture: string
beforeAll(async () => {
  const resources = { en: { translation: {}, kit: {} } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } })
  const canvas = document.createElement('canvas')
  canvas.width = 400
  canvas.height = 200
  canvas.getContext('2d')?.fillRect(0, 0, 400, 200)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done))
  picture = URL.createObjectURL(blob as Blob)
})

let draft: NoteDraft
const names = ['Occlusion', 'Image', 'Header', 'Back Extra', 'Comments']
beforeEach(async () => {
  await page.viewport(900, 900)
  draft = { fields: ['', '<img src="heart.png">'], tags: '' }
})

function Held() {
  const [now, setNow] = useState(draft)
  draft = now
  return (
    <OcclusionNote
      names={names}
      draft={now}
      media={{ 'heart.png': { file: picture, mime: 'image/png' } }}
      onDraft={setNow}
    />
  )
}
const open = async () => {
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Held />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await expect.poll(() => document.querySelector<HTMLImageElement>('[data-canvas] img')?.naturalWidth).toBe(400)
  return screen
}
const shapes = () => readDrawing(draft.fields[OCCLUSION_FIELDS.occlusion] ?? '').shapes
const cards = () => shapes().map(({ card }) => card)
const frame = () => document.querySelector('[data-canvas]') as HTMLElement
const press = (key: string) => userEvent.keyboard(key)

/** What a mouse or a finger does, at shares of the picture. */
function pointer(kind: string, [x, y]: readonly [number, number], on: Element = frame(), more: PointerEventInit = {}) {
  const { left, top, width, height } = frame().getBoundingClientRect()
  const at = { clientX: left + x * width, clientY: top + y * height }
  const init = { bubbles: true, cancelable: true, button: 0, pointerId: 1, ...at, ...more }
  on.dispatchEvent(kind === 'click' ? new MouseEvent('click', { ...init, detail: 1 }) : new PointerEvent(kind, init))
}
async function drag(from: readonly [number, number], to: readonly [number, number], on?: Element, more = {}) {
  frame().setPointerCapture = () => undefined // the events are ours, the browser knows no such pointer
  pointer('pointerdown', from, on, more)
  pointer('pointermove', to, on)
  pointer('pointerup', to, on)
  await new Promise((done) => requestAnimationFrame(done))
}
const shapeAt = (at: number) => document.querySelectorAll('[data-shape]')[at] as SVGElement

test('rectangles, ellipses and polygons are drawn, each a card, and moved, resized and taken back', async () => {
  const screen = await open()
  await drag([0.1, 0.1], [0.3, 0.2])
  expect(shapes()).toMatchObject([
    { card: 1, outline: { kind: 'rect', left: expect.closeTo(0.1, 2), width: expect.closeTo(0.2, 2) } },
  ])
  await screen.getByRole('button', { name: 'Ellipse', exact: true }).click()
  await drag([0.5, 0.5], [0.7, 0.7])
  await screen.getByRole('button', { name: /^Polygon: click/ }).click()
  for (const at of [
    [0.1, 0.6],
    [0.3, 0.6],
    [0.2, 0.9],
    [0.1, 0.6],
  ] as const) {
    pointer('click', at)
    await new Promise((done) => requestAnimationFrame(done))
  }
  expect(shapes().map(({ outline }) => outline.kind)).toEqual(['rect', 'ellipse', 'polygon'])
  expect(cards()).toEqual([1, 2, 3])
  await expect.element(screen.getByText(/^3 cards/)).toBeVisible()

  await drag([0.2, 0.15], [0.4, 0.35], shapeAt(0))
  expect(shapes()[0]?.outline).toMatchObject({ left: expect.closeTo(0.3, 2), top: expect.closeTo(0.3, 2) })
  const corner = document.querySelector('[data-handle="2"]') as Element
  await drag([0.5, 0.4], [0.6, 0.6], corner)
  expect(shapes()[0]?.outline).toMatchObject({ width: expect.closeTo(0.3, 2), height: expect.closeTo(0.3, 2) })

  for (const _ of [1, 2]) await screen.getByRole('button', { name: 'Undo' }).click()
  expect(shapes()[0]?.outline).toMatchObject({ left: expect.closeTo(0.1, 2), width: expect.closeTo(0.2, 2) })
  await screen.getByRole('button', { name: 'Redo' }).click()
  expect(shapes()[0]?.outline).toMatchObject({ left: expect.closeTo(0.3, 2) })
})

test('keys alone draw, move, group, remove and take back', async () => {
  const screen = await open()
  screen.getByRole('button', { name: 'Rectangle', exact: true }).element().focus()
  await press('{Enter}')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Rectangle of card 1')
  expect(document.querySelectorAll('[data-handle]')).toHaveLength(4)
  await press('{Shift>}{ArrowLeft}{/Shift}{ArrowUp}')
  expect(shapes()[0]?.outline).toMatchObject({ left: expect.closeTo(0.35), top: expect.closeTo(0.445) })
  await press('e')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Ellipse of card 2')
  expect(cards()).toEqual([1, 2])
  shapeAt(0).focus()
  await press(' ')
  await press('g')
  expect(cards()).toEqual([1, 1])
  await press('{Shift>}G{/Shift}')
  expect(cards()).toEqual([1, 3])
  await press('{Control>}z{/Control}')
  expect(cards()).toEqual([1, 1])
  await press('{Delete}')
  expect(cards()).toEqual([])
  await press('{Control>}z{/Control}')
  expect(cards()).toEqual([1, 1])
})

test('one mode covers all parts, the other the one that is asked', async () => {
  const screen = await open()
  await drag([0.1, 0.1], [0.3, 0.2])
  expect(draft.fields[0]).toContain(':oi=1')
  await screen.getByRole('combobox', { name: 'On the question' }).selectOptions('one')
  expect(draft.fields[0]).not.toContain('oi')
  expect(draft.fields[1]).toBe('<img src="heart.png">')
})
