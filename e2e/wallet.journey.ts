import { expect } from '@playwright/test'
import { ask, register, test, toast, words } from './screen.ts'

test.use({ installation: {} })

const entry = (id: string, date: string, amount: string, name: string) =>
  `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${date}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`
const statement = Buffer.from(
  `OFXHEADER:100\nDATA:OFXSGML\nCHARSET:1252\n\n<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>12345678<ACCTTYPE>CHECKING</BANKACCTFROM>${[
    entry('1', '20261102', '2000.00', 'Northwind Ltd'),
    entry('2', '20261103', '-42.50', 'LIDL 77'),
    entry('3', '20261104', '-9.90', 'Caf\u00e9 \u0080R\u00e9my'),
  ].join('\n')}</STMTRS></OFX>`,
  'latin1',
)

test('a bank statement comes in once, money gets a job, and the chat knows what is left', async ({ page }) => {
  await register(page)
  await page.goto('/wallet')
  const file = { name: 'bank.ofx', mimeType: 'application/x-ofx', buffer: statement }

  await test.step('imports a statement, which makes its account', async () => {
    await page.getByRole('button', { name: 'Import a file' }).click()
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: /^Import 3/ }).click()
    await expect(page.getByRole('row', { name: /Café €Rémy/ })).toContainText('-€9.90')
    await expect(page.getByRole('button', { name: /^Checking 5678/ })).toContainText('€1,947.60')
  })

  await test.step('imports it again, and nothing is added', async () => {
    await page.getByRole('button', { name: 'Import…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(file)
    await expect(dialog.getByText(/^3 /)).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Import/ }).last()).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('gives money to an envelope', async () => {
    await page.getByRole('button', { name: 'Budget', exact: true }).click()
    const field = page.getByRole('textbox', { name: 'Budgeted for Groceries' })
    await field.fill('100')
    await field.press('Enter')
    await expect(page.getByRole('row', { name: /^Groceries/ })).toContainText('€100.00')
  })

  await test.step('spends and asks by sentence', async () => {
    await page.goto('/')
    await expect(words(await ask(page, 'spent 12.50 at Lidl on groceries'))).toContainText('87.50 EUR')
    await expect(words(await ask(page, 'how much is left for groceries?'))).toContainText('87.50 EUR')
    await expect(words(await ask(page, 'what is my balance?'))).toContainText('1,935.10 EUR')
  })

  await test.step('sees both versions of a payment that was changed elsewhere meanwhile, and keeps their own', async () => {
    await page.goto('/wallet')
    await page.getByRole('row', { name: /LIDL 77/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit transaction' })
    await dialog.getByLabel('Payee').fill('The supermarket')
    const listed = await page.request.post('/api/m/wallet/transactions', { data: {} })
    const { output } = (await listed.json()) as { output: { transactions: { id: string; payee: string }[] } }
    const id = output.transactions.find(({ payee }) => payee === 'LIDL 77')?.id
    expect((await page.request.post('/api/m/wallet/change', { data: { id, payee: 'Lidl, Main Street' } })).ok()).toBe(
      true,
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('alertdialog')
    await expect(conflict.getByRole('row', { name: 'Payee The supermarket Lidl, Main Street' })).toBeVisible()
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await expect(page.getByRole('row', { name: /The supermarket/ })).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('deletes a payment by keyboard, and takes that back', async () => {
    await page.goto('/wallet')
    const row = page.getByRole('row', { name: /The supermarket/ })
    await row.focus()
    await page.keyboard.press('#')
    await expect(row).toHaveCount(0)
    await toast(page, '1 transaction deleted').getByRole('button', { name: 'Undo' }).click()
    await expect(row).toBeVisible()
  })
})
