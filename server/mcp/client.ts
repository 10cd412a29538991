import { brand } from '@atrium/contract/brand'
import { AppError } from '@atrium/contract/errors'
import { createParser } from 'eventsource-parser'
import { z } from 'zod'

/**
 * The Model Context Protocol's client side over Streamable HTTP (modelcontextprotocol.io/specification, "Transports"), as much
 * of it as calling tools needs: one request, one answer, either as JSON or as the last event of a stream.
 */
const PROTOCOL = '2025-06-18'
const KNOWN: readonly string[] = ['2025-03-26', PROTOCOL, '2025-11-25']
const TIME_LIMIT_MS = 60_000
/** bytes of one answer */
const ANSWER_MAX = 4 * 1024 * 1024
/** A server that lists without end is cut off. */
const PAGES_MAX = 20

const McpTool = z.object({
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z.object({ title: z.string().optional(), readOnlyHint: z.boolean().optional() }).optional(),
})
export type McpTool = z.infer<typeof McpTool>

const ToolPage = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional() })
const Called = z.object({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
})
const Answer = z.object({
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
})

export interface McpAddress {
  /** What its tools' keys begin with, behind `mcp-`. */
  name: string
  url: string
  token?: string
}

export interface McpClient {
  tools(): Promise<McpTool[]>
  /** What the tool answered. Throws AppError with the tool's own words when it failed. */
  call(tool: string, input: unknown, signal: AbortSignal): Promise<unknown>
}

class SessionGone extends Error {}

/** What a tool said: its data where it gives some, else its text. */
function outputOf({ content, structuredContent }: z.infer<typeof Called>): unknown {
  if (structuredContent !== undefined) return structuredContent
  return content.map(({ type, text }) => text ?? `[${type}]`).join('\n')
}

async function bounded(answer: Response, take: (text: string) => boolean): Promise<void> {
  const decoder = new TextDecoder()
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.length
    if (size > ANSWER_MAX) throw new Error(`The answer is longer than ${ANSWER_MAX} bytes.`)
    if (take(decoder.decode(piece, { stream: true }))) return
  }
}

/** The message of this id: the body, or the one of the stream's events that answers. */
async function answerOf(answer: Response, id: number): Promise<z.infer<typeof Answer>> {
  let text = ''
  let found: z.infer<typeof Answer> | undefined
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    const parser = createParser({
      onEvent: ({ data }) => {
        const message = Answer.safeParse(JSON.parse(data))
        if (message.success && message.data.id === id) found = message.data
      },
    })
    await bounded(answer, (piece) => {
      parser.feed(piece)
      return found !== undefined
    })
  } else {
    await bounded(answer, (piece) => {
      text += piece
      return false
    })
    found = Answer.parse(JSON.parse(text))
  }
  if (!found) throw new Error('The server ended its answer without a result.')
  return found
}

export function mcpClient({ name, url, token }: McpAddress): McpClient {
  let session: Promise<Record<string, string>> | null = null
  let count = 0

  async function post(body: object, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const answer = await fetch(url, {
      method: 'POST',
      // Its address is the operator's word; where it would send us on is not.
      redirect: 'error',
      signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
    })
    if (answer.ok) return answer
    await answer.body?.cancel()
    if (answer.status === 404 && headers['mcp-session-id']) throw new SessionGone()
    throw new Error(`The server answered with status ${answer.status}.`)
  }

  async function ask(method: string, params: object, headers: Record<string, string>, signal: AbortSignal) {
    const id = ++count
    const answer = await post({ id, method, params }, headers, signal)
    const { result, error } = await answerOf(answer, id)
    if (error) throw new AppError('bad_request', `${name}: ${error.message}`)
    return { result, headers: answer.headers }
  }

  async function open(signal: AbortSignal): Promise<Record<string, string>> {
    const clientInfo = { name: brand.prefix, title: brand.name, version: '1' }
    const params = { protocolVersion: PROTOCOL, capabilities: {}, clientInfo }
    const { result, headers } = await ask('initialize', params, {}, signal)
    const { protocolVersion } = z.object({ protocolVersion: z.string() }).parse(result)
    if (!KNOWN.includes(protocolVersion)) throw new Error(`It speaks protocol ${protocolVersion}, which we do not.`)
    const id = headers.get('mcp-session-id')
    const own = { 'mcp-protocol-version': protocolVersion, ...(id && { 'mcp-session-id': id }) }
    const noted = await post({ method: 'notifications/initialized' }, own, signal)
    await noted.body?.cancel()
    return own
  }

  /** Within a session, opened when there is none; once more when the server has forgotten it. */
  async function request(method: string, params: object, signal: AbortSignal): Promise<unknown> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)])
    const within = async () => {
      session ??= open(limited).catch((error: unknown) => {
        session = null
        throw error
      })
      return (await ask(method, params, await session, limited)).result
    }
    return within().catch((error: unknown) => {
      if (!(error instanceof SessionGone)) throw error
      session = null
      return within()
    })
  }

  return {
    async tools() {
      const found: McpTool[] = []
      let cursor: string | undefined
      for (let page = 0; page < PAGES_MAX; page++) {
        const never = new AbortController().signal
        const answer = ToolPage.parse(await request('tools/list', cursor ? { cursor } : {}, never))
        // One that is malformed does not take the others away.
        for (const tool of answer.tools) {
          const parsed = McpTool.safeParse(tool)
          if (parsed.success) found.push(parsed.data)
        }
        cursor = answer.nextCursor
        if (!cursor) break
      }
      return found
    },
    async call(tool, input, signal) {
      let result: unknown
      try {
        result = await request('tools/call', { name: tool, arguments: input ?? {} }, signal)
      } catch (cause) {
        signal.throwIfAborted()
        if (cause instanceof AppError) throw cause
        throw new AppError('provider_failed', `The connected server “${name}” did not answer. Try again in a moment.`, {
          cause,
        })
      }
      const called = Called.safeParse(result)
      if (!called.success)
        throw new AppError('provider_failed', `The connected server “${name}” answered what is no tool’s result.`, {
          cause: called.error,
        })
      const output = outputOf(called.data)
      if (called.data.isError)
        throw new AppError(
          'bad_request',
          `${name}: ${typeof output === 'string' && output ? output : 'The tool failed.'}`,
        )
      return output
    },
  }
}
