import { answered, eventStream } from '@atrium/contract/described-call'
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
  | { topic: 'import'; id: string; read: number; rows: number }
  | { topic: 'jobs' }
  | { topic: 'jobs'; id: string; done: number; total: number | null; note: string }
  | { topic: 'memories' }
  | { topic: 'spaces' }
  | { topic: 'preferences' }
  | { topic: 'notifications'; unread: number }
  | { topic: 'models' }
  | { topic: 'teams' }
  | { topic: 'workforce' }
  | { topic: 'administration' }
  | { topic: 'gap' }

/** Whose news every administrator hears, besides their own. */
export const ADMINISTRATORS = 'administrators'

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

/** A stream that is open, and whose news it hears: its person's own and those of their teams. */
interface Listener {
  owner: string
  userId: string | null
  tell: (news: News) => void
  teams: readonly string[]
  /** Raised by each look for its teams, so that the answer to an older one is not taken for the newest. */
  looks: number
}

/** `teamsOf`: the owners besides themselves whose news a person hears. A message of topic `teams` names whose have changed. */
export function createLive(
  bus: Bus,
  log: Log,
  teamsOf: (userId: string) => Promise<readonly string[]> = async () => [],
): Live {
  const listeners = new Set<Listener>()
  const heard = new Map<string, Set<Listener>>()
  /** Messages of topic `teams` so far. */
  let changes = 0

  const join = (listener: Listener, owner: string) => {
    heard.set(owner, (heard.get(owner) ?? new Set()).add(listener))
  }
  const leave = (listener: Listener, owner: string) => {
    const set = heard.get(owner)
    set?.delete(listener)
    if (set?.size === 0) heard.delete(owner)
  }
  const hear = (listener: Listener, teams: readonly string[]) => {
    for (const owner of listener.teams) leave(listener, owner)
    listener.teams = listeners.has(listener) ? teams : []
    for (const owner of listener.teams) join(listener, owner)
  }
  const lookUp = (userId: string): Promise<readonly string[]> =>
    teamsOf(userId).catch((error) => {
      log.warn({ err: error }, 'whose news a stream may hear is not known; it hears its own')
      return []
    })
  const lookFor = async (listener: Listener) => {
    if (listener.userId === null) return
    const look = ++listener.looks
    const teams = await lookUp(listener.userId)
    if (look === listener.looks) hear(listener, teams)
  }

  bus.subscribe('live', (body) => {
    const { owner, news } = body as { owner: string; news: News }
    for (const { tell } of heard.get(owner) ?? []) tell(news)
  })
  bus.subscribe('teams', (userId) => {
    changes++
    for (const listener of heard.get(userId as string) ?? []) void lookFor(listener)
  })
  bus.onGap(() => {
    for (const listener of listeners) void lookFor(listener).then(() => listener.tell({ topic: 'gap' }))
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
          answers: answered(
            'News until the connection ends',
            eventStream(
              'Unnamed events; the data of each is JSON {"topic": …} with what it concerns: id, module or space. Of notifications also how many are unread. Of an import (id: its upload) also what of the file has been read, from 0 to 1, and the rows so far.',
            ),
          ),
        },
        async ({ principal: { owner, userId, kind }, outgoing, headers }) => {
          const since = changes
          const teams = userId === null ? [] : await lookUp(userId)
          const stream = openEventStream(outgoing, headers)
          const listener: Listener = { owner, userId, tell: teller(stream), teams: [], looks: 0 }
          listeners.add(listener)
          const own = kind === 'administrator' ? [owner, ADMINISTRATORS] : [owner]
          for (const whose of own) join(listener, whose)
          hear(listener, teams)
          if (since !== changes) void lookFor(listener)
          stream.write('retry: 2000\n\n')
          stream.onClose(() => {
            listeners.delete(listener)
            for (const whose of own) leave(listener, whose)
            hear(listener, [])
          })
          return SENT
        },
      ),
    ],
  }
}
