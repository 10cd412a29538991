import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startFakeProvider } from '../e2e/fake-provider/client.ts'
import { writeThread } from '../e2e/long-thread.ts'
import { type Server, startServer } from '../e2e/server.ts'
import { ms, quantile, table } from './measure.ts'
import { LONG_TASK, type Tasks, tasksOf, together, worst } from './page-tasks.ts'

const MESSAGES = 2_000
const ROUNDS = 5
const NOTCHES = 300
const NOTCH = 500 // px
const AHEAD = 2_500 // ms within which the page has fetched what it fetches ahead
const STILL = 600 // ms without a change after which a paint counts as stable: twice as long as React holds back what it suspended
const REPLIES = 3 // streamed into the thread, one after the other
const WORDS = 600 // in each of them, at 100 a second

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

/** Resolves with the page's clock at the last change to what is in view of the list, when nothing has followed for a while. */
const stable = (page: Page): Promise<number> =>
  page.evaluate(async (still) => {
    const state = () => {
      const log = document.querySelector('[role="log"]')
      if (!log) return ''
      const view = log.getBoundingClientRect()
      return [...log.querySelectorAll('[data-index]')]
        .map((row) => ({ row, place: row.getBoundingClientRect() }))
        .filter(({ place }) => place.bottom > view.top && place.top < view.bottom)
        .map(({ row, place }) => [
          Math.round(place.top),
          Math.round(place.height),
          row.querySelectorAll('*').length,
          row.textContent?.length,
        ])
        .join(' ')
    }
    const frame = () => new Promise<number>((done) => requestAnimationFrame(done))
    let last = ''
    let since = performance.now()
    while (last === '' || performance.now() - since < still) {
      await frame()
      const now = state()
      if (now === last) continue
      since = performance.now()
      last = now
    }
    return since
  }, STILL)

const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)
const longTasks = (page: Page) => page.evaluate(() => window.watched.longTasks.splice(0))

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
    await page.waitForTimeout(AHEAD)
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
        // The page's own beginning, and what it fetches ahead, is not what is measured here.
        await page.waitForTimeout(AHEAD)
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

const row = (what: string, much: string, most: number, tasks: Tasks) => [
  what,
  much,
  String(most),
  worst(tasks.long),
  ms(tasks.longestCpu),
]

/** Up by the wheel, as a strong hand does it: more than half a screen in every frame. */
async function scrolling(page: Page): Promise<string[]> {
  await page.getByRole('log', { name: 'Messages' }).hover()
  let most = 0
  const tasks = await tasksOf(page, async () => {
    for (let notch = 0; notch < NOTCHES; notch++) {
      await page.mouse.wheel(0, -NOTCH)
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
      if (notch % 20 === 0) most = Math.max(most, await nodes(page))
    }
  })
  const much = `${NOTCHES} frames of ${NOTCH} px, ${ms(tasks.cpu / NOTCHES)} of CPU each`
  return row('scrolling up by the wheel', much, most, tasks)
}

async function jumping(page: Page): Promise<string[]> {
  await page.getByRole('log', { name: 'Messages' }).focus()
  const tasks = await tasksOf(page, async () => {
    await page.keyboard.press('Home')
    await page.getByText('Question 0:').waitFor()
    await stable(page)
  })
  return row('jumping to the first message', 'Home', await nodes(page), tasks)
}

/** A reply with Markdown of every kind; each of its words is in no other reply. */
function replyOf(number: number): string {
  const word = (at: number) => (at % 9 === 0 ? `**${wordOf(number, at)}**` : wordOf(number, at))
  const before = (at: number) => {
    if (at % 60 === 0) return '\n\n## Part\n\n'
    if (at % 150 === 100)
      return '\n\n```ts\nconst sum = (values: number[]) => values.reduce((a, b) => a + b, 0)\n```\n\n'
    if (at % 150 === 130) return '\n\n| Region | Total |\n| --- | ---: |\n| North | 1,200 |\n\n'
    return at % 25 === 0 ? '\n- ' : ' '
  }
  return `${Array.from({ length: WORDS }, (_, at) => before(at) + word(at)).join('')}.`
}
const wordOf = (number: number, at: number) => `tide${number}x${at}`

/** Replies streamed into the thread: followed at its end, or while one reads further up. */
async function streaming(page: Page, say: (number: number) => Promise<void>, readUp: boolean): Promise<string[][]> {
  const log = page.getByRole('log', { name: 'Messages' })
  const sending: Tasks[] = []
  const writing: Tasks[] = []
  let seconds = 0
  let most = 0
  for (let reply = 0; reply < REPLIES; reply++) {
    const number = reply + (readUp ? REPLIES : 0)
    await log.focus()
    await page.keyboard.press('End')
    await stable(page)
    sending.push(
      await tasksOf(page, async () => {
        await say(number)
        await page.getByText(wordOf(number, 0)).waitFor()
      }),
    )
    const began = performance.now()
    writing.push(
      await tasksOf(page, async () => {
        if (readUp) {
          await log.hover()
          for (let notch = 0; notch < 6; notch++) await page.mouse.wheel(0, -NOTCH)
          // Until then it leads to the reply.
          await page.getByRole('button', { name: 'Jump to the latest message' }).waitFor({ timeout: 120_000 })
        } else await page.getByText(`${wordOf(number, WORDS - 1)}.`).waitFor({ timeout: 120_000 })
      }),
    )
    seconds += (performance.now() - began) / 1_000
    most = Math.max(most, await nodes(page))
    await stable(page)
  }
  const tasks = together(writing)
  const share = `${REPLIES} × ${WORDS} words, ${((tasks.cpu / seconds / 1_000) * 100).toFixed(0)} % of a core`
  const what = readUp ? 'a reply streams in while one reads further up' : 'a reply streams in and is followed'
  return [row('sending, to the first word', `${REPLIES} times`, most, together(sending)), row(what, share, most, tasks)]
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
    // What no longer fits the model's window is summarised; the fake's echo of it would fill the window anew.
    await fake.byDefault({ text: 'They spoke of tides.' })
    const say = async (number: number) => {
      const question = `Tell me more, ${number}`
      await fake.script({ match: question, text: replyOf(number), delay: 10 })
      const box = page.getByRole('textbox', { name: 'Message', exact: true })
      await box.fill(question)
      await box.press('Enter')
    }
    const rows = [
      await scrolling(page),
      await jumping(page),
      ...(await streaming(page, say, false)),
      ...(await streaming(page, say, true)),
    ]
    table(
      `In the thread of ${MESSAGES.toLocaleString('en')} messages`,
      ['what', 'how much', 'DOM nodes', `tasks over ${LONG_TASK} ms`, 'longest task by CPU time'],
      rows,
    )
  } finally {
    await browser.close()
    await server.stop()
    await fake.stop()
  }
}
