import { expect } from '@playwright/test'
import { sentences } from '../contract/sentences.ts'
import {
  ada,
  ask,
  lastReply,
  questions,
  register,
  replied,
  replies,
  say,
  signIn,
  stopButton,
  test,
  threadOf,
  toast,
  words,
} from './screen.ts'
import { layWire } from './wire.ts'

test.use({ installation: { models: 'gpt-4o-mini,gpt-4.1-mini' } })

/** An answer in which every word is told from every other, over a few paragraphs. */
const answer = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `${at > 0 && at % 40 === 0 ? '\n\n' : ''}word${from + at}`).join(' ')
let isFirst = true
test.beforeEach(async ({ page, fake }) => {
  await fake.reset()
  if (isFirst) await register(page)
  else await signIn(page)
  isFirst = false
  await page.goto('/')
})

test('a reply streams, outlives a reload, and is the same in a second tab, to the letter', async ({
  page,
  context,
  fake,
}) => {
  const text = answer(1, 200)
  await fake.script({ text, delay: 5, pauseAt: [40, 80, 120] })
  await say(page, 'Count for me')
  await threadOf(page)
  await expect(words(lastReply(page))).toContainText('word39')
  const second = await context.newPage()
  await second.goto(page.url())
  await expect(words(lastReply(second))).toContainText('word39')
  await expect(stopButton(second)).toBeVisible()
  await fake.goOn()
  for (const each of [page, second]) await expect(words(lastReply(each))).toContainText('word79')
  await page.reload()
  await expect(words(lastReply(page))).toHaveText(answer(1, 79), { useInnerText: true })
  await fake.goOn()
  for (const each of [page, second])
    await expect(words(lastReply(each))).toHaveText(answer(1, 119), { useInnerText: true })
  await fake.goOn()
  for (const each of [page, second]) {
    await replied(each)
    await expect(words(lastReply(each))).toHaveText(text, { useInnerText: true })
  }
  await second.close()
  await page.reload()
  await expect(words(lastReply(page))).toHaveText(text, { useInnerText: true })
  await expect(lastReply(page).getByText('GPT-4o mini')).toBeVisible()
})

test('with the way to the server cut or the network lost the page says so, and then has the whole reply', async ({
  page,
  context,
  fake,
  server,
}) => {
  const text = answer(1, 300)
  const wire = await layWire(server.url)
  try {
    await signIn(page, ada, wire.url)
    await page.goto(wire.url)
    await fake.script({ text, delay: 5, pauseAt: [50, 150] })
    await say(page, 'Count again')
    await expect(words(lastReply(page))).toContainText('word49')
    await test.step('the way is cut', async () => {
      wire.cut()
      await fake.goOn()
      await expect(lastReply(page).getByText('Reconnecting…')).toBeVisible()
      wire.mend()
      await expect(words(lastReply(page))).toHaveText(answer(1, 149), { useInnerText: true })
      await expect(lastReply(page).getByText('Reconnecting…')).toHaveCount(0)
    })
    await test.step('the network is lost', async () => {
      await context.setOffline(true)
      wire.cut()
      await fake.goOn()
      await expect(lastReply(page).getByText('Offline. The reply goes on when you are back.')).toBeVisible()
      wire.mend()
      await context.setOffline(false)
    })
    await replied(page)
    await expect(words(lastReply(page))).toHaveText(text, { useInnerText: true })
    await expect(page.getByText(/Reconnecting|Offline/)).toHaveCount(0)
  } finally {
    await wire.close()
  }
})

test('stop keeps what was written, and continue goes on from there', async ({ page, fake }) => {
  await fake.script({ text: answer(1, 60), delay: 5, pauseAt: [30] })
  await say(page, 'Count without end')
  await expect(words(lastReply(page))).toContainText('word29')
  await stopButton(page).click()
  const reply = await replied(page)
  await expect(reply.getByText('You stopped this reply.')).toBeVisible()
  await expect(words(reply)).toHaveText(answer(1, 29))
  await fake.received(({ state }) => state === 'closed by client')
  await fake.script({ text: ` ${answer(30, 11)}` })
  await reply.getByRole('button', { name: 'Continue' }).click()
  await expect(lastReply(page).getByText('You stopped this reply.')).toHaveCount(0)
  await replied(page)
  await expect(words(lastReply(page))).toHaveText(answer(1, 40))
  await page.reload()
  await expect(words(lastReply(page))).toHaveText(answer(1, 40))
  await expect(lastReply(page).getByText('You stopped this reply.')).toHaveCount(0)
})

