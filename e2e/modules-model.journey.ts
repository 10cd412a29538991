import { expect } from '@playwright/test'
import { lastReply, register, replied, say, test, words } from './screen.ts'

test.use({ installation: { models: 'gpt-4o-mini' }, timezoneId: 'Europe/Berlin' })

/** What a model would call for each job, and where a person sees that it was done. */
const jobs = [
  {
    said: 'Make me a card about mitochondria',
    tool: 'flash_add',
    input: { deck: 'Biology', front: 'What do mitochondria make?', back: 'ATP' },
    page: '/flash',
    shown: 'Biology',
  },
  {
    said: 'I paid 12.50 at the bakery',
    tool: 'wallet_spend',
    input: { amount: '12.50', payee: 'Corner Bakery', category: 'Groceries' },
    page: '/wallet',
    shown: 'Corner Bakery',
  },
  {
    said: 'Keep these notes as a file',
    tool: 'sync_save',
    input: { name: 'notes.md', text: '# Notes\n\nThe lemon tree wants water.' },
    page: '/sync',
    shown: 'notes.md',
  },
  {
    said: 'Plan the newsletter',
    tool: 'content-calendar_schedule',
    input: { title: 'Newsletter', when: 'today at 22:30' },
    page: '/content-calendar',
    shown: 'Newsletter',
  },
]

test('a model does the main jobs of the modules by their tools, each after the person’s word', async ({
  page,
  fake,
}) => {
  await register(page)
  await page.goto('/')
  for (const { said, tool, input } of jobs)
    await test.step(tool, async () => {
      await fake.script({ toolCalls: [{ name: tool, input }] }, { text: `${tool} is done.` })
      await say(page, said)
      await lastReply(page).getByRole('button', { name: 'Allow', exact: true }).click()
      await replied(page)
      await expect(words(lastReply(page))).toHaveText(`${tool} is done.`)
      await expect(lastReply(page).getByRole('button', { name: 'Undo' })).toBeVisible()
    })
  await test.step('csv_describe reads, so it does not ask', async () => {
    await page.request.post('/api/m/csv/sample')
    const input = { column: 'y', dataset: 'Anscombe’s quartet (sample)' }
    await fake.script({ toolCalls: [{ name: 'csv_describe', input }] }, { text: 'It averages 7.5.' })
    await say(page, 'What does the first y average?')
    await replied(page)
    await expect(words(lastReply(page))).toHaveText('It averages 7.5.')
    const heard = (await fake.requests()).at(-1)?.body as { messages: { role: string; content: string }[] }
    expect(heard.messages.findLast(({ role }) => role === 'tool')?.content).toContain('7.5')
  })
  await test.step('what it is offered fits every provider, and the rest it finds', async () => {
    await fake.script(
      { toolCalls: [{ name: 'find_tools', input: { query: 'reconcile an account' } }] },
      { text: 'I have found it.' },
    )
    await say(page, 'What else can you do?')
    await replied(page)
    const offered = (await fake.requests()).map(({ body }) =>
      (body as { tools: { function: { name: string } }[] }).tools.map((one) => one.function.name),
    )
    for (const names of offered) expect(names.length).toBeLessThanOrEqual(60)
    expect(offered.at(-1)).toContain('wallet_reconcile')
  })
  await test.step('a wrong argument is refused in a sentence that the model reads', async () => {
    await fake.script(
      { toolCalls: [{ name: 'wallet_spend', input: { amount: 'much', payee: 'Kiosk' } }] },
      { text: 'How much was it?' },
    )
    await say(page, 'I paid at the kiosk')
    await lastReply(page).getByRole('button', { name: 'Allow', exact: true }).click()
    await replied(page)
    const heard = (await fake.requests()).at(-1)?.body as { messages: { role: string; content: string }[] }
    expect(heard.messages.findLast(({ role }) => role === 'tool')?.content).toMatch(/amount|number/i)
  })
  for (const { page: path, shown } of jobs)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('main').getByText(shown).filter({ visible: true }).first()).toBeVisible({
        timeout: 30_000,
      })
    })
})
