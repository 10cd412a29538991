import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HttpBindings } from '@hono/node-server'
import { expect, type Page } from '@playwright/test'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import { brand } from '../contract/brand.ts'
import { listen } from '../server/platform/http/serve.ts'
import { webFiles } from '../server/platform/http/web-files.ts'
import { composer, questions, register, replied, sendButton, signIn, test, words } from './screen.ts'
import { type Server, scratch } from './server.ts'

test.use({ installation: { models: '' }, serviceWorkers: 'allow' })

let isFirst = true
test.beforeEach(async ({ page }) => {
  if (isFirst) await register(page)
  else await signIn(page)
  isFirst = false
})

/** The page has a worker, and the worker has everything that the page has loaded. */
async function isKept(page: Page): Promise<void> {
  const look = async () => {
    const loaded = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
    const known = await Promise.all(['/', ...loaded.map(({ name }) => name)].map((address) => caches.match(address)))
    return navigator.serviceWorker.controller !== null && loaded.length > 0 && known.every(Boolean)
  }
  // The worker waits until the page is idle, which takes its time where other work holds the cores.
  await expect.poll(() => page.evaluate(look), { timeout: 120_000 }).toBe(true)
}

const offlineNotice = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline' })

test('what was written without a connection survives a reload without one, and is sent when it is back', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await expect(composer(page)).toBeVisible()
  await isKept(page)
  await context.setOffline(true)

  await test.step('the page opens and says that it is offline', async () => {
    await page.goto('/')
    await expect(composer(page)).toBeVisible()
    await expect(offlineNotice(page)).toBeVisible()
    // The theme, the styles and the font are those of any other day.
    await expect(page.locator('html')).toHaveClass(/dark/)
    expect(await page.evaluate(() => document.fonts.load('16px "Geist Variable"').then((fonts) => fonts.length))).toBe(
      1,
    )
  })
  await test.step('a draft is kept', async () => {
    await composer(page).fill('6 * 7')
    await page.reload()
    await expect(composer(page)).toHaveValue('6 * 7')
    await expect(offlineNotice(page)).toBeVisible()
  })
  await test.step('a conversation that is not here says so', async () => {
    await page.goto('/c/00000000-0000-4000-8000-000000000000')
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.goto('/')
  })
  await test.step('calls are never answered from the cache', async () => {
    const reached = await page.evaluate(() =>
      Promise.all(
        ['/api/me', '/healthz', '/auth/oidc/x'].map((path) =>
          fetch(path).then(
            () => path,
            () => null,
          ),
        ),
      ),
    )
    expect(reached).toEqual([null, null, null])
  })
  await test.step('back again, it is sent', async () => {
    await context.setOffline(false)
    await expect(offlineNotice(page)).toHaveCount(0)
    await expect(sendButton(page)).toBeEnabled()
    await sendButton(page).click()
    await expect(questions(page).last()).toContainText('6 * 7')
    await expect(words(await replied(page))).toContainText('42')
  })
})

test('a page for members waits for the connection, and is there when it is back', async ({ page, context }) => {
  await page.goto('/m')
  await expect(page.getByRole('textbox')).toBeVisible()
  await isKept(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('textbox')).toBeVisible()
})

test('the browser finds nothing that keeps the product from being installed', async ({ page, context }) => {
  await page.goto('/')
  const protocol = await context.newCDPSession(page)
  const { data, errors } = await protocol.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '{}')
  expect(manifest).toMatchObject({ name: brand.name, display: 'standalone', start_url: '/', lang: 'en', dir: 'auto' })
  const { installabilityErrors } = await protocol.send('Page.getInstallabilityErrors')
  // Every page of a test is in a private window, which is not the product's doing.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
  const sizes = await page.evaluate(
    (addresses) =>
      Promise.all(
        addresses.map(async (src) => {
          const image = new Image()
          image.src = src
          await image.decode()
          return `${image.naturalWidth}x${image.naturalHeight}`
        }),
      ),
    [...manifest.icons.slice(1), { src: touch }].map(({ src }) => src),
  )
  expect(sizes).toEqual([...manifest.icons.slice(1).map((icon: { sizes: string }) => icon.sizes), '180x180'])
})

const BUILT = fileURLToPath(new URL('../web/dist', import.meta.url))

