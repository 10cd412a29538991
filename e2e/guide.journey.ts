import { expect } from '@playwright/test'
import { ada, ask, composer, conversations, questions, replies, test, toast, words } from './screen.ts'

test.use({ installation: {} })

test('a new visitor gets three right answers, keeps a task as guest, undoes it, registers, and keeps the conversation', async ({
  page,
}) => {
  await page.goto('/')

  await test.step('asks the Guide three things', async () => {
    await page.getByRole('button', { name: 'What can you help me with?' }).click()
    await expect(composer(page)).toHaveValue('What can you help me with?')
    await expect(words(await ask(page, 'What is 17 % of 2,340?'))).toContainText('397.8')
    await expect(words(await ask(page, '5 ft 11 in in cm'))).toContainText('180.34 cm')
    await expect(words(await ask(page, 'How many days between 1 March 2026 and 15 April 2026?'))).toContainText(
      '45 days',
    )
  })
  const thread = page.url()

  await test.step('is told once who answers, and how to connect a model', async () => {
    await expect(replies(page).getByText('built-in assistant, not a language model')).toHaveCount(1)
    await expect(replies(page).getByText('OPENAI_API_KEY')).toHaveCount(1)
  })

  await test.step('is told that a task needs a place, and goes on as guest', async () => {
    await expect(words(await ask(page, 'remind me to call Anna tomorrow at 3pm #home'))).toContainText(
      'continue as guest',
    )
    await page.getByRole('button', { name: 'Account and settings' }).click()
    await page.getByRole('menuitem', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Continue as guest' }).click()
    await expect(toast(page, 'Exploring as guest')).toBeVisible()
    await expect(page).toHaveURL(thread)
    await expect(questions(page)).toHaveCount(4)
  })

  await test.step('adds the task by a sentence, sees it on its page, and undoes it', async () => {
    const reply = await ask(page, 'remind me to call Anna tomorrow at 3pm #home')
    await expect(words(reply)).toContainText('call Anna')
    await page.getByRole('list', { name: 'Modules' }).getByRole('link', { name: 'Task Inbox' }).click()
    const task = page.getByRole('checkbox', { name: 'Mark “call Anna” as done' })
    await page.getByRole('button', { name: /^All/ }).click()
    await expect(task).toBeVisible()
    await conversations(page).getByRole('link').first().click()
    await reply.getByRole('button', { name: 'Undo' }).click()
    await expect(reply.getByText('Undone', { exact: true })).toBeVisible()
    await page.getByRole('list', { name: 'Modules' }).getByRole('link', { name: 'Task Inbox' }).click()
    await expect(page.getByRole('heading', { name: 'Everything you have to do, in one place' })).toBeVisible()
    await expect(task).toHaveCount(0)
  })

  await test.step('registers, is the administrator, and keeps the conversation', async () => {
    await page.getByRole('button', { name: 'Account and settings' }).click()
    await page.getByRole('menuitem', { name: 'Create account' }).click()
    await expect(page.getByText('Everything you made stays with the account you create here.')).toBeVisible()
    await page.getByLabel('Username').fill(ada.username)
    await page.getByLabel('E-mail').fill(ada.email)
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('button', { name: 'Ada Account and settings' })).toBeVisible()
    const me = await (await page.request.get('/api/me')).json()
    expect(me.role).toBe('admin')
    await conversations(page).getByRole('link').first().click()
    await expect(page).toHaveURL(thread)
    await expect(questions(page).last()).toContainText('remind me to call Anna')
    await page.getByRole('log', { name: 'Messages' }).focus()
    await page.keyboard.press('Home')
    await expect(questions(page).first()).toContainText('17 %')
  })
})
