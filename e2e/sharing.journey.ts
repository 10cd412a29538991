import { type Browser, expect, type Page } from '@playwright/test'
import { ada, register, test, toast } from './screen.ts'

test.use({ installation: {} })

const ben = { username: 'ben', email: 'ben@example.org', password: 'correct horse battery' }

async function browserOf(browser: Browser, baseURL: string | undefined, person: typeof ada): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage()
  await register(page, person)
  return page
}

const act = async <T>(page: Page, action: string, data: object): Promise<T> => {
  const [module, name] = action.split('.')
  const answer = await page.request.post(`/api/m/${module}/${name}`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { output: T }).output
}

/** Names somebody in the open dialog by the keyboard alone, and closes it. */
async function shareWith(page: Page, name: string, role: 'Look' | 'Change'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Share/ })
  await dialog.getByLabel('With whom').focus()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(role)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: `What ${name} may do` })).toHaveValue(
    role === 'Look' ? 'viewer' : 'editor',
  )
  await dialog.getByRole('button', { name: 'Close', exact: true }).press('Enter')
  await expect(dialog).toBeHidden()
}

/** Opens what is shared by its name in the list, and waits until the module's page has come. */
const open = async (page: Page, title: string) => {
  await page.goto('/shared')
  await page.getByRole('link', { name: title, exact: true }).click()
  await page.waitForURL(/\/shared\/./)
  await expect(page.getByRole('heading', { name: 'Shared with me' })).toBeHidden()
}

test('a project, an account and a calendar are shared: the other one works in them, and is out at once when it is taken back', async ({
  browser,
  baseURL,
}) => {
  const ann = await browserOf(browser, baseURL, ada)
  const other = await browserOf(browser, baseURL, ben)

  await test.step('Ada shares a project by the keyboard', async () => {
    await act(ann, 'tasks.add', { title: 'Buy tiles #kitchen' })
    await act(ann, 'tasks.add', { title: 'See the lawyer #private' })
    await ann.goto('/tasks?view=anytime')
    const more = ann.getByRole('button', { name: 'More for “kitchen”' })
    await more.focus()
    await ann.keyboard.press('Enter')
    await ann.getByRole('menuitem', { name: 'Share with people…' }).press('Enter')
    await shareWith(ann, 'ben', 'Change')
  })

  await test.step('Ben finds it, sees nothing else, and works in it', async () => {
    await other.goto('/shared')
    await expect(other.getByRole('listitem').filter({ hasText: 'kitchen' })).toContainText(
      'Task Inbox · Change · From ada',
    )
    await other.getByRole('link', { name: 'kitchen' }).click()
    await expect(other.getByText('Buy tiles')).toBeVisible()
    await expect(other.getByText('See the lawyer')).toBeHidden()
    await expect(other.getByRole('button', { name: 'New project' })).toBeHidden()
    await other.getByRole('textbox', { name: 'New task' }).fill('Measure the wall')
    await other.getByRole('textbox', { name: 'New task' }).press('Enter')
    await expect(other.getByText('Measure the wall')).toBeVisible()
    await other.getByRole('checkbox', { name: 'Mark “Buy tiles” as done' }).click()
    await ann.goto('/tasks?view=anytime')
    await expect(ann.getByText('Measure the wall')).toBeVisible()
    await expect(ann.getByText('Buy tiles')).toBeHidden()
  })

  await test.step('Ada takes it back while Ben looks at it: he is out without a reload', async () => {
    await expect(other.getByText('Measure the wall')).toBeVisible()
    await ann.getByRole('button', { name: 'More for “kitchen”' }).click()
    await ann.getByRole('menuitem', { name: 'Share with people…' }).click()
    await ann.getByRole('button', { name: 'Share no longer with ben' }).click()
    await expect(other.getByText('Nobody has shared anything with you yet.')).toBeVisible()
    await expect(other.getByText('Measure the wall')).toBeHidden()
    await ann.keyboard.press('Escape')
  })

  await test.step('a calendar to look at: the main one, and nothing can be written in it', async () => {
    const day = new Date().toISOString().slice(0, 10)
    await act(ann, 'content-calendar.add', { title: 'School concert', start: day })
    const choir = await act<{ id: string }>(ann, 'content-calendar.addCalendar', { name: 'Choir' })
    await act(ann, 'content-calendar.add', { title: 'Rehearsal', start: day, calendar: choir.id })
    await ann.goto('/content-calendar')
    await ann.getByRole('button', { name: 'More for Calendar', exact: true }).click()
    await ann.getByRole('menuitem', { name: 'Share with people…' }).click()
    await shareWith(ann, 'ben', 'Look')
    await open(other, 'Calendar')
    await expect(other.getByText('To look at only')).toBeVisible()
    await expect(other.getByText('School concert')).toBeVisible()
    await expect(other.getByText('Rehearsal')).toBeHidden()
    await expect(other.getByRole('button', { name: 'New event' })).toBeHidden()
  })

  await test.step('an account to write in: its payments and its sum alone, the other’s is changed at once', async () => {
    const account = { currency: 'EUR', date: '2026-11-01' }
    await act(ann, 'wallet.addAccount', { ...account, name: 'Household', balance: 50_000 })
    await act(ann, 'wallet.addAccount', { ...account, name: 'Savings', balance: 900_000 })
    await ann.goto('/wallet')
    await ann.getByRole('button', { name: 'More for “Household”' }).click()
    await ann.getByRole('menuitem', { name: 'Share with people…' }).click()
    await shareWith(ann, 'ben@example.org', 'Change')
    await open(other, 'Household')
    await expect(other.getByRole('button', { name: /^Household/ })).toContainText('€500.00')
    await expect(other.getByText('Savings')).toBeHidden()
    await expect(other.getByRole('button', { name: 'Budget', exact: true })).toBeHidden()
    await other.getByRole('button', { name: 'Add transaction' }).click()
    const dialog = other.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('12.50')
    await dialog.getByLabel('Payee').fill('Baker')
    await dialog.getByLabel('Payee').press('Control+Enter')
    await expect(toast(other, 'Transaction added')).toBeVisible()
    await expect(other.getByRole('button', { name: /^Household/ })).toContainText('€487.50')
    await expect(ann.getByRole('button', { name: /^Household/ })).toContainText('€487.50')
  })
})
