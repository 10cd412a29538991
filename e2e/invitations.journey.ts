import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { ada, test as base, register, toast } from './screen.ts'
import { NODE, startServer } from './server.ts'

interface Mail {
  to: string[]
  data: string
}
interface Mailbox {
  port: number
  mails: Mail[]
}

/** A server that writes mails, and the mail server that takes them. */
const test = base.extend<object, { mailbox: Mailbox }>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from here
    async ({}, use) => {
      const program = fileURLToPath(new URL('../server/accounts/test-smtp.ts', import.meta.url))
      const child = spawn(NODE, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
      const mails: Mail[] = []
      const lines = createInterface({ input: child.stdout })
      const [port] = (await once(lines, 'line')) as [string]
      lines.on('line', (line) => mails.push(JSON.parse(line)))
      await use({ port: Number(port), mails })
      child.kill()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mailbox }, use) => {
      const server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, MAIL_FROM: 'house@example.org' })
      await use(server)
      const log = server.log()
      await server.stop()
      expect(log).not.toContain('unexpected failure')
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
test.use({ installation: {}, timezoneId: 'Europe/Berlin', viewport: { width: 1280, height: 1100 } })

/** The calendar's part of a mail, unfolded. */
function calendarOf({ data }: Mail): string {
  const part = data.split(/\r\n--[^\r\n]+\r\n/).find((one) => /^content-type: text\/calendar/i.test(one)) ?? ''
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const text = /base64/i.test(head) ? Buffer.from(body, 'base64').toString() : body.replace(/=\r\n/g, '')
  return text.replace(/=3D/g, '=').replace(/\r\n[ \t]/g, '')
}

