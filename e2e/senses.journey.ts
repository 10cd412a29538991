import { expect } from '@playwright/test'
import { SMALLEST_PNG } from '../server/files/test-pictures.ts'
import { register, test, toast } from './screen.ts'

test.use({
  installation: { models: 'gpt-4o-mini,gpt-image-1,tts-1,whisper-1' },
  timezoneId: 'Europe/Berlin',
  permissions: ['microphone'],
  viewport: { width: 1280, height: 1100 },
})

const given = (fields: Record<string, [value: unknown, quote: string]>) =>
  Object.fromEntries(Object.entries(fields).map(([name, [value, quote]]) => [name, { value, quote }]))
const RECEIPT = 'CAFÉ ROMA\n03.11.2026\nCappuccino 3,20\nCornetto 1,80\nTOTALE € 5,00'

test('a model sees a receipt, draws for a post, speaks a card and hears a memo; nothing is kept before the person says so', async ({
  page,
  fake,
}) => {
  await register(page)
  // A microphone that plays nothing: the fake provider hears what the script says.
  await page.addInitScript(() => {
    const silent = async () => new AudioContext().createMediaStreamDestination().stream
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: silent })
  })

  await test.step('the wallet reads a photographed receipt into a payment', async () => {
    const account = { name: 'Giro', currency: 'EUR' }
    await page.request.post('/api/m/wallet/addAccount', { data: account })
    await page.goto('/wallet')
    await page.getByRole('button', { name: 'Add transaction' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add transaction' })
    await dialog
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: SMALLEST_PNG })
    await fake.script(
      { text: RECEIPT },
      {
        text: JSON.stringify({
          items: [
            given({
              shop: ['Café Roma', 'CAFÉ ROMA'],
              day: ['2026-11-03', '03.11.2026'],
              total: [5, 'TOTALE € 5,00'],
              currency: ['€', 'TOTALE € 5,00'],
            }),
          ],
        }),
      },
      {
        text: JSON.stringify({
          items: [
            given({ what: ['Cappuccino', 'Cappuccino 3,20'], price: [3.2, 'Cappuccino 3,20'] }),
            given({ what: ['Cornetto', 'Cornetto 1,80'], price: [1.8, 'Cornetto 1,80'] }),
          ],
        }),
      },
    )
    await dialog.getByRole('button', { name: 'Fill in from the receipt' }).click()
    const read = dialog.getByRole('region', { name: 'What was read' })
    await expect(read).toContainText('Café Roma from “CAFÉ ROMA”')
    await read.getByRole('button', { name: 'Take over' }).click()
    await expect(dialog.getByLabel('Amount')).toHaveValue('5.00')
    await expect(dialog.getByLabel('Date')).toHaveValue('2026-11-03')
    await expect(dialog.getByLabel('Note')).toHaveValue('Cappuccino, Cornetto')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('row', { name: /Café Roma/ })).toContainText('€5.00')
    await toast(page, 'Transaction added').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('row', { name: /Café Roma/ })).toHaveCount(0)
  })

  await test.step('a post has a picture that was proposed, drawn and chosen, with its description', async () => {
    await page.goto('/content-calendar')
    await page.getByRole('button', { name: 'New event' }).click()
    const form = page.getByRole('dialog')
    await form.getByText('Post', { exact: true }).click()
    await form.getByLabel('Title').fill('Garden')
    await form.getByLabel('Text', { exact: true }).fill('Our garden is open')
    await fake.script({ text: 'A lemon tree in a courtyard' })
    await form.getByText('Draw a picture').click()
    await form.getByRole('button', { name: 'Propose from the post' }).click()
    await expect(form.getByLabel('What is to be seen')).toHaveValue('A lemon tree in a courtyard')
    await form.getByRole('button', { name: 'Draw', exact: true }).click()
    await form.getByRole('button', { name: 'Picture 2 of 2' }).click()
    await form.getByRole('button', { name: 'Add 1 picture to the post' }).click()
    const described = form.getByLabel('Description of A lemon tree in a courtyard.png')
    await expect(described).toHaveValue('A lemon tree in a courtyard')
    await described.fill('A small lemon tree in a yard')
    await form.getByRole('button', { name: 'Add draft' }).click()
    await expect(toast(page, 'Added').getByText('Added', { exact: true })).toBeVisible()
    const found = await page.request.post('/api/m/content-calendar/search', { data: { words: 'Garden' } })
    const [post] = ((await found.json()) as { output: { events: { files: { id: string }[]; altTexts: object }[] } })
      .output.events
    expect(post?.files).toHaveLength(1)
    expect(Object.values(post?.altTexts ?? {})).toEqual(['A small lemon tree in a yard'])
  })

  await test.step('a card has a side that was spoken and heard, and it goes along with the deck', async () => {
    await page.goto('/flash?q=German')
    const dialog = page.getByRole('dialog', { name: 'Add cards' })
    await dialog.getByRole('textbox', { name: 'Front' }).click()
    await page.keyboard.type('lemon tree')
    await dialog.getByRole('textbox', { name: 'Back' }).click()
    await page.keyboard.type('der Zitronenbaum')
    await dialog.getByText('Speak a side').click()
    await dialog.getByLabel('Side').selectOption('Back')
    await dialog.getByLabel('Language', { exact: true }).selectOption('de')
    await dialog.getByRole('button', { name: 'Speak', exact: true }).click()
    // What came is a sound that the browser plays.
    const heard = dialog.getByLabel('The words, spoken')
    await expect.poll(() => heard.evaluate((sound: HTMLAudioElement) => sound.duration)).toBeGreaterThan(0.5)
    await dialog.getByRole('button', { name: 'Add to the card' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Back' })).toContainText('der Zitronenbaum.mp3')
    await dialog.getByRole('button', { name: 'Add card' }).click()
    await expect(dialog.getByText('1 added')).toBeVisible()
    const exported = await page.request.get('/api/m/flash/exports/anki?zone=UTC')
    expect(exported.ok()).toBe(true)
    expect((await exported.body()).length).toBeGreaterThan(2_000)
  })

  await test.step('a voice memo becomes tasks, and one Undo takes them back', async () => {
    await page.goto('/tasks')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Tasks from a voice memo…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tasks from a voice memo' })
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(dialog.getByRole('timer')).toBeVisible()
    await dialog.getByRole('button', { name: 'Stop recording' }).click()
    await fake.script(
      { text: 'Buy milk, and call Anna about the report' },
      { text: 'Buy milk\nCall Anna about the report' },
    )
    await dialog.getByRole('button', { name: 'Write it down' }).click()
    await expect(dialog.getByLabel('What was said')).toHaveValue('Buy milk, and call Anna about the report')
    await dialog.getByRole('button', { name: 'Add 2 tasks' }).click()
    await expect(dialog).toBeHidden()
    const titles = async () => {
      const listed = await page.request.post('/api/m/tasks/list', { data: {} })
      return ((await listed.json()) as { output: { tasks: { title: string }[] } }).output.tasks.map(
        ({ title }) => title,
      )
    }
    expect((await titles()).sort()).toEqual(['Buy milk', 'Call Anna about the report'])
    await toast(page, '2 tasks added').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(titles).toEqual([])
    const heard = (await fake.requests()).find(({ path }) => path.endsWith('/audio/transcriptions'))
    expect(heard?.body).toMatchObject({ model: 'whisper-1', file: { name: 'memo.webm' } })
  })

  await test.step('what it cost stands in the settings', async () => {
    await page.goto('/settings/models')
    await expect(page.getByText(/2 pictures/)).toBeVisible()
    await expect(page.getByText(/13 s of speech/)).toBeVisible()
  })
})
