import '../ui/styles.css'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../ui/button.tsx'
import { PageFrame } from './page-frame.tsx'

const show = (title: string, ...actions: string[]) =>
  render(
    <MemoryRouter>
      <PageFrame
        title={title}
        text="What a person finds here, in a sentence that is longer than a phone is wide."
        actions={actions.map((label) => <Button key={label}>{label}</Button>)}
      >
        Content
      </PageFrame>
    </MemoryRouter>,
  )

test('on a phone neither long actions nor a long title leave the page, and the title stands above them', async () => {
  await page.viewport(390, 700)
  const long = ['Kontoauszug importieren', 'Als Tabelle exportieren', 'Neue Buchung hinzufügen']
  await show('Donaudampfschifffahrtsgesellschaftskapitänskajüte', ...long)
  const title = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect()
  expect(title.left).toBeGreaterThanOrEqual(0)
  expect(title.width).toBeGreaterThan(300)
  for (const label of long) {
    const button = page.getByRole('button', { name: label }).element().getBoundingClientRect()
    expect(button.right).toBeLessThanOrEqual(390)
    expect(button.top).toBeGreaterThanOrEqual(title.bottom)
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('where there is room, a long line of text keeps the actions beside the title', async () => {
  await page.viewport(1000, 700)
  await show('Wallet', 'Add')
  const title = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect()
  const button = page.getByRole('button', { name: 'Add' }).element().getBoundingClientRect()
  expect(button.top).toBeLessThan(title.bottom)
})
