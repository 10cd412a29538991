import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { mediaCallOf, playMedia, readForm, saidIn } from './media.ts'
import { goOn, play } from './player.ts'
import type { Lists, Protocol, Received, Script } from './script.ts'

/**
 * A model provider that does as it is told: the three wire protocols on one port, scripted through /control.
 * `node e2e/fake-provider/main.ts --port 0` prints `{"port": …}` when it listens; with `--child` it ends with its stdin.
 */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, child: { type: 'boolean', default: false } },
})

/** The newest requests that are kept. */
const KEPT = 2_000
const plain: Script = {}
let queue: Script[] = []
let fallback: Script = plain
let lists: Lists = {}
let requests: Received[] = []
let count = 0

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(error)
    response.destroy()
  })
})
// Benches pause between rounds; a socket that is closed just as it is used again would break one.
server.keepAliveTimeout = 60_000
server.listen(Number(values.port), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ port })}\n`)
})
// The parent's end, however it comes, is then this process's end.
if (values.child) process.stdin.on('end', () => process.exit(0)).resume()

async function handle(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const path = request.url ?? '/'
  const body = await readBody(request)
  if (path.startsWith('/control/')) return control(path, body, response)
  if (request.method === 'GET') return list(request, path, response)
  const media = mediaCallOf(new URL(path, 'http://fake').pathname)
  if (media) {
    const received = note(request, 'openai', path, body)
    return playMedia(response, { path: media, body }, scriptFor(saidIn(body)), received)
  }
  const call = callOf(path, body)
  if (!call) return json(response, 404, { error: { message: `no such call: ${path}` } })
  const received = note(request, call.protocol, path, { ...body, model: call.model })
  const echo = `You said: ${call.said}`
  return play(response, call.protocol, scriptFor(call.said), received, echo)
}

function note(request: IncomingMessage, protocol: Received['protocol'], path: string, body: unknown): Received {
  const { headers } = request
  const received: Received = { id: ++count, protocol, path, headers, body, written: 0, state: 'open' }
  requests.push(received)
  if (requests.length > KEPT) requests = requests.slice(-KEPT / 2)
  return received
}

function scriptFor(said: string): Script {
  const at = queue.findIndex(({ match }) => match === undefined || said.includes(match))
  const script = queue[at]
  if (!script) return fallback
  const left = (script.times ?? 1) - 1
  if (left === 0) queue.splice(at, 1)
  else script.times = left
  return script
}

async function control(path: string, body: Record<string, unknown>, response: ServerResponse): Promise<ServerResponse> {
  switch (path) {
    case '/control/next':
      queue.push(...(body.scripts as Script[]))
      break
    case '/control/default':
      fallback = body.script as Script
      break
    case '/control/lists':
      lists = body as Lists
      break
    case '/control/go-on':
      await goOn()
      break
    case '/control/requests':
      return json(response, 200, { requests })
    case '/control/reset':
      queue = []
      fallback = plain
      lists = {}
      requests = []
      break
    default:
      return json(response, 404, {})
  }
  return json(response, 200, {})
}

interface Call {
  protocol: Protocol
  model: string
  /** The last user text. */
  said: string
}

type Turn = { role?: string; content?: unknown; parts?: unknown }

function callOf(path: string, body: Record<string, unknown>): Call | null {
  const model = String(body.model)
  const said = lastSaid((body.messages ?? body.contents ?? []) as Turn[])
  const { pathname } = new URL(path, 'http://fake')
  if (pathname.endsWith('/chat/completions')) return { protocol: 'openai', model, said }
  if (pathname.endsWith('/messages')) return { protocol: 'anthropic', model, said }
  const google = /\/models\/([^/]+):streamGenerateContent$/.exec(pathname)
  return google?.[1] ? { protocol: 'google', model: decodeURIComponent(google[1]), said } : null
}

function lastSaid(turns: Turn[]): string {
  const texts = turns.filter(({ role }) => role === 'user').map(({ content, parts }) => textOf(content ?? parts))
  return texts.findLast((text) => text !== '') ?? ''
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: { text?: string }) => part.text ?? '')
    .join('\n')
    .trim()
}

function list(request: IncomingMessage, path: string, response: ServerResponse): ServerResponse {
  const { pathname } = new URL(path, 'http://fake')
  if (!pathname.endsWith('/models')) return json(response, 404, {})
  const received = note(request, 'list', path, null)
  received.state = 'finished'
  if (lists.status !== undefined) return json(response, lists.status, { error: { message: 'scripted' } })
  if (pathname.includes('/v1beta/')) return json(response, 200, { models: lists.google ?? [] })
  const data = request.headers['anthropic-version'] ? lists.anthropic : lists.openai
  return json(response, 200, { object: 'list', data: data ?? [] })
}

function json(response: ServerResponse, status: number, value: unknown): ServerResponse {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const kind = request.headers['content-type'] ?? ''
  if (kind.startsWith('multipart/form-data')) return readForm(bytes, kind)
  return bytes.length === 0 ? {} : (JSON.parse(bytes.toString('utf8')) as Record<string, unknown>)
}
