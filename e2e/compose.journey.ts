import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { prefixed } from '../contract/brand.ts'
import {
  ask,
  composer,
  conversations,
  lastReply,
  questions,
  register,
  replied,
  sendButton,
  signIn,
  test,
  words,
} from './screen.ts'

test.use({ installation: { models: '' } })

let isFirst = true
test.beforeEach(async ({ page }) => {
  if (isFirst) await register(page)
  else await signIn(page)
  isFirst = false
})

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    return element === document.body ? '' : (element.getAttribute('aria-label') ?? element.innerText.split('\n')[0])
  })

test('everything is reached and done by the keyboard alone', async ({ page }) => {
  await page.goto('/')
  await expect(composer(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible() // loads after the page

  await test.step('Tab goes from the composer through its buttons, and from the top through the sidebar', async () => {
    await page.keyboard.type('x')
    for (const name of ['Attach files', 'Answered by', 'Send']) {
      await page.keyboard.press('Tab')
      expect(await focused(page)).toContain(name)
    }
    for (let step = 0; step < 4 && (await focused(page)) !== 'Skip to content'; step++) await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to content')
    const firstModule = await page.getByRole('list', { name: 'Modules' }).getByRole('link').first().innerText()
    for (const name of [
      'Atrium home',
      'Notifications',
      'Collapse sidebar',
      'New chat',
      'Search',
      'Commands',
      'Spaces',
      'Workforce',
      firstModule,
    ]) {
      await page.keyboard.press('Tab')
      expect(await focused(page)).toContain(name)
    }
    for (let step = 0; step < 9; step++) await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })
  await test.step('Shift+Enter breaks the line, Enter sends', async () => {
    await composer(page).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('2 + 2')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('+ 3')
    await expect(composer(page)).toHaveValue('2 + 2\n+ 3')
    await page.keyboard.press('Enter')
    await expect(words(await replied(page))).toContainText('7')
    await expect(composer(page)).toBeFocused()
  })
  await test.step('the slash menu', async () => {
    const menu = page.getByRole('listbox', { name: 'Commands' })
    await page.keyboard.type('/')
    await expect(menu.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(menu.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(composer(page)).toHaveValue('/')
    await page.keyboard.type('task')
    await expect(menu.getByRole('option', { selected: true })).toContainText('Add a task')
    await page.keyboard.press('Enter')
    await expect(composer(page)).toHaveValue('/task ')
    await page.keyboard.type('post the letter')
    await page.keyboard.press('Enter')
    await expect(words(await replied(page))).toContainText('post the letter')
  })
  await test.step('search opens with Ctrl Shift F and gives the focus back', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+f')
    await expect(page.getByRole('combobox', { name: 'Words in titles and messages' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(composer(page)).toBeFocused()
  })
  await test.step('the sidebar closes and opens with Ctrl B, and stays as it was left', async () => {
    await page.keyboard.press('ControlOrMeta+b')
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
    await expect(conversations(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+b')
    await expect(conversations(page).getByRole('link')).not.toHaveCount(0)
  })
})

const csv = 'region,amount\nNorth,100\nSouth,250\nNorth,50\nEast,7\n'

test('a table is attached by the chooser and by dropping, and its totals are asked for', async ({ page }) => {
  await page.goto('/')
  const files = page.getByRole('list', { name: 'Attached files' })
  await test.step('by the chooser', async () => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach files' }).click()
    await (await choosing).setFiles({ name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await expect(files.getByRole('listitem')).toContainText('sales.csv')
    const reply = await ask(page, 'total amount by region')
    await expect(words(reply)).toContainText(/North\s+150\b/, { useInnerText: true })
    await expect(words(reply)).toContainText(/South\s+250\b/, { useInnerText: true })
    await expect(files).toHaveCount(0)
    await expect(
      questions(page)
        .last()
        .getByRole('link', { name: /sales\.csv/ }),
    ).toBeVisible()
  })
  await test.step('by dropping, taken out again, and dropped again', async () => {
    const drop = async () => {
      const data = await page.evaluateHandle(
        (text) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([text], 'more.csv', { type: 'text/csv' }))
          return transfer
        },
        csv.replace('250', '9000'),
      )
      await composer(page).dispatchEvent('dragover', { dataTransfer: data })
      await expect(page.getByPlaceholder('Drop the files here')).toBeVisible()
      await composer(page).dispatchEvent('drop', { dataTransfer: data })
      await expect(files.getByRole('listitem')).toContainText('more.csv')
    }
    await drop()
    await files.getByRole('button', { name: 'Remove more.csv' }).click()
    await expect(files).toHaveCount(0)
    await drop()
    await expect(words(await ask(page, 'total amount by region in more.csv'))).toContainText(/South\s+9,000\b/, {
      useInnerText: true,
    })
  })
})

/** One red dot. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=='

test('a pasted image is previewed before it is sent and shown with the message, also after a reload', async ({
  page,
}) => {
  await page.goto('/')
  await composer(page).fill('What is in this picture?')
  await composer(page).evaluate((area, base64) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    transfer.items.add(new File([bytes], 'dot.png', { type: 'image/png' }))
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }))
  }, png)
  const tile = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  await expect(tile).toContainText('dot.png')
  const loaded = (image: HTMLElement | SVGElement) => (image as HTMLImageElement).naturalWidth > 0
  await expect.poll(() => tile.locator('img').evaluate(loaded)).toBe(true)
  await expect(sendButton(page)).toBeEnabled()
  await page.reload()
  await expect(tile).toContainText('dot.png')
  await expect(sendButton(page)).toBeEnabled()
  await composer(page).press('Enter')
  await replied(page)
  for (const again of [false, true]) {
    if (again) await page.reload()
    await expect.poll(() => questions(page).last().getByRole('img', { name: 'dot.png' }).evaluate(loaded)).toBe(true)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('the sidebar is a sheet, one can write, and nothing is wider than the screen', async ({ page }) => {
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await page.goto('/')
    await expect(composer(page)).toBeInViewport()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await ask(page, 'What can you do?')
    expect(await overflow()).toBeLessThanOrEqual(0)
    await ask(page, `Compare ${'averyveryverylongword'.repeat(12)} with | a | table |`)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await expect(composer(page)).toBeInViewport()
    await page.getByRole('button', { name: 'Open sidebar' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Sidebar' })
    await expect(sheet.getByRole('link', { name: 'What can you do?' })).toBeVisible()
    await sheet.getByRole('link', { name: 'Task Inbox' }).tap()
    await expect(sheet).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Task Inbox' })).toBeVisible()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'New chat' }).tap()
    await expect(composer(page)).toBeInViewport()
  })
})

/** What axe calls serious or critical on the page as it stands; only by these rules when some are named. */
async function faults(page: Page, rules?: string[]): Promise<string[]> {
  // Without frames from elsewhere, axe needs no second page for its report.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${page.url()} ${id}: ${html}\n${failureSummary}`),
    )
}

/** The colours have changed: also those that change over a time, which on a busy machine is longer than it says. */
const recoloured = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const changing = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(changing.map(({ finished }) => finished))
  })

for (const direction of ['ltr', 'rtl']) {
  test(`no page has a serious fault of accessibility, light and dark, ${direction}`, async ({ page }) => {
    test.slow()
    await page.addInitScript((key) => localStorage.setItem(key, 'system'), prefixed('theme'))
    const made = await page.request.post('/api/converse', { data: { message: 'Compare a train and a bus for a trip' } })
    const { threadId } = (await made.json()) as { threadId: string }
    const root = page.locator('html')
    const check = async (path: string, there: Locator) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.goto(path)
      await expect(there).toBeVisible()
      // By hand until a language that runs that way has its strings: a page in English runs from left to right.
      await root.evaluate((element, dir) => element.setAttribute('dir', dir), direction)
      await expect(root).toContainClass('light')
      expect(await faults(page)).toEqual([])
      // Only what depends on colours can be different in the dark.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      await expect(root).toContainClass('dark')
      await recoloured(page)
      expect(await faults(page, ['color-contrast', 'link-in-text-block'])).toEqual([])
    }
    await check('/', composer(page))
    await check(`/c/${threadId}`, lastReply(page).getByRole('button', { name: 'Answer again' }))
    await check('/tasks', page.getByRole('textbox', { name: 'New task' }))
    await check('/nowhere', page.getByRole('heading', { name: 'Page Not Found' }))
    await page.context().clearCookies()
    await check('/auth', page.getByRole('textbox', { name: 'Username' }))
    await check('/nowhere', page.getByRole('heading', { name: 'Sign In Required' }))
  })
}
