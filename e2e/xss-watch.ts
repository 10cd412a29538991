import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { MARK } from './xss-payloads.ts'

/** Another site, which nothing may ask; it notes what does. */
export async function startCanary() {
  const asked: string[] = []
  const listener = createServer((request, answer) => {
    asked.push(request.url ?? '')
    answer.setHeader('access-control-allow-origin', '*').end()
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    asked,
    stop() {
      listener.closeAllConnections()
      listener.close()
    },
  }
}

/** What a browser does that no text may make it do, noted as it happens. */
export function watch(context: BrowserContext, own: string): string[] {
  const seen: string[] = []
  const isOwn = (url: string) => new URL(url).origin === new URL(own).origin || /^(about|blob|data):/.test(url)
  const follow = (page: Page) => {
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') seen.push(`a dialog: ${dialog.message()}`)
      dialog.dismiss().catch(() => undefined) // it went with its page
    })
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && !isOwn(frame.url())) seen.push(`went to ${frame.url()}`)
    })
    page.on('popup', (popup) => seen.push(`opened ${popup.url()}`))
  }
  for (const page of context.pages()) follow(page)
  context.on('page', follow)
  context.on('request', (request) => {
    if (!isOwn(request.url())) seen.push(`asked ${request.url()}`)
  })
  return seen
}

/** What stands in the page that would run or load if a policy did not forbid it, or has run already. */
function findings(mark: string): string[] {
  const found: string[] = []
  if (mark in window) found.push(`ran: ${String(Reflect.get(window, mark))}`)
  const bad = /^(javascript|vbscript|feed|data:(?!image\/(png|jpe?g|gif|webp|avif);|font\/))/i
  const addresses = [
    'href',
    'xlink:href',
    'src',
    'srcset',
    'action',
    'formaction',
    'data',
    'poster',
    'background',
    'ping',
  ]
  const elements = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? elements(one.shadowRoot) : [])])
  // A drawing in an <img> runs nothing there, but is saved as a file: it is looked over like the page.
  const drawn = [...document.querySelectorAll<HTMLImageElement>('img[src^="data:image/svg+xml;charset=utf-8,"]')]
  const drawings = drawn.map(({ src }) =>
    new DOMParser().parseFromString(decodeURIComponent(src.slice(src.indexOf(',') + 1)), 'image/svg+xml'),
  )
  for (const one of [document, ...drawings].flatMap((root) => elements(root))) {
    const isDrawn = drawn.some((image) => image === one)
    const say = (why: string) => found.push(`${why}: ${one.outerHTML.slice(0, 200)}`)
    if (one.localName === 'script' && (one.textContent ?? '').includes(mark)) say('a script')
    if (one.matches('base, object, embed, parsererror, iframe[srcdoc], meta[http-equiv=refresh i]')) say('an element')
    if (one.localName === 'style' && /@import|url\(\s*["']?http/.test(one.textContent ?? '')) say('a style')
    for (const { name, value } of one.attributes) {
      // What a browser takes out of an address before it reads its scheme.
      const address = [...value].filter((letter) => letter > ' ').join('')
      if (name.startsWith('on') || name === 'srcdoc') say(name)
      if (addresses.includes(name) && bad.test(address) && !isDrawn) say(name)
      if (['src', 'srcset', 'poster', 'background', 'ping', 'action', 'formaction'].includes(name))
        if (/^(https?:)?\/\//i.test(address) && new URL(address, location.href).origin !== location.origin) say(name)
      if (name === 'style' && /url\(\s*["']?(https?:)?\/\/|expression\(/i.test(value)) say(name)
    }
  }
  return found
}

export async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(findings, MARK), `what stands in ${page.url()}`).toEqual([])
}
