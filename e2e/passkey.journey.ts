import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { register, test, toast } from './screen.ts'

test.use({ installation: {} })

const alan = { username: 'alan', email: 'alan@example.org', password: 'correct horse battery' }

/** A device that has passkeys and confirms every question, such as a phone's fingerprint. */
async function plugIn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: /Account and settings/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect.poll(async () => (await page.context().request.get('/api/me')).json()).toMatchObject({ role: null })
}

test.describe('under a name', () => {
  // Passkeys are bound to names: never to 127.0.0.1.
  test.use({ baseURL: ({ server }, use) => use(server.url.replace('127.0.0.1', 'localhost')) })

  test('a passkey is made in the settings, and signs in without a password until it is deleted', async ({ page }) => {
    await plugIn(page)
    await register(page)
    await page.goto('/settings/security')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('My laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    const passkeys = page.getByRole('list', { name: 'Passkeys' })
    await expect(passkeys.getByRole('listitem').filter({ hasText: 'My laptop' })).toBeVisible()

    await signOut(page)
    await page.goto('/auth?next=/settings/security')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL(/\/settings\/security$/)
    await expect(toast(page, 'Welcome back!')).toContainText('Logged in as ada')

    await page.getByRole('button', { name: 'Delete My laptop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible()
    await signOut(page)
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(toast(page, 'Login failed')).toContainText('This passkey was not accepted.')
  })
})

/** What an authenticator app shows (RFC 6238), some 30-second steps from now. */
function shown(secret: string, steps: number): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hash = createHmac('sha1', key).update(counter).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

test('the second factor is turned on with an app, and asked for at the next sign-in', async ({ page }) => {
  await register(page, alan)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(alan.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  const setup = page.getByRole('alertdialog')
  const qr = setup.getByRole('img', { name: 'QR code for an authenticator app' })
  await expect(qr).toBeVisible()
  expect(await qr.evaluate((image: HTMLImageElement) => image.naturalWidth), 'the QR code is drawn').toBeGreaterThan(0)
  const secret = await setup.getByText(/^[A-Z2-7]{36}$/).innerText()
  await setup.getByLabel('Enter the code that the app shows').fill(shown(secret, 0))
  await setup.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()

  await signOut(page)
  await page.goto('/auth?next=/settings/security')
  await page.getByLabel('Username or e-mail').fill(alan.username)
  await page.getByLabel('Password', { exact: true }).fill(alan.password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.getByLabel('Code', { exact: true }).fill('not a code')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/That code is not right/)
  await page.getByLabel('Code', { exact: true }).fill(shown(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/security$/)
  await expect(toast(page, 'Welcome back!')).toContainText('Logged in as alan')
})
