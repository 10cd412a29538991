import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Log } from '../telemetry.ts'
import { boundConnections } from './open-files.ts'
import { closeStalled } from './stalled.ts'

/** ms after which a request that does not go on, in its head or its body, is closed */
export const STALLED_AFTER = 30_000

export interface Listening {
  url: string
  port: number
  /** Stops accepting; resolves when every connection is closed (open event streams are cut). */
  close(): Promise<void>
}

/** A host as it stands in an address people can open. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host.replace(/%.*$/, '')}]` : host // IPv6, without the zone, which no URL can have
}

/**
 * What a handler left unread of a body is thrown away once it has answered. A web stream that was given up half-way goes on holding
 * the body back: the next request on that connection would wait behind it, and be cut off by the adaptor's patience of half a second.
 */
function releaseUnread(server: Server): void {
  server.prependListener('request', (incoming, outgoing) =>
    outgoing.once('finish', () => {
      if (incoming.readableEnded || incoming.destroyed) return
      incoming.removeAllListeners('data').removeAllListeners('readable').resume()
    }),
  )
}

/** Listens; resolves once the address is bound, rejects with a sentence when it cannot be. */
export async function listen(
  app: Hono<{ Bindings: HttpBindings }>,
  host: string,
  port: number,
  stalledAfter = STALLED_AFTER,
  log: Log | null = null,
): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      keepAliveTimeout: 65_000,
      requestTimeout: 0, // an upload may take hours, as long as it moves
      headersTimeout: stalledAfter,
      connectionsCheckingInterval: Math.ceil(stalledAfter / 6),
    },
  }) as Server
  releaseUnread(server)
  closeStalled(server, stalledAfter)
  if (log) boundConnections(server, log)
  await new Promise<void>((done, failed) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason =
        cause.code === 'EADDRINUSE'
          ? `Port ${port} on ${host} is in use. Stop the program that uses it, or set PORT to another.`
          : cause.code === 'EACCES'
            ? `Port ${port} needs more rights than this user has. Set PORT to a number above 1023.`
            : ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(cause.code ?? '')
              ? `HOST ${host} is no address of this machine.`
              : `Cannot listen on ${host}:${port}: ${cause.message}`
      failed(new Error(reason, { cause }))
    })
    server.listen(port, host, done)
  })
  const bound = server.address() as AddressInfo
  return {
    url: `http://${hostInUrl(host)}:${bound.port}`,
    port: bound.port,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
