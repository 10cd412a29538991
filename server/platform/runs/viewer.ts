import type { ServerResponse } from 'node:http'
import { END_MARK } from '@atrium/contract/runs'
import type { Log } from '../telemetry.ts'
import type { Frame } from './frames.ts'

/** Bytes sent to keep proxies and the client's idle timer awake. */
const HEARTBEAT = ': \n\n'
const HEARTBEAT_MS = 5_000

/** Where a viewer gets its frames from: the engine. */
export interface FrameSource {
  /** Stored and live frames after `seq`; `open` says whether more may come. */
  after(runId: string, seq: number): Promise<{ frames: Frame[]; open: boolean }>
  /** Calls `listener` for each new frame (with it when it is at hand, without when it must be read), until the result is called. */
  listen(runId: string, listener: (one: Frame | null) => void): () => void
}

const beating = new Set<() => void>()
let heart: NodeJS.Timeout | null = null

function beat(listener: () => void): () => void {
  beating.add(listener)
  heart ??= setInterval(() => {
    for (const one of beating) one()
  }, HEARTBEAT_MS).unref()
  return () => {
    beating.delete(listener)
    if (beating.size === 0 && heart) {
      clearInterval(heart)
      heart = null
    }
  }
}

export interface EventStream {
  /** False once the client has too much to read; `drained` is called when it has caught up. */
  write(text: string): boolean
  end(): void
  onDrain(listener: () => void): void
  onClose(listener: () => void): void
}

/** Begins an event stream on a Node response: headers, heartbeats, end. */
export function openEventStream(outgoing: ServerResponse, headers = new Headers()): EventStream {
  outgoing.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
    ...Object.fromEntries(headers),
    'set-cookie': headers.getSetCookie(),
  })
  outgoing.flushHeaders()
  outgoing.socket?.setNoDelay(true)
  // A client that does not read keeps bytes pending after the end, and nothing may be written then.
  const writable = () => !outgoing.writableEnded && !outgoing.destroyed
  const stopBeat = outgoing.destroyed
    ? () => undefined
    : beat(() => {
        if (writable() && !outgoing.writableNeedDrain) outgoing.write(HEARTBEAT)
      })
  outgoing.once('close', stopBeat)
  outgoing.on('error', stopBeat) // a client that left in the middle
  return {
    write: (text) => writable() && outgoing.write(text),
    end() {
      stopBeat()
      outgoing.end()
    },
    onDrain: (listener) => outgoing.on('drain', listener),
    onClose(listener) {
      if (outgoing.destroyed) queueMicrotask(listener)
      else outgoing.once('close', listener)
    },
  }
}

/**
 * Shows a run to one connection: replays what came after `after`, then tails, then ends with [DONE].
 * A client that reads slowly is caught up from the log instead of buffering for it. Resolves when the stream is over.
 */
export function view(source: FrameSource, runId: string, after: number, stream: EventStream, log: Log): Promise<void> {
  return new Promise((done) => {
    let sent = after
    let blocked = false
    let reading = false
    let again = false
    let over = false
    const finish = (completely: boolean) => {
      if (over) return
      over = true
      unlisten()
      if (completely) {
        stream.write(`data: ${END_MARK}\n\n`)
        stream.end()
      }
      done()
    }
    const write = (one: Frame) => {
      sent = one.seq
      if (!stream.write(one.wire)) blocked = true
    }
    const catchUp = async () => {
      if (reading || blocked || over) {
        again = true
        return
      }
      reading = true
      try {
        do {
          again = false
          const { frames, open } = await source.after(runId, sent)
          for (const one of frames) {
            if (over) return
            if (blocked) break
            if (one.seq > sent) write(one)
          }
          if (!open && !blocked && !again) return finish(true)
        } while (again && !blocked)
      } catch (error) {
        log.warn({ err: error, runId }, 'a viewer could not read the log; it will re-attach')
        stream.end()
        finish(false)
      } finally {
        reading = false
      }
    }
    const unlisten = source.listen(runId, (one) => {
      // The next frame in order goes straight out; anything else is read from the log.
      if (one && !reading && !blocked && !over && one.seq === sent + 1) write(one)
      else void catchUp()
    })
    stream.onDrain(() => {
      blocked = false
      void catchUp()
    })
    stream.onClose(() => finish(false))
    void catchUp()
  })
}
