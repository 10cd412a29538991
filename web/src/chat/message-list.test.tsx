import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ChatPage } from './chat-page.tsx'
import './message-list.tsx'
import './markdown.tsx'
import { done, eventually, serveApi, testMessage, testThread } from './test-api.ts'
import { TestScreen } from './test-screen.tsx'

const markdown = 'A paragraph with **bold** words.\n\n- one\n- two\n\n```ts\nconst a = 1\n```\n'
const long = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    testMessage(
      `m${index}`,
      index % 2 ? 'assistant' : 'user',
      index % 2
        ? `Answer ${index}. ${markdown.repeat((index % 3) + 1)}${index === 501 ? 'The **needle** is here.' : ''}`
        : `Question ${index}`,
    ),
  )

const openThread = async (messages: ReturnType<typeof long>, search = '') => {
  const api = serveApi([testThread('t', messages)])
  const screen = await render(
    <TestScreen at={`/c/t${search}`}>
      <ChatPage />
    </TestScreen>,
  )
  const log = screen.getByRole('log')
  await expect.element(log).toBeVisible()
  const scroller = log.element() as HTMLElement
  const below = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight
  return { api, screen, scroller, below }
}
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const settle = () => new Promise((resolve) => setTimeout(resolve, 250))

test('2,000 messages open at the end and never have more than 1,500 elements, wherever one scrolls', async () => {
  const { screen, scroller, below } = await openThread(long(2_000))
  await expect.element(screen.getByText('Question 1998')).toBeVisible()
  await eventually(() => expect(below()).toBeLessThan(30))
  let most = 0
  for (let step = 0; step < 30; step += 1) {
    scroller.scrollTop = (scroller.scrollHeight * (30 - step)) / 30
    await frame()
    most = Math.max(most, document.querySelectorAll('*').length)
  }
  expect(most).toBeLessThanOrEqual(1_500)
  scroller.scrollTop = 0
  await expect.element(screen.getByText('Question 0', { exact: true })).toBeVisible()
}, 60_000)

test('opening draws what is looked at, and never the other end', async () => {
  const drawn = new Set<number>()
  const watch = new MutationObserver(() => {
    for (const row of document.querySelectorAll<HTMLElement>('[data-index]')) drawn.add(Number(row.dataset.index))
  })
  watch.observe(document.body, { childList: true, subtree: true })
  const { below } = await openThread(long(2_000))
  await eventually(() => expect(below()).toBeLessThan(30))
  await settle()
  watch.disconnect()
  expect(Math.min(...drawn)).toBeGreaterThan(1_970)
})

test('the buttons of a message are drawn when the list has come to rest, or when a hand is there', async () => {
  const { scroller } = await openThread(long(400))
  await settle()
  const questions = () =>
    [...scroller.querySelectorAll<HTMLElement>('[data-index]')].filter((row) => Number(row.dataset.index) % 2 === 0)
  const inView = (row: HTMLElement) => {
    const [view, place] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()]
    return place.top < view.bottom && place.bottom > view.top
  }
  const buttons = (row: HTMLElement) => row.querySelectorAll('button').length
  await eventually(() => expect(questions().filter(inView).map(buttons)).not.toContain(0))
  const before = questions()
  // A list has come to rest when nothing has moved for a while. However long a frame takes here, that while does not pass.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    for (let step = 0; step < 40; step += 1) {
      scroller.scrollTop -= 60
      await frame()
    }
    const fresh = questions().filter((row) => !before.includes(row))
    expect(fresh.length).toBeGreaterThan(0)
    expect(fresh.map(buttons).filter(Boolean)).toEqual([])
    const reached = fresh[0] as HTMLElement
    reached.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))
    while (buttons(reached) === 0) await frame()
    expect(fresh.slice(1).map(buttons).filter(Boolean)).toEqual([])
    vi.runOnlyPendingTimers()
  } finally {
    vi.useRealTimers()
  }
  await eventually(() => expect(questions().filter(inView).map(buttons)).not.toContain(0))
})

