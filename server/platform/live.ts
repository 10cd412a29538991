import { z } from 'zod'
import type { Bus } from './database/bus.ts'
import { type EventStream, openEventStream } from './http/event-stream.ts'
import { type Route, route, SENT } from './http/route.ts'
import type { Log } from './telemetry.ts'

/** Something of this person's changed; whoever shows it asks again. */
export type News = { topic: 'threads' } | { topic: 'thread'; id: string } | { topic: 'records'; module: string }

export interface Live {
  /** Tells every tab and device of this owner; a failure only costs them freshness. */
  tell(owner: string, news: News): void
  routes: Route[]
}

export function createLive(bus: Bus, log: Log): Live {
  const streams = new Map<string, Set<EventStream>>()
  bus.subscribe('live', (body) => {
    const { owner, news } = body as { owner: string; news: News }
    for (const stream of streams.get(owner) ?? []) stream.write(`data: ${JSON.stringify(news)}\n\n`)
  })
  bus.onGap(() => {
    for (const set of streams.values())
      for (const stream of set) stream.write(`data: ${JSON.stringify({ topic: 'threads' })}\n\n`)
  })
  return {
    tell: (owner, news) => {
      bus.publish('live', { owner, news }).catch((error) => log.warn({ err: error }, 'news could not be published'))
    },
    routes: [
      route(
        {
          method: 'GET',
          path: '/api/events',
          summary: 'Live news for this person, as an event stream',
          tag: 'Live',
          access: 'live.own',
          limit: 'read',
          query: z.object({}),
          answerType: 'text/event-stream',
        },
        ({ principal, outgoing, headers }) => {
          const stream = openEventStream(outgoing, headers)
          const set = streams.get(principal.owner) ?? new Set()
          streams.set(principal.owner, set.add(stream))
          stream.write('retry: 2000\n\n')
          stream.onClose(() => {
            set.delete(stream)
            if (set.size === 0) streams.delete(principal.owner)
          })
          return SENT
        },
      ),
    ],
  }
}
