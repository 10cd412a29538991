import { expect, type Page } from '@playwright/test'
import { client } from './client.ts'
import {
  ada,
  ask,
  composer,
  lastReply,
  questions,
  register,
  replied,
  say,
  signIn,
  test,
  threadOf,
  toast,
  words,
} from './screen.ts'

test.use({ installation: { models: 'gpt-4o-mini' } })

let isFirst = true
test.beforeEach(async ({ page, fake }) => {
  await fake.reset()
  if (isFirst) await register(page)
  else await signIn(page)
  isFirst = false
  await page.goto('/')
})

const answer = (from: number, count: number) => Array.from({ length: count }, (_, at) => `word${from + at}`).join(' ')

test('the server is killed in mid-answer: the page reconnects, keeps what there was, and one click completes it', async ({
  page,
  fake,
  server,
}) => {
  await fake.script({ text: answer(1, 60), delay: 40, pauseAt: [40] })
  await say(page, 'Tell me a long story')
  await expect(words(lastReply(page))).toContainText('word39')
  await composer(page).fill('meanwhile I write')
  await server.kill()
  await expect(lastReply(page).getByText('Reconnecting…')).toBeVisible()
  await server.restart()
  await expect(lastReply(page).getByText('This reply was interrupted.')).toBeVisible({ timeout: 30_000 })
  await expect(lastReply(page).getByText('What was written so far is kept.')).toBeVisible()
  // A reply is kept four times a second: who is killed in between loses the words since, some six here, and no others.
  const kept = (await words(lastReply(page)).innerText()).trim()
  const count = kept.split(' ').length
  expect([kept, count > 20 && count < 40]).toEqual([answer(1, count), true])
  await expect(composer(page)).toHaveValue('meanwhile I write')
  await fake.reset()
  await fake.script({ text: ` ${answer(count + 1, 60 - count)}` })
  await lastReply(page).getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This reply was interrupted.')).toHaveCount(0)
  await replied(page)
  await expect(words(lastReply(page))).toHaveText(answer(1, 60))
  await page.reload()
  await expect(words(lastReply(page))).toHaveText(answer(1, 60))
})

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account and settings' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Visitor Account and settings' })).toBeVisible()
}

test('a draft outlives a reload and a sign-out', async ({ page }) => {
  await ask(page, 'Hello')
  const thread = await threadOf(page)
  await composer(page).fill('half a thought\nand its second line')
  await page.reload()
  await expect(composer(page)).toHaveValue('half a thought\nand its second line')
  await signOut(page)
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Account and settings' }).click()
  await page.getByRole('menuitem', { name: 'Sign in' }).click()
  await page.getByLabel('Username or e-mail').fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.keyboard.press('Enter')
  await expect(toast(page, `Logged in as ${ada.username}`)).toBeVisible()
  await page.goto(`/c/${thread}`)
  await expect(composer(page)).toHaveValue('half a thought\nand its second line')
})

test('a session that ends in mid-chat is begun again in place: the draft stays and goes out', async ({
  page,
  context,
  server,
}) => {
  await ask(page, 'Hello')
  const here = page.url()
  const elsewhere = client(() => server.url)
  for (const { name, value } of await context.cookies()) elsewhere.jar.set(name, value)
  await elsewhere.post('/auth/logout')
  await composer(page).fill('Are you still there?')
  await composer(page).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toContainText('What you wrote is still here.')
  await dialog.getByLabel('Username or e-mail').fill(ada.username)
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(questions(page)).toHaveText([/Hello/, /Are you still there\?/])
  await replied(page)
  await expect(words(lastReply(page))).toHaveText('You said: Are you still there?')
  await expect(composer(page)).toHaveValue('')
  expect(page.url()).toBe(here)
})
