import type { ServerResponse } from 'node:http'

/** Bytes sent to keep proxies and the client's idle timer awake. */
const HEARTBEAT = ': \n\n'
const HEARTBEAT_MS = 5_000

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
        if (writable() && !outgoing.socket?.writableNeedDrain) outgoing.write(HEARTBEAT)
      })
  outgoing.once('close', stopBeat)
  outgoing.on('error', stopBeat) // a client that left in the middle
  let awaitsDrain = false
  /**
   * `outgoing.write` puts three pieces (length, text, line end) on the socket, and a streaming server does little else: as
   * one string they cost a third less. What Node still holds back (a pipelined request's answer) goes through Node.
   */
  const write = (text: string): boolean => {
    const { socket } = outgoing
    if (!socket || !outgoing.chunkedEncoding || outgoing.writableLength > socket.writableLength)
      return outgoing.write(text)
    const hasRoom = socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
    if (!hasRoom && !awaitsDrain) {
      awaitsDrain = true
      socket.once('drain', () => {
        awaitsDrain = false
        outgoing.emit('drain')
      })
    }
    return hasRoom
  }
  return {
    write: (text) => writable() && write(text),
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
