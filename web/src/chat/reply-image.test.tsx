import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Markdown } from './markdown.tsx'
import { TestScreen } from './test-screen.tsx'

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=='
const show = (text: string) =>
  render(
    <TestScreen>
      <Markdown text={text} />
    </TestScreen>,
  )
const nested = () => document.querySelectorAll('a a').length

test('an image has a link to keep it, one that is itself a link has no other inside', async () => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue()
  const screen = await show(`![Mine](/icon.svg)\n\n[![Linked](/icon.svg)](https://example.org/there)`)
  await expect.element(screen.getByRole('img', { name: 'Linked' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Download image' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Download image' }).elements()).toHaveLength(1)
  expect(nested()).toBe(0)
  expect(complaint.mock.calls.flat().filter((part) => /descendant of <a>/.test(String(part)))).toEqual([])
})

test('neither has an image of another host, which is not fetched', async () => {
  const screen = await show(
    `![Theirs](https://evil.example/a.png)\n\n[![Linked](https://evil.example/b.png)](https://example.org/there)`,
  )
  await expect.element(screen.getByText('Theirs')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Load image' }).elements()).toHaveLength(1)
  expect(nested()).toBe(0)
  expect(document.querySelectorAll('img')).toHaveLength(0)
})

test('an image that cannot be had says so to everybody', async () => {
  const screen = await show(`![A cat](/api/files/gone.png)`)
  await expect.element(screen.getByText('Image failed to load')).toBeVisible()
  await expect.element(screen.getByText('A cat')).toBeVisible()
  expect(screen.getByText('Image failed to load').element().closest('[role="img"]')).toBeNull()
})

test('a picture in the text itself is shown', async () => {
  const screen = await show(`![Dot](${dot})`)
  await expect.element(screen.getByRole('img', { name: 'Dot' })).toBeInTheDocument()
})
