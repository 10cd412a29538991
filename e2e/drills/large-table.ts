// A table of 500 MB is opened by the analyzer's page, profiled, filtered, sorted, grouped, pivoted, asked by SQL and exported, exactly,
// while page and server stay alive. Needs Chromium.
//
//   npm run drill large-table                 500 MB
//   npm run drill large-table -- --mb=100     another size
//
// Printed are seconds, the longest time in which the page drew nothing, the most memory that the browser's renderer (the page with its
// workers) had during each step, the slowest /healthz, and the most memory of server and readers. What is counted is compared with what
// the file was made of, what is exported with the file.

import { once } from 'node:events'
import { createWriteStream, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { residentMegabytes } from '../hostile/memory.ts'
import { scratch, startServer } from '../server.ts'

const MB = Number(process.argv.find((word) => word.startsWith('--mb='))?.slice(5) ?? 500)
/** ms that one thing may take, on a machine that others use too */
const PATIENCE = 400_000
const say = (line: string) => process.stdout.write(`${line}\n`)
const CITIES = ['Oslo', 'Zürich', 'Berlin', 'New York', 'Lisbon', 'São Paulo', '東京', 'Paris']

/** Orders of a shop, the same every time; answers what its columns hold. */
async function makeTable(path: string) {
  const out = createWriteStream(path)
  let seed = 20_261
  const next = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % below
  }
  const customers = new Set<number>()
  let [rows, size, oslo, dearest] = [0, 0, 0, 0]
  let text = 'order,customer,date,city,product,quantity,unit price,amount,note,reference\n'
  while (size < MB * 1024 * 1024) {
    for (let at = 0; at < 20_000; at++) {
      rows++
      const [customer, city, quantity, price] = [next(200_000), next(8), 1 + next(9), next(20_000) / 100]
      customers.add(customer)
      if (city === 0) oslo++
      dearest = Math.max(dearest, quantity * price)
      const day = `2026-${String(1 + next(12)).padStart(2, '0')}-${String(1 + next(28)).padStart(2, '0')}`
      const note = next(5) === 0 ? '"a note, with ""quotes"""' : ''
      text += `${rows},C-${customer},${day},${CITIES[city]},Product ${next(500)},${quantity},${price},${(quantity * price).toFixed(2)},${note},R${rows.toString(36)}-${next(1e9).toString(36)}\n`
    }
    size += Buffer.byteLength(text)
    if (!out.write(text)) await once(out, 'drain')
    text = ''
  }
  out.end()
  await once(out, 'close')
  return { rows, customers: customers.size, oslo, dearest: dearest.toFixed(2) }
}

/** Processes that descend from this one, with what they were called by. */
function descendants(of: number): { pid: number; command: string }[] {
  const all = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1])
      return [{ pid: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }]
    } catch {
      return [] // it has ended
    }
  })
  const within = new Set([of])
  for (let before = 0; before < within.size; ) {
    before = within.size
    for (const { pid, parent } of all) if (within.has(parent)) within.add(pid)
  }
  return all.filter(({ pid }) => pid !== of && within.has(pid))
}

/** Lines of what the page saves as a file. */
async function exported(page: Page, format: string): Promise<number> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format, exact: true }).click(),
  ])
  let lines = 0
  for await (const piece of await file.createReadStream()) for (const byte of piece as Buffer) if (byte === 10) lines++
  return lines
}

