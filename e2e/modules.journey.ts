import { expect } from '@playwright/test'
import { ask, lastReply, register, test, words } from './screen.ts'

test.use({ installation: {}, timezoneId: 'Europe/Berlin' })

test('one conversation without a model does the main jobs of the modules, and their pages show it', async ({
  page,
}) => {
  await register(page)
  await page.goto('/')
  const asked = async (text: string, told: string | RegExp) =>
    test.step(text, async () => expect(words(await ask(page, text))).toContainText(told))

  await asked('make a deck called Biology', 'The deck Biology is ready.')
  await asked('add a card to Biology: mitochondrion - powerhouse of the cell', 'Added to Biology: mitochondrion')
  await asked('how many cards are due', '1 new')

  await asked('/spent 12.50 at Corner Bakery on Groceries', 'Spent 12.50 EUR at Corner Bakery')
  await asked('received 2,500 from Acme', 'Received 2,500.00 EUR from Acme')
  await asked('what is my balance', 'Together: 2,487.50 EUR')

  await asked('make a folder Invoices/2026', 'The folder 2026 is made.')
  await asked('list my files', 'Invoices')

  await asked('/schedule Newsletter for today at 22:30', 'Newsletter is on your calendar')
  await asked("what's on my calendar today", 'Newsletter')

  await page.request.post('/api/m/csv/sample')
  await asked('list my datasets', 'Orders 2026')
  await asked('describe y in Anscombe’s quartet (sample)', '7.5')

  await asked('/spent nothing at all', /amount|number/i)
  await test.step('and every write can be taken back where it was asked for', async () => {
    await ask(page, '/spent 99 at Mistake')
    await lastReply(page).getByRole('button', { name: 'Undo' }).click()
    await expect(lastReply(page).getByText('Undone', { exact: true })).toBeVisible()
    await asked('what is my balance', 'Together: 2,487.50 EUR')
  })

  for (const [path, shown] of [
    ['/flash', 'Biology'],
    ['/wallet', 'Corner Bakery'],
    ['/sync', 'Invoices'],
    ['/content-calendar', 'Newsletter'],
    ['/tools/csv', '44 rows'],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('main').getByText(shown).filter({ visible: true }).first()).toBeVisible({
        timeout: 30_000,
      })
    })
})
