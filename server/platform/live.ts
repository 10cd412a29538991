import { z } from 'zod'
import type { Bus } from './database/bus.ts'
import { type EventStream, openEventStream } from './http/event-stream.ts'
import { type Route, route, SENT } from './http/route.ts'
import type { Log } from './telemetry.ts'

/** Something of this person's changed; whoever shows it asks again. After a `gap` anything may have. */
export type News =
  | { topic: 'threads' }
  | { topic: 'thread'; id: string }
  | { topic: 'records'; module: string }
  | { topic: 'memories' }
  | { topic: 'spaces' }
  | { topic: 'preferences' }
  | { topic: 'models' }
  | { topic: 'gap' }

export interface Live {
  /** Tells every tab and device of this owner; a failure only costs them freshness. */
  tell(owner: string, news: News): void
  routes: Route[]
}

/** Writes news to one stream. While its client reads too slowly nothing waits for it: it is told of the gap afterwards. */
function teller(stream: EventStream): (news: News) => void {
  let blocked = false
  let missed = false
  const tell = (news: News) => {
    if (blocked) missed = true
    else blocked = !stream.write(`data: ${JSON.stringify(news)}\n\n`)
  }
  stream.onDrain(() => {
    blocked = false
    if (!missed) return
    missed = false
    tell({ topic: 'gap' })
  })
  return tell
}

export function createLive(bus: Bus, log: Log): Live {
  const tellers = new Map<string, Set<(news: News) => void>>()
  bus.subscribe('live', (body) => {
    const { owner, news } = body as { owner: string; news: News }
    for (const tell of tellers.get(owner) ?? []) tell(news)
  })
  bus.onGap(() => {
    for (const set of tellers.values()) for (const tell of set) tell({ topic: 'gap' })
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
          const tell = teller(stream)
          const set = tellers.get(principal.owner) ?? new Set()
          tellers.set(principal.owner, set.add(tell))
          stream.write('retry: 2000\n\n')
          stream.onClose(() => {
            set.delete(tell)
            if (set.size === 0 && tellers.get(principal.owner) === set) tellers.delete(principal.owner)
          })
          return SENT
        },
      ),
    ],
  }
}
