import { gzipSync } from 'node:zlib'
import { furtherPages, moduleEntries } from '@atrium/contract/catalogue/modules'
import { pageEntries } from '@atrium/contract/catalogue/pages'
import { spaces } from '@atrium/contract/catalogue/spaces'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, type Page } from '@playwright/test'
import { ada, composer, register, test } from './screen.ts'

type Visitor = 'anonymous' | 'guest' | 'member' | 'administrator'
const visitors: readonly Visitor[] = ['anonymous', 'guest', 'member', 'administrator']

/** What a route shows to whoever may see it: its title, or where it leads. */
interface Expected {
  access: 'public' | 'member' | 'administrator'
  heading?: string | RegExp
  leadsTo?: string
}

const shown = (heading: string | RegExp, access: Expected['access'] = 'public'): Expected => ({ heading, access })
const leads = (leadsTo: string): Expected => ({ leadsTo, access: 'public' })

/** Spec 2.1, 2.6 and 2.7: every route, once. */
const routes: Readonly<Record<string, Expected>> = {
  '/': shown(/\w/),
  '/industries': shown('Spaces'),
  '/spaces': shown('Spaces'),
  ...Object.fromEntries(spaces.map(({ key, title }) => [`/spaces/${key}`, shown(new RegExp(`${title}$`))])),
  '/industry/realestate': shown(/Real Estate$/),
  '/spaces/nowhere': shown('Page Not Found', 'member'),
  '/spaces/exec/timesheet-inbox': shown('Timesheet Inbox'),
  '/profile': shown('Settings'),
  '/settings': shown('Settings'),
  '/help': shown('Help'),
  '/help/nothing': shown('Page Not Found'),
  '/abilities/journal': shown('Journal'),
  '/abilities/school': shown('School'),
  '/abilities/nothing': shown('Page Not Found', 'member'),
  ...Object.fromEntries(
    [...moduleEntries, ...furtherPages].flatMap(({ route, title }) => (route ? [[route, shown(title)]] : [])),
  ),
  ...Object.fromEntries(pageEntries.map(({ route, title, access }) => [route, shown(title, access)])),
  '/tasks': shown('Task Inbox'),
  '/test/threaded-chat': shown(/\w/),
  '/admin': shown('Admin console', 'administrator'),
  '/m': shown('Mobile chat', 'member'),
  '/join/nothing': shown('This invitation does not work'),
  '/terms': shown('Terms', 'member'),
  '/privacy': shown('Privacy notice', 'member'),
  '/no/such/page': shown('Page Not Found', 'member'),
  '/workforce/nothing': shown('Page Not Found', 'member'),
  '/gather-public': leads('/gather'),
  '/atrium/anything': leads('/'),
  '/os/anything/below': leads('/'),
}

const ranks: Record<Expected['access'], readonly Visitor[]> = {
  public: visitors,
  member: ['member', 'administrator'],
  administrator: ['administrator'],
}

/** What stands there for somebody: a heading, of the page or of what is said instead. */
function headingFor({ access, heading }: Expected, visitor: Visitor): string | RegExp | undefined {
  if (ranks[access].includes(visitor)) return heading
  return visitor === 'member' ? 'Access Denied' : 'Sign In Required'
}

test.use({ installation: {} })

const grace = { username: 'grace', email: 'grace@example.org', password: 'correct horse battery' }

async function arrive(browser: Browser, baseURL: string, visitor: Visitor): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage()
  if (visitor === 'guest') await page.context().request.post('/auth/guest', { data: {} })
  // The first to register administrates.
  if (visitor === 'administrator') await register(page, ada)
  if (visitor === 'member') await register(page, grace)
  return page
}

const visit = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test('every route shows everybody what is theirs to see', async ({ browser, server }) => {
  test.setTimeout(420_000)
  const pages = new Map<Visitor, Page>()
  for (const visitor of ['administrator', 'member', 'guest', 'anonymous'] as const)
    pages.set(visitor, await arrive(browser, server.url, visitor))
  // One load of the page each; then as a link would lead.
  await Promise.all([...pages.values()].map((page) => page.goto('/')))
  await Promise.all(
    [...pages].map(async ([visitor, page]) => {
      for (const [path, expected] of Object.entries(routes)) {
        await visit(page, path)
        const { leadsTo } = expected
        const heading = headingFor(expected, visitor)
        if (leadsTo) await expect(page, `${path} for ${visitor}`).toHaveURL(server.url + leadsTo, { timeout: 30_000 })
        if (heading === undefined) continue
        await expect(
          page.getByRole('heading', { level: 1, name: heading, exact: true }),
          `${path} for ${visitor}`,
        ).toBeAttached({ timeout: 30_000 })
        if (heading === 'Sign In Required') {
          await expect(page.getByText('Please sign in to access this page.')).toBeVisible()
          await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toHaveAttribute(
            'href',
            `/auth?${new URLSearchParams({ next: path })}`,
          )
        }
        if (heading === 'Access Denied') await expect(page.getByText('Admin privileges required.')).toBeVisible()
      }
      await page.context().close()
    }),
  )
})

