import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { ada, composer, register, test } from './screen.ts'

test.use({ installation: {}, contextOptions: { reducedMotion: 'reduce' }, actionTimeout: 30_000 })

const grace = { username: 'grace', email: 'grace@example.org', password: 'correct horse battery' }
const leads = `Name,Company,Email,Title,Employees
Ada Byron,Analytical Engines,ada@analytical.example,VP Sales,120
ADA BYRON,Analytical Engines Ltd,ADA@analytical.example,VP of Sales,120
Bo Chen,Harbour Robotics,bo.chen@harbour.example,Head of Operations,340
Cy Duarte,Lanterna,cy@lanterna.example,Intern,12
Di Evans,Northwind Mills,,CEO,80
`

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)
}

test('a founder hires, gives the SDR leads, approves what it drafts, accepts what it delivers, sees the cost, and lets a seat go', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(240_000)
  const office = await (await browser.newContext({ baseURL: server.url })).newPage()
  await register(office, ada)
  await register(page, grace)

  await test.step('the startup preset and an SDR, by the year, by invoice', async () => {
    await page.goto('/workforce')
    const bar = page.getByRole('region', { name: 'Your selection' })
    await expect(bar).toContainText('4 agent(s) selected')
    await page.getByRole('button', { name: 'One Sales Development Representative more' }).click()
    await bar.getByRole('radio', { name: 'Monthly' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(bar).toContainText('10% bundle discount applied')
    await bar.getByText('Continue to Checkout').click()
    await page.getByLabel('Name', { exact: true }).fill('Grace Hopper')
    await page.getByLabel('Street and number').fill('1 Compiler Way')
    await page.getByLabel('City').fill('Arlington')
    await page.getByLabel('Country').fill('United States')
    await page.getByRole('button', { name: /^Hire 5 agents for \$/ }).click()
    await expect(page.getByText('Waiting for payment')).toBeVisible()
  })

  await test.step('the administrator marks it paid; the seats stand there without a reload', async () => {
    await office.goto('/admin?part=orders')
    await office.getByRole('button', { name: /^Mark as paid/ }).click()
    await office.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click()
    const seats = page.getByRole('list', { name: 'Seats' })
    await expect(seats.getByRole('listitem')).toHaveCount(5)
    await seats.getByRole('link', { name: /Sales Development Representative 1/ }).click()
  })

  await test.step('the SDR asks for context before it begins', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Sales Development Representative 1' })).toBeVisible()
    await page.getByRole('tab', { name: /^Context/ }).click()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Let it begin' }).click()
    await expect(page.getByText('Sales Development Representative 1 can begin', { exact: true })).toBeVisible()
  })

  await test.step('it gets the leads', async () => {
    await page.goto('/workforce/active')
    await page
      .getByRole('button', { name: /^(New task|Give the first task)$/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const sdr = dialog.getByLabel('Who does it').getByRole('option', { name: /^Sales Development Representative 1/ })
    await dialog.getByLabel('Who does it').selectOption(await sdr.getAttribute('value'))
    await dialog
      .getByLabel('How')
      .selectOption({ label: 'Clean and score a list of leads, and draft the first messages' })
    await dialog
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(leads) })
    await expect(dialog.getByTitle('leads.csv')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Give the task' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('what it wants to write waits for a word, and is approved', async () => {
    await page.goto('/workforce')
    const needs = page.getByRole('region', { name: 'What needs you' })
    await expect(needs.getByRole('button', { name: 'Approve', exact: true })).toBeVisible({ timeout: 30_000 })
    expect(await faultsOf(page)).toEqual([])
    await needs.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(needs.getByRole('button', { name: 'Accept', exact: true })).toBeVisible({ timeout: 30_000 })
  })

  await test.step('the deliverable shows drafts, sources and evidence, and is accepted', async () => {
    await page
      .getByRole('region', { name: 'What needs you' })
      .getByRole('link', { name: /Read it whole/ })
      .click()
    await expect(page.getByText('bo.chen@harbour.example').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Sources', exact: true })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(page.getByText('Accepted', { exact: true }).first()).toBeVisible()
    const tasks = await page.context().request.post('/api/m/tasks/list', { data: {} })
    expect(JSON.stringify(await tasks.json())).toContain('Bo Chen')
  })

  await test.step('its seat has the run with its steps, the word that was given, and the product; ended work has the task', async () => {
    await page.goto('/workforce/seats')
    await page.getByRole('link', { name: /Sales Development Representative 1/ }).click()
    const panel = page.getByRole('tabpanel')
    await page.getByRole('tab', { name: /^Approvals/ }).click()
    await expect(panel.getByText('Approved', { exact: true }).first()).toBeVisible()
    await page.getByRole('tab', { name: /^Deliverables/ }).click()
    await expect(panel.getByRole('listitem').getByText('Accepted', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: /^Runs/ }).click()
    await expect(panel.getByText('leads.csv').first()).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.goto('/workforce/active?view=ended')
    await expect(page.getByRole('link', { name: /Clean and score a list of leads/ })).toBeVisible()
    await page.goto('/workforce/deliverables')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
    expect(await faultsOf(page)).toEqual([])
  })

  await test.step('what it cost stands in the figures', async () => {
    await page.goto('/workforce/analytics')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Sales Development Representative 1').first()).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
  })

  await test.step('named in a conversation, a seat gets a task and reports there', async () => {
    await page.goto('/')
    await composer(page).pressSequentially('@sales dev')
    await expect(page.getByRole('option', { name: /Sales Development Representative 1/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.type('score the leads')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/has the task/).first()).toBeVisible()
    await expect(page.getByText(/I could not finish/)).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('link', { name: 'Sales Development Representative 1' }).first()).toBeVisible()
  })

  await test.step('one seat is let go with its period, by keyboard', async () => {
    await page.goto('/workforce/seats')
    await page.getByRole('link', { name: /Content Creator 1/ }).click()
    await page.getByRole('button', { name: 'More', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Let go' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('After that you pay')
    await dialog.getByRole('button', { name: 'Let Content Creator 1 go' }).press('Enter')
    await expect(page.getByText(/leaves at the end of the period/)).toBeVisible()
    await page.goto('/workforce/subscriptions')
    await expect(page.getByRole('list', { name: 'Subscriptions' })).toContainText('Content Creator')
  })
  await office.context().close()
})
