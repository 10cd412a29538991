import '../ui/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { eventually, serveApi, testThread } from '../chat/test-api.ts'
import { threadsQuery } from '../chat/thread-queries.ts'
import { moduleKey } from '../platform/news.ts'
import { queryClient } from '../platform/query.ts'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { ModuleLinks } from './module-links.tsx'
import { PageFrame } from './page-frame.tsx'
import { Shell } from './shell.tsx'

const sources: { onmessage?: (event: { data: string }) => void; onopen?: () => void }[] = []
const tell = (news: object) => {
  for (const source of sources) source.onmessage?.({ data: JSON.stringify(news) })
}

beforeEach(() => {
  sources.length = 0
  vi.spyOn(console, 'error').mockReturnValue()
  const Fake = vi.fn(function (this: (typeof sources)[number] & { close: () => void }) {
    this.close = () => undefined
    sources.push(this)
  })
  vi.stubGlobal('EventSource', Object.assign(Fake, { CLOSED: 2 }))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await page.viewport(1200, 800)
})

const tasks = {
  id: 'tasks',
  title: 'Task Inbox',
  summary: '',
  icon: 'list-checks',
  route: '/tasks',
  triggers: [],
  actions: {},
}

async function openShell() {
  const api = serveApi([testThread('t')])
  api.answer = (_, url) => (url.pathname === '/api/modules' ? Response.json({ modules: [tasks] }) : undefined)
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <MemoryRouter initialEntries={['/']}>
          <Routes>
            <Route element={<Shell />}>
              <Route path="*" element={<PageFrame title="A page">Content</PageFrame>} />
            </Route>
          </Routes>
        </MemoryRouter>
      </ConfirmProvider>
    </QueryClientProvider>,
  )
  await expect.element(screen.getByRole('heading', { name: 'A page' })).toBeVisible()
  return { api, screen }
}
const box = (element: Element) => element.getBoundingClientRect()

test.each([
  [768, true],
  [769, false],
])('at %i px it is the phone’s frame: %s, and all of it', async (width, phone) => {
  await page.viewport(width, 800)
  const { screen } = await openShell()
  const main = screen.getByRole('main').element()
  expect(screen.getByRole('button', { name: 'Open sidebar' }).elements()).toHaveLength(phone ? 1 : 0)
  expect(screen.getByRole('complementary', { name: 'Sidebar' }).elements()).toHaveLength(phone ? 0 : 1)
  // Between the bars and as wide as the screen, or beside the sidebar and as high as the screen.
  const bar = screen.getByRole('navigation', { name: 'Main' }).element()
  if (phone) expect([box(main).width, box(main).top > 0, box(main).bottom]).toEqual([width, true, box(bar).top])
  else expect([box(main).height, box(main).left > 0, box(main).right]).toEqual([800, true, width])
  const frame = screen.getByText('Content').element().parentElement
  expect(getComputedStyle(frame as Element).paddingTop).toBe(phone ? '20px' : '32px')
})

test('a phone has four ways at the bottom, and says where one is', async () => {
  await page.viewport(390, 800)
  const { screen } = await openShell()
  const bar = screen.getByRole('navigation', { name: 'Main' })
  const names = [...bar.element().querySelectorAll('a, button')].map((one) => one.textContent)
  expect(names).toEqual(['New chat', 'Commands', 'Spaces', 'Workforce'])
  expect(box(bar.element()).bottom).toBe(800)
  await bar.getByRole('link', { name: 'Spaces' }).click()
  await expect.element(bar.getByRole('link', { name: 'Spaces' })).toHaveAttribute('aria-current', 'page')
})

test('conversations are kept fresh where no list of them is drawn, and all of it after a gap', async () => {
  // On a phone the list is in a sheet that is closed.
  await page.viewport(600, 800)
  const { api } = await openShell()
  await queryClient.prefetchInfiniteQuery(threadsQuery(false))
  queryClient.setQueryData([...moduleKey('tasks'), 'list', {}], [])
  const isStale = (key: readonly unknown[]) => queryClient.getQueryCache().find({ queryKey: key })?.state.isInvalidated
  expect(api.calls.filter((call) => call === 'GET /api/threads')).toHaveLength(1)
  tell({ topic: 'threads' })
  await eventually(() => expect(isStale(threadsQuery(false).queryKey)).toBe(true))
  expect(isStale([...moduleKey('tasks'), 'list', {}])).toBe(false)
  tell({ topic: 'gap' })
  await eventually(() => expect(isStale([...moduleKey('tasks'), 'list', {}])).toBe(true))
})

test('a file that is dropped beside everything does not replace the page', async () => {
  const { screen } = await openShell()
  const drop = (types: string[]) => {
    const event = new Event('drop', { bubbles: true, cancelable: true })
    Object.defineProperty(event, 'dataTransfer', { value: { types, files: [] } })
    screen.getByRole('heading', { name: 'A page' }).element().dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(drop(['Files'])).toBe(true)
  expect(drop(['text/plain'])).toBe(false)
})

test.each([true, false])(
  'a module’s link looks like one of its row, and like where one is (wide: %s)',
  async (wide) => {
    const api = serveApi()
    api.answer = (_, url) => (url.pathname === '/api/modules' ? Response.json({ modules: [tasks] }) : undefined)
    const screen = await render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={['/tasks/today']}>
          <ModuleLinks wide={wide} />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    const link = screen.getByRole('link', { name: 'Task Inbox' })
    await expect.element(link).toHaveAttribute('aria-current', 'page')
    expect(link.element().className).not.toMatch(/=>|function/)
    const { borderRadius, backgroundColor } = getComputedStyle(link.element())
    expect(borderRadius).toBe('8px')
    expect(backgroundColor).not.toBe('rgba(0, 0, 0, 0)')
  },
)
