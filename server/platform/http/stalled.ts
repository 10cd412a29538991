import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Bytes that a body must bring in each span: who sends a byte now and then holds a connection and nothing else. */
const LEAST = 1024

interface Unfinished {
  outgoing: ServerResponse
  /** of the connection, when its body was last seen to move */
  bytes: number
  movedAt: number
}

/** Its reader has all it can take at the moment: that nothing comes is our doing. */
const isHeldBack = (incoming: IncomingMessage) => incoming.readableLength >= incoming.readableHighWaterMark

function close({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  if (outgoing.headersSent) return void socket.destroy()
  const sentence = 'The rest of the request did not come.'
  const answer = [
    'HTTP/1.1 408 Request Timeout',
    'content-type: text/plain; charset=utf-8',
    `content-length: ${sentence.length}`,
    'connection: close',
    '',
    sentence,
  ]
  socket.end(answer.join('\r\n'), () => socket.destroy())
}

/**
 * Closes connections whose request body does not go on for `after` ms. A request that is whole (every stream that we send
 * is the answer to one) and an upload that moves are left alone. Unfinished heads are Node's headersTimeout's.
 */
export function closeStalled(server: Server, after: number): void {
  const unfinished = new Map<IncomingMessage, Unfinished>()
  let timer: NodeJS.Timeout | null = null

  function look(): void {
    const now = performance.now()
    for (const [incoming, one] of unfinished) {
      const bytes = incoming.socket.bytesRead
      if (incoming.complete || incoming.destroyed) unfinished.delete(incoming)
      else if (bytes - one.bytes >= LEAST || isHeldBack(incoming)) {
        one.bytes = bytes
        one.movedAt = now
      } else if (now - one.movedAt >= after) {
        unfinished.delete(incoming)
        close(incoming, one.outgoing)
      }
    }
    if (unfinished.size > 0 || !timer) return
    clearInterval(timer)
    timer = null
  }

  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.complete) return
    unfinished.set(incoming, { outgoing, bytes: incoming.socket.bytesRead, movedAt: performance.now() })
    timer ??= setInterval(look, Math.ceil(after / 6)).unref()
  })
}