const folder = scratch('large-table')
const path = join(folder, 'orders.csv')
const made = await makeTable(path)
say(`${MB} MB, ${made.rows.toLocaleString('en')} rows of 10 columns`)
const server = await startServer()
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium' })
const most = { renderer: 0, server: 0, reader: 0 }
/** MB; of the step that goes on */
let rendererNow = 0
let slowest = 0
let isOver = false
const watch = async () => {
  while (!isOver) {
    const began = performance.now()
    await fetch(`${server.url}/healthz`).catch(() => undefined)
    slowest = Math.max(slowest, performance.now() - began)
    most.server = Math.max(most.server, residentMegabytes(server.pid()))
    for (const { pid, command } of descendants(process.pid)) {
      const memory = residentMegabytes(pid)
      if (command.includes('--type=renderer')) {
        most.renderer = Math.max(most.renderer, memory)
        rendererNow = Math.max(rendererNow, memory)
      }
      if (command.includes('reader-process')) most.reader = Math.max(most.reader, memory)
    }
    await new Promise((done) => setTimeout(done, 100))
  }
}
const faults: string[] = []
try {
  const watching = watch()
  const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(PATIENCE)
  const person = { username: 'tester', email: 'tester@example.org', password: 'correct horse battery' }
  await page.request.post('/api/register', { data: person })
  await page.goto('/tools/csv')
  await page.evaluate(() => {
    const here = globalThis as { gap?: number }
    here.gap = 0
    let last = performance.now()
    const draw = () => {
      const now = performance.now()
      here.gap = Math.max(here.gap ?? 0, now - last)
      last = now
      requestAnimationFrame(draw)
    }
    requestAnimationFrame(draw)
  })
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    const gap = await page.evaluate(() => {
      const here = globalThis as { gap?: number }
      const { gap = 0 } = here
      here.gap = 0
      return gap
    })
    say(
      `| ${what} | ${((performance.now() - began) / 1000).toFixed(1)} | ${Math.round(gap)} | ${Math.round(rendererNow)} |`,
    )
    rendererNow = 0
  }
  /** As a link that somebody was sent leads there. */
  const goTo = async (changes: Record<string, string>) => {
    const address = new URL(page.url())
    for (const [key, value] of Object.entries(changes)) address.searchParams.set(key, value)
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address.href)
  }
  const seen = (text: string | RegExp) => page.getByText(text).first().waitFor()
  const count = made.rows.toLocaleString('en')
  await timed('sent and read on the server', async () => {
    await page.locator('input[type=file]').first().setInputFiles(path)
    await page.getByText('Reading the file').first().waitFor()
  })
  await timed('read and profiled in the page', () => seen(new RegExp(`${count} rows`)))
  const menuOf = async (column: string, item: string) => {
    await page.getByRole('button', { name: `${column}: column menu` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await timed('filtered by a value', async () => {
    await menuOf('city', 'Filter by value')
    await page.getByRole('checkbox', { name: /^Oslo/ }).click()
    await seen(new RegExp(`${made.oslo.toLocaleString('en')} of ${count} rows`))
  })
  await timed('what is left exported as CSV', async () => {
    const lines = await exported(page, 'CSV')
    if (lines !== made.oslo + 1) faults.push(`the filtered table has ${made.oslo} rows, and ${lines - 1} were exported`)
  })
  await page.getByRole('button', { name: 'Remove the filter by city' }).click()
  await seen(new RegExp(`^${count} rows`))
  await timed('sorted by the amount', async () => {
    await menuOf('amount', 'Sort descending')
    await page.getByRole('cell', { name: made.dearest, exact: true }).first().waitFor()
  })
  await timed('all of it exported as CSV', async () => {
    const lines = await exported(page, 'CSV')
    if (lines !== made.rows + 1) faults.push(`the table has ${made.rows} rows, and ${lines - 1} were exported`)
  })
  await timed('the columns in numbers', async () => {
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('grid', { name: 'Columns' }).waitFor()
  })
  for (const [column, distinct] of [
    ['order', made.rows],
    ['customer', made.customers],
    ['reference', made.rows],
  ] as const) {
    const row = await page
      .getByRole('row', { name: new RegExp(`\\b${column}\\b`) })
      .first()
      .innerText()
    if (!row.includes(distinct.toLocaleString('en')))
      faults.push(`${column} has ${distinct} different values, and the page says ${row.replaceAll('\n', ' ')}`)
  }
  const pivot = (spec: object) => goTo({ view: 'pivot', p: JSON.stringify(spec) })
  const sum = [{ column: 'amount', measure: 'sum' }]
  await timed('grouped by city', async () => {
    await pivot({ rows: ['city'], across: '', values: sum, period: '' })
    await page.getByRole('rowheader', { name: 'São Paulo' }).waitFor()
  })
  await timed('a pivot by city and month', async () => {
    await pivot({ rows: ['city'], across: 'date', values: sum, period: 'month' })
    await page.getByRole('columnheader', { name: '2026-12' }).waitFor()
  })
  await timed('brought to SQL, and asked', async () => {
    await goTo({ view: 'sql', p: '' })
    await page
      .getByRole('textbox', { name: 'Query', exact: true })
      .fill('select city, count(*) as n from orders group by city order by n')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await seen(made.oslo.toLocaleString('en'))
  })
  isOver = true
  await watching
} catch (error) {
  faults.push(String(error))
} finally {
  isOver = true
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
say(`slowest /healthz: ${Math.round(slowest)} ms`)
say(
  `most memory, MB: page ${Math.round(most.renderer)}, server ${Math.round(most.server)}, reader ${Math.round(most.reader)}`,
)
for (const fault of faults) say(`FAILS ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)
