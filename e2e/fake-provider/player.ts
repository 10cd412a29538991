import type { ServerResponse } from 'node:http'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { framesOf } from './frames.ts'
import type { Protocol, Received, Script, Wire } from './script.ts'
import { type Timed, timerWheel } from './timer-wheel.ts'

const wheel = timerWheel()
/** Streams that stand at one of their pauses. */
const paused = new Set<Stream>()
/** Those who want to let streams go on that have not come to their pause. */
const eager = new Set<() => void>()

/** Lets every stream that waits go on; where none does yet, waits for the first one to come to its pause. */
export async function goOn(): Promise<void> {
  if (paused.size === 0) await new Promise<void>((resolve) => eager.add(resolve))
  const waiting = [...paused]
  paused.clear()
  for (const stream of waiting) {
    stream.passed = stream.at
    stream.due = performance.now()
    step(stream)
  }
}

/** Plays a script as the answer to a request, noting in `received` how far it got and who ended it. */
export function play(
  response: ServerResponse,
  protocol: Protocol,
  script: Script,
  received: Received,
  echo: string,
): ServerResponse {
  response.on('close', () => {
    if (received.state === 'open') received.state = response.writableFinished ? 'finished' : 'closed by client'
  })
  if (script.never) return response
  if (script.wire) {
    void playWire(response, script.wire, received)
    return response
  }
  const begin = () => {
    if (received.state === 'open') start(response, protocol, script, received, echo)
  }
  if (script.initialDelay) wheel.schedule({ due: performance.now() + script.initialDelay, step: begin })
  else begin()
  return response
}

function start(response: ServerResponse, protocol: Protocol, script: Script, received: Received, echo: string) {
  const { status = 200, body = status < 400 ? undefined : errorBody(status) } = script
  if (body !== undefined) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', ...script.headers }).end(text)
    return
  }
  if (script.garbage !== undefined && script.garbage !== 'broken-event') {
    sendGarbage(response, script)
    return
  }
  response.writeHead(status, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    ...script.headers,
  })
  const { model } = received.body as { model: string }
  const frames = framesOf(protocol, script, model, echo)
  response.on('close', () => paused.delete(stream))
  const stream: Stream = {
    due: performance.now(),
    at: 0,
    frames,
    response,
    script,
    received,
    passed: -1,
    step: () => step(stream),
  }
  response.flushHeaders()
  if (script.garbage === 'broken-event') response.write('data: {"choices": [{"delta": {"content": "so\n\n')
  step(stream)
}

interface Stream extends Timed {
  at: number
  frames: Buffer[]
  response: ServerResponse
  script: Script
  received: Received
  /** The pause that it has been let out of last. */
  passed: number
}

function step(stream: Stream): void {
  const { response, script, received, frames } = stream
  if (received.state !== 'open') return
  if (stream.at === script.stallAfter) return
  if (stream.at !== stream.passed && script.pauseAt?.includes(stream.at)) {
    paused.add(stream)
    for (const resolve of eager) resolve()
    eager.clear()
    return
  }
  if (stream.at === script.dropAfter) {
    received.state = 'dropped'
    // What was written first must be out before the reset.
    setImmediate(() => response.destroy())
    return
  }
  const frame = frames[stream.at]
  if (!frame) {
    if (!script.quirks?.includes('hold-open')) response.end()
    return
  }
  stream.at++
  received.written = stream.at
  const { socket } = response
  if (!socket) return
  // Straight to the socket, the frame being an HTTP chunk already: a quarter less CPU than `response.write`.
  const ready = socket.write(frame)
  if (script.delay) {
    // From the last due time, not from now: the rate holds when a tick is late.
    stream.due += script.delay
    wheel.schedule(stream)
  } else if (ready) setImmediate(stream.step)
  else socket.once('drain', stream.step)
}

async function playWire(response: ServerResponse, wire: Wire, received: Received): Promise<void> {
  const { socket } = response
  if (!socket) return
  const write = async (piece: string) => {
    received.written += piece.length
    if (!socket.write(piece, 'latin1') && !socket.destroyed)
      await new Promise((done) => socket.once('drain', done).once('close', done))
    if (wire.delay) await sleep(wire.delay)
  }
  for (const piece of wire.pieces) await write(piece)
  while (wire.again !== undefined && !socket.destroyed) {
    await write(wire.again)
    await turn()
  }
  if (wire.close) socket.end()
}

const errorBody = (status: number) => ({ error: { message: `scripted ${status}`, type: 'scripted', code: null } })

function sendGarbage(response: ServerResponse, { garbage }: Script) {
  switch (garbage) {
    case 'html':
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Sign in to the network</title>')
      return
    case 'json':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[]}')
      return
    case 'text':
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('Service temporarily asleep\n'.repeat(50))
      return
    case 'endless': {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const more = () => {
        if (!response.destroyed) response.write('All work and no play. '.repeat(100), () => setImmediate(more))
      }
      more()
      return
    }
    default:
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 151 + 128) % 256)))
  }
}
