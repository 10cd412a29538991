import { brand } from '../brand.ts'
import { entryAt } from './modules.ts'
import { pageAt, spaceAt } from './pages.ts'

/**
 * The paths at which the web client has a page, as its router writes them (web/src/routes.tsx, and below /workforce); a test
 * compares them. Who opens any other is told that there is nothing, by the server's status too.
 */
const OWN: readonly string[] = [
  '/',
  '/login',
  '/auth',
  '/gather-public',
  `/${brand.prefix}/*`,
  '/os/*',
  '/m',
  '/c/:id',
  '/test/threaded-chat',
  '/industries',
  '/spaces',
  '/abilities/:id',
  '/tools',
  '/agents',
  '/profile',
  '/settings',
  '/settings/:section',
  '/help',
  '/help/:key',
  '/join/:token',
  '/copy/:slug',
  '/shared',
  '/shared/:id',
  '/workforce',
  '/workforce/agents/:key',
  '/workforce/tasks/:id',
  '/workforce/approvals',
  '/workforce/deliverables',
  '/workforce/deliverables/:id',
  '/workforce/checkout',
  '/workforce/orders',
  '/workforce/orders/:id',
  '/workforce/seats',
  '/workforce/seats/:id',
  '/workforce/subscriptions',
  '/workforce/subscriptions/:id',
  '/org-chart',
  '/terms',
  '/privacy',
  '/admin',
]

const patternOf = (path: string) => new RegExp(`^${path.replace(/\/\*$/, '(?:/.*)?').replace(/:\w+/g, '[^/]+')}$`)
const own = OWN.map(patternOf)

/** Is there a page of the web client? `routes`: those of the modules that are installed. */
export function isAppPath(path: string, routes: readonly string[]): boolean {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path
  if (own.some((pattern) => pattern.test(trimmed))) return true
  const [, place, slug] = /^\/(spaces|industry)\/([^/]+)$/.exec(trimmed) ?? []
  if (place) return spaceAt(slug) !== undefined
  if (routes.some((route) => trimmed === route || trimmed.startsWith(`${route}/`))) return true
  return (pageAt(trimmed) ?? entryAt(trimmed)) !== undefined
}