test('an edited question and a reply by another model are branches that one can go to and fro between', async ({
  page,
  fake,
}) => {
  await ask(page, 'What is red?')
  await ask(page, 'And then?')
  await test.step('edit', async () => {
    await questions(page).first().hover()
    await questions(page).first().getByRole('button', { name: 'Edit' }).click()
    const field = page.getByRole('textbox', { name: 'Edit your message' })
    await expect(field).toHaveValue('What is red?')
    await field.fill('What is blue?')
    await field.press('Enter')
    await replied(page)
    await expect(words(lastReply(page))).toHaveText('You said: What is blue?')
    await expect(questions(page)).toHaveCount(1)
  })
  const versions = questions(page).first().getByRole('group', { name: 'Versions of this message' })
  await test.step('back and forth', async () => {
    await expect(versions).toContainText('2/2')
    await versions.getByRole('button', { name: 'Earlier version' }).click()
    await expect(questions(page)).toHaveText([/What is red\?/, /And then\?/])
    await expect(words(lastReply(page))).toHaveText('You said: And then?')
    await page.reload()
    await expect(questions(page)).toHaveText([/What is red\?/, /And then\?/])
    await versions.getByRole('button', { name: 'Later version' }).click()
    await expect(words(replies(page))).toHaveText(['You said: What is blue?'])
  })
  await test.step('regenerate with another model', async () => {
    await fake.script({ text: 'Blue is a colour.' })
    await lastReply(page).getByRole('button', { name: 'Answer again' }).click()
    await page.getByRole('menuitem', { name: 'GPT-4.1 mini' }).click()
    const reply = await replied(page)
    await expect(words(reply)).toHaveText('Blue is a colour.')
    await expect(reply.getByText('GPT-4.1 mini')).toBeVisible()
    await expect(reply.getByRole('group', { name: 'Versions of this message' })).toContainText('2/2')
    const request = await fake.received(({ body }) => (body as { model?: string } | null)?.model === 'gpt-4.1-mini')
    expect(request.state).toBe('finished')
  })
  await test.step('feedback', async () => {
    const reply = lastReply(page)
    await reply.getByRole('button', { name: 'Good reply' }).click()
    await expect(reply.getByRole('button', { name: 'Good reply' })).toHaveAttribute('aria-pressed', 'true')
    await reply.getByRole('button', { name: 'Poor reply' }).click()
    await page.getByRole('button', { name: 'Incomplete' }).click()
    await page.getByRole('button', { name: 'Send feedback' }).click()
    await expect(toast(page, 'Noted.')).toBeVisible()
    await page.reload()
    await expect(lastReply(page).getByRole('button', { name: 'Poor reply' })).toHaveAttribute('aria-pressed', 'true')
    await expect(lastReply(page).getByRole('button', { name: 'Good reply' })).toHaveAttribute('aria-pressed', 'false')
  })
})

