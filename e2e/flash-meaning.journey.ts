import { expect } from '@playwright/test'
import { register, test } from './screen.ts'

test.use({ installation: { models: 'gpt-4o-mini,text-embedding-3-small' } })

const CARDS = [
  ['What is a fast automobile?', 'A sports car'],
  ['What does the mitochondrion make?', 'Energy'],
  ['Where do huge lemons grow?', 'In Amalfi'],
]

test('a person has cards compared, finds them by what they mean in other words, and one question is one for the model', async ({
  page,
  fake,
}) => {
  await register(page)
  for (const [front, back] of CARDS)
    await page.request.post('/api/m/flash/add', { data: { front, back, deck: 'Things' } })
  const asked = async () => (await fake.requests()).filter(({ path }) => path.endsWith('/embeddings')).length
  await page.goto('/flash?view=browse')
  const table = page.getByRole('grid', { name: 'Cards' }).or(page.getByRole('table', { name: 'Cards' }))
  await expect(table.getByText('What is a fast automobile?')).toBeVisible()
  await page.getByRole('button', { name: 'By meaning' }).click()
  await expect(page).toHaveURL(/by=meaning/)
  const field = page.getByLabel('Search cards')
  await field.fill('Which vehicle is fast?')
  await field.press('Enter')
  await expect(page.getByText('3 cards have not been compared yet.')).toBeVisible()
  expect(await asked()).toBe(0)
  await page.getByRole('button', { name: 'Compare all cards, and new ones from now on' }).click()
  const find = page.getByRole('button', { name: 'Find by meaning' })
  await expect(async () => {
    await find.click()
    await expect(table.getByRole('row').nth(1)).toContainText('What is a fast automobile?', { timeout: 1_000 })
  }).toPass()
  const before = await asked()
  await field.fill('Which vehicle is fast? is:suspended')
  await expect(page.getByText('No card is like that')).toBeVisible()
  await field.fill('Which vehicle is fast? is:new')
  await expect(table.getByText('What is a fast automobile?')).toBeVisible()
  expect(await asked()).toBe(before)
  await table.getByText('What is a fast automobile?').click()
  await expect(page.getByRole('dialog')).toContainText('A sports car')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nearest in meaning to “Which vehicle is fast?”')).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue('Which vehicle is fast? is:new')
  await expect(page.getByText('Find cards by what they mean')).toBeVisible()
  expect(await asked()).toBe(before)
})
