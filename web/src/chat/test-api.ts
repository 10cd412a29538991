import type { Message, Thread, ThreadHistory } from '@atrium/contract/chat'
import { onTestFinished, vi } from 'vitest'
import { queryClient } from '../platform/query.ts'
import { forgetDrafts } from './draft-store.ts'
import { resetThreads } from './thread-runtime.ts'

/** The server's answers, in the page: for tests of the screen. Journeys run against the real server. */
export interface TestApi {
  histories: Map<string, ThreadHistory>
  /** `METHOD path`, in order. */
  calls: string[]
  bodies: unknown[]
  /** Answers of one's own, asked first. */
  answer: (method: string, url: URL, body: unknown) => Response | Promise<Response> | undefined
  /** Adds an event to a run's log; viewers get it at once. */
  emit: (runId: string, type: string, data: unknown) => void
  /** Breaks every connection to a run's events. */
  breakRun: (runId: string) => void
}

interface Run {
  frames: string[]
  viewers: Set<ReadableStreamDefaultController<Uint8Array>>
  ended: boolean
}

/** Waits for a check to pass; how long is no part of any test. */
export const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000 })

const bytes = (text: string) => new TextEncoder().encode(text)

export function serveApi(histories: ThreadHistory[] = []): TestApi {
  const runs = new Map<string, Run>()
  const runOf = (id: string): Run => {
    const run = runs.get(id) ?? { frames: [], viewers: new Set(), ended: false }
    runs.set(id, run)
    return run
  }
  const api: TestApi = {
    histories: new Map(histories.map((history) => [history.id, history])),
    calls: [],
    bodies: [],
    answer: () => undefined,
    emit: (runId, type, data) => {
      const run = runOf(runId)
      run.frames.push(`id: ${run.frames.length + 1}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
      run.ended = type === 'done' || type === 'error'
      for (const viewer of run.viewers) {
        viewer.enqueue(bytes(run.frames.at(-1) ?? ''))
        if (run.ended) viewer.close()
      }
      if (run.ended) run.viewers.clear()
    },
    breakRun: (runId) => {
      const run = runOf(runId)
      for (const viewer of run.viewers) viewer.error(new TypeError('network error'))
      run.viewers.clear()
    },
  }
  const stream = (
    runId: string,
    after: number,
    signal: AbortSignal | null | undefined,
    headers: Record<string, string> = {},
  ) => {
    const run = runOf(runId)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes(`: open\n\n${run.frames.slice(after).join('')}`))
        if (run.ended) return controller.close()
        run.viewers.add(controller)
        signal?.addEventListener('abort', () => {
          if (run.viewers.delete(controller)) controller.error(signal.reason)
        })
      },
    })
    return new Response(body, { headers })
  }
  const own = async (method: string, url: URL, body: unknown, signal?: AbortSignal | null): Promise<Response> => {
    const { pathname: path } = url
    const thread = /^\/api\/chat\/thread\/(.+)$/.exec(path)?.[1]
    if (thread) {
      const history = api.histories.get(thread)
      return history
        ? Response.json(history)
        : Response.json({ error: { code: 'not_found', message: 'Thread not found' } }, { status: 404 })
    }
    if (path.endsWith('/allowances')) return Response.json({ actions: [] })
    if (path === '/api/threads')
      return Response.json({
        threads: [...api.histories.values()].map(({ messages: _, ...one }) => one),
        nextCursor: null,
      })
    if (path === '/api/converse/stream') {
      const threadId = (body as { threadId: string | null }).threadId ?? 'new-thread'
      return stream('run', 0, signal, { 'X-Thread-Id': threadId, 'X-Run-Id': 'run' })
    }
    const events = /^\/api\/runs\/(.+)\/events$/.exec(path)?.[1]
    if (events) return stream(events, Number(url.searchParams.get('after')), signal)
    if (path === '/api/me') return Response.json({ role: 'user', userId: 'u' })
    if (path === '/api/user')
      return Response.json({
        id: 'u',
        username: 'ada',
        email: 'a@example.org',
        firstName: 'Ada',
        tier: 'FREE',
        isAdmin: false,
        role: 'user',
      })
    if (path === '/api/models') return Response.json({ models: [], selected: 'guide' })
    if (path === '/api/modules') return Response.json({ modules: [] })
    if (method === 'PATCH')
      return Response.json({ ...api.histories.get(path.split('/').at(-1) ?? ''), ...(body as object) })
    return Response.json({ ok: true })
  }

  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    if (!/^\/(api|auth)\//.test(url.pathname)) return real(input, init)
    const method = init?.method ?? 'GET'
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    api.calls.push(`${method} ${url.pathname}${url.search}`)
    api.bodies.push(body)
    return (await api.answer(method, url, body)) ?? own(method, url, body, init?.signal)
  }
  localStorage.clear()
  localStorage.setItem('i18nextLng', 'en')
  onTestFinished(() => {
    resetThreads()
    forgetDrafts()
    queryClient.clear()
    globalThis.fetch = real
  })
  return api
}

export function testMessage(id: string, role: Message['role'], content: string, extra: Partial<Message> = {}): Message {
  return {
    id,
    parentId: null,
    role,
    content,
    status: 'complete',
    runId: null,
    createdAt: '2026-06-01T10:00:00.000Z',
    attachments: [],
    meta: {},
    feedback: null,
    siblings: [id],
    ...extra,
  }
}

export function testThread(id: string, messages: Message[] = [], extra: Partial<Thread> = {}): ThreadHistory {
  const at = new Date().toISOString()
  return {
    id,
    title: `Thread ${id}`,
    space: null,
    persona: 'personal',
    model: null,
    pinned: false,
    archived: false,
    createdAt: at,
    updatedAt: at,
    activeRunId: null,
    ...extra,
    messages,
  }
}

export const done = (threadId: string, messageId: string, extra: object = {}) => ({
  threadId,
  messageId,
  status: 'complete',
  title: 'A title',
  meta: {},
  ...extra,
})
