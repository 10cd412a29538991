import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '@atrium/contract/errors'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { uuid } from '../ids.ts'
import { acceptsHtml } from './accept.ts'
import { failure } from './failure.ts'
import type { Bindings } from './mount.ts'

const nothingHere = (path: string) =>
  failure(new AppError('not_found', `There is nothing at ${path.slice(0, 200)}.`), uuid())

/** Nothing inline runs, nothing is fetched from elsewhere: an injected image address in a reply carries nothing out. */
const POLICY = [
  `default-src 'self'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data: blob:`,
  `font-src 'self' data:`,
  `connect-src 'self'`,
  `media-src 'self' blob:`,
  `worker-src 'self'`,
  `manifest-src 'self'`,
  `object-src 'none'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
].join('; ')

/**
 * A worker obeys the policy of its own file, not of the page that starts it. Those of engines in WebAssembly (a database) may
 * compile it; pages may not.
 */
const ENGINE_WORKER = /^\/assets\/[\w.-]+\.worker-[\w-]+\.js$/
const ENGINE_POLICY = POLICY.replace(`script-src 'self'`, `script-src 'self' 'wasm-unsafe-eval'`)

export const securityHeaders = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), payment=(), usb=()',
} as const

/**
 * Serves the built web client: hashed files for a year, the page itself wherever it has one. Elsewhere there is nothing
 * (404): a browser is shown the page all the same, which says so; a program is told in its own way.
 */
export function webFiles(app: Hono<Bindings>, dist: string, hasPage: (path: string) => boolean): void {
  app.use('*', async (c, next) => {
    await next()
    if (ENGINE_WORKER.test(c.req.path)) c.header('content-security-policy', ENGINE_POLICY)
    for (const [name, value] of Object.entries(securityHeaders)) if (!c.res.headers.has(name)) c.header(name, value)
  })
  app.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok) c.header('cache-control', 'public, max-age=31536000, immutable')
  })
  // Asked about at every visit: by them a browser finds out that there is a new version.
  for (const path of ['/service-worker.js', '/manifest.webmanifest'])
    app.use(path, async (c, next) => {
      await next()
      c.header('cache-control', 'no-cache')
    })
  app.get('*', serveStatic({ root: dist, precompressed: true, index: 'never.html' }))
  // A page from before an upgrade may ask for a file that is gone: the page in its place would be kept for a year.
  app.get('/assets/*', (c) => c.text('This file belongs to another version. Reload the page.', 404))
  app.get('*', (c) => {
    const isPage = hasPage(c.req.path)
    if (!isPage && !acceptsHtml(c.req.raw)) return nothingHere(c.req.path)
    const page = join(dist, 'index.html')
    if (!existsSync(page))
      return c.text('The web client is not built yet. Run `npm start`, which builds it, or `npm run dev`.', 503)
    return c.html(readFileSync(page, 'utf8'), isPage ? 200 : 404, { 'cache-control': 'no-cache' })
  })
  app.all('*', (c) => nothingHere(c.req.path))
}
