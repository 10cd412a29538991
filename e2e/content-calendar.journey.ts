import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { register, test, toast } from './screen.ts'

test.use({ installation: {}, timezoneId: 'Europe/Berlin', viewport: { width: 1280, height: 1100 } })

test('a weekly New York event keeps its time over the change of clocks, is dragged, exported and deleted', async ({
  page,
}) => {
  await register(page)
  await page.goto('/content-calendar?view=month&day=2026-11-01')
  const cell = (day: string) => page.locator(`[data-date="${day}"]`)
  const shown = (day: string, title: string) => cell(day).getByText(title)

  await test.step('adds it in its own zone, repeating by week', async () => {
    await page.getByRole('button', { name: 'New event' }).click()
    const form = page.getByRole('dialog', { name: 'New event' })
    await form.getByLabel('Title').fill('Stand-up')
    await form.getByLabel('Day', { exact: true }).fill('2026-10-26')
    await form.getByLabel('Time', { exact: true }).fill('09:00')
    await form.getByLabel('Time zone').selectOption('America/New_York')
    await form.getByLabel('Repeats').selectOption('week')
    await form.getByRole('button', { name: 'Add event' }).click()
    await expect(toast(page, 'Added')).toBeVisible()
  })

  await test.step('sees it on the clocks of Berlin: an hour earlier in the week between the changes', async () => {
    await expect(cell('2026-10-26')).toContainText('2:00pm')
    await expect(cell('2026-11-02')).toContainText('3:00pm')
    await page.getByRole('combobox', { name: 'Time zone shown' }).selectOption('America/New_York')
    await expect(cell('2026-10-26')).toContainText('9:00am')
    await expect(cell('2026-11-02')).toContainText('9:00am')
  })

  await test.step('drags one of them to another day, and undoes it', async () => {
    await shown('2026-11-02', 'Stand-up').hover()
    await page.mouse.down()
    const place = await cell('2026-11-03').boundingBox()
    await page.mouse.move((place?.x ?? 0) + 60, (place?.y ?? 0) + 60, { steps: 12 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'This one only' }).click()
    await expect(toast(page, 'Moved')).toBeVisible()
    await expect(shown('2026-11-03', 'Stand-up')).toBeVisible()
    await toast(page, 'Moved').getByRole('button', { name: 'Undo' }).click()
    await expect(shown('2026-11-02', 'Stand-up')).toBeVisible()
    await expect(shown('2026-11-03', 'Stand-up')).toHaveCount(0)
  })

  await test.step('exports it with its zone', async () => {
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Export as iCalendar' }).click()
    const text = await readFile(await (await waiting).path(), 'utf8')
    expect(text).toContain('DTSTART;TZID=America/New_York:20261026T090000')
    expect(text).toContain('BEGIN:VTIMEZONE')
  })

  await test.step('opens one by the keyboard and deletes it with the following', async () => {
    await page.locator('[data-date="2026-11-09"] [tabindex="0"]').first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Event' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'This and the following' }).click()
    await expect(toast(page, 'Deleted')).toBeVisible()
    await expect(shown('2026-11-09', 'Stand-up')).toHaveCount(0)
    await expect(shown('2026-11-02', 'Stand-up')).toBeVisible()
  })

  await test.step('makes a calendar, puts the series into it, and hides it', async () => {
    await page.getByRole('button', { name: 'New calendar' }).click()
    const form = page.getByRole('dialog', { name: 'New calendar' })
    await form.getByLabel('Name').fill('Work')
    await form.getByLabel('Colour 3').check({ force: true })
    await form.getByRole('button', { name: 'Add calendar' }).click()
    await expect(toast(page, 'Calendar added')).toBeVisible()
    await shown('2026-11-02', 'Stand-up').click()
    const event = page.getByRole('dialog', { name: 'Event' })
    await event.getByLabel('Calendar', { exact: true }).selectOption('Work')
    await event.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'All of them' }).click()
    await expect(toast(page, 'Saved')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Work' }).uncheck()
    await expect(page.getByText('Stand-up')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('checkbox', { name: 'Work' })).not.toBeChecked()
    await page.getByRole('checkbox', { name: 'Work' }).check()
    await expect(shown('2026-11-02', 'Stand-up')).toBeVisible()
  })

  await test.step('a month fits the window', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => page.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight)).toBe(0)
    await expect(cell('2026-12-06')).toBeInViewport({ ratio: 0.9 })
  })
})
