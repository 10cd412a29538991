import { createServer, type IncomingMessage } from 'node:http'
import { parseArgs } from 'node:util'

/**
 * An MCP server in a process of its own, by the wire: Streamable HTTP with a session, lists in pages, answers as JSON and as a
 * stream. `/control/…` is the tests'.
 */
const { values } = parseArgs({ options: { token: { type: 'string' } } })

const string = { type: 'string' }
const tools = [
  {
    name: 'find_issue',
    title: 'Find an issue',
    description: 'Finds issues by words.',
    inputSchema: { type: 'object', properties: { words: string }, required: ['words'] },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'issues/open',
    description: 'Opens an issue.',
    inputSchema: { type: 'object', properties: { title: string }, required: ['title'] },
  },
  { name: 'broken', inputSchema: 'no schema' },
]
const opened: string[] = []
let sessions = new Set<string>()

interface Request {
  id?: number
  method: string
  params?: { name?: string; cursor?: string; arguments?: { words?: string; title?: string }; protocolVersion?: string }
}

function resultOf({ method, params = {} }: Request): object {
  if (method === 'initialize')
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'hub', version: '1' },
    }
  if (method === 'tools/list')
    return params.cursor ? { tools: tools.slice(1) } : { tools: tools.slice(0, 1), nextCursor: 'second' }
  if (method !== 'tools/call') throw new Error(`Unknown method ${method}`)
  const { words, title } = params.arguments ?? {}
  if (params.name === 'find_issue')
    return {
      content: [{ type: 'text', text: `Nothing about ${words}` }],
      structuredContent: { found: opened.filter((one) => one.includes(words ?? '')) },
    }
  if (title === undefined) return { isError: true, content: [{ type: 'text', text: 'The field “title” is missing.' }] }
  opened.push(title)
  return { content: [{ type: 'text', text: `Opened: ${title}` }] }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += piece
  return text
}

const server = createServer(async (request, answer) => {
  const text = await bodyOf(request)
  if (request.url === '/control/forget') {
    sessions = new Set()
    answer.end()
    return
  }
  if (request.url === '/control/open') {
    opened.push(text)
    answer.end()
    return
  }
  if (request.url === '/control/opened') {
    answer.end(JSON.stringify(opened))
    return
  }
  if (values.token && request.headers.authorization !== `Bearer ${values.token}`) {
    answer.writeHead(401).end()
    return
  }
  const message = JSON.parse(text) as Request
  const session = request.headers['mcp-session-id'] as string | undefined
  const isKnown = session !== undefined && sessions.has(session)
  if (message.method !== 'initialize' && !isKnown) {
    answer.writeHead(session ? 404 : 400).end()
    return
  }
  if (message.id === undefined) {
    answer.writeHead(202).end()
    return
  }
  const id = isKnown ? session : `session-${sessions.size + 1}-${process.pid}`
  sessions.add(id)
  const reply = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) })
  if (message.method === 'tools/call') {
    // A stream with something of its own before the answer, and the answer in pieces.
    answer.writeHead(200, { 'content-type': 'text/event-stream', 'mcp-session-id': id })
    answer.write('data: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\n\n')
    answer.write(`id: 1\ndata: ${reply.slice(0, 20)}`)
    answer.end(`${reply.slice(20)}\n\n`)
  } else answer.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': id }).end(reply)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 })}\n`)
})
// It ends with whoever started it.
process.stdin.resume().on('end', () => process.exit(0))