const looks = [
  { colorScheme: 'light', language: 'en' },
  { colorScheme: 'dark', language: 'en' },
  { colorScheme: 'dark', language: 'ar' },
] as const
const sample = ['/auth', '/spaces', '/spaces/legal', '/school', '/workforce', '/admin', '/terms', '/no/such/page']

for (const { colorScheme, language } of looks) {
  test(`pages have no serious finding of axe: ${colorScheme}, ${language}`, async ({ browser, server }) => {
    test.setTimeout(120_000)
    const context = await browser.newContext({ baseURL: server.url, colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const known = await page.context().request.post('/api/login', { data: ada })
    if (!known.ok()) await register(page, ada)
    await page.addInitScript(
      ([theme, lang]) => {
        localStorage.setItem('atrium_theme', theme)
        localStorage.setItem('i18nextLng', lang)
      },
      [colorScheme, language] as const,
    )
    for (const path of sample) {
      if (path === '/auth') await context.clearCookies()
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 })
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(
        serious.map(({ id, nodes }) => [id, nodes[0]?.html]),
        path,
      ).toEqual([])
      if (path === '/auth') await context.request.post('/api/login', { data: ada })
    }
    await context.close()
  })
}

test('a page is announced: its title in the window, the focus on it, a way past the sidebar', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Spaces', exact: true }).click()
  await expect(page).toHaveTitle('Spaces · Atrium')
  await expect(page.locator('main#main')).toBeFocused()
  await test.step('chosen from a menu by the keyboard, too', async () => {
    await page.getByRole('button', { name: /Account and settings/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Settings' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect(page.locator('main#main')).toBeFocused()
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})

test('a page whose file cannot be had offers to reload, and is there then', async ({ page }) => {
  const missing = /\/assets\/spaces-page-/
  await page.goto('/')
  await expect(composer(page)).toBeVisible()
  await page.route(missing, (route) => route.abort())
  await page.getByRole('link', { name: 'Spaces', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A new version is ready' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/auth')
  await test.step('the rest of the page goes on', async () => {
    await page.getByRole('button', { name: 'New chat' }).click()
    await expect(composer(page)).toBeVisible()
    await page.goBack()
  })
  await page.unroute(missing)
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Spaces' })).toBeVisible()
})

test('a page that breaks says so, with what happened and the ways on; every other page is as it was', async ({
  page,
}) => {
  await page.route('**/api/modules', (route) => route.fulfill({ json: { modules: null } }))
  await page.goto('/school')
  const screen = page.getByRole('main').getByRole('alert')
  await expect(screen.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible()
  await expect(
    screen.getByText('The application encountered an error. Please refresh the page to try again.'),
  ).toBeVisible()
  await expect(screen.getByText(/^Cannot read properties of null/)).toBeVisible()
  const stack = screen.locator('pre')
  await expect(stack).toBeHidden()
  await screen.getByText('Stack trace').press('Enter')
  await expect(stack).toContainText('/assets/')
  await expect(page).toHaveTitle('Something went wrong · Atrium')
  await page.getByRole('link', { name: 'Atrium home' }).click()
  await expect(composer(page)).toBeVisible()
  await page.unroute('**/api/modules')
  await page.goBack()
  await screen.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'School' })).toBeVisible()
})

test('the first page asks for no more than 150 KB of JavaScript and 30 KB of CSS, compressed', async ({ request }) => {
  const page = await (await request.get('/')).text()
  const named = [...page.matchAll(/(?:href|src)="([^"]+\.(js|css))"/g)]
  const bytes = { js: 0, css: 0 }
  for (const [, address = '', kind] of named) {
    const text = await (await request.get(address)).body()
    bytes[kind as 'js' | 'css'] += gzipSync(text, { level: 9 }).length
  }
  expect(bytes.js).toBeGreaterThan(50_000)
  expect(bytes.js).toBeLessThanOrEqual(150_000)
  expect(bytes.css).toBeLessThanOrEqual(30_000)
})

test('a Space is found by its words, which stand in the address, and a conversation begins in it', async ({ page }) => {
  await page.goto('/spaces')
  await page.getByRole('searchbox', { name: 'Find a Space' }).fill('contracts')
  await expect(page).toHaveURL(/\?q=contracts/)
  await page.getByRole('link', { name: /Legal/ }).first().click()
  const ask = page.getByRole('textbox', { name: 'Ask in this Space' })
  await expect(ask).toHaveAttribute('placeholder', 'Ask anything — across all spaces')
  await page.context().request.post('/auth/guest', { data: {} })
  await page.reload()
  await ask.fill('What is a notice period?')
  await ask.press('Enter')
  await expect(page).toHaveURL(/\/c\//)
  await expect(page.getByRole('article').first()).toContainText('What is a notice period?')
  const id = /\/c\/([\w-]+)/.exec(page.url())?.[1]
  const thread = await (await page.context().request.get(`/api/chat/thread/${id}`)).json()
  expect(thread.space).toBe('legal')
})
