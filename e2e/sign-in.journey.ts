import { expect } from '@playwright/test'
import { ada, register, test, toast } from './screen.ts'

test.use({ installation: {} })

const alan = { username: 'alan', email: 'alan@example.org', password: 'correct horse battery' }

test('a protected page asks to sign in and is there afterwards, with the toast of the spec', async ({ page }) => {
  await register(page, ada)
  await page.context().clearCookies()
  await page.goto('/terms?x=1')
  await page.getByRole('link', { name: 'Sign In', exact: true }).click()
  await page.getByLabel('Username or e-mail').fill(ada.username)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Login failed')).toContainText('Wrong username or password.')
  await expect(toast(page, 'Login failed')).toContainText(/Reference: \S+/)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/terms\?x=1$/)
  await expect(toast(page, 'Welcome back!')).toContainText('Logged in as ada')
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
})

test('an administrator finds a person, makes a link, and the person sets a new password with it', async ({
  browser,
  page,
  server,
}) => {
  const login = await page.context().request.post('/api/login', { data: ada })
  if (!login.ok()) await register(page, ada)
  const other = await browser.newContext({ baseURL: server.url })
  await register(await other.newPage(), alan)
  await page.goto('/')
  await page.getByRole('button', { name: /Account and settings/ }).click()
  await page.getByRole('menuitem', { name: 'Admin Panel' }).click()
  await page.getByRole('searchbox', { name: 'Find a person' }).fill('alan')
  await expect(page.getByRole('list', { name: 'People' }).getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Plan of alan').selectOption('TEAM')
  await expect(toast(page, 'alan was changed')).toBeVisible()
  expect(await (await other.request.get('/api/user')).json()).toMatchObject({ tier: 'TEAM' })
  await page.getByRole('button', { name: 'More for alan' }).click()
  await page.getByRole('menuitem', { name: 'Make a reset link' }).click()
  const link = new URL(await page.getByRole('dialog').getByLabel('Link').inputValue())

  await other.clearCookies()
  const [his] = other.pages()
  if (!his) throw new Error('The page is gone.')
  await his.goto(link.pathname + link.search)
  await his.getByLabel('New password').fill('short')
  await his.getByLabel('New password').press('Enter')
  await expect(his.getByText('A password has at least 10 characters.')).toBeVisible()
  await his.getByLabel('New password').fill('another horse battery')
  await his.getByLabel('New password').press('Enter')
  await expect(his.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await his.getByLabel('Username or e-mail').fill('alan')
  await his.getByLabel('Password', { exact: true }).fill('another horse battery')
  await his.keyboard.press('Enter')
  await expect(toast(his, 'Welcome back!')).toContainText('Logged in as alan')
  await other.close()
})

test('without mail the page says who can help with a forgotten password', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgotten your password?' }).click()
  await expect(page.getByText(/Ask its administrator/)).toBeVisible()
  await page.goto('/auth?error=oidc_suspended')
  await expect(page.getByRole('alert')).toContainText('This account is suspended.')
})

test('a theme chosen in one tab shows in the other, and is there before the page', async ({ context, page }) => {
  await page.goto('/')
  const second = await context.newPage()
  await second.goto('/spaces')
  await page.getByRole('button', { name: /Account and settings/ }).click()
  await page.getByRole('menuitem', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect(second.locator('html')).toHaveClass(/light/)
  await page.getByRole('button', { name: /Account and settings/ }).click()
  await page.getByRole('menuitem', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Match system' }).click()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`))
  }
  await second.emulateMedia({ colorScheme: 'light' })
  // The root has its class when nothing but the head has run.
  await second.route('**/assets/*.js', (route) => route.abort())
  await second.goto('/spaces', { waitUntil: 'commit' })
  await expect(second.locator('html')).toHaveClass(/light/)
})
