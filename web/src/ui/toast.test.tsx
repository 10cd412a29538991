import './styles.css'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { Dialog } from './dialog.tsx'
import { dismissToast, ToastProvider, toast } from './toast.tsx'
import { currentToasts } from './toast-store.ts'

beforeEach(() => void import('./toast-layer.tsx'))
afterEach(() => {
  vi.useRealTimers()
  dismissToast()
})

const shown = () => currentToasts().map(({ title, open }) => ({ title, open }))

test('a new toast takes the place of the one that was there', async () => {
  await render(<ToastProvider label="Notifications" />)
  toast({ title: 'First' })
  toast({ title: 'Second' })
  await expect.element(page.getByText('Second')).toBeVisible()
  expect(page.getByText('First').elements()).toHaveLength(0)
  expect(shown()).toEqual([{ title: 'Second', open: true }])
})

test('above an open dialog a toast can be seen and used, and the dialog stays', async () => {
  const onUndo = vi.fn()
  const onClose = vi.fn()
  await render(
    // as the page's own root is
    <div className="isolate">
      <ToastProvider label="Notifications" />
      <Dialog open title="New post" onOpenChange={onClose}>
        <input aria-label="Title" />
      </Dialog>
    </div>,
  )
  await expect.element(page.getByRole('dialog')).toBeVisible()
  toast({ title: 'A picture was added', action: { label: 'Undo', altText: 'Undo it', onClick: onUndo } })
  const undo = page.getByText('Undo', { exact: true })
  await expect.element(undo).toBeVisible()
  await userEvent.click(undo)
  expect(onUndo).toHaveBeenCalledTimes(1)
  expect(onClose).not.toHaveBeenCalled()
})

test('a toast closes after 5000 ms and leaves the queue 1,000,000 ms later', async () => {
  const screen = await render(<ToastProvider label="Notifications" />)
  toast({ title: 'Warm up' })
  await expect.element(screen.getByText('Warm up')).toBeVisible()
  vi.useFakeTimers()
  toast({ title: 'Saved' })
  await vi.waitFor(() => expect(document.querySelector('[data-toasts]')?.textContent).toContain('Saved'))
  await vi.advanceTimersByTimeAsync(4_500)
  expect(shown()).toEqual([{ title: 'Saved', open: true }])
  await vi.advanceTimersByTimeAsync(600)
  expect(shown()).toEqual([{ title: 'Saved', open: false }])
  await vi.advanceTimersByTimeAsync(999_000)
  expect(shown()).toEqual([{ title: 'Saved', open: false }])
  await vi.advanceTimersByTimeAsync(1_100)
  expect(shown()).toEqual([])
})

const region = () => document.querySelector('[role="region"]')
const holds: [string, () => unknown, () => unknown][] = [
  [
    'the viewport is hovered',
    () => region()?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true })),
    () => region()?.dispatchEvent(new PointerEvent('pointerleave')),
  ],
  [
    'the viewport is focused by F8',
    () => userEvent.keyboard('{F8}'),
    () => (document.activeElement as HTMLElement | null)?.blur(),
  ],
  [
    'the window is blurred',
    () => window.dispatchEvent(new Event('blur')),
    () => window.dispatchEvent(new Event('focus')),
  ],
]

test.each(holds)('the timer waits while %s, and goes on afterwards with what was left', async (_, hold, release) => {
  const screen = await render(<ToastProvider label="Notifications" />)
  toast({ title: 'Warm up' })
  await expect.element(screen.getByText('Warm up')).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  toast({ title: 'Held' })
  await vi.waitFor(() => expect(document.querySelector('[data-toasts]')?.textContent).toContain('Held'))
  await vi.advanceTimersByTimeAsync(3_000)
  await hold()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown()).toEqual([{ title: 'Held', open: true }])
  await release()
  await vi.advanceTimersByTimeAsync(1_500)
  expect(shown()).toEqual([{ title: 'Held', open: true }])
  await vi.advanceTimersByTimeAsync(600)
  expect(shown()).toEqual([{ title: 'Held', open: false }])
})

test('F8 focuses the viewport, and Escape closes the toast', async () => {
  const screen = await render(<ToastProvider label="Notifications" />)
  toast({ title: 'Here' })
  await expect.element(screen.getByText('Here')).toBeVisible()
  await userEvent.keyboard('{F8}')
  await expect.poll(() => document.activeElement?.hasAttribute('data-toasts')).toBe(true)
  await userEvent.keyboard('{Tab}{Escape}')
  await expect.poll(shown).toEqual([{ title: 'Here', open: false }])
})

test.each([
  [40, true],
  [60, false],
])('a swipe of %i px to the right leaves it open: %s', async (distance, open) => {
  const screen = await render(<ToastProvider label="Notifications" />)
  toast({ title: 'Swipe me', duration: Number.POSITIVE_INFINITY })
  await expect.element(screen.getByText('Swipe me')).toBeVisible()
  const card = document.querySelector('[data-variant]')
  const at = (type: string, clientX: number) =>
    card?.dispatchEvent(
      new PointerEvent(type, { bubbles: true, clientX, clientY: 10, button: 0, pointerId: 1, pointerType: 'mouse' }),
    )
  at('pointerdown', 100)
  at('pointermove', 110)
  at('pointermove', 100 + distance)
  at('pointerup', 100 + distance)
  await expect.poll(() => shown()[0]?.open).toBe(open)
})

test('an action runs and closes the toast', async () => {
  const onClick = vi.fn()
  const screen = await render(<ToastProvider label="Notifications" />)
  toast({ title: 'Task deleted', action: { label: 'Undo', altText: 'Restore it from the trash', onClick } })
  await screen.getByRole('button', { name: 'Undo' }).click()
  expect(onClick).toHaveBeenCalledOnce()
  await expect.poll(() => shown()[0]?.open).toBe(false)
})

test('an action without alternate text is refused, of a toast that is shown too', () => {
  const action = { label: 'Undo', altText: ' ', onClick: () => undefined }
  expect(() => toast({ title: 'x', action })).toThrow(/altText/)
  const { update } = toast({ title: 'Kept' })
  expect(() => update({ title: 'x', action })).toThrow(/altText/)
  expect(shown()).toEqual([{ title: 'Kept', open: true }])
  update({ title: 'Changed', action: { ...action, altText: 'Restore it from the trash' } })
  expect(shown()).toEqual([{ title: 'Changed', open: true }])
})

test('a provider without a label is refused', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await expect(render(<ToastProvider label="" />)).rejects.toThrow(/label/)
})

test('toasts are at most 420 px wide: at the bottom right of a large screen, at the top of a small one', async () => {
  const screen = await render(<ToastProvider label="Notifications" />)
  toast({ title: 'Where', description: 'A long description '.repeat(20), duration: Number.POSITIVE_INFINITY })
  await expect.element(screen.getByText('Where')).toBeVisible()
  const box = () => document.querySelector('[data-variant]')?.getBoundingClientRect() as DOMRect
  await page.viewport(1200, 800)
  await expect.poll(() => [box().width <= 420, box().bottom > 740, box().right > 1150]).toEqual([true, true, true])
  // Swiped to the right, they go off the screen's edge, whichever way the language is written.
  document.documentElement.dir = 'rtl'
  await expect.poll(() => [box().bottom > 740, box().right > 1150]).toEqual([true, true])
  document.documentElement.dir = 'ltr'
  await page.viewport(390, 800)
  await expect.poll(() => [box().width <= 420, box().top < 40]).toEqual([true, true])
})
