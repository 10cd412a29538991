import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { startEmbedded } from '../server/platform/database/embedded.ts'
import { register, test } from './screen.ts'

test.use({ installation: {} })

const bob = { username: 'bob', email: 'bob@example.org', password: 'correct horse battery' }
const exportPanel = (page: Page) => page.getByRole('region', { name: 'Export', exact: true })
const importPanel = (page: Page) => page.getByRole('region', { name: 'Import', exact: true })
const archive = (page: Page) => exportPanel(page).getByRole('link', { name: /^Download: / })

test('everything of a person is made into an archive while they are elsewhere, through a kill of the server, and another account takes it in', async ({
  page,
  server,
  browser,
}) => {
  test.setTimeout(180_000)
  await register(page)
  const call = (path: string, data: object) => page.context().request.post(path, { data })
  for (const title of ['Buy tea', 'Water the plants']) await call('/api/m/tasks/add', { title })
  await call('/api/memories', { text: 'Likes tea' })
  const folder = join(server.dataDir, 'archives')

  const database = new pg.Client((await startEmbedded(join(server.dataDir, 'postgres'))).connection('atrium'))
  await database.connect()
  try {
    await test.step('it is begun, and stands still where memories are read', async () => {
      await page.goto('/settings/data')
      await expect(exportPanel(page).getByRole('button', { name: 'Download everything' })).toBeEnabled()
      await database.query('begin')
      await database.query('lock table memories in access exclusive mode')
      await exportPanel(page).getByRole('button', { name: 'Download everything' }).click()
      await expect(exportPanel(page).getByText('This goes on when you leave the page.')).toBeVisible()
      await page.screenshot({ path: test.info().outputPath('making.png') })
      // The page is left: Activity has it.
      await page.goto('/')
      await page.getByRole('button', { name: 'Activity, 1 under way' }).first().click()
      const drawer = page.getByRole('dialog', { name: 'Activity' })
      await expect(drawer.getByText(/^\w+-\d{4}-\d\d-\d\d\.zip$/)).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await test.step('the server is killed, and the next one begins it anew', async () => {
      await server.kill()
      await database.query('rollback')
      await server.restart()
      await page.goto('/settings/data')
      await expect(archive(page)).toBeVisible({ timeout: 60_000 })
      expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.zip$/)])
      await page.screenshot({ path: test.info().outputPath('made.png') })
    })
  } finally {
    await database.end()
  }

  await test.step('the bell told of it', async () => {
    await page.goto('/')
    await page
      .getByRole('button', { name: /^Notifications/ })
      .first()
      .click()
    await expect(page.getByText('Your archive is ready')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await page.goto('/settings/data')
  const [download] = await Promise.all([page.waitForEvent('download'), archive(page).click()])
  const path = await download.path()

  await test.step('another account looks into it, takes it in, and has it', async () => {
    const context = await browser.newContext({ baseURL: server.url })
    const other = await context.newPage()
    await register(other, bob)
    await other.goto('/settings/data')
    await other.locator('input[type=file][accept*=".zip"]').setInputFiles(path)
    const report = importPanel(other).getByRole('status').filter({ hasText: 'What would be imported' })
    await expect(report.getByRole('row', { name: /^Memories/ })).toContainText('1')
    await other.screenshot({ path: test.info().outputPath('preview.png'), fullPage: true })
    await report.getByRole('button', { name: /^Import \d+ new things$/ }).click()
    await expect(importPanel(other).getByText('What was imported')).toBeVisible({ timeout: 30_000 })
    await other.goto('/tasks?view=anytime')
    await expect(other.getByText('Buy tea').first()).toBeVisible()
    await context.close()
  })

  await test.step('it is removed before its time', async () => {
    await exportPanel(page)
      .getByRole('button', { name: /^Delete / })
      .click()
    await expect(archive(page)).toHaveCount(0)
    await expect.poll(() => readdirSync(folder)).toEqual([])
  })
})
