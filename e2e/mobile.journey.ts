// The mobile chat, /m (spec 2.5, 4.4, 8), on a phone.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { prefixed } from '../contract/brand.ts'
import { sentences } from '../contract/sentences.ts'
import {
  ada,
  composer,
  lastReply,
  questions,
  register,
  replies,
  sendButton,
  signIn,
  stopButton,
  test,
  words,
} from './screen.ts'

test.use({
  installation: { models: 'gpt-4o-mini' },
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
})

const alan = { username: 'alan', email: 'alan@example.org', password: 'correct horse battery' }
let isFirst = true
test.beforeEach(async ({ page, fake }) => {
  await fake.reset()
  // The first is the administrator.
  if (isFirst) {
    await register(page, ada)
    await page.context().clearCookies()
    await register(page, alan)
  } else await signIn(page, alan)
  isFirst = false
})

const chips = (page: Page) => page.getByRole('list', { name: 'Suggestions' }).getByRole('button')
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Choose Industry' })
const notes = (page: Page) => page.getByRole('note')
const greeting = 'Welcome to Atrium. Explore the Spaces, ask a question, or just chat.'
/** Sends what stands in the composer, and gives the call it went out by. */
async function send(page: Page, text: string) {
  await composer(page).fill(text)
  const call = page.waitForRequest((request) => request.method() === 'POST' && /converse|chat/.test(request.url()))
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('')
  await expect(questions(page).last()).toContainText(text)
  return call
}

test('in the personal view a reply streams into its bubble, is stopped, stays, and one can begin anew', async ({
  page,
  fake,
}) => {
  await page.goto('/m')
  await test.step('a new session holds the greeting, and four chips that fill the input', async () => {
    await expect(words(replies(page))).toHaveCount(0)
    await expect(replies(page)).toHaveCount(1)
    await expect(replies(page)).toContainText(greeting)
    await expect(chips(page)).toHaveText([
      'What can you help me with?',
      'Show me your capabilities',
      "Let's start a project",
      'How does this work?',
    ])
    await expect(page.getByRole('button', { name: 'Dictate' })).toBeVisible()
    await chips(page).nth(2).tap()
    await expect(composer(page)).toHaveValue("Let's start a project")
    await expect(sendButton(page)).toBeVisible()
    await expect(questions(page)).toHaveCount(0)
  })
  await test.step('Shift+Enter is a new line, and the input grows to 120 px', async () => {
    await composer(page).press('Shift+Enter')
    await expect(composer(page)).toHaveValue("Let's start a project\n")
    const height = () => composer(page).evaluate((area) => area.clientHeight)
    const low = await height()
    await composer(page).fill(Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n'))
    expect(await height()).toBeGreaterThan(low)
    expect(await height()).toBeLessThanOrEqual(120)
  })
  await fake.script({ text: 'One two three four five six', pauseAt: [4] })
  const call = await send(page, 'Count for me')
  expect(new URL(call.url()).pathname).toBe('/api/converse/stream')
  expect(call.postDataJSON()).toMatchObject({
    message: 'Count for me',
    fusionMode: false,
    soulMode: expect.any(Boolean),
  })
  await expect(words(lastReply(page))).toHaveText('One two three')
  await expect(chips(page)).toHaveCount(0)
  await composer(page).fill('Kept for later')
  await stopButton(page).tap()
  await expect(lastReply(page).getByText('You stopped this reply.')).toBeVisible()
  await page.reload()
  await expect(words(lastReply(page))).toHaveText('One two three')
  await expect(composer(page)).toHaveValue('Kept for later')
  await expect(chips(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'New conversation' }).tap()
  await expect(questions(page)).toHaveCount(0)
  await expect(chips(page)).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'New conversation' })).toHaveCount(0)
})

