import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { ada, register, signIn, test } from './screen.ts'
import { layWire } from './wire.ts'

test.use({ installation: {} })

const SIZE = 30_000_000
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a file of a field whose wire is cut goes on where it was, and after the page was left, too', async ({
  page,
  server,
}) => {
  await register(page)
  const folder = mkdtempSync(join(tmpdir(), 'atrium-field-'))
  const wire = await layWire(server.url)
  const made = (name: string) => {
    const bytes = randomBytes(SIZE)
    writeFileSync(join(folder, name), bytes)
    return { path: join(folder, name), hash: sha(bytes) }
  }
  const [film, song] = [made('film.bin'), made('song.bin')]
  const { request } = page.context()
  const added = await request.post('/api/m/tasks/add', { data: { title: 'Cut the film' } })
  expect(added.ok(), await added.text()).toBe(true)
  const edit = async () => {
    await page.goto(`${wire.url}/tasks`)
    await page.getByRole('button', { name: /^All/ }).click()
    await page.getByRole('button', { name: 'More for “Cut the film”' }).click()
    await page.getByRole('menuitem', { name: /^Edit/ }).click()
    await expect(page.getByRole('group', { name: 'Attachments' })).toBeVisible()
  }
  const filesOf = async () => {
    const listed = await request.post('/api/m/tasks/list', { data: {} })
    const { output } = (await listed.json()) as { output: { tasks: { files: { id: string; name: string }[] }[] } }
    return output.tasks[0]?.files ?? []
  }
  try {
    await signIn(page, ada, wire.url)
    await edit()

    await test.step('the wire is cut in the middle, and mended', async () => {
      wire.cutAfter(SIZE / 2)
      await page.getByLabel('Add files…').setInputFiles(film.path)
      await expect(page.getByText('The connection is gone. It goes on by itself.')).toBeVisible()
      const before = wire.sent()
      wire.mend()
      await expect(page.getByRole('button', { name: 'Open “film.bin”' })).toBeVisible({ timeout: 60_000 })
      // What had come is not sent again, but for what was on its way when it was cut.
      expect(wire.sent() - before).toBeLessThan(SIZE * 0.75)
    })

    await test.step('the page is left while another is on its way; what has arrived is kept with the task', async () => {
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect.poll(async () => (await filesOf()).map(({ name }) => name)).toEqual(['film.bin'])
      await edit()
      wire.cutAfter(SIZE / 2)
      await page.getByLabel('Add files…').setInputFiles(song.path)
      await expect(page.getByText('The connection is gone. It goes on by itself.')).toBeVisible()
      await page.goto('about:blank')
      wire.mend()
      await edit()
      await expect(page.getByText(/^Stopped at [345]\d %/)).toBeVisible()
    })

    await test.step('chosen again it goes on', async () => {
      const before = wire.sent()
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Choose the file again' }).click(),
      ])
      await chooser.setFiles(song.path)
      await expect(page.getByRole('button', { name: 'Open “song.bin”' })).toBeVisible({ timeout: 60_000 })
      expect(wire.sent() - before).toBeLessThan(SIZE * 0.75)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect.poll(async () => (await filesOf()).map(({ name }) => name)).toEqual(['film.bin', 'song.bin'])
    })

    for (const [at, { hash }] of [film, song].entries()) {
      const { id = '' } = (await filesOf())[at] ?? {}
      expect(sha(await (await request.get(`/api/files/${id}`)).body())).toBe(hash)
    }
  } finally {
    await wire.close()
    rmSync(folder, { recursive: true })
  }
})