/** Gives the pages of a built client, and has the server answer the calls. */
function before(dist: string, server: Server): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.all('/api/*', (c) => proxy(server.url + c.req.url.slice(new URL(c.req.url).origin.length), c.req))
  webFiles(app, dist, () => true)
  return app
}

test('a file that was on its way when the worker took over is kept as well', async ({ page, server }) => {
  const worker = readFileSync(join(BUILT, 'service-worker.js'), 'utf8')
  const late = readdirSync(join(BUILT, 'assets')).find((name) => /^KaTeX.*\.woff2$/.test(name)) as string
  expect(worker).not.toContain(late)
  const arrives = Promise.withResolvers<void>()
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(`/assets/${late}`, (_, next) => arrives.promise.then(next))
  app.route('/', before(BUILT, server))
  const front = await listen(app, '127.0.0.1', 0)
  try {
    await page.goto(front.url)
    await expect(composer(page)).toBeVisible()
    await page.evaluate((name) => void fetch(`/assets/${name}`), late)
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 120_000 })
      .toBe(true)
    arrives.resolve()
    await expect
      .poll(() =>
        page.evaluate((name) => performance.getEntriesByType('resource').some((one) => one.name.endsWith(name)), late),
      )
      .toBe(true)
    await isKept(page)
  } finally {
    arrives.resolve()
    await front.close()
  }
})

/** The same client as another build would have it: its entry has another name, and all that names it other words. */
function rebuilt(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const assets = readdirSync(join(to, 'assets'))
  const frame = assets.find((name) => /^index-.*\.js$/.test(name)) as string
  renameSync(join(to, 'assets', frame), join(to, 'assets', 'index-second.js'))
  const cache = /"cache":"([^"]+)"/.exec(readFileSync(join(to, 'service-worker.js'), 'utf8'))?.[1] as string
  for (const name of [
    'index.html',
    'service-worker.js',
    ...readdirSync(join(to, 'assets')).map((n) => `assets/${n}`),
  ]) {
    if (!/\.(js|html)$/.test(name)) continue
    const text = readFileSync(join(to, name), 'utf8')
    writeFileSync(join(to, name), text.replaceAll(frame, 'index-second.js').replaceAll(cache, 'atrium-second'))
  }
}

test('a new build takes over while a page of the old one is open, which goes on and lets go when it is left', async ({
  page,
  context,
  server,
}) => {
  const folder = scratch('builds')
  const dist = join(folder, 'dist')
  cpSync(BUILT, dist, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  rebuilt(BUILT, join(folder, 'second'))
  const front = await listen(before(dist, server), '127.0.0.1', 0)
  const caching = () => page.evaluate(() => caches.keys())
  const frame = (on: Page) => on.locator('script[src*="/index-"]').getAttribute('src')
  try {
    await page.goto(front.url)
    await expect(composer(page)).toBeVisible()
    await isKept(page)
    const [first] = await caching()
    const old = (await frame(page)) as string
    await composer(page).fill('kept')

    renameSync(dist, join(folder, 'first'))
    renameSync(join(folder, 'second'), dist)
    const newer = await context.newPage()
    // Of a server that takes long the old worker shows what it has kept.
    await expect(async () => {
      await newer.goto(front.url)
      await expect(composer(newer)).toBeVisible()
      expect(await frame(newer)).toBe('/assets/index-second.js')
    }).toPass()
    await isKept(newer)

    await expect.poll(caching).toEqual([first, 'atrium-second'])
    const answers = await page.evaluate(
      (address) => Promise.all([fetch(address), fetch('/assets/never.js')]).then((all) => all.map((one) => one.status)),
      old,
    )
    expect(answers, 'the old page’s files are still there').toEqual([200, 404])
    await expect(composer(page)).toHaveValue('kept')

    await page.reload()
    await expect(composer(page)).toHaveValue('kept')
    expect(await frame(page)).toBe('/assets/index-second.js')
    await expect.poll(caching, { timeout: 30_000 }).toEqual(['atrium-second'])
    await isKept(page)
    await context.setOffline(true)
    await page.reload()
    await expect(composer(page)).toHaveValue('kept')
  } finally {
    // Where the time is up the context is closed already; that would hide what took so long.
    await context.setOffline(false).catch(() => undefined)
    await front.close()
    rmSync(folder, { recursive: true })
  }
})
