import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startFakeProvider } from '../e2e/fake-provider/client.ts'
import { writeThread } from '../e2e/long-thread.ts'
import { type Server, startServer } from '../e2e/server.ts'
import { ms, quantile, table } from './measure.ts'

const MESSAGES = 2_000
const ROUNDS = 5
const NOTCHES = 300
const NOTCH = 500 // px
const LONG_TASK = 50 // ms: what the browser calls a long task

/** What the page itself watches, from before its first script on. */
interface Watched {
  longTasks: number[]
  shift: number
  /** ms on the page's clock when the thread's data had arrived */
  arrived: number
  /** ms on the page's clock when one could type */
  usable: number
}
declare global {
  interface Window {
    watched: Watched
  }
}

function watch(): void {
  const watched: Watched = { longTasks: [], shift: 0, arrived: 0, usable: 0 }
  window.watched = watched
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) watched.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[])
      if (entry.name.includes('/api/chat/thread/')) watched.arrived = entry.responseEnd
  }).observe({ type: 'resource', buffered: true })
  const looker = new MutationObserver(() => {
    if (!document.querySelector('textarea')) return
    looker.disconnect()
    watched.usable = performance.now()
  })
  looker.observe(document, { childList: true, subtree: true })
}

/** Resolves with the page's clock when neither the list nor its messages have changed for some frames: the paint is stable. */
const stable = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const log = () => document.querySelector('[role="log"]')
    const state = () =>
      `${log()?.scrollTop} ${log()?.scrollHeight} ${log()?.querySelectorAll('*').length} ${log()?.textContent?.length}`
    const frame = () => new Promise<number>((done) => requestAnimationFrame(done))
    let last = ''
    let since = performance.now()
    for (let same = 0; same < 10; ) {
      await frame()
      const now = log() ? state() : ''
      if (now !== '' && now === last) same++
      else {
        same = 0
        since = performance.now()
      }
      last = now
    }
    return since
  })

const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)
const longTasks = (page: Page) => page.evaluate(() => window.watched.longTasks.splice(0))
const worst = (tasks: number[]) => (tasks.length === 0 ? 'none' : `${tasks.length}, longest ${ms(Math.max(...tasks))}`)

