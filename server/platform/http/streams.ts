import type { ServerResponse } from 'node:http'
import type { Principal } from '@atrium/contract/principal'
import type { Log } from '../telemetry.ts'
import { network } from './address.ts'

/** Event streams that one person may have open, and all visitors of one address together; the oldest makes room. */
const MOST = { person: 20, address: 100 }
/** ms between two looks at all streams */
const LOOK_MS = 15_000
/** Looks in a row at which a client has read nothing of what waits for it: a minute. */
const STUCK_LOOKS = 4
/** Looks between two questions whether the session still lives, for an expiry or a notice that was lost: five minutes. */
const REVIEW_LOOKS = 20
/** Tells the client of a stream that made room not to come back at once and push out the next. */
const COME_BACK_LATER = 'retry: 60000\n\n'

/** A stream as the door hands it over. */
export interface Shown {
  principal: Principal
  ip: string
  /** Asked again who it is when the person's sessions change. */
  request: Request
  outgoing: ServerResponse
}

/** The event streams that are open: none outlives its session, none is kept for a client that reads nothing. */
export interface Streams {
  /** The number of session changes so far; taken before the caller is identified. */
  changes(): number
  /** Takes note of a stream; what has ended already is let go. `since` is `changes()` as it was. */
  add(stream: Shown, since: number): void
  /** Ends this user's streams whose session is over. Call it for each message of topic `session`. */
  review(userId: string): Promise<void>
  /** How many are open, of this person or of all. */
  count(owner?: string): number
}

interface Open extends Shown {
  key: string
  looks: number
  stuck: number
  /** bytes that waited at the last look */
  waiting: number
}

export interface StreamsSettings {
  identify: (request: Request, answerHeaders: Headers) => Promise<Principal>
  log: Log
  factor?: number
}

/** What the caller came in by: a session or a key. */
const entryOf = ({ sessionId, key }: Principal): string | null => sessionId ?? key?.id ?? null

export function createStreams(settings: StreamsSettings): Streams {
  const { identify, log, factor = 1 } = settings
  const byKey = new Map<string, Set<Open>>()
  let timer: NodeJS.Timeout | null = null
  let changes = 0

  const all = () => [...byKey.values()].flatMap((set) => [...set])

  function forget(one: Open): void {
    const set = byKey.get(one.key)
    set?.delete(one)
    if (set?.size === 0) byKey.delete(one.key)
    if (byKey.size === 0 && timer) {
      clearInterval(timer)
      timer = null
    }
  }

  function end(one: Open, last = ''): void {
    forget(one)
    if (one.outgoing.writableEnded || one.outgoing.destroyed) return
    // Whatever its client has not read yet must not hold the connection.
    if (one.outgoing.socket?.writableNeedDrain) one.outgoing.destroy()
    else one.outgoing.end(last)
  }

  /** Ends those of one session, if it is over. */
  async function reviewSession(streams: readonly Open[]): Promise<void> {
    const [first] = streams
    if (!first) return
    let lives = false
    try {
      const principal = await identify(first.request, new Headers())
      lives = principal.owner === first.principal.owner && entryOf(principal) === entryOf(first.principal)
    } catch (error) {
      log.warn({ err: error }, 'whether the session of an event stream lives is not known; its client must ask again')
    }
    if (!lives) for (const one of streams) end(one)
  }

  async function reviewEach(streams: readonly Open[]): Promise<void> {
    const bySession = Map.groupBy(
      streams.filter((one) => entryOf(one.principal) !== null),
      (one) => entryOf(one.principal),
    )
    for (const group of bySession.values()) await reviewSession(group)
  }

  function look(): void {
    const due: Open[] = []
    for (const one of all()) {
      const socket = one.outgoing.socket
      const waiting = socket?.writableNeedDrain ? socket.writableLength : 0
      one.stuck = waiting > 0 && waiting >= one.waiting ? one.stuck + 1 : 0
      one.waiting = waiting
      if (one.stuck >= STUCK_LOOKS) end(one)
      else if (++one.looks % REVIEW_LOOKS === 0) due.push(one)
    }
    void reviewEach(due)
  }

  return {
    changes: () => changes,
    add(stream, since) {
      if (stream.outgoing.writableEnded || stream.outgoing.destroyed) return
      const isVisitor = stream.principal.kind === 'anonymous'
      const key = isVisitor ? `address ${network(stream.ip)}` : stream.principal.owner
      const one: Open = { ...stream, key, looks: 0, stuck: 0, waiting: 0 }
      const set = byKey.get(key) ?? new Set()
      byKey.set(key, set.add(one))
      stream.outgoing.once('close', () => forget(one))
      timer ??= setInterval(look, LOOK_MS).unref()
      const most = Math.ceil((isVisitor ? MOST.address : MOST.person) * factor)
      const [oldest] = set
      if (set.size > most && oldest) end(oldest, COME_BACK_LATER)
      if (since !== changes) void reviewEach([one])
    },
    async review(userId) {
      changes++
      await reviewEach([...(byKey.get(userId) ?? [])])
    },
    count: (owner) => (owner === undefined ? all().length : (byKey.get(owner)?.size ?? 0)),
  }
}
