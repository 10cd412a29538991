import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { conversations, lastReply, register, replied, sendButton, test, words } from './screen.ts'

test.use({ installation: { models: 'gpt-4o-mini,gpt-4o' } })

const ask = (page: Page) => page.getByRole('textbox', { name: 'Ask in this Space' })

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)
}

test('a member works in a Space: instructions, a file, a module’s card, a conversation, a pin; an administrator keeps it for one model', async ({
  page,
  fake,
}) => {
  await register(page) // the first to register administrates
  await fake.byDefault({ text: 'Notice is ninety days.' })
  await page.goto('/spaces/legal')
  await expect(page.getByRole('heading', { level: 1, name: /Legal$/ })).toBeVisible()

  await test.step('instructions and a file go along with what is asked', async () => {
    await page.getByRole('textbox', { name: 'Standing instructions' }).fill('Answer for Italian law.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByTestId('space-files').setInputFiles({
      name: 'lease.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('The lease ends ninety days after notice.'),
    })
    await expect(page.getByRole('link', { name: /lease\.txt/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden()
    await ask(page).fill('How long is the notice?')
    await expect(sendButton(page)).toBeEnabled()
    await ask(page).press('Enter')
    await expect(words(await replied(page))).toHaveText('Notice is ninety days.')
    const asked = JSON.stringify((await fake.requests()).at(-1)?.body)
    expect(asked).toContain('Answer for Italian law.')
    expect(asked).toContain('The lease ends ninety days after notice.')
  })

  await test.step('the conversation leads back to its Space, which lists it and can pin it', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Legal' }).click()
    const listed = page.getByRole('region', { name: 'Conversations' })
    await expect(listed.getByRole('link', { name: /How long is the notice/ })).toBeVisible()
    await listed.getByRole('button', { name: /^Pin How long/ }).click()
    const pinned = page.getByRole('region', { name: 'Pinned' })
    await expect(pinned.getByRole('link', { name: /How long is the notice/ })).toBeVisible()
    await page.reload()
    await expect(pinned.getByRole('link', { name: /How long is the notice/ })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Standing instructions' })).toHaveValue('Answer for Italian law.')
    expect(await faultsOf(page)).toEqual([])
  })

  await test.step('kept for one model, the reply of another is written by it, and says so', async () => {
    await page.goto('/admin?part=spaces')
    await page.getByRole('button', { name: /^Change models of Legal/ }).click()
    await page.getByRole('switch', { name: 'Any model may answer' }).click()
    await page.getByRole('checkbox', { name: 'GPT-4o', exact: true }).check()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Change models of Legal: 1 model' })).toBeVisible()
    await page.goto('/spaces/legal')
    await expect(page.getByText('Only GPT-4o may answer here.')).toBeVisible()
    await ask(page).fill('And the rent?')
    await ask(page).press('Enter')
    await replied(page)
    await expect(lastReply(page)).toContainText('GPT-4o mini may not answer in this Space. GPT-4o did.')
  })

  await test.step('the card of an installed module shows something of its own', async () => {
    await page.context().request.post('/api/m/tasks/add', { data: { title: 'Call the notary today' } })
    await page.goto('/spaces/productivity')
    const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Task Inbox' }) })
    await expect(card.getByText('Call the notary')).toBeVisible()
    await page
      .getByRole('button', { name: /^Use \/tasks?:/ })
      .first()
      .click()
    await expect(ask(page)).toHaveValue(/^\/tasks? $/)
  })

  await test.step('the listing finds Spaces, and puts the one used last first', async () => {
    await page.goto('/industries')
    await page.getByLabel('Sort by').selectOption('recent')
    await expect(page).toHaveURL(/sort=recent/)
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Legal')
    await page.getByRole('searchbox', { name: 'Find a Space' }).fill('clause')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  })
})

test('cards of modules lead into them by keyboard; one that cannot be had leaves its name, and the rest of the page lives', async ({
  page,
}) => {
  await page.context().request.post('/auth/guest', { data: {} })
  for (const module of ['wallet', 'content-calendar'])
    await page.context().request.post(`/api/m/${module}/sample`, { data: {} })
  await page.goto('/spaces/finance')
  await page.getByRole('link', { name: /Left in this month’s budget/ }).click()
  await expect(page).toHaveURL(/\/wallet\?view=budget/)
  await page.goto('/spaces/marketing')
  await page.getByRole('list', { name: 'What comes next' }).getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible({ timeout: 30_000 })

  await page.route(/\/card-[^/]*\.js$/, (route) => route.abort())
  await page.goto('/spaces/productivity')
  await expect(page.getByText('Task Inbox could not be shown here')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('article').getByRole('link', { name: 'Task Inbox' })).toBeVisible()
  await expect(ask(page)).toBeEditable()
})

test('what was allowed for a thread is done without asking, and can be taken back in its menu', async ({
  page,
  fake,
}) => {
  await page.context().request.post('/auth/guest', { data: {} })
  const add = (title: string) => ({ toolCalls: [{ name: 'tasks_add', input: { title } }] })
  await fake.script(add('milk'), { text: 'Noted.' }, add('bread'), { text: 'Noted too.' }, add('tea'))
  await page.goto('/spaces/productivity')
  await ask(page).fill('Milk, please')
  await ask(page).press('Enter')
  await page.getByRole('checkbox', { name: 'Always allow in this thread' }).check()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(words(lastReply(page))).toHaveText('Noted.')
  await replied(page)
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  await composer.fill('Bread too')
  await composer.press('Enter')
  await expect(words(lastReply(page))).toHaveText('Noted too.')
  await replied(page)

  await conversations(page).getByRole('button', { name: 'Options for Milk, please' }).click()
  const allowed = page.getByRole('menuitemcheckbox', { name: 'Add a task' })
  await allowed.click()
  await expect(allowed).toBeHidden()
  await page.keyboard.press('Escape')
  await composer.fill('And tea')
  await composer.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Always allow in this thread' })).toBeVisible()
})