/** Bytes of what the page loaded, as they were encoded on the wire, without headers: all, or what it asked for before one could type. */
const loaded = (page: Page, name: string, all: boolean) =>
  page.evaluate(
    ({ name, all }) => {
      const kinds = [/\.js$/, /\.css$/, /\.woff2$/, /\/api\//]
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const entries = resources.filter(({ startTime }) => all || startTime <= window.watched.usable)
      const cells = kinds.map((kind) => {
        const own = entries.filter((entry) => kind.test(new URL(entry.name).pathname))
        return `${(own.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1_000).toFixed(1)} KB (${own.length})`
      })
      return [name, ...cells, window.watched.shift.toFixed(4)]
    },
    { name, all },
  )

async function firstLoad(browser: Browser, server: Server): Promise<void> {
  const rows: string[][] = []
  for (const encoding of ['gzip', 'br']) {
    const context = await browser.newContext({
      baseURL: server.url,
      extraHTTPHeaders: { 'accept-encoding': encoding },
    })
    const page = await context.newPage()
    await page.addInitScript(watch)
    await page.goto('/')
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
    // Then the page fetches ahead what the person may open next.
    await page.waitForTimeout(2_000)
    rows.push(await loaded(page, `${encoding}, until one can type`, false))
    rows.push(await loaded(page, `${encoding}, with what is fetched ahead`, true))
    await context.close()
  }
  table(
    'First load of / by a new visitor: encoded bytes without headers (requests)',
    ['', 'JavaScript', 'CSS', 'fonts', 'API', 'layout shift'],
    rows,
  )
}

async function openings(page: Page, thread: string): Promise<void> {
  const rows: string[][] = []
  for (const how of ['by its address', 'from the list']) {
    const paints: number[] = []
    const shifts: number[] = []
    const tasks: number[] = []
    let count = 0
    for (let round = 0; round < ROUNDS; round++) {
      if (how === 'by its address') await page.goto(`/c/${thread}`)
      else {
        await page.goto('/')
        const link = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first()
        await link.hover()
        await longTasks(page)
        await link.click()
      }
      const painted = await stable(page)
      const { arrived, shift } = await page.evaluate(() => window.watched)
      paints.push(painted - arrived)
      shifts.push(shift)
      tasks.push(...(await longTasks(page)))
      count = Math.max(count, await nodes(page))
    }
    rows.push([
      how,
      ms(quantile(paints, 0.5)),
      ms(Math.max(...paints)),
      String(count),
      Math.max(...shifts).toFixed(4),
      worst(tasks),
    ])
  }
  table(
    `Opening a thread of ${MESSAGES.toLocaleString('en')} messages, ${ROUNDS} times each`,
    ['', 'data arrived to stable paint p50', 'max', 'DOM nodes', 'layout shift max', `tasks over ${LONG_TASK} ms`],
    rows,
  )
}

/** Up by the wheel, as a strong hand does it: more than half a screen in every frame. */
async function scrolling(page: Page): Promise<string[]> {
  const log = page.getByRole('log', { name: 'Messages' })
  await log.hover()
  await longTasks(page)
  let most = 0
  for (let notch = 0; notch < NOTCHES; notch++) {
    await page.mouse.wheel(0, -NOTCH)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
    if (notch % 20 === 0) most = Math.max(most, await nodes(page))
  }
  return ['scrolling up by the wheel', `${NOTCHES} frames of ${NOTCH} px`, String(most), worst(await longTasks(page))]
}

async function jumping(page: Page): Promise<string[]> {
  await page.getByRole('log', { name: 'Messages' }).focus()
  await page.keyboard.press('Home')
  await page.getByText('Question 0:').waitFor()
  await stable(page)
  return ['jumping to the first message', 'Home', String(await nodes(page)), worst(await longTasks(page))]
}

async function streaming(page: Page, words: number): Promise<string[]> {
  await page.keyboard.press('End')
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.fill('Tell me more')
  await longTasks(page)
  const began = performance.now()
  await box.press('Enter')
  await page.getByText(`tide${words - 1}.`).waitFor({ timeout: 120_000 })
  const seconds = (performance.now() - began) / 1_000
  const most = await nodes(page)
  await page.getByRole('button', { name: 'Answer again' }).last().waitFor()
  return [
    'streaming a reply into it',
    `${words} words in ${seconds.toFixed(1)} s`,
    String(most),
    worst(await longTasks(page)),
  ]
}

/** The page in a real Chromium: what it loads, and how it bears a long thread. */
export async function benchPage(): Promise<void> {
  const fake = await startFakeProvider()
  const server = await startServer({ OPENAI_BASE_URL: `${fake.url}/v1`, MODELS: 'gpt-4o-mini' })
  const executablePath =
    process.env.CHROMIUM_PATH || (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined)
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
  try {
    await firstLoad(browser, server)
    const context = await browser.newContext({ baseURL: server.url })
    await context.request.post('/api/register', {
      data: { username: 'bench', email: 'bench@example.org', password: 'correct horse battery' },
    })
    const { userId } = (await (await context.request.get('/api/me')).json()) as { userId: string }
    const thread = await writeThread(server.dataDir, userId, 'Of tides', MESSAGES)
    const page = await context.newPage()
    await page.addInitScript(watch)
    await openings(page, thread)
    const words = 600
    // With Markdown of every kind, at 100 words a second.
    const text = Array.from(
      { length: words },
      (_, at) =>
        `${at % 60 === 0 ? '\n\n## Part\n\n' : at % 25 === 0 ? '\n- ' : ' '}${at % 9 === 0 ? `**tide${at}**` : `tide${at}`}`,
    ).join('')
    await fake.script({ match: 'Tell me more', text: `${text}.`, delay: 10 })
    const rows = [await scrolling(page), await jumping(page), await streaming(page, words)]
    table(
      `In the thread of ${MESSAGES.toLocaleString('en')} messages`,
      ['what', 'how much', 'DOM nodes', `tasks over ${LONG_TASK} ms`],
      rows,
    )
  } finally {
    await browser.close()
    await server.stop()
    await fake.stop()
  }
}
