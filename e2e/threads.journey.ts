import { expect, type Page } from '@playwright/test'
import { writeThread } from './long-thread.ts'
import {
  composer,
  conversations,
  lastReply,
  questions,
  register,
  replied,
  say,
  signIn,
  test,
  toast,
  words,
} from './screen.ts'

test.use({ installation: { models: 'gpt-4o-mini' } })

const LONG = 2_000
let long = ''

test.beforeEach(async ({ page, server, fake }) => {
  await fake.reset()
  if (long) return signIn(page)
  await register(page)
  const { userId } = (await (await page.request.get('/api/me')).json()) as { userId: string }
  long = await writeThread(server.dataDir, userId, 'Of tides', LONG, {
    41: 'At low tide the zanzibar heron walks where the boats lay.',
  })
})

const talk = async (page: Page, message: string) => {
  const answer = await page.request.post('/api/converse', { data: { message } })
  return (await answer.json()) as { threadId: string }
}
const row = (page: Page, title: string) => conversations(page).getByRole('link', { name: title, exact: true })
async function choose(page: Page, title: string, command: string): Promise<void> {
  await row(page, title).hover()
  await page.getByRole('button', { name: `Options for ${title}` }).click()
  await page.getByRole('menuitem', { name: command, exact: false }).click()
}

/** The first words of a question in the middle of the screen. */
const questionInView = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const middle = innerHeight / 2
    const distance = (element: Element) => Math.abs(element.getBoundingClientRect().top - middle)
    const shown = [...document.querySelectorAll('[data-message-text]')].filter((element) =>
      element.textContent?.startsWith('Question'),
    )
    const [nearest] = shown.sort((one, other) => distance(one) - distance(other))
    return nearest?.textContent?.split(':')[0] ?? 'a question'
  })

