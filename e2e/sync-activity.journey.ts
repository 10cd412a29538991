import { expect } from '@playwright/test'
import { register, test } from './screen.ts'

test.use({ installation: {} })

test('what happened with files is told: by whom, from which name, and what a stranger fetched by a link', async ({
  page,
  browser,
}) => {
  await register(page)
  await page.goto('/sync')
  const more = async (name: string, item: string) => {
    await page.getByRole('button', { name: `More for “${name}”` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const close = () => page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  const line = (what: string) =>
    page.getByRole('list', { name: 'What happened' }).getByRole('listitem').filter({ hasText: what })

  await test.step('Ada uploads, renames and makes a link, by which a stranger fetches it', async () => {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'draft.txt', mimeType: 'text/plain', buffer: Buffer.from('Three rents.') })
    await expect(page.getByText('1 file uploaded')).toBeVisible()
    await more('draft.txt', 'Rename…')
    await page.getByRole('dialog').getByLabel('Name').fill('lease.txt')
    await page.getByRole('dialog').getByLabel('Name').press('Enter')
    await expect(page.getByRole('row', { name: /lease\.txt/ })).toBeVisible()
    await more('lease.txt', 'Share…')
    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = await page.getByLabel('Link', { exact: true }).inputValue()
    await close()
    const stranger = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
    await stranger.goto(link)
    await Promise.all([stranger.waitForEvent('download'), stranger.getByRole('link', { name: 'Download' }).click()])
    await stranger.context().close()
  })

  await test.step('it stands beside the file, the last first', async () => {
    await more('lease.txt', 'Activity')
    await expect(page.getByRole('dialog', { name: 'Activity of “lease.txt”' })).toBeVisible()
    await expect(line('Downloaded by a link')).toContainText('By link')
    await expect(line('Renamed')).toContainText('before: draft.txt')
    await expect(line('Added')).toContainText('You')
    await expect(page.getByRole('list', { name: 'What happened' }).getByRole('listitem').last()).toContainText('Added')
  })

  await test.step('of everything it is a page, and a line leads to its file', async () => {
    await page.getByRole('link', { name: 'All activity' }).click()
    await expect(page.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible()
    await line('Renamed').getByRole('link', { name: 'lease.txt' }).click()
    await expect(page.getByRole('dialog').getByLabel('lease.txt', { exact: true })).toHaveValue('Three rents.')
  })
})
