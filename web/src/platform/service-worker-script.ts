/*
 * The service worker, /service-worker.js (docs/decisions/009): it keeps the shell of its build, so that the page opens
 * without a connection, and every hashed file that was ever fetched, so that a page of before an upgrade goes on. It is
 * compiled alone by web/installable.ts, which puts `BUILD` before it; it imports nothing but types.
 */
import type { PushedNotification } from '@atrium/contract/notifications'
import type { PageReport, RollCall } from './service-worker.ts'

/** What this build is: the name of its cache, what its page needs (addresses), and the scripts that its page names. */
declare const BUILD: { cache: string; shell: readonly string[]; scripts: readonly string[] }

// TypeScript's library of the worker's world cannot be had beside that of the page's: what is used of it.
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Extendable {
  readonly request: Request
  readonly clientId: string
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface Page {
  readonly id: string
  readonly url: string
  focus(): Promise<Page>
  navigate(url: string): Promise<Page | null>
  postMessage(message: RollCall): void
}
interface Told extends Extendable {
  readonly data: PageReport
  readonly source: Page
}
interface Pushed extends Extendable {
  readonly data: { json(): PushedNotification } | null
}
interface Clicked extends Extendable {
  readonly notification: { readonly data: unknown; close(): void }
}
interface Worker {
  addEventListener(type: 'install' | 'activate', act: (event: Extendable) => void): void
  addEventListener(type: 'fetch', act: (event: Fetching) => void): void
  addEventListener(type: 'message', act: (event: Told) => void): void
  addEventListener(type: 'push', act: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', act: (event: Clicked) => void): void
  skipWaiting(): Promise<void>
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>
    openWindow(url: string): Promise<unknown>
  }
  readonly registration: {
    navigationPreload?: { enable(): Promise<void> }
    showNotification(title: string, options: { body: string; tag: string; icon: string; data: unknown }): Promise<void>
  }
}
const worker = self as unknown as Worker

const PATIENCE = 5_000 // ms for which a page that is wanted waits for the network, when the shell is here
const HASHED = '/assets/'
const ICON = '/icons/icon-192.png'
/** Calls, sign-in elsewhere, probes, files by WebDAV and what people made public. `/auth` itself is a page. */
const NOT_OURS = /^\/(api|healthz|readyz|metrics)(\/|$)|^\/(?:auth|dav|p)\//

const own = (): Promise<Cache> => caches.open(BUILD.cache)

/** A portal's page to sign in to the network says 200 too. */
const isAsset = (answer: Response): boolean =>
  answer.status === 200 && !answer.headers.get('content-type')?.startsWith('text/html')

async function keep(address: string): Promise<void> {
  const cache = await own()
  const isHashed = address.startsWith(HASHED)
  if (isHashed && (await cache.match(address))) return
  // A hashed file is of any build, and in the browser's own cache when the page has just had it.
  const known = isHashed ? await caches.match(address) : undefined
  const answer = known ?? (await fetch(address, { cache: isHashed ? 'default' : 'reload' }))
  if (address === '/') {
    const page = await answer.clone().text()
    // While an installation is being upgraded, the page may be another build's than this worker.
    if (answer.status !== 200 || BUILD.scripts.some((script) => !page.includes(script)))
      throw new Error('The page is not of this build.')
  } else if (!isAsset(answer)) throw new Error(`${address} cannot be had.`)
  await cache.put(address, answer)
}

worker.addEventListener('install', (event) => {
  event.waitUntil(Promise.all(BUILD.shell.map(keep)).then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable()]))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || NOT_OURS.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(fresh(event, '/'))
  else if (pathname.startsWith(HASHED) && !request.headers.has('range')) event.respondWith(hashed(event))
  else if (BUILD.shell.includes(pathname)) event.respondWith(fresh(event, pathname))
})

/** What has no hash in its name: as the server has it, or as this build had it where no server answers. */
async function fresh(event: Fetching, kept: string): Promise<Response> {
  const asked = event.preloadResponse.then((answer) => answer ?? fetch(event.request))
  // Of a slow answer that comes after all nobody waits for the failure.
  asked.catch(() => undefined)
  const late = new Promise<undefined>((done) => setTimeout(done, PATIENCE))
  try {
    const answer = await Promise.race([asked, late])
    if (answer) return answer
  } catch (cause) {
    const shell = await (await own()).match(kept)
    if (!shell) throw cause
    return shell
  }
  return (await (await own()).match(kept)) ?? asked
}

/** A file whose name says what is in it: whichever build it is of. */
async function hashed(event: Fetching): Promise<Response> {
  const { request } = event
  const cache = await own()
  const here = await cache.match(request, { ignoreVary: true })
  if (here) return here
  const answer = (await caches.match(request, { ignoreVary: true })) ?? (await fetch(request))
  if (isAsset(answer) && present.get(event.clientId) !== false) {
    const copy = answer.clone()
    event.waitUntil(cache.put(request, copy))
  }
  return answer
}

/** The pages that have said which build they are of, and whether it is this one. */
const present = new Map<string, boolean>()

worker.addEventListener('message', (event) => {
  const { data, source } = event
  const isOurs = data.scripts.length > 0 && data.scripts.every((script) => BUILD.scripts.includes(script))
  present.set(source.id, isOurs)
  event.waitUntil(hear(data, isOurs))
})

async function hear({ type, assets }: PageReport, isOurs: boolean): Promise<void> {
  // What a page had before it had a worker. What cannot be had now is fetched when it is wanted.
  if (isOurs) await Promise.allSettled(assets.filter((asset) => asset.startsWith(HASHED)).map(keep))
  if (type === 'loaded') for (const page of await pages()) page.postMessage({ type: 'roll-call' })
  await letGo()
}

const pages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Removes what older builds have kept, once nobody can want it: every page that is open is of this build, and has said so. */
async function letGo(): Promise<void> {
  const open = await pages()
  if (!open.every(({ id }) => present.get(id))) return
  const family = BUILD.cache.replace(/[^-]+$/, '')
  const older = (await caches.keys()).filter((name) => name.startsWith(family) && name !== BUILD.cache)
  await Promise.all(older.map((name) => caches.delete(name)))
}

worker.addEventListener('push', (event) => {
  const pushed = event.data?.json()
  if (!pushed) return
  const { title, body, tag, link } = pushed
  event.waitUntil(worker.registration.showNotification(title, { body, tag, icon: ICON, data: link }))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(String(event.notification.data)))
})

/** Opens a page of ours in a tab that is there already, or in a new one. */
async function show(link: string): Promise<void> {
  const url = new URL(link, location.origin)
  if (url.origin !== location.origin) return
  const [page] = await pages()
  if (!page) return void (await worker.clients.openWindow(url.href))
  // A page of before this worker cannot be led elsewhere by it.
  if (page.url !== url.href && !(await page.navigate(url.href).catch(() => null)))
    return void (await worker.clients.openWindow(url.href))
  await page.focus()
}
