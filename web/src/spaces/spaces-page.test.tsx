import { spaces } from '@atrium/contract/catalogue/spaces'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { serveApi } from '../chat/test-api.ts'
import { TestScreen } from '../chat/test-screen.tsx'
import { i18n } from '../i18n/index.ts'
import { SpacesPage } from './spaces-page.tsx'

await i18n.loadNamespaces(['spaces'])

async function open() {
  const api = serveApi()
  const own = api.answer
  api.answer = (method, url, body) =>
    url.pathname === '/api/spaces' ? Response.json({ spaces: [] }) : own(method, url, body)
  await render(
    <TestScreen>
      <SpacesPage />
    </TestScreen>,
  )
}

test('every Space is listed by its title, with its blurb and its modules', async () => {
  await open()
  const titles = spaces.map(({ title }) => title).sort((a, b) => a.localeCompare(b))
  await expect.element(page.getByRole('listitem').first()).toMatchTextContent(titles[0] ?? '-')
  const listed = page.getByRole('listitem').elements()
  expect(listed).toHaveLength(spaces.length)
  expect(titles.every((title, at) => listed[at]?.textContent?.includes(title))).toBe(true)
  const legal = page.getByRole('listitem').filter({ hasText: 'know the deadline' })
  await expect.element(legal).toMatchTextContent(/Legal · Contract Analyzer.*2 modules/)
})

test('a Space is found by what it is about and by a module in it; what nothing matches is said', async () => {
  await open()
  const find = page.getByRole('searchbox', { name: 'Find a Space' })
  await find.fill('contract analyz')
  await expect.element(page.getByRole('listitem')).toMatchTextContent(/Legal/)
  await find.fill('zzz')
  await expect.element(page.getByText('No Space matches “zzz”')).toBeVisible()
})
