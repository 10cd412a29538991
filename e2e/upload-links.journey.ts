import { expect } from '@playwright/test'
import { register, test } from './screen.ts'

test.use({ installation: {} })

const picture = (name: string, bytes: number) => ({ name, mimeType: 'image/png', buffer: Buffer.alloc(bytes, 7) })

test('people without an account send files by a link on a telephone; the owner is told, and sees from whom', async ({
  page,
  browser,
}) => {
  await register(page)
  await page.goto('/sync')
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Wedding')
  await page.getByRole('button', { name: 'Make folder' }).click()
  let link = ''

  await test.step('the owner asks for pictures', async () => {
    await page.getByRole('button', { name: 'More for “Wedding”' }).click()
    await page.getByRole('menuitem', { name: 'Request files…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Photos of the wedding')
    await dialog.getByLabel('Message').fill('All of them, please.')
    await dialog.getByLabel('Password', { exact: true }).fill('sesame')
    await dialog.getByLabel('Pictures').check()
    await dialog.getByRole('button', { name: 'Make a link' }).click()
    link = await dialog.getByLabel('Link', { exact: true }).inputValue()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  })

  await test.step('a stranger sends two of one name, and is told what is not sent', async () => {
    const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })
    const stranger = await context.newPage()
    await stranger.goto(link)
    await stranger.getByLabel('Password', { exact: true }).fill('sesame')
    await stranger.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(stranger.getByText('All of them, please.')).toBeVisible()
    await stranger.getByLabel('Your name').fill('Aunt Ida')
    const input = stranger.locator('input[type=file]')
    await input.setInputFiles([picture('sea.png', 200_000), picture('hill.png', 100), { ...picture('a.exe', 1) }])
    await expect(stranger.getByText('2 files sent')).toBeVisible()
    await expect(stranger.getByText('Not sent: only these are asked for: Pictures.')).toBeVisible()
    await input.setInputFiles(picture('sea.png', 300))
    await expect(stranger.getByText('3 files sent')).toBeVisible()
    await context.close()
  })

  await test.step('nothing was overwritten, and each says from whom it is', async () => {
    await page.getByRole('row', { name: /Wedding/ }).click()
    for (const name of [/sea\.png/, /sea \(2\)\.png/, /hill\.png/])
      await expect(page.getByRole('row', { name })).toBeVisible()
    await page.goto('/sync/requests')
    await page.getByRole('button', { name: '3 files came' }).click()
    await expect(page.getByRole('list', { name: 'What came' }).getByText('Aunt Ida')).toHaveCount(3)
  })

  await test.step('turned off, it takes nothing more', async () => {
    await page.getByRole('switch', { name: 'Takes files' }).click()
    await expect(page.getByText('Off', { exact: true })).toBeVisible()
    const stranger = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
    await stranger.goto(link)
    await stranger.getByLabel('Password', { exact: true }).fill('sesame')
    await stranger.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(stranger.getByText('Nothing can be sent at the moment')).toBeVisible()
    await stranger.context().close()
  })
})
