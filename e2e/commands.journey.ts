import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { composer, register, replied, test, toast, words } from './screen.ts'

test.use({ installation: {} })

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' })
const options = (page: Page) => page.getByRole('option')

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
}

/** Somebody with a place to keep things, and no plan. */
async function beGuest(page: Page): Promise<void> {
  const answer = await page.context().request.post('/auth/guest', { data: {} })
  expect(answer.ok()).toBe(true)
}

async function axe(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
}

test('the palette finds and starts anything from the keyboard', async ({ page }) => {
  await beGuest(page)
  await page.goto('/')
  await expect(composer(page)).toBeFocused()
  await test.step('it opens over what one is doing, and gives the focus back', async () => {
    await openPalette(page)
    await axe(page)
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(composer(page)).toBeFocused()
  })
  await test.step('a page', async () => {
    await openPalette(page)
    await page.keyboard.type('task inbox')
    await expect(options(page).first()).toContainText('Task Inbox')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tasks$/)
  })
  await test.step('an action goes into the message box, ready for its words', async () => {
    await openPalette(page)
    await page.keyboard.type('add a task')
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue('/task ')
    await expect(composer(page)).toBeFocused()
    await page.keyboard.type('water the ferns')
    await page.keyboard.press('Enter')
    await expect(words(await replied(page))).toContainText('water the ferns')
  })
  await test.step('a Space, in the list of Spaces; its own commands then stand first', async () => {
    await openPalette(page)
    await page.keyboard.type('space')
    await page.keyboard.press('Enter')
    await expect(palette(page).getByRole('combobox', { name: 'Spaces' })).toBeFocused()
    await page.keyboard.type('productiv')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/spaces\/productivity$/)
    await openPalette(page)
    await expect(palette(page).getByRole('group', { name: 'Productivity' })).toContainText('Task Inbox')
    await expect(palette(page).getByRole('group', { name: 'Used last' })).toContainText('Add a task')
    await page.keyboard.press('Escape')
  })
  await test.step('the theme, the language, a persona that the plan does not open', async () => {
    const choose = async (...typed: string[]) => {
      await openPalette(page)
      for (const one of typed) {
        await page.keyboard.type(one)
        await page.keyboard.press('Enter')
      }
    }
    await choose('theme', 'light')
    await expect(page.locator('html')).toHaveClass(/light/)
    await choose('persona', 'enterprise')
    await expect(toast(page, 'Enterprise comes with the Team plan')).toBeVisible()
    await choose('language', 'العربية')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await openPalette(page).catch(() => undefined)
    await page.keyboard.type('english')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  })
  await test.step('what names no command is searched for', async () => {
    await openPalette(page)
    await page.keyboard.type('ferns qq')
    await page.keyboard.press('End')
    await page.getByRole('option', { name: 'Search conversations for “ferns qq”' }).click()
    await expect(page.getByRole('combobox', { name: 'Words in titles and messages' })).toHaveValue('ferns qq')
    await page.keyboard.press('Escape')
  })
  await test.step('shortcuts open as a dialog, a new chat as a page', async () => {
    await openPalette(page)
    await page.keyboard.type('keyboard shortcuts')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Find and start anything')
    await page.keyboard.press('Escape')
    await openPalette(page)
    await page.keyboard.type('new chat')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/$/)
  })
})

test('the palette opens by a button too, with the mouse and on a phone', async ({ page, browser }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Commands' }).click()
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await expect(palette(page).getByRole('group', { name: 'Personal' })).toContainText('Flashcards')
  await page.keyboard.press('Escape')
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, baseURL: new URL(page.url()).origin })
  await phone.goto('/tools')
  await phone.getByRole('button', { name: 'Commands' }).click()
  await phone.getByRole('option', { name: /Wallet/ }).click()
  await expect(phone).toHaveURL(/\/wallet$/)
  await phone.close()
})

test('slash commands in the message box: with words, shared, not installed, and the assistant’s', async ({ page }) => {
  await beGuest(page)
  await page.goto('/')
  const say = async (text: string) => {
    await composer(page).fill(text)
    await page.keyboard.press('Enter')
  }
  await test.step('a page gets the words', async () => {
    await composer(page).pressSequentially('/tools flash')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tools\?q=flash$/)
    await expect(page.getByRole('searchbox', { name: 'Find a tool' })).toHaveValue('flash')
  })
  await page.goto('/')
  await test.step('what is not installed says so and how it comes, and stays in the box', async () => {
    await composer(page).pressSequentially('/wan')
    await expect(options(page).first()).toContainText('Show')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Show is not installed')).toContainText('An administrator can add its module')
    await expect(composer(page)).toHaveValue('/wan')
  })
  await test.step('an action runs with its words; what is unknown is answered', async () => {
    await say('/task mend the gate')
    await expect(words(await replied(page))).toContainText('mend the gate')
    await say('/tsk nothing')
    await expect(words(await replied(page))).toContainText('/task')
  })
})

test('the directories of tools and agents, and the page of one ability', async ({ page }) => {
  await register(page)
  await test.step('tools are found by word, topic and plan, and the address keeps it', async () => {
    await page.goto('/tools')
    const cards = page.getByRole('list', { name: 'Tools' }).getByRole('link')
    await expect(cards.first()).toBeVisible()
    const all = await cards.count()
    expect(all).toBeGreaterThan(50)
    await axe(page)
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('video')
    await expect(cards.filter({ hasText: 'Vision Video' })).toHaveCount(1)
    await page.getByRole('combobox', { name: 'Plan' }).selectOption('FREE')
    await expect(cards.filter({ hasText: 'Vision Video' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('searchbox', { name: 'Find a tool' })).toHaveValue('video')
    await page.getByRole('searchbox', { name: 'Find a tool' }).fill('xyzzy')
    await page.getByRole('button', { name: 'Show all tools' }).click()
    await expect(cards).toHaveCount(all)
  })
  await test.step('one ability: what it can do, tried in the chat', async () => {
    await page.goto('/abilities/tasks')
    await expect(page.getByRole('heading', { level: 1, name: 'Task Inbox' })).toBeVisible()
    await axe(page)
    await page.getByRole('button', { name: '/task …' }).click()
    await expect(composer(page)).toHaveValue('/task ')
    await page.goto('/abilities/tasks')
    await page.getByRole('link', { name: 'Open' }).click()
    await expect(page).toHaveURL(/\/tasks$/)
    await page.goto('/abilities/nothing-like-it')
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })
  await test.step('agents with their prices, one opened by its address', async () => {
    await page.goto('/agents')
    await expect(page.getByRole('list', { name: 'Agents' }).getByRole('button')).toHaveCount(36)
    await expect(page.getByRole('list', { name: 'Executives' }).getByRole('button')).toHaveCount(3)
    await expect(page.getByRole('list', { name: 'Bots' }).getByRole('link')).toHaveCount(6)
    await axe(page)
    await page.getByRole('combobox', { name: 'Department' }).selectOption('Finance')
    const cpa = page.getByRole('button', { name: /Certified Public Accountant/ })
    await expect(cpa).toContainText('$199 a month')
    await expect(page.getByRole('button', { name: /Finance Analyst/ })).toContainText('Coming Soon')
    await cpa.click()
    const dialog = page.getByRole('dialog', { name: 'Certified Public Accountant' })
    await expect(dialog).toContainText('$2,149.20 a year')
    await expect(page).toHaveURL(/agent=cpa/)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(cpa).toBeFocused()
  })
})
