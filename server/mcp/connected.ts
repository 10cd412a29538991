import type { Tool } from '@atrium/contract/commands'
import { AppError } from '@atrium/contract/errors'
import type { Effect } from '@atrium/contract/module'
import type { Principal, PrincipalKind } from '@atrium/contract/principal'
import type { ModelTool } from '../models/model.ts'
import type { Log } from '../platform/telemetry.ts'
import { type McpAddress, type McpClient, type McpTool, mcpClient } from './client.ts'

const FRESH_MS = 5 * 60_000
/** Characters of a tool's name that every provider takes. */
const NAME_MAX = 64

/** A tool of a connected server, as the assistant has it. */
export interface ConnectedTool {
  tool: ModelTool
  /** `mcp-hub.create_issue` */
  action: string
  effect: Effect
  summary: string
}

export interface ConnectedCall {
  action: string
  input: unknown
  signal: AbortSignal
}

export interface Connected {
  /** The same list until a server's own has changed. */
  tools(): readonly ConnectedTool[]
  /** As the tool registry lists them: their keys keep them out of the commands (spec 5). */
  listed(): readonly Tool[]
  call(principal: Principal, request: ConnectedCall): Promise<{ output: unknown; change: null }>
  /** Asks every server what it has. */
  refresh(): Promise<void>
}

/** They act with the operator's rights, so what they hold is for people with an account. */
export const mayUseConnected = (kind: PrincipalKind): boolean => kind === 'member' || kind === 'administrator'

export const isConnected = (action: string): boolean => action.startsWith('mcp-')

interface Held extends ConnectedTool {
  title: string
  client: McpClient
  /** As its server calls it. */
  name: string
}

/** What a server says of its tool is believed where it says that it only reads: whoever runs this installation connected it. */
function held(
  server: string,
  client: McpClient,
  { name, title, description, inputSchema, annotations }: McpTool,
): Held {
  const shown = title ?? annotations?.title ?? name
  const { $schema: _, ...parameters } = inputSchema
  return {
    client,
    name,
    title: shown,
    tool: {
      name: `mcp-${server}_${name}`.replaceAll(/[^\w-]/g, '-').slice(0, NAME_MAX),
      description: `${server}: ${description ?? shown}`,
      parameters,
    },
    action: `mcp-${server}.${name}`,
    effect: annotations?.readOnlyHint ? 'read' : 'send',
    summary: shown,
  }
}

/** The tools of the MCP servers that MCP_SERVERS names. A server that is away keeps what it had. */
export function createConnected(addresses: readonly McpAddress[], log: Log): Connected {
  const clients = addresses.map((address) => ({ name: address.name, client: mcpClient(address) }))
  const byServer = new Map<string, Held[]>()
  let all: readonly Held[] = []
  let asked = 0
  let refreshing: Promise<void> | null = null

  async function askAll(): Promise<void> {
    asked = Date.now()
    await Promise.all(
      clients.map(async ({ name, client }) => {
        try {
          byServer.set(
            name,
            (await client.tools()).map((tool) => held(name, client, tool)),
          )
        } catch (error) {
          log.warn({ err: error, server: name }, 'an MCP server did not say which tools it has')
        }
      }),
    )
    const next = [...new Map([...byServer.values()].flat().map((one) => [one.tool.name, one])).values()]
    if (JSON.stringify(next.map(factsOf)) !== JSON.stringify(all.map(factsOf))) all = next
  }
  const refresh = () => {
    refreshing ??= askAll().finally(() => {
      refreshing = null
    })
    return refreshing
  }
  const current = () => {
    // Whoever asks does not wait for it: what a server adds is there the next time.
    if (clients.length > 0 && Date.now() - asked > FRESH_MS) void refresh()
    return all
  }

  return {
    tools: current,
    listed: () =>
      current().map(({ action, title, tool }) => ({
        key: action,
        title,
        summary: tool.description,
        industries: ['all'],
        action: { type: 'use-tool', value: action },
        aliases: [],
      })),
    async call({ kind, userId }, { action, input, signal }) {
      if (!mayUseConnected(kind))
        throw new AppError('forbidden', 'Tools of connected servers are for people with an account. Create one first.')
      const found = all.find((one) => one.action === action)
      if (!found) throw new AppError('not_found', 'That tool is not connected any more.')
      log.info({ userId, action, effect: found.effect }, 'a tool of a connected server is called')
      return { output: await found.client.call(found.name, input, signal), change: null }
    },
    refresh,
  }
}

const factsOf = ({ tool, action, effect, title }: Held) => ({ tool, action, effect, title })
