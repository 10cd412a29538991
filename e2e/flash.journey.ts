import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { composer, register, test } from './screen.ts'

test.use({ installation: {} })

test('a person makes a deck by a command, adds cards, reviews them by keys, and takes them to another person as a package', async ({
  page,
  browser,
  server,
}) => {
  await register(page)

  await test.step('makes the deck from the chat, ready to add', async () => {
    await page.goto('/flash?q=photosynthesis')
    const dialog = page.getByRole('dialog', { name: 'Add cards' })
    await expect(dialog.getByLabel('Deck')).toHaveValue('photosynthesis')
    await dialog.getByRole('textbox', { name: 'Front' }).click()
    await page.keyboard.type('What gives plants their green?')
    await dialog.getByRole('textbox', { name: 'Back' }).click()
    await page.keyboard.type('Chlorophyll')
    await page.keyboard.press('Control+Enter')
    await expect(dialog.getByText('1 added')).toBeVisible()
    await dialog.getByLabel('Kind of card').selectOption('cloze')
    await dialog.getByRole('textbox', { name: 'Text', exact: true }).click()
    await page.keyboard.type('The {{c1::light}} reactions make {{c2::ATP}}.')
    await expect(dialog.getByText('2 cards')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add card' }).click()
    await expect(dialog.getByText('2 added')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('2 cards for today')).toBeVisible()
  })

  const card = page.locator('[data-card]')
  await test.step('reviews by keys, and undoes', async () => {
    await page.getByRole('link', { name: 'Review', exact: true }).click()
    await expect(card).toContainText('What gives plants their green?')
    await page.keyboard.press('Space')
    await expect(card).toContainText('Chlorophyll')
    await page.keyboard.press('4')
    await expect(card).toContainText('The […] reactions make ATP.')
    await expect(page.getByRole('button', { name: 'Undo the last grade' })).toBeEnabled()
    await expect(async () => {
      await page.keyboard.press('u')
      await expect(card).toContainText('What gives plants their green?', { timeout: 1_000 })
    }).toPass()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: /^Good/ }).click()
    await expect(card).toContainText('The […] reactions make ATP.')
    await page.keyboard.press('Space')
    await expect(card).toContainText('The light reactions')
    await page.keyboard.press('4')
    // The first one again, which was only good: in learning, it comes early when nothing else is left.
    await expect(card).toContainText('What gives plants their green?')
    await page.keyboard.press('Space')
    await page.keyboard.press('4')
    await expect(page.getByRole('heading', { name: 'Done for now' })).toBeVisible()
  })

  await test.step('finds a card by what it is', async () => {
    await page.goto('/flash?view=browse')
    await page.getByRole('searchbox', { name: 'Search cards' }).fill('is:new')
    await expect(page.getByText('1 card', { exact: true })).toBeVisible()
    await expect(page.getByText('The light reactions make […].')).toBeVisible()
  })

  await test.step('adds one more by a sentence in the chat', async () => {
    await page.goto('/')
    await composer(page).fill('flashcard: dog = Hund')
    await composer(page).press('Enter')
    await expect(page.getByRole('article').last()).toContainText('Added to photosynthesis: dog → Hund.')
  })

  await test.step('gives all of it to another person, who sees first what it brings', async () => {
    await page.goto('/flash')
    await page.getByRole('button', { name: 'Export' }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'For Anki (.apkg)' }).click()
    const bytes = await readFile(await (await coming).path())
    const other = await (await browser.newContext({ baseURL: server.url })).newPage()
    await register(other, { username: 'ben', email: 'ben@example.org', password: 'correct horse battery' })
    await other.goto('/flash')
    await other.getByRole('button', { name: 'Import from Anki or a table' }).click()
    const dialog = other.getByRole('dialog')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'Plants.apkg', mimeType: 'application/zip', buffer: bytes })
    await expect(dialog.getByText('What gives plants their green?')).toBeVisible()
    await dialog
      .getByRole('button', { name: /^Import/ })
      .last()
      .click()
    await expect(other.getByRole('link', { name: /photosynthesis/ })).toBeVisible()
    await other.context().close()
  })
})
