import { spendApproval } from './approvals/rows.ts'
import type { ChatActions } from './chat/ports.ts'
import { type Connected, isConnected } from './mcp/connected.ts'
import { authorizeKey } from './platform/policy.ts'
import type { Client } from './platform/runs/store.ts'
import type { Actions } from './records/actions.ts'
import { toolName, toolsFor } from './records/published.ts'
import type { Scopes } from './teams/scope.ts'

/** The modules' actions as chat uses them. */
export function chatActions(sql: Client, actions: Actions, scopes: Scopes, connected: Connected): ChatActions {
  const tools = toolsFor(actions.list()).map((tool) => [tool.name, tool] as const)
  const byName = new Map(tools)
  const entries = actions.list().flatMap((module) =>
    Object.entries(module.actions).flatMap(([name, action]) => {
      const tool = byName.get(toolName(module.id, name))
      return tool ? [{ tool, action: `${module.id}.${name}`, effect: action.effect, summary: action.summary }] : []
    }),
  )
  /** The same list until the connected servers have others: an index of it is kept by it. */
  let joined = { others: connected.tools(), all: [...entries, ...connected.tools()] }
  const allTools = () => {
    const others = connected.tools()
    if (others !== joined.others) joined = { others, all: [...entries, ...others] }
    return joined.all
  }
  return {
    modules: () => actions.list(),
    tools: allTools,
    enter: scopes.enter,
    // At each call anew: whoever was removed from the team meanwhile does nothing in it any more.
    call: async ({ scope, principal, approvalId, ...request }) => {
      if (isConnected(request.action)) {
        // What another server does is in no transaction of ours: its word is spent first.
        if (approvalId) await spendApproval(sql, approvalId, null)
        return connected.call(principal, request)
      }
      const alongside = approvalId ? (client: Client) => spendApproval(client, approvalId, null) : undefined
      return actions.call({
        ...request,
        principal: scope ? await scopes.enter(principal, scope) : principal,
        ...(alongside && { alongside }),
      })
    },
    undo: async (principal, change) => {
      authorizeKey(principal, 'change.own', { method: 'POST', asksAssistant: false })
      await actions.undo(principal, change)
    },
    things: async ({ principal, scope, saying }) =>
      actions.things(scope ? await scopes.enter(principal, scope) : principal, saying),
    named: async ({ principal, scope, module, asked }) =>
      actions.named(scope ? await scopes.enter(principal, scope) : principal, module, asked),
    inputOf(action) {
      const [module = '', name = ''] = action.split('.', 2)
      return actions.servers.get(module)?.module.actions[name]?.input
    },
  }
}