test('a reply is followed while one is at the end, and not when one has scrolled up; a button leads back', async () => {
  const { api, screen, scroller, below } = await openThread(long(40))
  await eventually(() => expect(below()).toBeLessThan(30))
  await userEvent.fill(screen.getByRole('textbox', { name: 'Message' }), 'Go on')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Go on')).toBeVisible()
  let at = 0
  const write = async (lines: number) => {
    for (let line = 0; line < lines; line += 1) {
      const text = `Line ${line} of the reply, long enough to be one.\n\n`
      api.emit('run', 'chunk', { type: 'text', text, at })
      at += text.length
      if (line % 5 === 4) await new Promise((resolve) => setTimeout(resolve, 60))
    }
    await settle()
  }
  await write(40)
  expect(below()).toBeLessThan(30)

  scroller.scrollTop -= 400
  scroller.dispatchEvent(new Event('scroll'))
  await settle()
  const read = scroller.scrollTop
  await write(20)
  expect(Math.abs(scroller.scrollTop - read)).toBeLessThan(2)
  expect(below()).toBeGreaterThan(400)

  await screen.getByRole('button', { name: 'Follow the reply' }).click()
  await eventually(() => expect(below()).toBeLessThan(30))
  await write(10)
  expect(below()).toBeLessThan(30)
  api.emit('run', 'done', done('t', 'a1'))
})

test('a list that gets smaller stays at the end, or where one reads', async () => {
  const { screen, scroller, below } = await openThread(long(60))
  await eventually(() => expect(below()).toBeLessThan(30))
  const composer = screen.getByRole('textbox', { name: 'Message' })
  await userEvent.fill(composer, 'a\nlong\ndraft\nof\nsome\nlines')
  await eventually(() => expect(below()).toBeLessThan(30))
  await userEvent.fill(composer, '')
  scroller.scrollTop -= 500
  await settle()
  const reading = scroller.scrollTop
  await userEvent.fill(composer, 'a\nlong\ndraft\nof\nsome\nlines')
  await settle()
  expect(Math.abs(scroller.scrollTop - reading)).toBeLessThan(2)
})

test('what grows above what one reads does not move it', async () => {
  const { screen, scroller } = await openThread(long(200))
  await settle()
  scroller.scrollTop = scroller.scrollHeight / 2
  await settle()
  // A row that is drawn, above what is in view.
  const rows = [...scroller.querySelectorAll<HTMLElement>('[data-index]')]
  const top = scroller.getBoundingClientRect().top
  const above = rows.find((row) => row.getBoundingClientRect().bottom < top)
  const reading = rows.find((row) => row.getBoundingClientRect().top >= top)
  if (!above || !reading) throw new Error('Nothing is drawn above or below.')
  const before = reading.getBoundingClientRect().top
  above.style.paddingBottom = '120px'
  await eventually(() => expect(Math.abs(reading.getBoundingClientRect().top - before)).toBeLessThan(2))
  await screen.unmount()
})

test('words are found in messages that are not drawn, shown one after the other, and marked', async () => {
  const { screen } = await openThread(long(2_000))
  await expect.element(screen.getByText('Question 1998')).toBeVisible()
  await userEvent.keyboard('{Control>}f{/Control}')
  const field = screen.getByRole('textbox', { name: 'Find in this conversation' })
  await expect.element(field).toHaveFocus()
  await userEvent.fill(field, 'needle is')
  await expect.element(screen.getByText('1 of 1')).toBeVisible()
  await expect.element(screen.getByText(/is here/)).toBeVisible()
  await eventually(() => expect(CSS.highlights.get('found-here')?.size).toBe(1))

  await userEvent.fill(field, 'Question 19')
  await expect.element(screen.getByText(/^1 of /)).toBeVisible()
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(screen.getByText(/^3 of /)).toBeVisible()
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await expect.element(screen.getByText(/^2 of /)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  expect(CSS.highlights.get('found')?.size ?? 0).toBe(0)
})

test('a link to a message opens there', async () => {
  const { screen, below } = await openThread(long(400), '?m=m100')
  await expect.element(screen.getByText('Question 100', { exact: true })).toBeVisible()
  expect(below()).toBeGreaterThan(1_000)
})

test('a conversation that is not there says so in the words of the spec', async () => {
  serveApi()
  await render(
    <TestScreen at="/c/gone">
      <ChatPage />
    </TestScreen>,
  )
  await expect.element(page.getByRole('heading', { name: 'Thread not found' })).toBeVisible()
})

test('a menu in a message opens at its button', async () => {
  const { screen } = await openThread(long(6))
  const button = screen.getByRole('button', { name: 'Answer again' }).last()
  await button.click()
  const menu = screen.getByRole('menu')
  await expect.element(menu).toBeVisible()
  const from = button.element().getBoundingClientRect()
  await eventually(() => expect(Math.abs(menu.element().getBoundingClientRect().left - from.left)).toBeLessThan(20))
  await userEvent.keyboard('{Escape}')
})