test('an industry is chosen from a sheet that back closes, and a message is then one request', async ({
  page,
  fake,
}) => {
  await page.goto('/')
  await page.goto('/m')
  await page.getByRole('button', { name: 'Industries' }).tap()
  await expect(sheet(page)).toContainText('Just you and the assistant, no industry focus')
  await page.goBack()
  await expect(sheet(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/m$/)
  await expect(page.getByRole('button', { name: 'Industries' })).toBeFocused()

  await page.getByRole('button', { name: 'No industry' }).tap()
  await sheet(page)
    .getByRole('button', { name: /^Finance/ })
    .tap()
  await expect(sheet(page)).toHaveCount(0)
  await expect(notes(page)).toHaveText('Switched to Atrium Finance. Budgets, cash flow, valuation and markets.')
  await expect(page.getByRole('button', { name: 'Industries' })).toHaveAttribute('aria-pressed', 'true')

  await fake.script({ text: 'A bond is a loan.', pauseAt: [2] })
  const call = await send(page, 'What is a bond?')
  expect(new URL(call.url()).pathname).toBe('/api/chat/message')
  expect(call.postDataJSON()).toMatchObject({ message: 'What is a bond?', industry: 'finance', mode: 'industries' })
  await expect(lastReply(page).getByText('The assistant is writing')).toBeAttached()
  const asked = await fake.received(({ body }) => JSON.stringify(body).includes('What is a bond?'))
  expect(JSON.stringify(asked.body)).toContain('focused on Finance')
  await fake.goOn()
  await expect(words(lastReply(page))).toHaveText('A bond is a loan.')
  await test.step('in a thread that is there already, the news of it come before the answer', async () => {
    await fake.script({ text: 'It is a share.', pauseAt: [2] })
    await send(page, 'And equity?')
    await fake.received(({ body }) => JSON.stringify(body).includes('And equity?'))
    await fake.goOn()
    await expect(words(lastReply(page))).toHaveText('It is a share.')
  })
  // Each stands there once, under the greeting; and so it is after a reload.
  for (const again of [false, true]) {
    if (again) await page.reload()
    await expect(questions(page)).toHaveText([/What is a bond\?/, /And equity\?/])
    await expect(words(replies(page))).toHaveText(['A bond is a loan.', 'It is a share.'])
  }

  await page.getByRole('button', { name: 'Remove Finance' }).tap()
  await expect(page.getByRole('button', { name: 'No industry' })).toBeVisible()
  await page.getByRole('button', { name: 'No industry' }).tap()
  await sheet(page)
    .getByRole('button', { name: /^General Chat/ })
    .tap()
  await expect(notes(page)).toHaveText("Switched to general conversation mode. Let's chat about anything!")
  await expect(page.getByRole('button', { name: 'Personal' })).toHaveAttribute('aria-pressed', 'true')
  const command = await send(page, '/help me')
  expect(new URL(command.url()).pathname).toBe('/api/chat/message')
  expect(command.postDataJSON()).toMatchObject({ industry: null, mode: 'personal' })
  await page.getByRole('button', { name: 'Back' }).tap()
  await expect(page).toHaveURL(/\/$/)
})

test('what goes wrong is told in the spec’s words, what there was is kept, and trying again works', async ({
  page,
  fake,
}) => {
  await page.goto('/m')
  await test.step('the provider is overloaded', async () => {
    await fake.script({ status: 429 })
    await send(page, 'Hello')
    await expect(lastReply(page)).toContainText(sentences.unavailable)
    await lastReply(page).getByRole('button', { name: 'Try again' }).tap()
    await expect(words(lastReply(page))).toHaveText('You said: Hello')
  })
  await test.step('it breaks off', async () => {
    await fake.script({ text: 'One two three four five six', delay: 5, dropAfter: 4 })
    await send(page, 'Break')
    await expect(lastReply(page)).toContainText('What was written so far is kept.')
    await expect(words(lastReply(page))).toHaveText(/^One two/)
  })
  await test.step('the request fails', async () => {
    await page.route('**/api/chat/message', (route) => route.fulfill({ status: 500, body: 'no' }), { times: 1 })
    await send(page, '/add a note')
    await expect(words(lastReply(page))).toHaveText(sentences.mobileRequest)
    await lastReply(page).getByRole('button', { name: 'Try again' }).tap()
    await expect(page.getByText(sentences.mobileRequest)).toHaveCount(0)
    await expect(questions(page).last()).toContainText('/add a note')
    await expect(words(lastReply(page))).not.toHaveText('')
  })
  await test.step('an image is not there', async () => {
    await fake.script({ text: 'Look: ![A cat](/api/files/none.png)' })
    await send(page, 'Show me a cat')
    await expect(lastReply(page)).toContainText(sentences.imageFailed)
  })
})

test('administrators see how a reply came about; the menu knows who is here and signs them out', async ({ page }) => {
  await page.goto('/m')
  await send(page, 'Hello')
  await expect(lastReply(page)).toContainText('GPT-4o mini')
  await expect(lastReply(page)).not.toContainText('Mode:')
  const menu = page.getByRole('menu', { name: 'Account' })
  await page.getByRole('button', { name: 'Account' }).tap()
  await expect(menu).toContainText('alan@example.org')
  await expect(menu.getByRole('menuitem')).toHaveText(['Settings', 'Sign Out'])
  await menu.getByRole('menuitem', { name: 'Sign Out' }).tap()
  await expect(page).toHaveURL(/\/auth$/)

  await signIn(page, ada)
  await page.goto('/m')
  await expect(questions(page)).toHaveCount(0)
  await send(page, 'Hello')
  await expect(lastReply(page)).toContainText(/Model: GPT-4o mini\s*Mode: direct\s*Latency: [\d,]+ ms/)
  await page.getByRole('button', { name: 'Account' }).tap()
  await expect(menu.getByRole('menuitem')).toHaveText(['Admin Panel', 'Settings', 'Sign Out'])
  await menu.getByRole('menuitem', { name: 'Settings' }).tap()
  await expect(page).toHaveURL(/\/profile$/)
})

test('phones are offered it on the first page, until they say no; a desktop does not even load the offer', async ({
  page,
  browser,
  server,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Open it' }).tap()
  await expect(page).toHaveURL(/\/m$/)
  await page.goBack()
  await page.getByRole('button', { name: 'Not now' }).tap()
  await page.reload()
  await expect(composer(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open it' })).toHaveCount(0)

  const desktop = await browser.newPage({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
    isMobile: false,
    hasTouch: false,
  })
  const files: string[] = []
  desktop.on('request', (request) => files.push(request.url()))
  await desktop.goto('/')
  await expect(composer(desktop)).toBeVisible()
  await desktop.waitForLoadState('networkidle')
  expect(files.filter((file) => file.includes('/assets/chat-'))).not.toEqual([])
  expect(files.filter((file) => file.includes('mobile'))).toEqual([])
  await desktop.close()
})

test('it has no serious fault of accessibility, and the keyboard alone does everything', async ({ page }) => {
  const faults = async () => {
    const axe = new AxeBuilder({ page }).setLegacyMode()
    // Only what depends on colours can be different in the dark.
    const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'))
    const { violations } = await (isDark ? axe.withRules(['color-contrast', 'link-in-text-block']) : axe).analyze()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
  }
  await page.addInitScript((key) => localStorage.setItem(key, 'system'), prefixed('theme'))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/m')
    await expect(page.locator('html')).toContainClass(colorScheme)
    await expect(composer(page)).toBeVisible()
    expect(await faults()).toEqual([])

    await page.getByRole('button', { name: 'No industry' }).focus()
    await page.keyboard.press('Enter')
    await expect(sheet(page)).toBeVisible()
    expect(await faults()).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'No industry' })).toBeFocused()
    await page.keyboard.press('Enter')
    await sheet(page)
      .getByRole('button', { name: /^Legal/ })
      .press('Enter')
    await expect(notes(page)).toBeVisible()
    await composer(page).focus()
    await page.keyboard.type('Hello')
    await page.keyboard.press('Enter')
    await expect(words(lastReply(page))).toHaveText('You said: Hello')
    await expect(composer(page)).toBeFocused()
    expect(await faults()).toEqual([])
    await page.getByRole('button', { name: 'Account' }).press('Enter')
    await expect(page.getByRole('menu', { name: 'Account' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Account' })).toBeFocused()
    await page.getByRole('button', { name: 'Remove Legal' }).press('Enter')
    await expect(page.getByRole('button', { name: 'No industry' })).toBeFocused()
    await page.getByRole('button', { name: 'New conversation' }).press('Enter')
    await expect(chips(page)).toHaveCount(4)
  }
})
