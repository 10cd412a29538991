import { readFile } from 'node:fs/promises'
import { expect as expectSoon, type Page } from '@playwright/test'
import { ask, register, test, toast, words } from './screen.ts'

test.use({ installation: {} })

/** What a worker computes takes its time on a loaded machine. */
const expect = expectSoon.configure({ timeout: 30_000 })

/** As an old program writes it: windows-1252, semicolons, decimal commas, three kinds of line ends, a line end in quotes. */
const sales = Buffer.from(
  [
    'Ort;Betrag;Notiz\r\n',
    'Zürich;1.200,50;"zwei\nZeilen"\r\n',
    'zürich ;99,50;\n',
    'Zurich;200,00;Café\r',
    'Genf;50,00;=1+1\r\n',
    'Genf;50,00;=1+1\r\n',
    'Bern;;Rémy;zu viel\n',
  ].join(''),
  'latin1',
)
const menuOf = async (page: Page, column: string, ...path: string[]) => {
  await page.getByRole('button', { name: `${column}: column menu` }).click()
  for (const name of path) await page.getByRole('menuitem', { name, exact: true }).click()
}

test('a file of an old program is opened, looked at, cleaned, asked in SQL, charted and saved', async ({ page }) => {
  test.setTimeout(180_000) // a database of 34 MB is compiled on the way
  await register(page)
  await page.goto('/tools/csv')
  const rows = page.getByRole('region', { name: 'Rows' })
  const steps = page.getByRole('region', { name: 'Steps' })

  await test.step('opens it by the file chooser, nothing lost', async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Open a file' }).click()
    await (await chooser).setFiles({ name: 'verkauf.csv', mimeType: 'text/csv', buffer: sales })
    await expect(rows.getByRole('row', { name: /Café/ })).toContainText('Zurich')
    await expect(page.getByText('6 rows · 4 columns')).toBeVisible()
    await expect(page.getByText(/1 line has more or fewer cells than the first: line 8/)).toBeVisible()
    await expect(rows).toContainText('zu viel')
    await expect(rows).toContainText('zwei↵Zeilen')
  })

  await test.step('sees what is in a column', async () => {
    await menuOf(page, 'Betrag', 'Describe')
    const column = page.getByRole('region', { name: 'The column Betrag' })
    await expect(column).toContainText('Sum1,600')
    await expect(column).toContainText('Mean320')
    await expect(column).toContainText('Missing1 (16.7%)')
    await page.getByRole('button', { name: 'Table', exact: true }).click()
  })

  await test.step('joins spellings that mean the same, takes it back and does it again by keys', async () => {
    await menuOf(page, 'Ort', 'Find similar values…')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Choose all' }).click()
    await dialog.getByLabel('Becomes').fill('Zürich')
    await dialog.getByRole('button', { name: 'Join 1 group' }).click()
    await expect(steps).toContainText('Join 2 spellings in Ort with others')
    await expect(rows.getByRole('cell', { name: 'Zürich', exact: true })).toHaveCount(3)
    await page.keyboard.press('Control+z')
    await expect(rows.getByRole('cell', { name: 'Zürich', exact: true })).toHaveCount(1)
    await page.keyboard.press('Control+Shift+z')
    await expect(rows.getByRole('cell', { name: 'Zürich', exact: true })).toHaveCount(3)
  })

  await test.step('drops the row that stands twice, and filters by a value', async () => {
    await page.getByRole('button', { name: 'All columns' }).click()
    await page.getByRole('menuitem', { name: 'Drop duplicate rows' }).click()
    await expect(page.getByText('5 rows · 4 columns')).toBeVisible()
    await menuOf(page, 'Ort', 'Filter by value')
    await page
      .getByRole('region', { name: 'Filter by Ort' })
      .getByLabel(/^Zürich/)
      .check()
    await expect(page.getByText('3 of 5 rows')).toBeVisible()
  })

  await test.step('saves what is seen, formulas harmless', async () => {
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('verkauf.csv')
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain('Genf,"50,00",\'=1+1,')
    expect(text.split('\r\n')).toHaveLength(7)
  })

  await test.step('asks in SQL over the cleaned rows, by keys; a query that writes is refused', async () => {
    await page.getByRole('button', { name: 'SQL', exact: true }).click()
    const query = page.getByRole('textbox', { name: 'Query' })
    await query.fill('drop table verkauf')
    await query.press('Control+Enter')
    await expect(page.getByRole('alert')).toContainText('Queries here only read')
    await query.fill(
      'select "Ort", count(*) as n, sum("Betrag") as total, avg("Betrag") as mean from verkauf group by 1 order by total desc nulls last',
    )
    await query.press('Control+Enter')
    const result = page.getByRole('grid', { name: 'Result' })
    await expect(result.getByRole('row', { name: /Zürich/ })).toContainText('1,500500', { timeout: 90_000 })
    await query.fill("select * from read_parquet('https://example.org/x.parquet')")
    await query.press('Control+Enter')
    await expect(page.getByRole('alert')).toContainText('read the tables of this page only')
  })

  await test.step('draws a chart that stays', async () => {
    await page.getByRole('button', { name: 'Charts', exact: true }).click()
    await page.getByLabel('Across').selectOption('Ort')
    await page.getByLabel('Up', { exact: true }).selectOption('Betrag')
    await expect(page.getByRole('img', { name: /Sum of Betrag by Ort/ })).toBeVisible()
    await page.getByRole('button', { name: 'Keep this chart' }).click()
    await toast(page, 'Chart kept').waitFor()
    await page.reload()
    const kept = page.getByRole('region', { name: 'Charts of this dataset' })
    await expect(kept.getByRole('heading', { name: 'Sum of Betrag by Ort' })).toBeVisible()
  })

  await test.step('deletes the dataset and takes that back; the chat knows it', async () => {
    await page.getByRole('button', { name: 'Dataset menu' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await toast(page, 'verkauf.csv deleted').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByLabel('Dataset', { exact: true })).toContainText('verkauf.csv')
    await page.goto('/')
    await expect(words(await ask(page, 'sum of Betrag by Ort in verkauf'))).toContainText('1,500')
  })
})
