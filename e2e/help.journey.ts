import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { composer, lastReply, test } from './screen.ts'

test.use({ installation: {} })

test('somebody without an account finds how something is done, goes there, and asks on', async ({ page }) => {
  await page.goto('/')

  await test.step('the account menu leads to the help', async () => {
    await expect(composer(page)).toBeVisible()
    await page.getByRole('button', { name: 'Account and settings' }).click()
    await page.getByRole('menuitem', { name: 'Help', exact: true }).click()
    await expect(page).toHaveURL(/\/help$/)
  })

  await test.step('words with a slip find the article, by keyboard alone', async () => {
    await expect(page.getByRole('link', { name: 'Passkeys' })).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('make it drak')
    await expect(page.getByRole('searchbox')).toHaveValue('make it drak')
    await expect(page.getByText(/^\d+ articles?$/)).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Light and dark theme/ })
      .press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Light and dark theme' })).toBeVisible()
  })

  await test.step('the article leads to its place', async () => {
    await expect(page.getByRole('article')).toContainText('Match system')
    await page.getByRole('link', { name: 'Open the page' }).click()
    await expect(page).toHaveURL(/\/settings\/appearance$/)
    await expect(page.getByRole('article')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Appearance' }).first()).toBeVisible()
    await page.goBack()
  })

  await test.step('what was not it is asked in a new chat, and answered there', async () => {
    await page.getByRole('button', { name: 'Ask the assistant' }).click()
    await expect(composer(page)).toHaveValue('make it drak')
    await composer(page).fill('make it dark')
    await composer(page).press('Enter')
    await expect(lastReply(page)).toContainText('Match system')
  })
})

test('each module has its help, and a name that there is not is no page', async ({ page }) => {
  await page.goto('/help/module-tasks')
  await expect(page.getByRole('heading', { level: 1, name: 'Task Inbox' })).toBeVisible()
  await expect(page.getByRole('article').getByRole('heading', { name: 'Projects' })).toBeVisible()
  await page.goto('/help/nothing')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})
