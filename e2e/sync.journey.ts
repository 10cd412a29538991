import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { ada, register, test } from './screen.ts'

test.use({ installation: {} })

const MODIFIED = 1_760_000_000_000 // ms
const TUS = { 'tus-resumable': '1.0.0' }
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const base64 = (text: string) => Buffer.from(text).toString('base64')

test('files are uploaded, found, versioned, shared with a stranger, thrown away and brought back', async ({
  page,
  browser,
}) => {
  await register(page)
  await page.goto('/sync')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  const menu = async (name: string, item: string) => {
    await page.getByRole('button', { name: `More for “${name}”` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const upload = (name: string, text: string) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

  await test.step('an upload is in its folder, and the search finds it by its text', async () => {
    await expect(page.getByRole('heading', { name: 'All your files in one place' })).toBeVisible()
    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Contracts/2026')
    await page.getByRole('button', { name: 'Make folder' }).click()
    await row('Contracts').click()
    await row('2026').click()
    await expect(page.getByText('This folder is empty')).toBeVisible()
    await upload('lease.txt', 'The deposit is three rents.')
    await expect(page.getByText('1 file uploaded')).toBeVisible()
    await row('lease.txt').click()
    await expect(page.getByRole('dialog').getByLabel('lease.txt', { exact: true })).toHaveValue(/three rents/)
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Search files' }).fill('deposit')
    await expect(row('lease.txt')).toContainText('Contracts / 2026')
    await page.getByRole('searchbox', { name: 'Search files' }).fill('')
  })

  await test.step('the same name again is a version, and the old one comes back', async () => {
    await upload('lease.txt', 'Now four.')
    await expect(row('lease.txt')).toContainText('9 byte')
    await menu('lease.txt', 'Versions…')
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('listitem').last()).toContainText('Shown now')
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(row('lease.txt')).toContainText('27 byte')
  })

  await test.step('a stranger with the link and its password sees the folder', async () => {
    await page.getByRole('button', { name: 'Contracts' }).click()
    await menu('2026', 'Share…')
    await page.getByLabel('Password', { exact: true }).fill('sesame')
    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = await page.getByLabel('Link', { exact: true }).inputValue()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    const stranger = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
    await stranger.goto(link)
    await stranger.getByLabel('Password', { exact: true }).fill('wrong')
    await stranger.getByRole('button', { name: 'Open' }).click()
    await expect(stranger.getByText('That is not the password of this link.')).toBeVisible()
    await stranger.getByLabel('Password', { exact: true }).fill('sesame')
    await stranger.getByRole('button', { name: 'Open' }).click()
    await stranger.getByRole('button', { name: 'lease.txt' }).click()
    await expect(stranger.getByLabel('lease.txt', { exact: true })).toHaveValue(/three rents/)
    const [file] = await Promise.all([
      stranger.waitForEvent('download'),
      stranger.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('lease.txt')
    await stranger.context().close()
  })

  await test.step('what is thrown away comes back with what was in it', async () => {
    await menu('2026', 'Delete')
    await expect(page.getByText('This folder is empty')).toBeVisible()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Trash' }).click()
    await page.getByRole('button', { name: 'Restore “2026”' }).click()
    await expect(page.getByText('The trash is empty')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    await row('2026').click()
    await expect(row('lease.txt')).toBeVisible()
  })
})

test('an upload whose server is killed at 40 % goes on where it stopped, and is the same file', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000)
  const person = { ...ada, username: 'grace', email: 'grace@example.org' }
  await register(page, person)
  const bytes = randomBytes(40_000_000)
  const folder = mkdtempSync(join(tmpdir(), 'atrium-upload-'))
  const path = join(folder, 'large.bin')
  writeFileSync(path, bytes)
  utimesSync(path, MODIFIED / 1000, MODIFIED / 1000)
  const { request } = page.context()
  const metadata = `filename ${base64('large.bin')},modified ${base64(String(MODIFIED))}`
  const begun = await request.post('/api/m/sync/tus', {
    headers: { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  const url = begun.headers().location as string
  const send = async (offset: number, end: number) =>
    (
      await request.patch(url, {
        headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        data: bytes.subarray(offset, end),
      })
    ).status()
  const offset = async () => Number((await request.head(url, { headers: TUS })).headers()['upload-offset'])

  await test.step('killed while the next piece is on its way', async () => {
    expect(await send(0, 8_000_000)).toBe(204)
    expect(await send(8_000_000, 16_000_000)).toBe(204)
    const broken = send(16_000_000, 24_000_000).catch(() => 'broken')
    await server.kill()
    await broken
    await server.restart()
    expect([16_000_000, 24_000_000]).toContain(await offset())
  })

  await test.step('the page says how far it came, and goes on with the same file', async () => {
    await page.goto('/sync')
    await expect(page.getByText(/Stopped at [46]0 %/)).toBeVisible()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose the file again' }).click(),
    ])
    await chooser.setFiles(path)
    await expect(page.getByRole('row', { name: /large.bin/ })).toBeVisible({ timeout: 60_000 })
    rmSync(folder, { recursive: true })
  })

  const listed = await request.post('/api/m/sync/list', { data: {} })
  const [entry] = (await listed.json()).output.entries
  expect([entry.size, entry.sha256]).toEqual([bytes.length, sha(bytes)])
  const whole = await request.get(`/api/m/sync/content/${entry.content}`)
  expect(sha(await whole.body())).toBe(sha(bytes))
})
