import type { HelpArticle } from '@atrium/contract/help'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { NEW_THREAD, readDraft, writeDraft } from '../chat/draft-store.ts'
import { serveApi } from '../chat/test-api.ts'
import { TestScreen } from '../chat/test-screen.tsx'
import { i18n } from '../i18n/index.ts'
import { queryClient } from '../platform/query.ts'
import { ShortcutsDialog } from '../settings/shortcuts-dialog.tsx'
import { HelpArticlePage } from './article-page.tsx'
import { HelpPage } from './help-page.tsx'

await i18n.loadNamespaces(['help', 'settings'])

const theme: HelpArticle = {
  key: 'theme',
  topic: 'looks',
  title: 'Light and dark theme',
  link: '/settings/appearance',
  asks: ['make it dark', 'night mode'],
  words: ['colours'],
  body: 'Choose **Theme**:\n\n1. Light\n2. Dark',
  language: 'en',
}
const articles: HelpArticle[] = [
  theme,
  {
    ...theme,
    key: 'teams',
    topic: 'teams',
    title: 'Teams',
    link: '/settings/teams',
    asks: ['work together'],
    words: [],
  },
  { ...theme, key: 'undo', topic: 'chat', title: 'Undoing', link: '/', asks: ['take that back'], words: [] },
]

afterEach(() => writeDraft(NEW_THREAD, { text: '' }))

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}
const address = () => page.getByTestId('address')

async function open(at: string) {
  const api = serveApi()
  api.answer = (_, { pathname }) => {
    if (pathname === '/api/help')
      return Response.json({ articles: articles.map(({ body: _body, language: _language, ...entry }) => entry) })
    const [, key] = /^\/api\/help\/(.+)$/.exec(pathname) ?? []
    if (!key) return undefined
    const found = articles.find((one) => one.key === key)
    return found
      ? Response.json(found)
      : Response.json({ error: { code: 'not_found', message: 'There is none.' } }, { status: 404 })
  }
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path="/help" element={<HelpPage />} />
          <Route path="/help/:key" element={<HelpArticlePage />} />
          <Route path="*" element={null} />
        </Routes>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const search = () => page.getByRole('searchbox', { name: 'What do you want to do?' })

test('the articles are listed by topic', async () => {
  await open('/help')
  await expect
    .element(page.getByRole('region', { name: 'Teams and sharing' }).getByRole('link'))
    .toHaveTextContent('Teams')
  expect(page.getByRole('region').elements()).toHaveLength(3)
})

test('`/` leads to the search, which forgives a slip and opens what it found', async () => {
  await open('/help')
  await expect.element(page.getByRole('link', { name: 'Teams' })).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(search()).toHaveFocus()
  await userEvent.keyboard('make it drak')
  await expect.element(search()).toHaveValue('make it drak')
  await expect.element(page.getByText('1 article', { exact: true })).toBeVisible()
  await expect.element(address()).toHaveTextContent('/help?q=make+it+drak')
  await page.getByRole('link', { name: /^Light and dark theme/ }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Light and dark theme')
  await expect.element(address()).toHaveTextContent('/help/theme?q=make+it+drak')
})

test('where nothing is found it says what to do, and the assistant can be asked', async () => {
  await open('/help?q=xylophone')
  await expect.element(page.getByRole('heading', { name: 'No article about “xylophone”' })).toBeVisible()
  await page.getByRole('button', { name: 'Ask the assistant' }).click()
  await expect.element(address()).toHaveTextContent('/')
  expect(readDraft(NEW_THREAD).text).toBe('xylophone')
})

test('all help is a click away from what was not found', async () => {
  await open('/help?q=xylophone')
  await page.getByRole('button', { name: 'Show all help' }).click()
  await expect.element(page.getByRole('link', { name: 'Undoing' })).toBeVisible()
})

test('an article has its text, the way to its place, and the way back to what was searched', async () => {
  await open('/help/theme?q=dark')
  await expect.element(page.getByRole('article').getByRole('listitem').nth(1)).toHaveTextContent('Dark')
  await expect
    .element(page.getByRole('link', { name: 'Open the page' }))
    .toHaveAttribute('href', '/settings/appearance')
  await page.getByRole('link', { name: 'All help' }).click()
  await expect.element(search()).toHaveValue('dark')
})

test('an article that did not help takes its question to a new chat', async () => {
  await open('/help/theme')
  await page.getByRole('button', { name: 'Ask the assistant' }).click()
  await expect.element(address()).toHaveTextContent('/')
  expect(readDraft(NEW_THREAD).text).toBe('make it dark')
})

test('an English article is marked as such, and read from the left, on a page that is not', async () => {
  await open('/help/theme')
  const text = page.getByRole('article')
  await expect.element(text).toHaveAttribute('lang', 'en')
  await expect.element(text).toHaveAttribute('dir', 'ltr')
})

test('`/` in an article leads to the search', async () => {
  await open('/help/undo')
  await expect.element(page.getByRole('link', { name: 'Open the chat' })).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(search()).toHaveFocus()
})

test('an article that there is not is a page that there is not', async () => {
  await open('/help/nothing')
  await expect.element(page.getByText('Page Not Found')).toBeVisible()
})

test('the dialog of the shortcuts leads to the help', async () => {
  serveApi()
  await render(
    <TestScreen>
      <ShortcutsDialog onClose={() => undefined} />
    </TestScreen>,
  )
  await expect.element(page.getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/help')
})
