import { expect, type Page } from '@playwright/test'
import { ada, register, test } from './screen.ts'

test.use({ installation: {}, contextOptions: { reducedMotion: 'reduce' } })

const grace = { username: 'grace', email: 'grace@example.org', password: 'correct horse battery' }

/** Both are in one team from then on. */
async function makeTeam(owner: Page, other: Page): Promise<void> {
  const send = async (page: Page, path: string, data: object) => {
    const answer = await page.context().request.post(path, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const team = await send(owner, '/api/teams', { name: 'Kitchen' })
  const { url } = await send(owner, `/api/teams/${team.id}/invitations`, { role: 'editor' })
  await other.goto(new URL(url).pathname)
  await other.getByRole('button', { name: 'Join the team' }).click()
  await expect(other.getByText('You are in Kitchen').first()).toBeVisible()
}

test('a task for a colleague: they see it at once, do it, and say what came of it; the giver sees that', async ({
  browser,
  page,
  server,
}) => {
  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  await register(page, ada)
  await register(other, grace)
  await makeTeam(page, other)

  await test.step('it is given on the board; where the colleague looks it appears without a reload', async () => {
    await other.goto('/workforce/active?view=given')
    await expect(other.getByText('Nobody gave you anything')).toBeVisible()
    await page.goto('/workforce/active?new')
    const dialog = page.getByRole('dialog')
    const colleague = dialog.getByLabel('Who does it').getByRole('option', { name: 'grace (team Kitchen)' })
    await dialog.getByLabel('Who does it').selectOption(await colleague.getAttribute('value'))
    await dialog.getByLabel('What is to be done').fill('Taste the soup')
    await dialog.getByRole('button', { name: 'Give the task' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Taste the soup' })).toBeVisible()
    await other.getByRole('link', { name: 'Taste the soup' }).click()
  })

  await test.step('by keyboard the colleague says that it is done, and what came of it', async () => {
    await expect(other.getByRole('heading', { name: `${ada.username} gave you this` })).toBeVisible()
    await expect(other.getByRole('button', { name: 'More actions' })).toBeHidden()
    await other.getByLabel('What came of it (optional)').focus()
    await other.keyboard.type('It lacks salt.')
    await other.keyboard.press('Control+Enter')
    await expect(page.getByText('It lacks salt.')).toBeVisible()
  })

  await test.step('one that is given back is the giver’s to assign anew, and gone from the colleague’s', async () => {
    const { people } = await (await page.context().request.get('/api/workforce/org')).json()
    const userId = people.find(({ isYou }: { isYou: boolean }) => !isYou).id
    const made = await page.context().request.post('/api/workforce/tasks', {
      data: { title: 'Peel onions', userId, attempt: crypto.randomUUID() },
    })
    const { id } = await made.json()
    await page.goto(`/workforce/tasks/${id}`)
    await other.goto('/workforce')
    await other.getByRole('link', { name: 'Peel onions' }).click()
    await other.getByRole('button', { name: 'Give back' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Give back' }).click()
    await expect(other).toHaveURL(/view=given/)
    await expect(other.getByRole('link', { name: 'Peel onions' })).toBeHidden()
    await expect(page.getByText('Nobody does this yet. Choose who.')).toBeVisible()
  })
  await other.context().close()
})
