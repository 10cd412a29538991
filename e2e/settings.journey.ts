import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { ada, register, test, toast } from './screen.ts'

test.use({ installation: {} })

/** What axe calls serious or critical on the page as it stands. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)
}

test('a member changes their profile, plan and memory, and takes their data along', async ({ page }) => {
  await register(page)
  await page.goto('/settings')

  await test.step('a first name is saved, and stays after loading again', async () => {
    await page.getByLabel('First name').fill('Augusta')
    await page.getByLabel('First name').press('Control+Enter')
    await expect(toast(page, 'Saved successfully')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('First name')).toHaveValue('Augusta')
    await expect(page.getByRole('button', { name: 'Augusta Account and settings' })).toBeVisible()
  })

  await test.step('the plan is changed freely', async () => {
    await page.getByRole('link', { name: 'Plan', exact: true }).click()
    await expect(page).toHaveURL(/\/settings\/plan$/)
    await page.getByRole('button', { name: 'Change to Team' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Your plan' })).toContainText('Team')
  })

  await test.step('a memory is added, edited, deleted and put back', async () => {
    await page.getByRole('link', { name: 'Memory', exact: true }).click()
    await page.getByLabel('Something to remember').fill('I live in Berlin.')
    await page.getByLabel('Something to remember').press('Enter')
    await page.getByRole('button', { name: 'Edit I live in Berlin.' }).click()
    await page.getByRole('textbox', { name: 'What is remembered' }).fill('I live in Rome.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Delete I live in Rome.' }).click()
    await expect(page.getByText('Nothing is remembered yet.')).toBeVisible()
    await toast(page, 'Deleted successfully').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('I live in Rome.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('I live in Rome.')).toBeVisible()
  })

  await test.step('an export can be looked at as an import: everything is here already', async () => {
    await page.getByRole('link', { name: 'Your data' }).click()
    await page.getByRole('button', { name: 'Download everything' }).click()
    const link = page.getByRole('list', { name: 'Export' }).getByRole('link', { name: /^Download/ })
    await expect(link).toBeVisible()
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    await page.locator('input[type=file]').setInputFiles(await download.path())
    const report = page.getByRole('status').filter({ hasText: 'What would be imported' })
    await expect(report.getByRole('row', { name: /^Memories/ })).toContainText('1')
    await expect(report.getByRole('button', { name: /^Import 0/ })).toBeDisabled()
  })
})

const sections = [
  'profile',
  'teams',
  'plan',
  'security',
  'appearance',
  'models',
  'memory',
  'webhooks',
  'data',
  'shortcuts',
]
const looks = [
  { theme: 'Light', language: 'en', direction: 'ltr' },
  { theme: 'Dark', language: 'ar', direction: 'rtl' },
] as const

for (const { theme, language, direction } of looks) {
  test(`settings have no serious fault: ${theme}, ${direction}`, async ({ page }) => {
    test.setTimeout(180_000)
    const username = `grace${theme}`
    await register(page, { ...ada, username, email: `${username}@example.org` })
    await page.goto('/settings/appearance')
    await page.getByRole('radio', { name: theme, exact: true }).check()
    await page.goto(`/settings?lng=${language}`)
    await expect(page.locator('html')).toHaveAttribute('dir', direction)
    await expect(page.locator('html')).toHaveClass(new RegExp(theme.toLowerCase()))
    for (const section of sections) {
      await page.locator(`a[href="/settings/${section}"]`).click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // Skeletons say what they are waiting for.
      await expect(page.locator('main [role="status"][aria-label]')).toHaveCount(0)
      expect(await faultsOf(page), `${section}, ${theme}`).toEqual([])
    }
  })
}

test('a second person asks for deletion, is told the day, and keeps the account', async ({ page }) => {
  await register(page, { ...ada, username: 'mary', email: 'mary@example.org' })
  await page.goto('/settings/data')
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Password', { exact: true }).fill('not this one')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('That is not your password.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText(/will be deleted for good on/)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText(/will be deleted for good on/)).toHaveCount(0)
})

test('what is not saved is not lost by a link, by Back, by a shortcut or with the tab', async ({ page }) => {
  await register(page, { ...ada, username: 'joan', email: 'joan@example.org' })
  await page.goto('/spaces')
  await page.getByRole('button', { name: /Account and settings/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const name = page.getByLabel('First name')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const stay = async () => {
    await question.getByRole('button', { name: 'Stay here' }).click()
    await expect(question).toHaveCount(0)
    await expect(page).toHaveURL(/\/settings$/)
    await expect(name).toHaveValue('Joan')
  }
  await name.click()
  await page.keyboard.type('Joan')
  await page.getByRole('link', { name: 'Memory', exact: true }).click()
  await stay()
  await page.goBack()
  await stay()
  await name.press('Control+Shift+O')
  await stay()
  const closing = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await closing
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()

  await page.goBack()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/\/spaces$/)
  // Nothing is held back any more, and what was left is where it was.
  await page.goForward()
  await expect(name).toHaveValue('')
  await page.goBack()
  await expect(page).toHaveURL(/\/spaces$/)
})
