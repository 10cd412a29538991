import { type Browser, expect, type Page } from '@playwright/test'
import { ada, register, test } from './screen.ts'

test.use({ installation: {} })

const ben = { username: 'ben', email: 'ben@example.org', password: 'correct horse battery' }

async function browserOf(browser: Browser, baseURL: string | undefined, person: typeof ada): Promise<Page> {
  const page = await (await browser.newContext({ baseURL, serviceWorkers: 'block' })).newPage()
  await register(page, person)
  return page
}

async function post<T>(page: Page, path: string, data: object): Promise<T> {
  const answer = await page.request.post(path, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as T
}

async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for “Paint the fence”' }).click()
  await page.getByRole('menuitem', { name: /^Edit/ }).click()
  await expect(writing(page)).toBeVisible()
}
const writing = (page: Page) => page.getByRole('dialog').getByLabel('Write a comment')
const said = (page: Page, text: string) => page.getByRole('dialog').getByRole('listitem').filter({ hasText: text })

test('two people talk about a shared task: the other is told, and what was begun outlives the task’s own Save', async ({
  browser,
  baseURL,
}) => {
  const ann = await browserOf(browser, baseURL, ada)
  const other = await browserOf(browser, baseURL, ben)
  await post(ann, '/api/m/tasks/add', { title: 'Paint the fence #garden' })
  type Listed = { output: { tasks: { projectId: string }[] } }
  const [task] = (await post<Listed>(ann, '/api/m/tasks/list', {})).output.tasks
  await post(ann, `/api/m/tasks/collections/projects/${task?.projectId}/shares`, { with: 'ben', role: 'editor' })

  await test.step('Ben asks something, and Ada finds it in her bell', async () => {
    await other.goto('/shared')
    await other.getByRole('link', { name: 'garden', exact: true }).click()
    await edit(other)
    await writing(other).fill('Which colour, @ada?')
    await writing(other).press('Control+Enter')
    await expect(said(other, 'Which colour, @ada?')).toBeVisible()
    await expect(writing(other)).toHaveValue('')
    await ann.goto('/tasks?view=anytime')
    await ann.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    await expect(ann.getByText('ben: Paint the fence')).toBeVisible()
    await ann.keyboard.press('Escape')
  })

  await test.step('Ada begins an answer, changes the task, and her answer is still there to be sent', async () => {
    await edit(ann)
    await expect(said(ann, 'Which colour')).toBeVisible()
    await writing(ann).fill('Green, as the door')
    await ann.getByRole('dialog').getByLabel('Due').fill('2030-05-01')
    await ann.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(ann.getByRole('dialog')).toBeHidden()
    await edit(ann)
    await expect(writing(ann)).toHaveValue('Green, as the door')
    await ann.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(said(ann, 'Green, as the door')).toBeVisible()
    await expect(said(other, 'Green, as the door')).toBeVisible()
  })

  await test.step('hers is the task: she takes Ben’s away, and the keyboard goes on from her own', async () => {
    await said(ann, 'Which colour').getByRole('button', { name: 'Remove comment' }).click()
    await ann.getByRole('alertdialog').getByRole('button', { name: 'Remove comment' }).click()
    await expect(said(ann, 'Which colour')).toBeHidden()
    await expect(said(ann, 'Green, as the door')).toBeFocused()
    await expect(said(other, 'Which colour')).toBeHidden()
  })
})
