import { Component, lazy, type ReactNode, Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { part } from './part.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

const gone = () => new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>

/** A file that cannot be had the first `failures` times. */
function file(failures: number) {
  const load = vi.fn(() => (load.mock.calls.length <= failures ? Promise.reject(gone()) : Promise.resolve(Hello)))
  return load
}

class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {}
  static getDerivedStateFromError(error: Error) {
    return { message: error.message }
  }
  override render() {
    return this.state.message ?? this.props.children
  }
}

test('a part shows its placeholder until its file is here, and then at once', async () => {
  const Late = part(file(0))
  const first = await render(<Late name="Ada" placeholder={<p>Coming</p>} />)
  await expect.element(first.getByText('Hello Ada')).toBeVisible()
  await first.rerender(<Late key="another" name="Grace" placeholder={<p>Coming</p>} />)
  expect(first.container.textContent).toBe('Hello Grace')
})

test('a file that cannot be had just now is tried again by itself', async () => {
  const load = file(1)
  const Late = part(load)
  const screen = await render(<Late name="Ada" placeholder={<p>Coming</p>} />)
  await expect.element(screen.getByText('Coming')).toBeVisible()
  await expect.element(screen.getByText('Hello Ada')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})

test('one that cannot be had at all is thrown to the nearest boundary, and tried again when it is wanted again', async () => {
  const Late = part(file(3))
  const page = (key: string) => (
    <Boundary key={key}>
      <Late name="Ada" />
    </Boundary>
  )
  const screen = await render(page('first'))
  await expect.element(screen.getByText(/dynamically imported/)).toBeVisible()
  await screen.rerender(page('again'))
  await expect.element(screen.getByText('Hello Ada')).toBeVisible()
})

test('or something stands in for it, until it is loaded again', async () => {
  const Late = part(file(3))
  const screen = await render(<Late name="Ada" failed={<p>Instead</p>} />)
  await expect.element(screen.getByText('Instead')).toBeVisible()
  await Late.load()
  await expect.element(screen.getByText('Hello Ada')).toBeVisible()
})

test('loading ahead never rejects, and a failure of it costs nothing later', async () => {
  const Late = part(file(3))
  await expect(Late.load()).resolves.toBeUndefined()
  const screen = await render(<Late name="Ada" />)
  await expect.element(screen.getByText('Hello Ada')).toBeVisible()
})

test('a part that waits for something of its own hides nothing but itself: who writes beside it goes on writing', async () => {
  const words = Promise.withResolvers<{ default: typeof Hello }>()
  const Worded = lazy(() => words.promise)
  const Late = part(() => Promise.resolve(({ name }: { name: string }) => <Worded name={name} />))
  const screen = await render(
    <Suspense fallback={<p>The page is gone</p>}>
      <input aria-label="Writing" />
      <Late name="Ada" placeholder={<p>Coming</p>} />
    </Suspense>,
  )
  await screen.getByRole('textbox').click()
  await expect.element(screen.getByText('Coming')).toBeVisible()
  await expect.element(screen.getByRole('textbox')).toHaveFocus()
  expect(screen.container.textContent).not.toContain('gone')
  words.resolve({ default: Hello })
  await expect.element(screen.getByText('Hello Ada')).toBeVisible()
  await expect.element(screen.getByRole('textbox')).toHaveFocus()
})
