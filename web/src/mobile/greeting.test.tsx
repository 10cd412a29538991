import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TestScreen } from '../chat/test-screen.tsx'
import { Greeting } from './greeting.tsx'

const whole = 'Welcome to Atrium. Explore the Spaces, ask a question, or just chat.'
const typed = () => document.querySelector('[data-typed]')?.textContent ?? ''

/** Everything that stands there, from the first character drawn to the whole text. */
async function texts({ width, still = false, isNew = true }: { width: number; still?: boolean; isNew?: boolean }) {
  await page.viewport(width, 700)
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    still && query.includes('prefers-reduced-motion') ? real('all') : real(query),
  )
  const seen: string[] = []
  const watch = new MutationObserver(() => {
    if (document.querySelector('[data-typed]') && seen.at(-1) !== typed()) seen.push(typed())
  })
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  await render(
    <TestScreen>
      <Greeting isNew={isNew} />
    </TestScreen>,
  )
  await vi.waitFor(() => expect(typed()).toBe(whole), { timeout: 20_000 })
  watch.disconnect()
  vi.restoreAllMocks()
  return seen
}

test('the greeting is typed, and read out whole', async () => {
  const seen = await texts({ width: 1000 })
  expect(seen.length).toBeGreaterThan(5)
  for (const text of seen) expect(whole.startsWith(text)).toBe(true)
  expect(document.querySelector('.sr-only')?.textContent).toBe(whole)
})

test.each([
  ['on a small screen', { width: 390 }],
  ['with reduced motion', { width: 1000, still: true }],
  ['above a conversation that goes on', { width: 1000, isNew: false }],
])('%s it stands there at once', async (_where, options) => {
  expect(await texts(options)).toEqual([whole])
})
