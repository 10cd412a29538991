import { expect, type Page } from '@playwright/test'
import { lastReply, register, replied, say, test, threadOf, words } from './screen.ts'

test.use({ installation: { models: 'gpt-4o-mini' } })

const REACHED = 'Your budget for models is used up for this month.'
const waiting = (page: Page) => lastReply(page).getByRole('region').filter({ hasText: 'waits for you' })

test('what the assistant asks for is changed, answered with a note, or declined with a reason, by keyboard alone; and what all of it cost meets a limit', async ({
  page,
  fake,
}) => {
  const told = async () => JSON.stringify((await fake.requests()).at(-1)?.body)
  await register(page)
  await page.goto('/')

  await test.step('changed, with what does not fit said at its field', async () => {
    await fake.script(
      { toolCalls: [{ name: 'tasks_add', input: { title: 'call Ada' } }] },
      { text: 'It is on your list.' },
    )
    await say(page, 'I must call somebody')
    const card = waiting(page)
    await card.getByRole('button', { name: 'Edit' }).focus()
    await page.keyboard.press('Enter')
    const title = card.getByRole('textbox', { name: 'Task' })
    await expect(title).toBeFocused()
    await title.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await card.getByRole('button', { name: 'Approve as edited' }).focus()
    await page.keyboard.press('Enter')
    await expect(title).toBeFocused()
    await expect(title).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.type('call Grace')
    await expect(title).not.toHaveAttribute('aria-invalid', 'true')
    await card.getByRole('button', { name: 'Add a note' }).focus()
    await page.keyboard.press('Enter')
    await expect(card.getByRole('textbox', { name: 'Your note' })).toBeFocused()
    await page.keyboard.type('Ada is away until May.')
    await page.keyboard.press('ControlOrMeta+Enter')
    await replied(page)
    await expect(words(lastReply(page))).toHaveText('It is on your list.')
    await expect(lastReply(page).getByText('Changed by you before it ran')).toBeVisible()
    await expect(lastReply(page).getByRole('deletion')).toHaveText('call Ada')
    await expect(lastReply(page).getByRole('insertion')).toHaveText('call Grace')
    expect(await told()).toContain('Ada is away until May.')
    const list = await page.request.post('/api/m/tasks/list', { data: { view: 'anytime' } })
    expect(await list.text()).toContain('call Grace')
    await page.reload()
    await expect(lastReply(page).getByText('Ada is away until May.')).toBeVisible()
  })

  await test.step('declined with a reason', async () => {
    await fake.script(
      { toolCalls: [{ name: 'tasks_add', input: { title: 'paint the cellar' } }] },
      { text: 'Then not.' },
    )
    await say(page, 'Perhaps the cellar')
    await waiting(page).getByRole('button', { name: 'Decline' }).focus()
    await page.keyboard.press('Enter')
    await expect(lastReply(page).getByLabel('Why not (optional)')).toBeFocused()
    await page.keyboard.type('It is painted.')
    await page.keyboard.press('ControlOrMeta+Enter')
    await replied(page)
    await expect(words(lastReply(page))).toHaveText('Then not.')
    await expect(lastReply(page).getByText('It is painted.')).toBeVisible()
    expect(await told()).toContain('A person declined it. It is painted.')
  })

  await test.step('what it cost is shown, and a limit refuses the next reply', async () => {
    await threadOf(page)
    const thread = page.url()
    await page.goto('/settings/models')
    const use = page.getByRole('region', { name: 'Model use this month' })
    await expect(use.getByRole('listitem').filter({ hasText: 'Chat' })).toContainText('4 questions')
    await use.getByRole('button', { name: 'Change limits: You, in chat and modules' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tokens', { exact: true }).fill('10')
    await dialog.getByRole('button', { name: 'Save limits' }).click()
    await expect(use.getByText('The limit is reached: nothing more is begun this month.')).toBeVisible()
    await page.goto(thread)
    const asked = (await fake.requests()).length
    await say(page, 'One more thing')
    await expect(lastReply(page).getByText(REACHED)).toBeVisible()
    expect((await fake.requests()).length).toBe(asked)
  })
})