test('guests are invited, answer by a file, are told of another time, and of the end', async ({ page, mailbox }) => {
  await register(page)
  await page.goto('/content-calendar?view=month&day=2026-11-01')
  const sent = (to: string) => mailbox.mails.filter((mail) => mail.to.includes(to)).map(calendarOf)
  const open = async () => {
    await page.locator('[data-date="2026-11-10"]').getByText('Lunch').click()
    return page.getByRole('dialog', { name: 'Event' })
  }

  await test.step('by the keyboard: an event with two guests, one still in the field when it is saved', async () => {
    await page.getByRole('button', { name: 'New event' }).press('Enter')
    const form = page.getByRole('dialog', { name: 'New event' })
    await form.getByLabel('Title').fill('Lunch')
    await form.getByLabel('Day', { exact: true }).fill('2026-11-10')
    await form.getByLabel('Time', { exact: true }).fill('12:00')
    await form.getByLabel('Add guests').fill('Ben <ben@example.org>')
    await form.getByLabel('Add guests').press('Enter')
    await expect(form.getByText('Not invited yet')).toBeVisible()
    await form.getByLabel('Add guests').fill('cleo@example.org')
    await form.getByLabel('Add guests').press('Control+Enter')
    const question = page.getByRole('dialog', { name: 'Send invitations?' })
    await expect(question.getByRole('button', { name: 'Save and send' })).toBeVisible()
    await question.getByRole('button', { name: 'Save and send' }).press('Enter')
    await expect(toast(page, '2 mails sent')).toBeVisible()
    await expect.poll(() => sent('ben@example.org').length).toBe(1)
    expect(sent('cleo@example.org')[0]).toContain('METHOD:REQUEST')
  })

  await test.step('the answer that came by mail is brought in', async () => {
    const uid = /^UID:(.*)$/m.exec(sent('ben@example.org')[0] ?? '')?.[1]?.trim() ?? ''
    const reply = ['BEGIN:VCALENDAR', 'METHOD:REPLY', 'VERSION:2.0', 'PRODID:-//x//EN', 'BEGIN:VEVENT', `UID:${uid}`]
    const said = ['ATTENDEE;PARTSTAT=ACCEPTED:mailto:ben@example.org', 'SEQUENCE:0', 'DTSTAMP:20261101T100000Z']
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Import…' }).click()
    const buffer = Buffer.from([...reply, ...said, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'))
    await page.locator('input[type=file]').setInputFiles({ name: 'reply.ics', mimeType: 'text/calendar', buffer })
    await page.getByRole('button', { name: /^Import/ }).click()
    await expect(toast(page, /1/)).toBeVisible()
    await page.keyboard.press('Escape')
    const form = await open()
    await expect(form.getByText('Comes', { exact: true })).toBeVisible()
    await expect(form.getByText('No answer yet')).toBeVisible()
  })

  await test.step('another time asks them anew', async () => {
    const form = page.getByRole('dialog', { name: 'Event' })
    await form.getByLabel('Time', { exact: true }).fill('13:00')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save and send' }).click()
    await expect.poll(() => sent('ben@example.org').length).toBe(2)
    expect(sent('ben@example.org')[1]).toMatch(/SEQUENCE:1[\s\S]*T130000/)
    await expect((await open()).getByText('No answer yet')).toHaveCount(2)
  })

  await test.step('and its end is told before it is deleted', async () => {
    await page.getByRole('dialog', { name: 'Event' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Send and delete' }).click()
    await expect(toast(page, 'Deleted')).toBeVisible()
    await expect.poll(() => sent('cleo@example.org').length).toBe(3)
    expect(sent('cleo@example.org')[2]).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:2/)
    await expect(page.locator('[data-date="2026-11-10"]').getByText('Lunch')).toHaveCount(0)
  })
})

test('a guest without an account answers by the link in the mail, on their own clocks, and changes their mind', async ({
  page,
  browser,
  mailbox,
}) => {
  await register(page, { ...ada, username: 'grace', email: 'grace@example.org' })
  await page.goto('/content-calendar?view=month&day=2095-11-01')
  await page.getByRole('button', { name: 'New event' }).click()
  const form = page.getByRole('dialog', { name: 'New event' })
  await form.getByLabel('Title').fill('Supper')
  await form.getByLabel('Day', { exact: true }).fill('2095-11-10')
  await form.getByLabel('Time', { exact: true }).fill('18:00')
  await form.getByLabel('Place').fill('At Ann’s')
  await form.getByLabel('Add guests').fill('Dora <dora@example.org>')
  await form.getByLabel('Add guests').press('Control+Enter')
  await page.getByRole('button', { name: 'Save and send' }).click()
  await expect.poll(() => mailbox.mails.filter((mail) => mail.to.includes('dora@example.org')).length).toBe(1)
  const mail = mailbox.mails.find(({ to }) => to.includes('dora@example.org'))?.data.replace(/=\r\n/g, '') ?? ''
  const [, path = ''] = /(\/p\/l\/[\w-]{32})/.exec(mail) ?? []

  const context = await browser.newContext({ timezoneId: 'America/New_York', locale: 'en-US' })
  const guest = await context.newPage()
  await guest.goto(new URL(path, page.url()).href)
  await expect(guest.getByRole('heading', { name: 'Supper' })).toBeVisible()
  await expect(guest.getByText(/12:00.*\(America\/New_York\)/)).toBeVisible()
  await expect(guest.getByText(/6:00.*\(Europe\/Berlin\)/)).toBeVisible()
  await expect(guest.getByText('At Ann’s')).toBeVisible()

  await test.step('by the keyboard, at the width of a phone', async () => {
    await guest.setViewportSize({ width: 390, height: 844 })
    await guest.getByRole('radio', { name: 'Yes' }).press('Space')
    await guest.keyboard.press('Tab')
    await guest.keyboard.type('I bring cake')
    await guest.keyboard.press('Tab')
    await guest.keyboard.press('Enter')
    await expect(guest.getByRole('status')).toHaveText('Thank you. It was sent.')
    await expect(guest.getByText('You have said yes.', { exact: false })).toBeVisible()
    await expect(guest.getByRole('radio', { name: 'Yes' })).toBeChecked()
    const wide = await guest.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(wide).toBe(false)
  })

  await test.step('whoever invited is told, and sees the answer with its note', async () => {
    await page.reload()
    await page.locator('[data-date="2095-11-10"]').getByText('Supper').click()
    const event = page.getByRole('dialog', { name: 'Event' })
    await expect(event.getByText('Comes', { exact: true })).toBeVisible()
    await expect(event.getByText('I bring cake')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(page.getByText('Dora comes. I bring cake')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('another answer takes the place of the first, until the page is closed', async () => {
    await guest.getByRole('radio', { name: 'No', exact: true }).check()
    await guest.getByRole('button', { name: 'Send' }).click()
    await expect(guest.getByText('You have said no.', { exact: false })).toBeVisible()
    await page.locator('[data-date="2095-11-10"]').getByText('Supper').click()
    const event = page.getByRole('dialog', { name: 'Event' })
    await expect(event.getByText('Does not come')).toBeVisible()
    await event.getByRole('button', { name: 'More about Dora' }).click()
    await page.getByRole('menuitem', { name: 'Close their page' }).click()
    await expect(page.getByText(/^Their page is closed/)).toBeVisible()
    await guest.reload()
    await expect(guest.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  })
  await context.close()
})