test('words are found in every conversation, shown in their sentence, and opened at their message', async ({
  page,
}) => {
  await talk(page, 'Which bird sleeps on one leg?')
  await page.goto('/')
  await expect(composer(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+f')
  const search = page.getByRole('combobox', { name: 'Words in titles and messages' })
  await search.fill('heron zanz')
  const hit = page.getByRole('option')
  await expect(hit).toHaveCount(1)
  await expect(hit).toContainText('Of tides')
  await expect(hit.locator('mark')).toHaveText(['zanzibar', 'heron'])
  await search.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/c/${long}\\?m=`))
  await expect(page.getByText('the zanzibar heron walks')).toBeInViewport()
  await page.keyboard.press('ControlOrMeta+Shift+f')
  await search.fill('qwxyz')
  await expect(page.getByText('No conversation has “qwxyz”.')).toBeVisible()
})

test('a conversation is renamed, pinned, archived and deleted, and every loss can be undone', async ({ page }) => {
  const { threadId } = await talk(page, 'Plan the garden')
  await page.goto(`/c/${threadId}`)
  await test.step('rename', async () => {
    await choose(page, 'Plan the garden', 'Rename')
    await page.getByRole('textbox', { name: 'Title of the conversation' }).fill('Garden in spring')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Garden in spring')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Garden in spring' })).toBeVisible()
  })
  await test.step('pin', async () => {
    await choose(page, 'Garden in spring', 'Pin')
    await expect(conversations(page).getByRole('region', { name: 'Pinned' }).getByRole('link')).toHaveText([
      'Garden in spring',
    ])
    await page.reload()
    await expect(conversations(page).getByRole('region', { name: 'Pinned' }).getByRole('link')).toHaveText([
      'Garden in spring',
    ])
  })
  await test.step('archive, and undo', async () => {
    await choose(page, 'Garden in spring', 'Archive')
    await expect(row(page, 'Garden in spring')).toHaveCount(0)
    await toast(page, 'Archived “Garden in spring”').getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'Garden in spring')).toBeVisible()
  })
  await test.step('archive, and take it out of the archive', async () => {
    await choose(page, 'Garden in spring', 'Archive')
    await expect(row(page, 'Garden in spring')).toHaveCount(0)
    await conversations(page).getByRole('button', { name: 'Archived' }).click()
    const archive = page.getByRole('navigation', { name: 'Archived' })
    await archive.getByRole('link', { name: 'Garden in spring' }).hover()
    await page.getByRole('button', { name: 'Options for Garden in spring' }).click()
    await page.getByRole('menuitem', { name: 'Move out of the archive' }).click()
    await expect(archive.getByText('Nothing is archived.')).toBeVisible()
    await archive.getByRole('button', { name: 'Back' }).click()
    await expect(row(page, 'Garden in spring')).toBeVisible()
  })
  await test.step('delete, and undo', async () => {
    await row(page, 'Garden in spring').click()
    await expect(questions(page)).toHaveText([/Plan the garden/])
    await choose(page, 'Garden in spring', 'Delete')
    await expect(page).toHaveURL('/')
    await expect(row(page, 'Garden in spring')).toHaveCount(0)
    await toast(page, 'Deleted “Garden in spring”').getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Garden in spring').click()
    await expect(questions(page)).toHaveText([/Plan the garden/])
  })
  await test.step('delete for good', async () => {
    await choose(page, 'Garden in spring', 'Delete')
    await expect(toast(page, 'Deleted “Garden in spring”')).toBeVisible()
    await page.goto(`/c/${threadId}`)
    await expect(page.getByText('Thread not found')).toBeVisible()
  })
})

test('a thread of 2,000 messages stays small on screen, is searched whole, and follows only whom is at its end', async ({
  page,
  fake,
}) => {
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length)
  const log = page.getByRole('log', { name: 'Messages' })
  await page.goto(`/c/${long}`)
  await expect(page.getByText(`Reply ${LONG - 1}.`)).toBeInViewport()
  expect(await nodes()).toBeLessThanOrEqual(1_500)

  await test.step('the find bar reaches the beginning', async () => {
    await page.keyboard.press('ControlOrMeta+f')
    await page.getByRole('textbox', { name: 'Find in this conversation' }).fill('zanzibar')
    await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 1')
    await expect(page.getByText('the zanzibar heron walks')).toBeInViewport()
    expect(await nodes()).toBeLessThanOrEqual(1_500)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('search')).toHaveCount(0)
  })
  await test.step('the way back', async () => {
    await page.getByRole('button', { name: 'Jump to the latest message' }).click()
    await expect(page.getByText(`Reply ${LONG - 1}.`)).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Jump to the latest message' })).toHaveCount(0)
  })
  await test.step('a reply is followed until one scrolls up', async () => {
    const text = Array.from({ length: 400 }, (_, at) => `tide${at}`).join(' ')
    // The model is first asked for a summary of what no longer fits its window.
    await fake.script({ match: 'Tell me more', text, delay: 2, pauseAt: [200] })
    await say(page, 'Tell me more')
    await expect(words(lastReply(page))).toContainText('tide198', { timeout: 30_000 })
    await expect(lastReply(page).getByText('tide198')).toBeInViewport()
    await log.hover()
    await page.mouse.wheel(0, -1_500)
    const follow = page.getByRole('button', { name: 'Follow the reply' })
    await expect(follow).toBeVisible()
    const shown = page.getByText(await questionInView(page))
    await expect(shown).toBeInViewport()
    await fake.goOn()
    const latest = page.getByRole('button', { name: 'Jump to the latest message' })
    await expect(latest).toBeVisible()
    await expect(shown).toBeInViewport()
    await latest.click()
    await replied(page)
    await expect(words(lastReply(page))).toHaveText(text)
    await expect(lastReply(page).getByRole('button', { name: 'Answer again' })).toBeInViewport()
    await expect(latest).toHaveCount(0)
  })
  await test.step('from end to beginning by the keyboard', async () => {
    await log.focus()
    await page.keyboard.press('Home')
    await expect(page.getByText('Question 0:')).toBeInViewport()
    expect(await nodes()).toBeLessThanOrEqual(1_500)
    await page.keyboard.press('End')
    await expect(lastReply(page).getByRole('button', { name: 'Answer again' })).toBeInViewport()
  })
  await expect(composer(page)).toBeVisible()
})
