// What the journeys do at the screen, by role and name as a person finds things.
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { type FakeProvider, startFakeProvider } from './fake-provider/client.ts'
import { type Server, startServer } from './server.ts'

/** The server of a journey file. Every file has its own: give a new object in `test.use`. */
export interface Installation {
  /** Models that the fake provider answers for; without any the Guide answers. */
  models?: string
}

interface Running {
  installation: Installation
  fake: FakeProvider
  server: Server
}

const HIDDEN = 'The page hid what it had shown:'

/**
 * Runs in each page. What waits for something (its words, its file) without a boundary of its own makes React hide the
 * whole page for that moment, and whoever is writing in it loses the caret and what they type. A page that gives way to
 * another one is hidden, too, but does not come back.
 */
function watchForHiding(said: string): void {
  const hidden = new WeakSet<Node>()
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target.parentElement?.id !== 'main') continue
      const page = target as HTMLElement
      const isHidden = page.style.display === 'none' && page.style.getPropertyPriority('display') !== ''
      if (isHidden && page.querySelector('h1, h2, input, textarea, button')) hidden.add(page)
      else if (!isHidden && hidden.delete(page)) console.log(said, location.pathname, page.textContent?.slice(0, 80))
    }
  }).observe(document, { attributes: true, attributeFilter: ['style'], subtree: true })
}

/** A browser on the file's own server, whose pages may not throw and may not break their own content security policy. */
export const test = base.extend<{ faults: undefined }, Running>({
  installation: [{}, { scope: 'worker', option: true }],
  fake: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from here
    async ({}, use) => {
      const fake = await startFakeProvider()
      await use(fake)
      await fake.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ installation: { models }, fake }, use) => {
      const server = await startServer(models ? { OPENAI_BASE_URL: `${fake.url}/v1`, MODELS: models } : {})
      await use(server)
      const log = server.log()
      await server.stop()
      expect(log).not.toContain('unexpected failure')
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
  faults: [
    async ({ context }, use) => {
      const faults: string[] = []
      context.on('weberror', (fault) => faults.push(fault.error().stack ?? fault.error().message))
      context.on('console', (line) => {
        if (line.type() === 'error' && line.text().includes('Content Security Policy')) faults.push(line.text())
        if (line.text().startsWith(HIDDEN)) faults.push(line.text())
      })
      await context.addInitScript(watchForHiding, HIDDEN)
      await use(undefined)
      expect(faults, 'errors in the pages').toEqual([])
    },
    { auto: true },
  ],
})

export const ada = { username: 'ada', email: 'ada@example.org', password: 'correct horse battery' }

/** Registers this browser's person without the form, which has a journey of its own. */
export async function register(page: Page, person = ada): Promise<void> {
  const answer = await page.context().request.post('/api/register', { data: person })
  expect(answer.ok(), await answer.text()).toBe(true)
}

export async function signIn(page: Page, { username, password } = ada, address = ''): Promise<void> {
  const answer = await page.context().request.post(`${address}/api/login`, { data: { username, password } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true })
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Send', exact: true })
export const stopButton = (page: Page): Locator => page.getByRole('button', { name: 'Stop the reply' })
export const conversations = (page: Page): Locator => page.getByRole('navigation', { name: 'Conversations' })

const articles = (page: Page, heading: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
/** What the person wrote, and the assistant's replies: those that are drawn, in their order. */
export const questions = (page: Page): Locator => articles(page, 'You')
export const replies = (page: Page): Locator => articles(page, 'Assistant')
export const lastReply = (page: Page): Locator => replies(page).last()
/** A message's own words, without the buttons and notes around them. */
export const words = (message: Locator): Locator => message.locator('[data-message-text]')

/** Sends a message once nothing else is being answered. */
export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await expect(sendButton(page)).toBeEnabled()
  await composer(page).press('Enter')
  await expect(questions(page).last()).toContainText(text)
}

/** The last reply, when it has been written. */
export async function replied(page: Page): Promise<Locator> {
  const reply = lastReply(page)
  // The first answer of a server reads what the Guide has learned.
  await expect(reply.getByRole('button', { name: 'Answer again' })).toBeEnabled({ timeout: 30_000 })
  return reply
}

/** Sends a message and gives the reply when it is written. */
export async function ask(page: Page, text: string): Promise<Locator> {
  await say(page, text)
  return replied(page)
}

/** The id of the thread on screen. */
export async function threadOf(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/c\/[\w-]+/)
  return /\/c\/([\w-]+)/.exec(page.url())?.[1] ?? ''
}

/** The notice that says this. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: text })
