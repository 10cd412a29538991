import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { ada, register, signIn, test, toast } from './screen.ts'

test.use({ installation: {} })

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567' // base32, RFC 4648

/** What an authenticator app shows for a secret now, or some steps later (RFC 6238: SHA-1, 30 s, six digits). */
function codeOf(secret: string, later = 0): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const hash = createHmac('sha1', key).update(counter).digest()
  const at = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

async function enterPassword(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/auth')
  await page.getByLabel('Username or e-mail').fill(ada.username)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}

test('two-step sign-in is turned on, then asks for a code, or for a recovery code', async ({ page }) => {
  await register(page)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  const setup = page.getByRole('alertdialog', { name: 'Turn on two-step sign-in' })
  await expect(setup.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  const secret = await setup.locator('code').innerText()
  const [recovery = ''] = await setup
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts()
  await setup.getByLabel('Enter the code that the app shows').fill(codeOf(secret))
  await setup.getByRole('button', { name: 'Turn on', exact: true }).click()
  await expect(toast(page, 'Two-step sign-in is on.')).toBeVisible()

  await enterPassword(page)
  // A code serves once: this is the next one, which a clock that is a little ahead would show.
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(toast(page, 'Welcome back!')).toBeVisible()

  await enterPassword(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(toast(page, 'Welcome back!')).toBeVisible()
  await page.goto('/settings/security')
  await expect(page.getByText('9 recovery codes left')).toBeVisible()
})

test('an API key is shown once, reads for its owner, and ends when it is deleted', async ({
  page,
  playwright,
  server,
}) => {
  await register(page, { ...ada, username: 'grace', email: 'grace@example.org' })
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Make an API key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Reports')
  await page.getByRole('dialog').getByRole('button', { name: 'Make an API key' }).click()
  const made = page.getByRole('alertdialog', { name: 'Your new API key' })
  const key = await made.locator('code').innerText()
  await made.getByRole('button', { name: 'I have kept it' }).click()
  await expect(page.getByRole('list', { name: 'API keys' })).not.toContainText(key)

  const program = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  })
  expect(await (await program.get('/api/user')).json()).toMatchObject({ username: 'grace' })
  await page.getByRole('button', { name: 'Delete Reports' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('You have no API keys.')).toBeVisible()
  expect((await program.get('/api/user')).status()).toBe(401)
  await program.dispose()
})

test('a session ended from here is over there', async ({ browser, page, server }) => {
  const mary = { ...ada, username: 'mary', email: 'mary@example.org' }
  await register(page, mary)
  const other = await browser.newContext({ baseURL: server.url, userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' })
  await signIn(await other.newPage(), mary)
  await page.goto('/settings/security')
  const sessions = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await sessions.getByRole('button', { name: /^Sign out/ }).click()
  await expect(sessions).toHaveCount(1)
  expect((await other.request.get('/api/user')).status()).toBe(401)
  expect((await page.context().request.get('/api/user')).ok()).toBe(true)
  await other.close()
})
