import type { Asker } from '../approvals/deciding.ts'
import type { Route } from '../platform/http/route.ts'
import { chatAsker } from './approving.ts'
import { createConversation } from './conversation.ts'
import { converseRoutes } from './converse-routes.ts'
import { memoryRoutes } from './memory-routes.ts'
import type { ChatDeps } from './ports.ts'
import { type Handoff, replyKind } from './reply.ts'
import { threadRoutes } from './thread-routes.ts'
import { purge } from './threads.ts'

/** The chat feature: its calls, its kind of run, its housekeeping. */
export function createChat(deps: ChatDeps): { routes: Route[]; asker: Asker; purge(): Promise<void> } {
  const handoffs = new Map<string, Handoff>()
  const conversation = createConversation(deps, handoffs)
  deps.engine.register('chat', replyKind(deps, handoffs))
  return {
    routes: [...converseRoutes(deps, conversation), ...threadRoutes(deps, conversation), ...memoryRoutes(deps)],
    asker: chatAsker(deps),
    purge: () => purge(deps.db.$client),
  }
}
