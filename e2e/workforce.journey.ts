import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { ada, register, test } from './screen.ts'

test.use({ installation: {}, contextOptions: { reducedMotion: 'reduce' } })

const grace = { username: 'grace', email: 'grace@example.org', password: 'correct horse battery' }

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)
}

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Your selection' })
const stored = async (page: Page) => (await (await page.context().request.get('/api/workforce/cart')).json()).items

test('a founder with nothing hires the startup team by the year and pays by invoice; an administrator marks it paid', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(240_000)
  const office = await (await browser.newContext({ baseURL: server.url })).newPage()
  await register(office, ada) // the first to register administrates
  await register(page, grace)

  await test.step('the startup team is put into an empty cart, once', async () => {
    await page.goto('/workforce')
    await expect(page.getByRole('heading', { level: 1, name: 'Agent Workforce' })).toBeVisible()
    await expect(page.getByText(/^Build your digital company with 36 specialized Agents/)).toBeVisible()
    await expect(bar(page)).toContainText('4 agent(s) selected')
    await expect.poll(() => stored(page)).toEqual({ coo: 1, sales: 1, support: 1, creator: 1 })
    expect(await faultsOf(page)).toEqual([])
    await bar(page).getByRole('button', { name: 'Clear the cart' }).click()
    await expect(bar(page)).toContainText('0 agent(s) selected')
    await expect(bar(page).getByRole('button', { name: 'Continue to Checkout' })).toBeDisabled()
    await expect.poll(() => stored(page)).toEqual({})
    await page.reload()
    await expect(page.getByRole('button', { name: 'Use this team: Startup' })).toBeEnabled()
    await expect(bar(page)).toContainText('0 agent(s) selected')
  })

  await test.step('by keyboard alone: the preset, one more salesperson, the year, the checkout', async () => {
    await page.getByRole('button', { name: 'Use this team: Startup' }).focus()
    await page.keyboard.press('Enter')
    await expect(bar(page)).toContainText('4 agent(s) selected')
    await page.getByRole('button', { name: 'One Sales Representative more' }).focus()
    await page.keyboard.press('Space')
    await expect(bar(page)).toContainText('5 agent(s) selected')
    await expect(bar(page)).toContainText('$1,145 a month')
    await bar(page).getByRole('radio', { name: 'Monthly' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(bar(page)).toContainText('10% bundle discount applied')
    await expect(bar(page)).toContainText('$12,366 a year')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  })

  await test.step('another tab shows the same cart', async () => {
    const tab = await page.context().newPage()
    await tab.goto('/workforce/browse')
    await expect(bar(tab)).toContainText('5 agent(s) selected')
    await tab.getByRole('button', { name: 'One Support Agent fewer' }).click()
    await expect(page.getByRole('region', { name: 'Review' })).not.toContainText('Support Agent')
    await tab.getByRole('button', { name: 'One Support Agent more' }).click()
    await expect(page.getByRole('group', { name: 'Quantity of Support Agent' })).toBeVisible()
    await tab.close()
  })

  await test.step('billing details are asked for in sentences, and the order is sent', async () => {
    const summary = page.getByRole('region', { name: 'Summary' })
    await page.getByLabel('Tax in percent (optional)').fill('nineteen')
    await page.getByLabel('Street and number').focus()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Say who is billed.')).toBeVisible()
    await expect(page.getByText(/^A tax rate is a number from 0 to 50/)).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.getByLabel('Name', { exact: true }).fill('Grace Hopper')
    await page.getByLabel('Company (optional)').fill('Cobol & Daughters')
    await page.getByLabel('Street and number').fill('1 Compiler Way')
    await page.getByLabel('City').fill('Arlington')
    await page.getByLabel('Country').fill('United States')
    await page.getByLabel('PO number (optional)').fill('PO-7')
    await page.getByLabel('Tax in percent (optional)').fill('19')
    for (const figure of ['$13,740.00', '-$1,374.00', '$12,366.00', '$2,349.54', '$14,715.54'])
      await expect(summary).toContainText(figure)
    await summary.getByRole('button', { name: 'Hire 5 agents for $14,715.54' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /^Order \d{4}-0001$/ })).toBeVisible()
    await expect(page.getByText('Waiting for payment')).toBeVisible()
    await expect.poll(() => stored(page)).toEqual({})
    const link = await page.getByRole('link', { name: 'Invoice as PDF' }).getAttribute('href')
    const pdf = await page.context().request.get(link ?? '')
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('marked as paid, its five seats are at work, by name, without a reload', async () => {
    await office.goto('/admin?part=orders')
    await expect(office.getByText('Cobol & Daughters')).toBeVisible()
    expect(await faultsOf(office)).toEqual([])
    await office.getByRole('button', { name: /^Mark as paid: invoice \d{4}-0001$/ }).click()
    await office.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click()
    await expect(office.getByRole('list', { name: 'Orders' }).getByText('Paid', { exact: true })).toBeVisible()
    const seats = page.getByRole('list', { name: 'Seats' })
    await expect(seats.getByRole('listitem')).toHaveCount(5)
    await expect(seats.getByRole('listitem').filter({ hasText: 'Sales Representative' })).toHaveCount(2)
    await page.getByRole('link', { name: 'Subscriptions' }).click()
    await expect(page.getByRole('list', { name: 'Subscriptions' })).toContainText('$12,366 a year')
    await expect(page.getByRole('list', { name: 'Seats' }).getByRole('listitem')).toHaveCount(5)
    expect(await faultsOf(page)).toEqual([])
  })

  await test.step('one seat more is priced before it is ordered; the subscription ends with its period, or not', async () => {
    await page.getByRole('link', { name: 'Change the team' }).click()
    await page.getByRole('button', { name: 'One Content Creator more' }).click()
    const preview = page.getByRole('region', { name: 'What this changes' })
    await expect(preview).toContainText('1 seat is added.')
    await preview.getByRole('button', { name: /^Change for \$/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Order \d{4}-0002$/ })).toBeVisible()
    await page.getByRole('link', { name: 'Subscriptions' }).click()
    await page.getByRole('button', { name: 'Cancel at the end of the period' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel at the end of the period' }).click()
    await expect(page.getByText(/^Ends on /)).toBeVisible()
    await page.getByRole('button', { name: 'Keep the subscription' }).click()
    await expect(page.getByText(/^Renews on /)).toBeVisible()
  })
  await office.context().close()
})

test('the frame: its sections, a rail by Ctrl+B that is remembered, Home, and stars that stay', async ({ page }) => {
  await register(page, { username: 'lin', email: 'lin@example.org', password: 'correct horse battery' })
  await page.goto('/workforce')
  const sidebar = page.getByRole('complementary', { name: 'Workforce sidebar' })
  await expect(sidebar.getByText('36 Specialized Agents')).toBeVisible()
  for (const section of ['Overview', 'Quick Start', 'Agent Types', 'Management', 'Resources'])
    await expect(sidebar.getByRole('list', { name: section, exact: true })).toBeVisible()
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(256)
  await page.keyboard.press('Control+b')
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(48)
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state')
  expect(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(7, 1)
  await page.reload()
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(48)
  await page.keyboard.press('Control+b')

  const strip = page.getByRole('tablist', { name: 'Departments' })
  await strip.getByRole('tab', { name: 'All 36' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(strip.getByRole('tab', { name: 'C-Suite 3' })).toBeFocused()
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Keep Chief Financial Officer as a favorite' }).click()
  await sidebar.getByRole('link', { name: 'Favorites' }).click()
  await expect(page.getByRole('link', { name: 'Chief Financial Officer' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Chief Financial Officer' })).toBeVisible()

  await page.goto('/workforce/agents/counsel')
  await expect(page.getByText('Qualified review is needed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'One Counsel more' })).toBeDisabled()
  await page.getByRole('button', { name: 'Tell me when it is here' }).click()
  await expect(page.getByRole('button', { name: 'You will be told' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open sidebar' }).click()
  await expect.poll(async () => (await page.getByRole('dialog').boundingBox())?.width).toBe(288)
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Workforce links' }).getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})
