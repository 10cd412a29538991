import type { Principal } from '@atrium/contract/principal'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { silentLog } from '../telemetry.ts'
import { atTheEnd } from '../test-end.ts'
import { createLimiters } from './limits.ts'
import { type Enter, type Identify, mount } from './mount.ts'
import type { Route } from './route.ts'
import { listen } from './serve.ts'
import { createStreams } from './streams.ts'

export const visitor: Principal = { kind: 'anonymous', owner: 'anon:test', userId: null, sessionId: null }
export const person = (id: string, kind: Principal['kind'] = 'member'): Principal => ({
  kind,
  owner: id,
  userId: id,
  sessionId: `session-${id}`,
})

/** Who calls, in tests of features other than accounts: header `x-test-person: id[:kind]`; a visitor without it. */
export const identifyByHeader: Identify = async (request) => {
  const [id, kind] = (request.headers.get('x-test-person') ?? '').split(':')
  return id ? person(id, (kind as Principal['kind']) || 'member') : visitor
}

/** A real server on a free port with these routes; closed after the test file. */
export async function testServer(
  routes: readonly Route[],
  identify: Identify = identifyByHeader,
  enter?: Enter,
): Promise<string> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  mount(app, routes, {
    identify,
    enter,
    limiters: createLimiters(1000),
    streams: createStreams({ identify, log: silentLog }),
    log: silentLog,
    origins: [],
    behindProxy: false,
  })
  const server = await listen(app, '127.0.0.1', 0)
  atTheEnd(() => server.close())
  return server.url
}
