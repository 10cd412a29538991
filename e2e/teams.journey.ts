import { type Browser, expect, type Page } from '@playwright/test'
import { ada, register, test, toast } from './screen.ts'

test.use({ installation: {} })

const bob = { username: 'bob', email: 'bob@example.org', password: 'correct horse battery' }

async function browserOf(browser: Browser, baseURL: string | undefined, person?: typeof ada): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage()
  if (person) await register(page, person)
  return page
}

const switchOf = (page: Page, name: string) => page.getByRole('button', { name: `Working in: ${name}` })
const add = async (page: Page, title: string) => {
  await page.getByRole('textbox', { name: 'New task' }).fill(title)
  await page.getByRole('button', { name: 'Add task' }).click()
}

test('two people work in a team: invited by a link, each sees what the other does, in the role they have', async ({
  browser,
  baseURL,
}) => {
  const ann = await browserOf(browser, baseURL, ada)
  // Bob has an account and is not signed in.
  await browserOf(browser, baseURL, bob).then((page) => page.context().close())
  const guest = await browserOf(browser, baseURL)
  let link = ''

  await test.step('a team is made, and an editor invited by a link', async () => {
    await ann.goto('/settings/teams')
    await ann.getByRole('button', { name: 'New team' }).click()
    await ann.getByRole('textbox', { name: 'Name' }).fill('Kitchen')
    await ann.getByRole('textbox', { name: 'Name' }).press('Control+Enter')
    await expect(ann.getByRole('heading', { name: 'Kitchen' })).toBeVisible()
    await ann.getByRole('button', { name: 'Invite' }).click()
    await ann.getByRole('button', { name: 'Make a link' }).click()
    link = (await ann.getByRole('dialog').locator('code').textContent()) ?? ''
    await ann.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  })

  await test.step('the invited person signs in on the way, and joins', async () => {
    await guest.goto(new URL(link).pathname)
    await expect(guest.getByRole('heading', { name: 'Join Kitchen' })).toBeVisible()
    await guest.getByRole('link', { name: 'Sign in to join' }).click()
    await guest.getByLabel('Username or e-mail').fill(bob.username)
    await guest.getByLabel('Password', { exact: true }).fill(bob.password)
    await guest.getByLabel('Password', { exact: true }).press('Enter')
    await guest.getByRole('button', { name: 'Join the team' }).click()
    await expect(toast(guest, 'You are in Kitchen')).toBeVisible()
    await expect(ann.getByRole('combobox', { name: 'Role of bob' })).toHaveValue('editor')
  })

  await test.step('what one adds, the other sees at once; their own things stay apart', async () => {
    await ann.goto('/tasks?view=anytime')
    await add(ann, 'Only mine')
    await expect(ann.getByRole('button', { name: 'Only mine', exact: true })).toBeVisible()
    await switchOf(ann, 'Personal').click()
    await ann.getByRole('menuitemradio', { name: 'Kitchen' }).click()
    await expect(switchOf(ann, 'Kitchen')).toBeVisible()
    await expect(ann.getByText('Only mine')).toBeHidden()
    await guest.goto('/tasks?view=anytime')
    await expect(switchOf(guest, 'Kitchen')).toBeVisible()
    await add(guest, 'Buy onions')
    await expect(ann.getByText('Buy onions')).toBeVisible()
    await add(ann, 'Sharpen knives')
    await expect(guest.getByText('Sharpen knives')).toBeVisible()
    await expect(guest.getByText('Only mine')).toBeHidden()
  })

  await test.step('a viewer is told why nothing is saved', async () => {
    await ann.goto('/settings/teams')
    await ann.getByRole('button', { name: 'Manage Kitchen' }).click()
    await ann.getByRole('combobox', { name: 'Role of bob' }).selectOption('viewer')
    await expect(switchOf(guest, 'Kitchen')).toContainText('View only')
    await add(guest, 'Not for me')
    await expect(toast(guest, 'You can look at what this team has, but not change it.')).toBeVisible()
    await expect(guest.getByText('Buy onions')).toBeVisible()
  })

  await test.step('who leaves is back with their own things', async () => {
    await guest.goto('/settings/teams')
    await guest.getByRole('button', { name: 'Manage Kitchen' }).click()
    await guest.getByRole('button', { name: 'Leave team' }).click()
    await guest.getByRole('alertdialog').getByRole('button', { name: 'Leave team' }).click()
    await expect(guest.getByText('You are in no team yet.')).toBeVisible()
    await guest.goto('/tasks?view=anytime')
    await expect(guest.getByText('Everything you have to do, in one place')).toBeVisible()
    await expect(ann.getByRole('combobox', { name: 'Role of bob' })).toHaveCount(0)
  })
})
