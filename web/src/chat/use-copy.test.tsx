import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { dismissToast } from '../ui/toast.tsx'
import { TestScreen } from './test-screen.tsx'
import { useCopy } from './use-copy.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
  // As on plain http, unless the host is localhost.
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard')
  vi.restoreAllMocks()
  dismissToast()
})

function Copying() {
  const { copied, copy } = useCopy()
  return (
    <button type="button" onClick={() => copy('const a = 1')}>
      {copied ? 'Copied' : 'Copy'}
    </button>
  )
}

async function press() {
  const screen = await render(
    <TestScreen>
      <Copying />
    </TestScreen>,
  )
  const copied: string[] = []
  const hear = () => copied.push(getSelection()?.toString() || (document.activeElement as HTMLTextAreaElement).value)
  document.addEventListener('copy', hear)
  await screen.getByRole('button', { name: 'Copy' }).click()
  document.removeEventListener('copy', hear)
  return { screen, copied }
}

test('without the clipboard’s interface the selected text is copied, and the focus stays', async () => {
  const { screen, copied } = await press()
  const button = screen.getByRole('button', { name: 'Copied' })
  await expect.element(button).toBeVisible()
  expect(copied).toEqual(['const a = 1'])
  await expect.element(button).toHaveFocus()
  expect(document.querySelector('textarea')).toBeNull()
})

test('a browser that does not copy at all says so', async () => {
  vi.spyOn(document, 'execCommand').mockReturnValue(false)
  const { screen } = await press()
  await expect.element(screen.getByText('Nothing was copied')).toBeVisible()
})