test('a tool call in fragments asks first: allowed it is done and can be undone, declined it is not', async ({
  page,
  fake,
}) => {
  const call = (title: string) => ({
    toolCalls: [{ name: 'tasks_add', input: { title } }],
    toolChunkSize: 3,
    quirks: ['usage-with-content' as const, 'comments' as const],
  })
  await test.step('allow', async () => {
    await fake.script(call('water the lemon tree'), { text: 'It is on your list.' })
    await say(page, 'I must not forget the lemon tree')
    const card = lastReply(page).getByRole('region').filter({ hasText: 'waits for you' })
    await expect(card).toContainText('water the lemon tree')
    await page.reload()
    await card.getByRole('button', { name: 'Allow', exact: true }).click()
    await replied(page)
    await expect(words(lastReply(page))).toHaveText('It is on your list.')
    const list = await page.request.post('/api/m/tasks/list', { data: { view: 'anytime' } })
    expect(await list.text()).toContain('water the lemon tree')
    await lastReply(page).getByRole('button', { name: 'Undo' }).click()
    await expect(lastReply(page).getByText('Undone', { exact: true })).toBeVisible()
  })
  await test.step('decline', async () => {
    await fake.script(call('paint the cellar'), { text: 'As you like.' })
    await say(page, 'Perhaps the cellar')
    await lastReply(page).getByRole('button', { name: 'Decline' }).click()
    await expect(lastReply(page).getByLabel('Why not (optional)')).toBeFocused()
    await lastReply(page).getByRole('button', { name: 'Decline' }).click()
    await replied(page)
    await expect(words(lastReply(page))).toHaveText('As you like.')
    await expect(lastReply(page).getByText('declined')).toBeVisible()
    const list = await page.request.post('/api/m/tasks/list', { data: { view: 'anytime' } })
    expect(await list.text()).not.toContain('paint the cellar')
  })
})

test('usage in the last piece of text, and text in parts, are read as the rest is', async ({ page, fake }) => {
  await fake.script({
    text: 'Counted to the end.',
    usage: { inputTokens: 1234, cachedInputTokens: 0, outputTokens: 56 },
    quirks: ['usage-with-content', 'content-parts', 'crlf', 'no-end-mark'],
    packet: 5,
  })
  const reply = await ask(page, 'Say something')
  await expect(words(reply)).toHaveText('Counted to the end.')
  await reply.getByRole('button', { name: 'About this reply' }).click()
  await expect(page.getByText('1,234 in, 56 out')).toBeVisible()
})

const failures = [
  ['a key that is refused', { status: 401 }, sentences.provider],
  ['too many requests', { status: 429 }, sentences.unavailable],
  ['an error of its own', { status: 500 }, sentences.serverIssues],
  ['an answer that is no stream', { garbage: 'html' }, sentences.serverIssues],
  ['bytes that mean nothing', { garbage: 'bytes' }, sentences.serverIssues],
] as const

test('whatever goes wrong at the provider is told in the spec’s words, what there was is kept, and trying again works', async ({
  page,
  fake,
  server,
}) => {
  // A silent provider is given up after 20 s: it is asked first, and looked at last.
  await fake.script(
    { match: 'never answer', never: true },
    { match: 'stall midway', text: answer(1, 30), stallAfter: 12 },
  )
  const silent = async (message: string) => {
    const { headers, body } = await fetch(`${server.url}/api/converse/stream`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify({ message }),
    })
    await body?.cancel()
    return `/c/${headers.get('x-thread-id')}`
  }
  const never = await silent('never answer')
  const stall = await silent('stall midway')

  await ask(page, 'Before')
  for (const [what, script, sentence] of failures) {
    await test.step(what, async () => {
      await fake.script(script)
      const reply = await ask(page, what)
      await expect(reply.getByText(sentence)).toBeVisible()
      await reply.getByRole('button', { name: 'Try again' }).click()
      await expect(words(lastReply(page))).toHaveText(`You said: ${what}`)
      await replied(page)
    })
  }
  await test.step('a connection that breaks in mid-answer', async () => {
    await fake.script({ text: answer(1, 30), delay: 5, dropAfter: 12 })
    const reply = await ask(page, 'Break')
    await expect(reply.getByText('What was written so far is kept.')).toBeVisible()
    await expect(words(reply)).toHaveText(/^word1 .*word9\b/)
    await page.reload()
    await expect(words(reply)).toHaveText(/^word1 .*word9\b/)
  })
  await test.step('an answer that never comes', async () => {
    await page.goto(never)
    await expect(lastReply(page).getByText(sentences.tooLong)).toBeVisible({ timeout: 30_000 })
  })
  await test.step('an answer that stops coming', async () => {
    await page.goto(stall)
    await expect(lastReply(page).getByText(sentences.stalled)).toBeVisible({ timeout: 30_000 })
    await expect(lastReply(page).getByText('What was written so far is kept.')).toBeVisible()
    await expect(words(lastReply(page))).toHaveText(/^word1 .*word9\b/)
  })
})
