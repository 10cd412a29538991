import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { type FakeStripe, startFakeStripe } from './fake-stripe/client.ts'
import { ada, test as base, register, toast } from './screen.ts'
import { startServer } from './server.ts'

const secret = 'whsec_of_the_journey'

/** Known before the server starts: Stripe is told where to send people back to. */
async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return String(port)
}

/** A server that takes cards, by a Stripe of its own. */
const test = base.extend<object, { stripe: FakeStripe }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from here
    async ({}, use) => {
      const stripe = await startFakeStripe()
      await use(stripe)
      await stripe.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ stripe }, use) => {
      const port = await freePort()
      const server = await startServer({
        PORT: port,
        STRIPE_SECRET_KEY: 'sk_test_journey',
        STRIPE_WEBHOOK_SECRET: secret,
        STRIPE_BASE_URL: stripe.url,
      })
      await stripe.webhook({ url: `${server.url}/api/workforce/stripe/webhook`, secret })
      await use(server)
      const log = server.log()
      await server.stop()
      expect(log).not.toContain('unexpected failure')
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
test.use({ installation: {}, contextOptions: { reducedMotion: 'reduce' } })

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)
}

test('an order is paid by card on Stripe’s page; its seats come with Stripe’s word, not with the way back', async ({
  page,
  stripe,
}) => {
  test.setTimeout(240_000)
  await register(page, ada)
  const cart = { items: { sales: 1, support: 1 }, billingPeriod: 'monthly' }
  await page.context().request.put('/api/workforce/cart', { data: cart })

  await test.step('the card is chosen at the checkout', async () => {
    await page.goto('/workforce/checkout')
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    await page.getByLabel('Street and number').fill('1 Main Street')
    await page.getByLabel('City').fill('London')
    await page.getByLabel('Country').fill('United Kingdom')
    await page.getByRole('radio', { name: 'Invoice' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText(/^You pay on a page of Stripe’s/)).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: /^Hire 2 agents for \$/ }).click()
    await expect(page.getByRole('heading', { name: /^Pay \$/ })).toBeVisible()
  })

  await test.step('back without paying, the order waits and says so', async () => {
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Order \d{4}-0001$/ })).toBeVisible()
    await expect(page.getByText('Pay by card. The seats start as soon as Stripe confirms it.')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Pay now' }).click()
    await expect(page.getByRole('heading', { name: /^Pay \$/ })).toBeVisible()
    await page.getByRole('button', { name: 'Pay with a card that is refused' }).click()
    await expect(page.getByText('Your card was declined.')).toBeVisible()
  })

  await test.step('paid, the order waits for Stripe’s word and shows it by itself', async () => {
    await stripe.hold(true)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByText(/^Waiting for Stripe’s confirmation/)).toBeVisible()
    await expect(page.getByText('Waiting for payment')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Seats' })).toBeHidden()
    const completed = await stripe.until(({ events }) =>
      events.find(({ type }) => type === 'checkout.session.completed'),
    )
    // Whoever comes back from the page, or says that Stripe says so, starts nothing.
    await stripe.send(completed, { secret: 'whsec_of_a_forger' })
    await expect(page.getByText('Waiting for payment')).toBeVisible()
    await stripe.hold(false)
    await stripe.send(completed)
    await expect(page.getByText('The invoice is paid and the seats are at work.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Seats' }).getByRole('listitem')).toHaveCount(2)
  })

  await test.step('a seat more is paid by card as well', async () => {
    await page.getByRole('link', { name: 'Subscriptions' }).click()
    await page.getByRole('link', { name: 'Change the team' }).click()
    await page.getByRole('button', { name: 'One Support Agent more' }).click()
    await page.getByRole('button', { name: /^Change for \$/ }).click()
    await expect(page.getByRole('heading', { name: /^Pay \$/ })).toBeVisible()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Seats' }).getByRole('listitem')).toHaveCount(3)
  })

  await test.step('an order by card is paid by its invoice instead; administrators see it come and go by itself', async () => {
    const admin = await page.context().newPage()
    await admin.goto('/admin?part=orders')
    await expect(admin.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveCount(2)
    const billing = { name: 'Ada', email: 'ada@example.org', address: '1 Main Street', city: 'London', country: 'UK' }
    const order = {
      items: { social: 1 },
      billingPeriod: 'monthly',
      billing,
      payment: 'stripe',
      expectedTotalCents: 12_900,
    }
    const attempt = 'an order of the journey'
    const placed = await page.context().request.post('/api/workforce/orders', { data: { ...order, attempt } })
    expect(placed.ok(), await placed.text()).toBe(true)
    await expect(admin.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toHaveCount(3)
    await page.goto(`/workforce/orders/${(await placed.json()).id}`)
    await page.getByRole('button', { name: 'Pay by invoice' }).click()
    await expect(page.getByText(/^Pay the invoice by /)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay now' })).toBeHidden()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the order' }).click()
    await expect(page.getByText('This order was cancelled. Nothing is due.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel the order' })).toBeHidden()
    await expect(admin.getByRole('list', { name: 'Orders' }).getByText('Cancelled', { exact: true })).toBeVisible()
    await admin.close()
  })

  await test.step('Stripe out of reach is said; then its portal opens', async () => {
    await page.getByRole('link', { name: 'Subscriptions' }).click()
    await stripe.fail(500, 1_000)
    await page.getByRole('button', { name: 'Manage your cards' }).click()
    await expect(toast(page, 'Stripe’s page could not be opened')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await stripe.fail(0, 0)
    await page.getByRole('button', { name: 'Manage your cards' }).click()
    await expect(page.getByRole('heading', { name: 'Billing portal' })).toBeVisible()
  })
})
