import { MemoryItem, MemoryText } from '@atrium/contract/profile'
import { z } from 'zod'
import { type Route, route } from '../platform/http/route.ts'
import { addMemory, changeMemory, listMemories, type Memory, removeMemory } from './memory.ts'
import type { ChatDeps } from './ports.ts'

const shown = ({ id, text, createdAt }: Memory) => ({ id, text, createdAt: createdAt.toISOString() })

/** What the assistant remembers, item by item. */
export function memoryRoutes({ db, live }: Pick<ChatDeps, 'db' | 'live'>): Route[] {
  const pool = db.$client
  const own = { tag: 'Memory', access: 'memory.own' } as const
  const all = { ...own, path: '/api/memories' } as const
  const one = { ...own, path: '/api/memories/:id', params: z.object({ id: z.string() }), answer: MemoryItem } as const
  const told = (owner: string, memory: Memory) => {
    live.tell(owner, { topic: 'memories' })
    return shown(memory)
  }
  return [
    route(
      {
        ...all,
        method: 'GET',
        summary: 'What the assistant remembers about you, the newest first',
        limit: 'read',
        answer: z.object({ memories: z.array(MemoryItem) }),
      },
      async ({ principal }) => ({ memories: (await listMemories(pool, principal.owner)).map(shown) }),
    ),
    route(
      {
        ...all,
        method: 'POST',
        summary: 'Has the assistant remember something',
        limit: 'write',
        body: MemoryText,
        answer: MemoryItem,
        status: 201,
      },
      async ({ principal, body }) => told(principal.owner, await addMemory(pool, principal.owner, body.text)),
    ),
    route(
      { ...one, method: 'PATCH', summary: 'Changes what is remembered', limit: 'write', body: MemoryText },
      async ({ principal, params, body }) =>
        told(principal.owner, await changeMemory(pool, principal.owner, params.id, body.text)),
    ),
    route(
      {
        ...one,
        method: 'DELETE',
        summary: 'Forgets one thing; answers it, so that it can be put back',
        limit: 'write',
      },
      async ({ principal, params }) => told(principal.owner, await removeMemory(pool, principal.owner, params.id)),
    ),
  ]
}
